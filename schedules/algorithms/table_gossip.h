#pragma once
/// Gossip by a forwarding table: every step of its circulation is a phase of messages of one hop. The
/// algorithms of Meyer, Sibeyn: Oblivious Gossiping on Tori.

#include <memory>
#include <string>

#include "schedules/algorithms/algorithm.h"
#include "schedules/algorithms/gossip_tables.h"

namespace torusim {

class TableGossip : public AlgorithmSchedule {
 public:
  /// `info` has the name and the pieces of a packet; the rest follows from the table. The constructor counts
  /// `gossip.steps`. Throws InputError when the table does not gossip completely.
  TableGossip(ScheduleInfo info, HardwiredGossip gossip);
  /// The constructor for a table with known `gossip.steps` and `repeats`, which counts no steps.
  TableGossip(ScheduleInfo info, HardwiredGossip gossip, std::int64_t repeats);

  bool next(Phase& phase) override;
  void rewind() override;
  const HardwiredGossip* hardwired() const override { return &gossip_; }

 private:
  void write_step(Phase& phase) const;

  HardwiredGossip gossip_;
  Circulation circulation_;
  bool setup_done_ = false;
};

/// The packets of a table in which packet c of node s is piece c of the packet of s.
std::vector<BlockSet> packets_of_one_piece(const ForwardTable& table);

}  // namespace torusim
