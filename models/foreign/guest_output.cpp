#include "models/foreign/guest_output.h"

#include <iostream>

namespace torusim::rtl {

// In the C library `stdout` is an assignable variable, so this needs no change of descriptors and no flush.
GuestOutput::GuestOutput() : output_(stdout), stream_(std::cout.rdbuf(std::cerr.rdbuf())) { stdout = stderr; }

GuestOutput::~GuestOutput() {
  stdout = output_;
  std::cout.rdbuf(stream_);
}

}  // namespace torusim::rtl
