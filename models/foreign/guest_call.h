#pragma once
/// Calls into third-party routers, which must not end this process.

#include <string>

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

}  // namespace torusim::rtl
