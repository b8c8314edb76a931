#include "models/watch/rebuilt_network.h"

#include <algorithm>
#include <bit>

namespace torusim {

RebuiltNetwork::RebuiltNetwork(const Hardware& hardware)
    : hardware_(hardware),
      table_(hardware),
      channels_(table_.size()),
      vcs_(static_cast<std::size_t>(table_.size()) * hardware.vcs()),
      listed_(table_.size(), false),
      arrivals_(std::max(hardware.hop_delay(), ChannelTable::ejection_round_trip(hardware)) + 2),
      credits_(arrivals_.size()) {}

void RebuiltNetwork::advance(Cycle now) {
  // No flit or credit is under way for longer than the calendar covers.
  const Cycle last = std::min<Cycle>(now, now_ + static_cast<Cycle>(arrivals_.size()));
  for (Cycle cycle = now_ + 1; cycle <= last; ++cycle) {
    const std::size_t today = cycle % arrivals_.size();
    for (const Credit& credit : credits_[today]) take_credit(credit);
    for (const std::int32_t passage : arrivals_[today]) arrive(passage);
    credits_[today].clear();
    arrivals_[today].clear();
  }
  for (; !late_.empty() && late_.top().first <= now; late_.pop()) arrive(late_.top().second);
  now_ = std::max(now, now_);
}

const std::vector<ChannelId>& RebuiltNetwork::occupied() {
  std::erase_if(occupied_, [this](ChannelId channel) {
    if (channels_[channel].occupied != 0) return false;
    listed_[channel] = false;
    return true;
  });
  return occupied_;
}

void RebuiltNetwork::send(Cycle wire, const FlitMove& move, std::int32_t upstream) {
  const ChannelId id = table_.id(move.node, move.port);
  Channel& channel = channels_[id];
  if (upstream != Passage::kNone) leave(wire, upstream);
  const std::int32_t index = move.head() ? open(move, id, upstream) : owner(id, move.vc);
  ++passages_[index].sent;
  if (++vcs_[slot(id, move.vc)].in_flight > hardware_.reserve) ++channel.shared_used;
  if (move.tail()) channel.owned &= ~(std::uint64_t{1} << move.vc);

  if (!table_.ejection(id)) {
    const LinkTime link = table_.link(id);
    channel.latest = link.arrival(wire, channel.latest);
    if (link.interval > 1) {
      late_.emplace(channel.latest, index);
    } else {
      arrivals_[channel.latest % arrivals_.size()].push_back(index);
    }
    return;
  }
  channel.peak = 1;  // the node interface takes every flit in the cycle of its arrival
  credits_[(wire + table_.credit_delay(id)) % credits_.size()].push_back({id, move.vc, move.tail()});
  if (move.tail()) close(index);
}

std::int32_t RebuiltNetwork::open(const FlitMove& move, ChannelId channel, std::int32_t upstream) {
  Passage passage;
  passage.worm = move.worm->number;
  passage.flits = move.worm->flits;
  passage.channel = channel;
  passage.vc = move.vc;
  passage.upstream = upstream;
  passage.hop =
      upstream == Passage::kNone ? std::int16_t{0} : static_cast<std::int16_t>(passages_[upstream].hop + 1);
  if (hardware_.adaptive) {
    passage.destination = move.worm->destination;
    passage.ejection_port =
        static_cast<std::uint8_t>(hardware_.network_ports() + move.worm->ejection_channel);
  } else if (!table_.ejection(channel)) {
    const ChannelRef next = channel_on_path(hardware_, *move.worm, passage.hop + 1);
    passage.next_channel = table_.id(next.node, next.port);
    passage.next_vc = static_cast<std::uint8_t>(next.vc);
  }
  std::int32_t index;
  if (free_.empty()) {
    index = static_cast<std::int32_t>(passages_.size());
    passages_.push_back(passage);
  } else {
    index = free_.back();
    free_.pop_back();
    passages_[index] = passage;
  }
  Vc& vc = vcs_[slot(channel, move.vc)];
  if (vc.last != Passage::kNone) passages_[vc.last].behind = index;
  if (vc.first == Passage::kNone) vc.first = index;
  vc.last = index;
  ++vc.worms;
  channels_[channel].owned |= std::uint64_t{1} << move.vc;
  return index;
}

std::int32_t RebuiltNetwork::next_head(ChannelId channel, int vc, std::uint32_t worm,
                                       bool output_queues) const {
  std::int32_t found = front(channel, vc);
  while (found != Passage::kNone && passages_[found].worm != worm) found = passages_[found].behind;
  if (found == Passage::kNone || passages_[found].left != 0 || passages_[found].arrived == 0) {
    return Passage::kNone;
  }
  for (std::int32_t before = front(channel, vc); before != found; before = passages_[before].behind) {
    const Passage &first = passages_[before], &second = passages_[found];
    const bool one_queue = first.next_channel == second.next_channel && first.next_vc == second.next_vc;
    if (one_queue || !output_queues) return Passage::kNone;
  }
  return found;
}

void RebuiltNetwork::choose_ways() {
  for (const ChannelId channel : occupied()) {
    for (std::uint64_t rest = channels_[channel].occupied; rest != 0; rest &= rest - 1) {
      Passage& passage = passages_[front(channel, std::countr_zero(rest))];
      if (passage.left != 0) continue;
      const OutputVc way = way_on(passage);
      passage.next_channel = table_.id(table_.reader(channel), way.port);
      passage.next_vc = static_cast<std::uint8_t>(way.vc);
    }
  }
}

/// The output that a head requests at the router behind its channel.
OutputVc RebuiltNetwork::way_on(const Passage& passage) const {
  struct Outputs {
    const RebuiltNetwork& network;
    NodeId node;
    int least_room;
    ChannelId id(int port) const { return network.table_.id(node, port); }
    bool takes(int port, int vc) const {
      return !network.owned(id(port), vc) && network.room(id(port), vc) >= least_room;
    }
    int in_flight(int port, int vc) const { return network.in_flight(id(port), vc); }
    int load(int port) const {
      int flits = 0;
      for (int vc = 0; vc < network.hardware_.vcs(); ++vc) flits += in_flight(port, vc);
      return flits;
    }
  };
  const NodeId node = table_.reader(passage.channel);
  const int message_class = hardware_.vc_class(passage.vc);
  if (passage.destination == node) return {passage.ejection_port, hardware_.vc(message_class, 0)};
  const bool whole = hardware_.switching == Switching::kCutThrough;
  return adaptive_choice(hardware_, MinimalPorts(hardware_, node, passage.destination), message_class,
                         passage.flits, Outputs{*this, node, whole ? static_cast<int>(passage.flits) : 1});
}

// The front flit of the passage's buffer leaves it.
void RebuiltNetwork::leave(Cycle wire, std::int32_t index) {
  Passage& passage = passages_[index];
  Channel& channel = channels_[passage.channel];
  ++passage.left;
  --channel.buffered;
  const bool tail = passage.left == passage.flits;
  credits_[(wire + table_.credit_delay(passage.channel)) % credits_.size()].push_back(
      {passage.channel, passage.vc, tail});
  const ChannelId id = passage.channel;
  const int vc = passage.vc;
  if (tail) close(index);
  const std::int32_t now_first = front(id, vc);
  const bool more = now_first != Passage::kNone && passages_[now_first].arrived > passages_[now_first].left;
  if (!more) channel.occupied &= ~(std::uint64_t{1} << vc);
}

void RebuiltNetwork::arrive(std::int32_t index) {
  Passage& passage = passages_[index];
  Channel& channel = channels_[passage.channel];
  ++passage.arrived;
  channel.peak = std::max(channel.peak, ++channel.buffered);
  channel.occupied |= std::uint64_t{1} << passage.vc;
  if (listed_[passage.channel]) return;
  listed_[passage.channel] = true;
  occupied_.push_back(passage.channel);
}

void RebuiltNetwork::take_credit(const Credit& credit) {
  Vc& vc = vcs_[slot(credit.channel, credit.vc)];
  vc.worms -= credit.tail ? 1 : 0;
  if (vc.in_flight-- > hardware_.reserve) {
    --channels_[credit.channel].shared_used;
  }
}

// A passage that ends is the oldest of its VC, but for output queues.
void RebuiltNetwork::close(std::int32_t index) {
  Vc& vc = vcs_[slot(passages_[index].channel, passages_[index].vc)];
  std::int32_t before = Passage::kNone;
  for (std::int32_t i = vc.first; i != index; i = passages_[i].behind) before = i;
  (before == Passage::kNone ? vc.first : passages_[before].behind) = passages_[index].behind;
  if (vc.last == index) vc.last = before;
  free_.push_back(index);
}

}  // namespace torusim
