#include "models/sources/block_account.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace torusim {

BlockAccount::BlockAccount(const Topology& topology, const Collective& collective,
                           std::shared_ptr<const TrafficMatrix> matrix)
    : held_(topology, collective, std::move(matrix)), firsts_{0}, parts_(1) {}

void BlockAccount::divide(std::span<const NodeId> firsts) {
  assert(entered_ == 0 && !firsts.empty() && firsts.front() == 0);
  firsts_.assign(firsts.begin(), firsts.end());
  parts_ = std::vector<Part>(firsts.size());
}

BlockAccount::Part& BlockAccount::part_of(NodeId node) {
  const auto after = std::upper_bound(firsts_.begin() + 1, firsts_.end(), node);
  return parts_[static_cast<std::size_t>(after - firsts_.begin()) - 1];
}

void BlockAccount::book(std::size_t number) {
  Part& part = parts_[number];
  for (const Entry& entry : part.entries) {
    const Transfer& transfer = *entry.transfer;
    if (!entry.sends) {
      held_.receive(transfer.destination, transfer.blocks, 0, part.sums);
      held_.receive_unnamed(transfer.source, transfer.destination, transfer.unnamed, part.sums);
      continue;
    }
    const auto absent = held_.send(transfer.source, transfer.blocks, part.sums);
    if (absent && !part.absence) part.absence = {entry.number, entry.transfer, entry.phase, *absent};
  }
  part.entries.clear();
}

std::optional<BlockAccount::Absence> BlockAccount::absence() const {
  std::optional<Absence> first;
  for (const Part& part : parts_) {
    if (part.absence && (!first || part.absence->number < first->number)) first = part.absence;
  }
  return first;
}

HeldBlocks::Sums BlockAccount::sums() const {
  HeldBlocks::Sums all;
  for (const Part& part : parts_) {
    all.delivered += part.sums.delivered;
    all.repeats += part.sums.repeats;
  }
  return all;
}

}  // namespace torusim
