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
  /// What a counting kernel needs of the blocks from one on.
  virtual void* tallies(int block) = 0;
  /// A cycle has been counted. `moved`: a flit has.
  virtual void end_cycle(bool moved) = 0;
  /// The end of a run whose last counted cycle is `last`; `planes` are those of its end, and `first_words`
  /// says where they begin, by word of routers. Returns the last cycle in which a flit moved.
  virtual Cycle finish(Cycle last, const Bits* planes, const std::uint32_t* first_words) = 0;
};

template <typename Block>
class CountsOfBlocks : public Counts {
 public:
  /// Both outlive this object.
  CountsOfBlocks(const Geometry& geometry, ChannelSums& sums);
  void* tallies(int block) override { return &tallies_[static_cast<std::size_t>(block)]; }
  void end_cycle(bool moved) override;
  Cycle finish(Cycle last, const Bits* planes, const std::uint32_t* first_words) override;

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
  int cycles_ = 0;              // since the counters were empty
  Cycle paused_ = 0;            // cycles since a flit moved
};

/// Counts of a network of such blocks.
using MakeCounts = std::unique_ptr<Counts> (*)(const Geometry& geometry, ChannelSums& sums);
template <typename Block>
std::unique_ptr<Counts> make_counts(const Geometry& geometry, ChannelSums& sums);

}  // namespace torusim::dense
