#pragma once
/// Keeps the output of third-party routers out of this program's standard output.

#include <cstdio>
#include <streambuf>

namespace torusim::rtl {

/// While a GuestOutput exists, printf, puts, $display and std::cout write to standard error. Output buffered
/// before for standard output stays in its buffer.
class GuestOutput {
 public:
  GuestOutput();
  GuestOutput(const GuestOutput&) = delete;
  ~GuestOutput();

 private:
  std::FILE* const output_;
  std::streambuf* const stream_;
};

}  // namespace torusim::rtl
