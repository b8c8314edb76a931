#pragma once
/// Keeps what routers of strangers print out of what this program prints.

#include <cstdio>
#include <streambuf>

namespace torusim::rtl {

/// While one lives, printf, puts, $display and std::cout write to standard error. What was kept back for
/// standard output before stays there, unwritten.
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
