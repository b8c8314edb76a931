#pragma once
/// Gossip by a forwarding table: every step of its circulation is a phase of messages of one hop. The
/// algorithms of Meyer, Sibeyn: Oblivious Gossiping on Tori.

#include <memory>
#include <string>

#include "schedules/algorithms/gossip_tables.h"

namespace torusim {

class TableGossip : public Schedule {
 public:
  /// `info` says name, generator and pieces a packet; the rest follows from the table. `gossip.steps` is
  /// counted here. Throws InputError when the table does not gossip completely.
  TableGossip(ScheduleInfo info, HardwiredGossip gossip);

  const ScheduleInfo& info() const override { return info_; }
  bool next(Phase& phase) override;
  void rewind() override;
  const HardwiredGossip* hardwired() const override { return &gossip_; }

 private:
  void write_step(Phase& phase) const;

  ScheduleInfo info_;
  HardwiredGossip gossip_;
  Circulation circulation_;
  bool setup_done_ = false;
};

/// Section 2: two packets a node, each half of what the node has, on two cycles. `one_packet`: Theorem 2.
/// Throws InputError unless the shape is a 2D torus with a side that is even.
std::unique_ptr<Schedule> make_two_packet_gossip(const Topology& topology, bool one_packet, Supply supply,
                                                 const std::string& generator);

/// Section 4: one packet a node, on 2 or 3 partial cycles. Throws InputError for other shapes.
std::unique_ptr<Schedule> make_one_packet_gossip(const Topology& topology, Supply supply,
                                                 const std::string& generator);

}  // namespace torusim
