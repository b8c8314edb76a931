#include "models/part/sysc/reports.h"

#include <systemc>

#include "schedules/core/error.h"

namespace torusim::sysc {

void report_error(const char* id, const std::string& text) { SC_REPORT_ERROR(id, text.c_str()); }
void report_warning(const char* id, const std::string& text) { SC_REPORT_WARNING(id, text.c_str()); }

void refuse(const std::string& text) {
  report_error(kBadUse, text);
  throw InputError(text);
}

}  // namespace torusim::sysc
