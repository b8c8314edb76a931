#pragma once
/// From the tallies of blocks to sums of channels.

#include <cstddef>
#include <memory>

#include "models/contract/channel_sums.h"
#include "models/contract/large_array.h"
#include "models/dense/geometry.h"
#include "models/dense/tally.h"

namespace torusim::dense {

class Counts {
 public:
  virtual ~Counts() = default;
  /// What a counting kernel needs.
  virtual void* tallies() = 0;
  virtual bool* moved() = 0;
  /// A cycle has been counted.
  virtual void end_cycle() = 0;
  /// The end of a run whose last counted cycle is `last`; `planes` are those of its end. Returns the last
  /// cycle in which a flit moved.
  virtual Cycle finish(Cycle last, const Bits* planes) = 0;
};

template <typename Block>
class CountsOfBlocks : public Counts {
 public:
  /// Both outlive this object.
  CountsOfBlocks(const Geometry& geometry, ChannelSums& sums);
  void* tallies() override { return tallies_.data(); }
  bool* moved() override { return &moved_; }
  void end_cycle() override;
  Cycle finish(Cycle last, const Bits* planes) override;

 private:
  using T = Tally<typename Block::Shape, typename Block::Vector>;
  using Plane = typename Block::Vector;
  static constexpr int kRoutersOfABlock = 8 * static_cast<int>(sizeof(Plane));

  template <typename Part>
  void add(const Part& part);
  void spill();
  void finish_levels(const T& tally, NodeId first);
  void finish_worms(Cycle last, const Bits* planes, NodeId first);
  /// Of a port of the planes.
  ChannelSum& sum(NodeId node, int port) {
    if (port < Block::Shape::network_ports) port = geometry_.network_port(port);
    return sums_[static_cast<std::size_t>(node * T::channels + port)];
  }

  const Geometry& geometry_;
  ChannelSums& sums_;
  LargeArray<T> tallies_;
  LargeArray<T> before_pause_;  // when flits ceased to move
  bool moved_ = false;
  int cycles_ = 0;    // since the counters were empty
  Cycle paused_ = 0;  // cycles since a flit moved
};

/// Counts of a network of such blocks.
using MakeCounts = std::unique_ptr<Counts> (*)(const Geometry& geometry, ChannelSums& sums);
template <typename Block>
std::unique_ptr<Counts> make_counts(const Geometry& geometry, ChannelSums& sums);

}  // namespace torusim::dense
