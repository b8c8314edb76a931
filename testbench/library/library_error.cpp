#include "testbench/library/library_error.h"

namespace torusim::library {
namespace {

struct Latest {
  int code = TORUSIM_OK;
  std::string text;
};

Latest& latest() {
  static thread_local Latest latest;
  return latest;
}

}  // namespace

int keep_error(int code, const char* text) {
  latest() = {code, text};
  return code;
}

}  // namespace torusim::library

const char* torusim_error() { return torusim::library::latest().text.c_str(); }

int torusim_error_code() { return torusim::library::latest().code; }

const char* torusim_version() { return TORUSIM_VERSION; }
