#pragma once
/// Calls into third-party routers, which must not end this process nor write to its standard output.

#include <cstdint>
#include <cstdio>
#include <streambuf>
#include <string>

#ifndef __EMSCRIPTEN__
#include <ext/stdio_sync_filebuf.h>
#endif

namespace torusim::rtl {

/// While a GuestCall exists, the thread runs code of a library. If that code calls exit(), the process ends
/// with the exit code of wrong input and a message that names the library.
class GuestCall {
 public:
  /// `name`, which outlives the call, is the library in the message.
  explicit GuestCall(const std::string& name);
  GuestCall(const GuestCall&) = delete;
  ~GuestCall() { current_ = before_; }

 private:
  static void accuse();

  static thread_local const std::string* current_;
  const std::string* const before_;
};

#ifdef __EMSCRIPTEN__
class GuestOutput {  // a program in a browser has no routers of others
 public:
  ~GuestOutput() {}
};
#else
/// While a GuestOutput exists, printf, puts, $display and std::cout write to standard error. Standard error
/// gets the first kMostLines lines and, at the end, the number of the others. Output buffered before for
/// standard output stays in its buffer.
class GuestOutput {
 public:
  static constexpr std::int64_t kMostLines = 1000;

  GuestOutput();
  GuestOutput(const GuestOutput&) = delete;
  ~GuestOutput();

 private:
  static ssize_t write(void* self, const char* text, size_t size);

  std::int64_t lines_ = 0;
  std::FILE* const output_;
  std::FILE* const limited_;
  __gnu_cxx::stdio_sync_filebuf<char> buffer_;
  std::streambuf* const stream_;
};
#endif

}  // namespace torusim::rtl
