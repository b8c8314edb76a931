#include "models/watch/spans_of_moves.h"

namespace torusim {

SpansOfMoves::SpansOfMoves(const Hardware& hardware, const std::vector<Observer*>& observers)
    : table_(hardware),
      vcs_(hardware.vcs()),
      spans_(hardware, span_observers(observers)),
      sources_(static_cast<std::size_t>(table_.size()) * hardware.vcs()) {}

void SpansOfMoves::moved(Cycle cycle, std::span<const FlitMove> moves) {
  last_ = cycle;
  for (const FlitMove& move : moves) {
    const ChannelId channel = table_.id(move.node, move.port);
    if (!move.head() && spans_.extend(cycle, channel, move.vc)) continue;
    const Place from = source_of(move, channel);
    spans_.begin({.begin = cycle,
                  .last = cycle,
                  .worm = move.worm,
                  .channel = channel,
                  .from = from.channel,
                  .vc = move.vc,
                  .from_vc = from.vc},
                 move.worm->flits - 1 - move.index);
  }
  spans_.flush();
}

SpansOfMoves::Place SpansOfMoves::source_of(const FlitMove& move, ChannelId channel) {
  Place& source = sources_[static_cast<std::size_t>(channel) * vcs_ + move.vc];
  if (!move.head()) return source;
  source = {};
  if (!table_.injection(channel)) source = heads_[move.worm->number];
  if (table_.ejection(channel)) {
    heads_.erase(move.worm->number);
  } else {
    heads_[move.worm->number] = {channel, move.vc};
  }
  return source;
}

MoveToSpanAdapter::MoveToSpanAdapter(const Hardware& hardware, const std::vector<Observer*>& observers,
                                     bool level_knows_spans)
    : observers_(observers) {
  if (level_knows_spans || span_observers(observers).empty()) return;
  spans_ = std::make_unique<SpansOfMoves>(hardware, observers);
  observers_.push_back(spans_.get());
}

}  // namespace torusim
