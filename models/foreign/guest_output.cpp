#include "models/foreign/guest_output.h"

#include <iostream>

namespace torusim::rtl {

// The C library lets `stdout` be set as any other variable; no descriptor is touched and nothing flushed.
GuestOutput::GuestOutput() : output_(stdout), stream_(std::cout.rdbuf(std::cerr.rdbuf())) { stdout = stderr; }

GuestOutput::~GuestOutput() {
  stdout = output_;
  std::cout.rdbuf(stream_);
}

}  // namespace torusim::rtl
