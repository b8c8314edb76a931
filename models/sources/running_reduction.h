#pragma once
/// The exact account of a reduction while it runs: whose contributions every node has of every chunk, and
/// where the hardware carries words the sums themselves.
///
/// A message carries what its sender has when it begins to send. What comes to a node is added or stored only
/// when the node has finished the phase, in the order of the schedule, so that a node which is behind still
/// sends what it had: the result does not depend on the time that anything takes.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "models/sources/node_sums.h"
#include "schedules/core/schedule.h"

namespace torusim {

class RunningReduction {
 public:
  /// `carries_words`: messages get words, which must be put on the wires.
  RunningReduction(const ScheduleInfo& info, int block_flits, bool carries_words);

  /// The node begins to send message `number`. Names a chunk of which it has nothing (then nothing is sent).
  std::optional<Block> send(std::uint32_t number, NodeId node, const BlockSet& chunks);
  /// What message `number` carries; null if the hardware carries no words. Valid until it is settled.
  const MessageWords* words(std::uint32_t number) const;
  /// The message has come; it is transfer number `transfer` of its phase.
  void receive(std::uint32_t number, NodeId node, int phase, int transfer);
  /// The node has finished the phase: what has come to it in the phase counts from now on. Returns a sentence
  /// about what is wrong, without the phase and the node; empty if nothing.
  std::string settle(NodeId node, int index, const Phase& phase);

  /// Sums that are whole at nodes which must have them, and how many there must be.
  std::int64_t delivered() const { return table_.complete(); }
  std::int64_t total() const { return deliveries(topology_, collective_); }
  /// The first few nodes that lack contributions, one sentence each.
  std::vector<std::string> misplaced(std::size_t at_most) const;

 private:
  struct Message {
    ContributionTable::Content content;
    std::unique_ptr<MessageWords> words;
  };
  struct Arrival {
    int phase;
    int transfer;
    Message message;
  };
  std::string put(NodeId node, const Transfer& transfer, const Message& message);

  Topology topology_;
  Collective collective_;
  ContributionTable table_;
  std::optional<NodeSums> sums_;
  std::unordered_map<std::uint32_t, Message> under_way_;  // by number
  std::vector<std::vector<Arrival>> arrived_;             // [node], not settled
};

}  // namespace torusim
