#include "schedules/algorithms/planned/link_matching.h"

#include <bit>

namespace torusim::planned {

bool LinkMatching::insert(std::size_t chunk, std::uint32_t links) {
  std::uint32_t seen = closed_;
  if (!place({chunk, links}, seen)) {
    closed_ = seen;
    return false;
  }
  ++inside_;
  return true;
}

bool LinkMatching::place(Item item, std::uint32_t& seen) {
  for (std::uint32_t left = item.links & ~seen; left != 0; left = item.links & ~seen) {
    const int link = std::countr_zero(left);
    seen |= std::uint32_t{1} << link;
    if (on_[link].size() < rooms_[link]) {
      on_[link].push_back(item);
      return true;
    }
    for (Item& there : on_[link]) {
      if (!place(there, seen)) continue;
      there = item;
      return true;
    }
  }
  return false;
}

std::vector<std::size_t> LinkMatching::on(std::size_t link) const {
  std::vector<std::size_t> chunks;
  for (const Item& item : on_[link]) chunks.push_back(item.chunk);
  return chunks;
}

void PortMatching::solve(const std::vector<NodeId>& receivers) {
  for (std::size_t round = 0; round < ports_; ++round) {
    for (const NodeId to : receivers) {
      seen_.assign(at_sender_.size(), false);
      serve(to);
    }
  }
}

bool PortMatching::serve(NodeId to) {
  for (std::size_t o = 0; o < at_receiver_[to].size(); ++o) {
    Offer& offer = at_receiver_[to][o];
    if (offer.taken || seen_[offer.from]) continue;
    seen_[offer.from] = true;
    std::vector<Place>& taken = at_sender_[offer.from];
    if (taken.size() < ports_) {
      offer.taken = true;
      taken.push_back({to, o});
      return true;
    }
    for (Place& place : taken) {
      at_receiver_[place.to][place.offer].taken = false;
      if (serve(place.to)) {
        place = {to, o};
        offer.taken = true;
        return true;
      }
      at_receiver_[place.to][place.offer].taken = true;
    }
  }
  return false;
}

std::vector<std::tuple<NodeId, NodeId, std::size_t>> PortMatching::pairs() const {
  std::vector<std::tuple<NodeId, NodeId, std::size_t>> result;
  for (NodeId to = 0; to < static_cast<NodeId>(at_receiver_.size()); ++to) {
    for (const Offer& offer : at_receiver_[to]) {
      if (offer.taken) result.emplace_back(offer.from, to, offer.link);
    }
  }
  return result;
}

}  // namespace torusim::planned
