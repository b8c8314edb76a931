#include "models/foreign/guest_call.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iostream>

namespace torusim::rtl {
namespace {

constexpr int kWrongInput = 3;

}  // namespace

thread_local const std::string* GuestCall::current_ = nullptr;

GuestCall::GuestCall(const std::string& name) : before_(current_) {
  // exit() calls this handler after those that the library registers.
  [[maybe_unused]] static const int registered = std::atexit(accuse) + std::at_quick_exit(accuse);
  current_ = &name;
}

void GuestCall::accuse() {
  if (current_ == nullptr) return;
  std::fflush(nullptr);
  fmt::print(stderr, "torusim: --rtl: {} called exit(), which ends torusim\n", *current_);
  _exit(kWrongInput);
}

#ifndef __EMSCRIPTEN__
// In the C library `stdout` is an assignable variable, so this needs no change of descriptors and no flush.
GuestOutput::GuestOutput()
    : output_(stdout),
      limited_(fopencookie(this, "w", {.read = nullptr, .write = write, .seek = nullptr, .close = nullptr})),
      buffer_(limited_),
      stream_(std::cout.rdbuf(&buffer_)) {
  std::setvbuf(limited_, nullptr, _IOLBF, BUFSIZ);
  stdout = limited_;
}

GuestOutput::~GuestOutput() {
  stdout = output_;
  std::cout.rdbuf(stream_);
  std::fclose(limited_);
  if (lines_ > kMostLines) {
    fmt::print(stderr, "torusim: routers printed {} more lines\n", lines_ - kMostLines);
  }
}

ssize_t GuestOutput::write(void* self, const char* text, size_t size) {
  GuestOutput& output = *static_cast<GuestOutput*>(self);
  const char* const end = text + size;
  for (const char* at = text; at != end;) {
    const char* const next = std::find(at, end, '\n');
    const char* const behind = next == end ? end : next + 1;
    if (output.lines_ < kMostLines) std::fwrite(at, 1, static_cast<size_t>(behind - at), stderr);
    output.lines_ += next != end;
    at = behind;
  }
  return static_cast<ssize_t>(size);
}
#endif

}  // namespace torusim::rtl
