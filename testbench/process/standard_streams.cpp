#include "testbench/process/standard_streams.h"

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <iostream>

#include "testbench/process/interrupt.h"

namespace torusim {

void prepare_streams() {
  constexpr std::size_t kKept = 1u << 20;
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(descriptor, F_GETFD) >= 0) continue;
    // open() returns this descriptor, the lowest free one. Standard output is then read-only, which is
    // reported.
    const int opened = open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY);
    if (opened >= 0 && opened != descriptor) close(opened);
  }
  static char kept[kKept];  // until the process ends
  std::setvbuf(stdout, kept, _IOFBF, kKept);
  std::signal(SIGXFSZ, SIG_IGN);
}

void print_notice(const std::string& text) {
  if (HostCall::current() != nullptr) return;
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

bool flush_output(bool survive) {
  if (survive) std::signal(SIGPIPE, SIG_IGN);
  std::cout.flush();
  return std::fflush(stdout) == 0 && std::ferror(stdout) == 0 && std::cout.good();
}

}  // namespace torusim
