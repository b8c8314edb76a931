#include "schedules/core/append_text.h"

#include <iterator>

namespace torusim {

void append_text(fmt::memory_buffer& out, fmt::string_view format, fmt::format_args arguments) {
  fmt::vformat_to(std::back_inserter(out), format, arguments);
}

}  // namespace torusim
