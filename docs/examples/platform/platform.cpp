// Four processors, two memories and a DMA engine on a 4x4 torus. The processors fill an array in one memory,
// the DMA engine copies it to the other one, and they add it up there. Beside them the nodes exchange blocks
// all the time. With an argument, the waves of all flits go to that VCD file.
#include <array>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>

#include "collective.h"
#include "models/part/sysc/torus.h"
#include "parts.h"
#include "report.h"
#include "traces/flit_trace.h"

namespace {

using sc_core::SC_NS;
using sc_core::sc_time;

constexpr std::uint64_t kFirst = 0x10000000, kSecond = 0x20000000, kDma = 0x30000000;
constexpr unsigned kProcessors = 4, kWords = 64;  // of each processor

struct Platform {
  explicit Platform(const char* waves_file) : torus("torus", options(waves_file), sc_time(1, SC_NS)) {
    const std::array<torusim::NodeId, kProcessors> nodes = {0, 3, 12, 15};
    for (unsigned i = 0; i < kProcessors; ++i) {
      processors[i] = std::make_unique<Processor>(("processor_" + std::to_string(i)).c_str(),
                                                  [this, i](Processor& self) { program(self, i); });
      processors[i]->socket.bind(torus.target_socket(nodes[i]));
    }
    torus.initiator_socket(5).bind(first.socket);
    torus.initiator_socket(10).bind(second.socket);
    torus.initiator_socket(6).bind(dma.registers);
    dma.socket.bind(torus.target_socket(6));
    torus.map({.first = kFirst, .last = kFirst + 0xffff, .node = 5});
    torus.map({.first = kSecond, .last = kSecond + 0xffff, .node = 10});
    torus.map({.first = kDma, .last = kDma + 11, .node = 6});
  }
  torusim::sysc::TorusOptions options(const char* waves_file) {
    torusim::sysc::TorusOptions options;
    options.network.hardware.topology = torusim::Topology::parse("torus:4x4");
    options.network.hardware.classes = 3;  // responses, requests, the exchange
    options.flit_bytes = 16;
    const torusim::Hardware& hardware = options.network.hardware;
    options.network.observers.push_back(&report.emplace(hardware));
    if (waves_file != nullptr) {
      torusim::TraceOptions traced;
      traced.path = waves_file;
      options.network.observers.push_back(&waves.emplace(hardware, traced));
    }
    return options;
  }
  void finish() {
    torus.finish();
    if (waves) waves->finish(torus.network().now());
  }

  void program(Processor& self, unsigned number) {
    for (unsigned i = 0; i < kWords; ++i) {
      const unsigned word = number * kWords + i;
      self.write(kFirst + 4 * word, word * word);
    }
    ++filled;
    if (number == 0) {
      while (filled < kProcessors) wait(sc_time(100, SC_NS));
      self.write(kDma + 0, kFirst);
      self.write(kDma + 4, kSecond);
      self.write(kDma + 8, 4 * kProcessors * kWords);
      copying = true;
    }
    while (!copying || self.read(kDma + 8) != 0) wait(sc_time(100, SC_NS));
    for (unsigned i = 0; i < kWords; ++i) sum += self.read(kSecond + 4 * (number * kWords + i));
    if (++done == kProcessors) exchange.stop();
  }

  unsigned filled = 0, done = 0;
  bool copying = false;
  std::uint32_t sum = 0;
  std::optional<Report> report;
  std::optional<torusim::FlitTrace> waves;
  torusim::sysc::Torus torus;
  std::array<std::unique_ptr<Processor>, kProcessors> processors;
  Memory first{"first", 0x10000, sc_time(20, SC_NS)}, second{"second", 0x10000, sc_time(20, SC_NS)};
  DmaEngine dma{"dma"};
  Collective exchange{"exchange", torus, "direct", 2, 4};
};

}  // namespace

int sc_main(int argc, char** argv) {
  Platform platform(argc > 1 ? argv[1] : nullptr);
  sc_core::sc_start();
  platform.finish();
  const std::uint32_t n = kProcessors * kWords, expected = (n - 1) * n * (2 * n - 1) / 6;
  std::printf("sum %u, %s; %lld messages, done at %s\n", platform.sum,
              platform.sum == expected ? "right" : "wrong",
              static_cast<long long>(platform.torus.network().delivered()),
              sc_core::sc_time_stamp().to_string().c_str());
  std::printf("%d exchanges beside them\n", platform.exchange.rounds);
  platform.report->print(platform.torus.network().now());
  return platform.sum == expected ? 0 : 1;
}
