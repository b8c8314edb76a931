#pragma once
/// Reduce-scatter on rings: N - 1 steps of one hop. In every step a node adds what comes from behind and
/// passes the sum on; chunk t sets out behind node t and ends there.

#include <string>
#include <vector>

#include "schedules/algorithms/reduction/gathering.h"
#include "schedules/algorithms/reduction/ring_order.h"

namespace torusim {

class RingGathering : public Gathering {
 public:
  /// Piece i of every packet runs on the i-th ring. The rings share no channel.
  RingGathering(std::string name, std::string generator, const Topology& topology,
                std::vector<RingOrder> rings);

  const ScheduleInfo& info() const override { return info_; }
  void write(int index, Phase& phase) override;

 private:
  ScheduleInfo info_;
  std::vector<RingOrder> rings_;
};

/// `all_ports`: half of every packet runs each way round one Hamiltonian cycle; else all of it one way.
/// Throws InputError unless all dimensions wrap.
std::unique_ptr<Gathering> make_ring_gathering(const Topology& topology, bool all_ports,
                                               const std::string& generator);
/// On k edge-disjoint Hamiltonian cycles of a torus of k dimensions, both ways round each, a 2k-th of every
/// packet. Throws InputError unless all dimensions wrap and have sides of at least 3.
std::unique_ptr<Gathering> make_hamiltonian_gathering(const Topology& topology, const std::string& generator);

}  // namespace torusim
