#include "schedules/convert/exported.h"

#include <fmt/format.h>

#include "schedules/core/amount.h"
#include "schedules/core/clean_text.h"
#include "schedules/core/error.h"

namespace torusim {

std::string export_title(const ScheduleInfo& info) {
  return fmt::format("{}: {} on {}, {}, {} phases", kExportMark, clean_text(info.name), info.topology.name(),
                     to_text(info.collective.kind), info.phases);
}

std::int64_t message_bytes(const ScheduleInfo& info, const Transfer& transfer, int flit_bytes) {
  const std::int64_t block = times(info.block_flits, flit_bytes);
  const std::int64_t blocks = transfer.block_count(), bytes = times(blocks, block);
  if (bytes <= kMostAmount) return bytes;
  throw InputError(fmt::format("a message from {} to {} of {} blocks of {} bytes exceeds 2^62 bytes",
                               transfer.source, transfer.destination, blocks, block));
}

}  // namespace torusim
