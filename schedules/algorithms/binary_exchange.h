#pragma once
/// Complete exchange on 2^d nodes in d steps, bit by bit: the standard (binary) exchange of hypercubes, which
/// Thakur, Choudhary, Fox set aside for their direct exchanges; and the least startups that there are.

#include "schedules/algorithms/algorithm.h"

namespace torusim {

/// In step j a node exchanges with the one whose number differs in bit j-1 all blocks whose destination has
/// that bit the other way: half of its N blocks, in one message. On a hypercube every step is one hop and no
/// channel is shared; on rings and paths messages share channels. Steps are named "B1", "B2", ..
class BinaryExchange : public Schedule {
 public:
  /// Throws InputError unless all sides are powers of two.
  BinaryExchange(std::string generator, const Topology& topology);

  const ScheduleInfo& info() const override { return info_; }
  bool next(Phase& phase) override;
  void rewind() override { step_ = 0; }

 private:
  struct Bit {
    int dimension, bit;
  };

  ScheduleInfo info_;
  std::vector<Bit> bits_;  // of node numbers, from the lowest on
  std::size_t step_ = 0;
};

/// binary.
std::vector<Algorithm> binary_algorithms();

}  // namespace torusim
