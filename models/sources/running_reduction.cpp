#include "models/sources/running_reduction.h"

#include <fmt/format.h>

#include <algorithm>

namespace torusim {

RunningReduction::RunningReduction(const ScheduleInfo& info, int block_flits, bool carries_words)
    : topology_(info.topology),
      collective_(info.collective),
      table_(topology_, collective_),
      arrived_(topology_.nodes()) {
  if (carries_words) sums_.emplace(topology_, collective_, table_, block_flits);
}

std::optional<Block> RunningReduction::send(std::uint32_t number, NodeId node, const BlockSet& chunks) {
  if (const auto absent = table_.missing(node, chunks)) return absent;
  Message message{table_.take(node, chunks), nullptr};
  if (sums_) {
    message.words = sums_->words(node, chunks, message.content);
    if (!collective_.keeps()) sums_->clear(node, chunks);
  }
  under_way_.emplace(number, std::move(message));
  return std::nullopt;
}

const MessageWords* RunningReduction::words(std::uint32_t number) const {
  return under_way_.at(number).words.get();
}

void RunningReduction::receive(std::uint32_t number, NodeId node, int phase, int transfer) {
  auto found = under_way_.extract(number);
  arrived_[node].push_back({phase, transfer, std::move(found.mapped())});
}

std::string RunningReduction::put(NodeId node, const Transfer& transfer, const Message& message) {
  if (sums_) {
    if (const auto wrong = sums_->put(node, *message.words, transfer.adds)) {
      return fmt::format("what comes from {} is not {}", topology_.node_name(transfer.source), *wrong);
    }
  }
  const auto wrong = table_.put(node, transfer.blocks, message.content, transfer.adds);
  if (!wrong) return {};
  return fmt::format("{} chunk {} from {}: the contribution of {} {}", transfer.adds ? "adds" : "stores",
                     block_name(topology_, collective_, wrong->chunk), topology_.node_name(transfer.source),
                     topology_.node_name(wrong->contribution),
                     wrong->twice ? "would count twice" : "at this node would be lost");
}

std::string RunningReduction::settle(NodeId node, int index, const Phase& phase) {
  auto& arrivals = arrived_[node];
  if (arrivals.empty()) return {};
  std::sort(arrivals.begin(), arrivals.end(), [](const Arrival& a, const Arrival& b) {
    return std::pair(a.phase, a.transfer) < std::pair(b.phase, b.transfer);
  });
  std::string result;
  std::size_t settled = 0;
  for (; settled < arrivals.size() && arrivals[settled].phase == index; ++settled) {
    const Arrival& arrival = arrivals[settled];
    const std::string wrong = put(node, phase.transfers[arrival.transfer], arrival.message);
    if (result.empty()) result = wrong;
  }
  arrivals.erase(arrivals.begin(), arrivals.begin() + static_cast<std::ptrdiff_t>(settled));
  return result;
}

std::vector<std::string> RunningReduction::misplaced(std::size_t at_most) const {
  std::vector<std::string> result;
  for (NodeId node = 0; node < topology_.nodes() && result.size() < at_most; ++node) {
    const auto lack = table_.lacking(node);
    if (!lack) continue;
    result.push_back(
        fmt::format("node {}: {} of its chunks lack contributions, chunk {} that of {} ({} in all)",
                    topology_.node_name(node), lack->chunks, block_name(topology_, collective_, lack->chunk),
                    topology_.node_name(lack->contribution), lack->contributions));
  }
  return result;
}

}  // namespace torusim
