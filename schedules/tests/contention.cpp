#include "schedules/tests/contention.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "schedules/core/error.h"

namespace torusim {
namespace {

constexpr std::size_t kMaxTransfers = 20000;
using Set = std::vector<std::uint64_t>;

struct Message {
  int phase;
  NodeId source;
  NodeId destination;
};

/// The order that synchronisation imposes on the messages of a schedule.
class Order {
 public:
  Order(const Topology& topology, bool local)
      : local_(local), sent_(topology.nodes()), received_(topology.nodes()) {}

  void add(int index, const Phase& phase) {
    if (messages_.size() + phase.transfers.size() > kMaxTransfers) {
      throw InputError(fmt::format("contention is worked out for up to {} transfers", kMaxTransfers));
    }
    const auto first = messages_.size();
    if (local_ && phase.barrier_before) {
      all_before_.clear();
      for (std::size_t i = 0; i < first; ++i) insert(all_before_, i);
    }
    // [node]: messages of other nodes for which its sends of this phase wait
    std::vector<Set> awaited(sent_.size());
    for (const Signal& signal : phase.signals) {
      if (local_) merge(awaited[signal.to], ended(signal.from, signal.trigger, signal.after));
    }
    for (const Transfer& transfer : phase.transfers) {
      Set set = all_before_;
      merge(set, ended(transfer.source, Signal::Trigger::kFinished, index - 1));
      merge(set, awaited[transfer.source]);
      before_.push_back(std::move(set));
      messages_.push_back({index, transfer.source, transfer.destination});
    }
    for (std::size_t i = first; i < messages_.size(); ++i) {
      sent_[messages_[i].source].push_back(i);
      received_[messages_[i].destination].push_back(i);
    }
  }

  const std::vector<Message>& messages() const { return messages_; }
  /// Whether the message `a`, of an earlier phase, has ended when b starts.
  bool ordered(std::size_t a, std::size_t b) const {
    return a / 64 < before_[b].size() && (before_[b][a / 64] >> (a % 64) & 1) != 0;
  }

 private:
  static void insert(Set& set, std::size_t i) {
    if (set.size() <= i / 64) set.resize(i / 64 + 1);
    set[i / 64] |= std::uint64_t{1} << (i % 64);
  }
  static void merge(Set& set, const Set& other) {
    if (set.size() < other.size()) set.resize(other.size());
    for (std::size_t i = 0; i < other.size(); ++i) set[i] |= other[i];
  }

  /// All messages that have ended once the trigger has happened at the node.
  Set ended(NodeId node, Signal::Trigger trigger, int phase) const {
    const bool finished = trigger == Signal::Trigger::kFinished;
    Set result;
    const auto take = [&](const std::vector<std::size_t>& own) {
      for (const std::size_t i : own) {
        if (finished ? messages_[i].phase > phase : messages_[i].phase != phase) continue;
        merge(result, before_[i]);
        insert(result, i);
      }
    };
    if (trigger != Signal::Trigger::kReceived) take(sent_[node]);
    if (trigger != Signal::Trigger::kSent) take(received_[node]);
    return result;
  }

  bool local_;
  std::vector<Message> messages_;
  std::vector<Set> before_;  // [message]: messages that have ended when it starts
  Set all_before_;           // messages before the last barrier
  std::vector<std::vector<std::size_t>> sent_, received_;  // [node]
};

}  // namespace

Contention contention(Schedule& schedule, Synchronisation sync) {
  const Topology& topology = schedule.info().topology;
  Order order(topology, sync == Synchronisation::kLocal);
  const auto channels = static_cast<std::size_t>(topology.nodes()) * topology.network_ports();
  std::vector<std::vector<std::size_t>> users(channels + topology.nodes());  // of channels, then of receivers
  schedule.rewind();
  Phase phase;
  for (int index = 0; schedule.next(phase); ++index) {
    std::size_t message = order.messages().size();
    order.add(index, phase);
    for (const Transfer& transfer : phase.transfers) {
      transfer.route.for_each_channel(topology, transfer.source, [&](NodeId node, int port) {
        users[static_cast<std::size_t>(node) * topology.network_ports() + port].push_back(message);
      });
      users[channels + transfer.destination].push_back(message++);
    }
  }
  schedule.rewind();

  Contention result;
  std::vector<std::pair<std::size_t, std::size_t>>
      met;  // a pair counts once, for any number of shared channels
  for (std::size_t place = 0; place < users.size(); ++place) {
    if (place == channels) {
      std::sort(met.begin(), met.end());
      met.erase(std::unique(met.begin(), met.end()), met.end());
      result.channel_pairs = static_cast<std::int64_t>(met.size());
    }
    for (std::size_t j = 0; j < users[place].size(); ++j) {
      for (std::size_t i = 0; i < j; ++i) {
        const std::size_t a = users[place][i], b = users[place][j];
        const Message& one = order.messages()[a];
        const Message& other = order.messages()[b];
        if (one.phase == other.phase || order.ordered(a, b)) continue;
        if (place < channels) {
          met.emplace_back(a, b);
        } else {
          ++result.receiver_pairs;
        }
        if (!result.first.empty()) continue;
        result.first =
            fmt::format("{} -> {} of phase {} and {} -> {} of phase {} can meet",
                        topology.node_name(one.source), topology.node_name(one.destination), one.phase,
                        topology.node_name(other.source), topology.node_name(other.destination), other.phase);
      }
    }
  }
  return result;
}

}  // namespace torusim
