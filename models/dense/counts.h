#pragma once
/// Converts the tallies of blocks to sums of channels.

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
  /// The tallies from block `block` on, for a counting kernel.
  virtual void* tallies(int block) = 0;
  /// A cycle has been counted. `moved`: a flit has moved in it.
  virtual void end_cycle(bool moved) = 0;
  /// Ends a run whose last counted cycle is `last`. `planes` is the state at its end, and `first_words` the
  /// index of the first word of planes for each word of routers. Returns the last cycle in which a flit
  /// moved.
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
  /// The sum of a port, as the planes number ports.
  ChannelSum& sum(NodeId node, int port) {
    if (port < Block::Shape::network_ports) port = geometry_.network_port(port);
    return sums_[static_cast<std::size_t>(node * T::channels + port)];
  }

  const Geometry& geometry_;
  ChannelSums& sums_;
  LargeArray<T> tallies_;
  LargeArray<T> before_pause_;  // copy of the time when flits ceased to move
  int cycles_ = 0;              // cycles since the counters were cleared
  Cycle paused_ = 0;            // cycles since a flit moved
};

/// Makes the counts of a network of blocks of type Block.
using MakeCounts = std::unique_ptr<Counts> (*)(const Geometry& geometry, ChannelSums& sums);
template <typename Block>
std::unique_ptr<Counts> make_counts(const Geometry& geometry, ChannelSums& sums);

}  // namespace torusim::dense
