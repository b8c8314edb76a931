#pragma once
/// The exact account of a reduction: the contributions in every chunk of every node, and the sums if the
/// hardware carries words.
///
/// A message carries its sender's values at the start of the send. A node adds or stores arrivals only after
/// it has finished the phase, in the order of the schedule. A late node therefore still sends its old values,
/// and the result does not depend on timing.

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

  /// The node starts to send message `number`. Returns a chunk that the node lacks; in this case it sends
  /// nothing.
  std::optional<Block> send(std::uint32_t number, NodeId node, const BlockSet& chunks);
  /// The words of message `number`; null if the hardware carries no words. They are valid until settle()
  /// takes the message.
  const MessageWords* words(std::uint32_t number) const;
  /// The message has arrived at `node`; it is transfer number `transfer` of its phase.
  void receive(std::uint32_t number, NodeId node, int phase, int transfer);
  /// The node has finished the phase: its arrivals in the phase count from now on. Returns an error as a
  /// sentence, without the phase and the node; empty: none.
  std::string settle(NodeId node, int index, const Phase& phase);

  /// Complete sums at nodes that require them, and their required number.
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
  std::vector<std::vector<Arrival>> arrived_;             // [node], arrivals before settle()
};

}  // namespace torusim
