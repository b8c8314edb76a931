#include "models/part/sysc/reports.h"

#include <systemc>

#include "schedules/core/error.h"

namespace torusim::sysc {

namespace {

/// The macros of SystemC would name the file by its path in the build.
void report(sc_core::sc_severity severity, const char* id, const std::string& text) {
  sc_core::sc_report_handler::report(severity, id, text.c_str(), "models/part/sysc/reports.cpp", __LINE__);
}

}  // namespace

void report_error(const char* id, const std::string& text) { report(sc_core::SC_ERROR, id, text); }
void report_warning(const char* id, const std::string& text) { report(sc_core::SC_WARNING, id, text); }

std::string exception_text() {
  try {
    throw;
  } catch (const sc_core::sc_report&) {
    throw;  // a report already
  } catch (const sc_core::sc_unwind_exception&) {
    throw;
  } catch (const std::exception& exception) {
    return exception.what();
  } catch (...) {
    return "not a std::exception";
  }
}

void refuse(const std::string& text) {
  report_error(kBadUse, text);
  throw InputError(text);
}

}  // namespace torusim::sysc
