// A run watched from C++: the busiest channel between routers, and the slowest message.
#include <cstdio>
#include <map>
#include <systemc>

#include "models/contract/observer.h"
#include "models/run/simulation.h"
#include "schedules/algorithms/registry.h"

namespace {

class Busiest : public torusim::Observer {
 public:
  explicit Busiest(const torusim::Hardware& hardware) : hardware_(hardware) {}

  void moved(torusim::Cycle, std::span<const torusim::FlitMove> moves) override {
    for (const torusim::FlitMove& move : moves) ++flits_[{move.node, move.port}];
  }

  // A worm is to be read in the call only: it is forgotten when it has been delivered.
  void delivered(torusim::Cycle cycle, const torusim::Worm& worm) override {
    if (cycle - worm.started <= slowest_) return;
    slowest_ = cycle - worm.started;
    slowest_worm_ = worm.number;
  }

  void print() const {
    Channel busiest{};
    std::int64_t most = 0;
    for (const auto& [channel, flits] : flits_) {
      if (channel.second >= hardware_.network_ports() || flits <= most) continue;
      busiest = channel;
      most = flits;
    }
    std::printf("%s of node %s: %lld flits\n", hardware_.topology.port_name(busiest.second).c_str(),
                hardware_.topology.node_name(busiest.first).c_str(), static_cast<long long>(most));
    std::printf("message %u: %lld cycles\n", slowest_worm_, static_cast<long long>(slowest_));
  }

 private:
  using Channel = std::pair<torusim::NodeId, int>;  // the node and the port that drive it

  const torusim::Hardware& hardware_;
  std::map<Channel, std::int64_t> flits_;
  torusim::Cycle slowest_ = -1;
  std::uint32_t slowest_worm_ = 0;
};

}  // namespace

int sc_main(int, char**) {
  const auto schedule = torusim::make_schedule("direct", torusim::Topology::parse("torus:4x3"));
  torusim::RunOptions options;
  options.hardware.topology = schedule->info().topology;
  options.hardware.lanes = 2;
  options.block_flits = 16;
  Busiest busiest(options.hardware);
  options.observers = {&busiest};
  const torusim::RunResult result = torusim::simulate(*schedule, options);
  std::printf("%s: %lld cycles\n", torusim::to_text(result.verdict), static_cast<long long>(result.cycles));
  busiest.print();
  return result.verdict == torusim::Verdict::kVerified ? 0 : 1;
}
