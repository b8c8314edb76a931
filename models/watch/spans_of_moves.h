#pragma once
/// Makes spans from single flits: for levels without spans, and as the reference for levels with spans.

#include <memory>
#include <unordered_map>
#include <vector>

#include "models/contract/open_spans.h"
#include "models/watch/channel_table.h"

namespace torusim {

class SpansOfMoves : public Observer {
 public:
  /// Reports spans to those of the `observers` that want spans.
  SpansOfMoves(const Hardware& hardware, const std::vector<Observer*>& observers);

  void moved(Cycle cycle, std::span<const FlitMove> moves) override;
  /// The end of the run.
  void finish() { spans_.finish(last_); }

 private:
  struct Place {
    ChannelId channel = kNoChannel;
    std::uint8_t vc = 0;
  };
  Place source_of(const FlitMove& move, ChannelId channel);

  const ChannelTable table_;
  const int vcs_;
  OpenSpans spans_;
  std::unordered_map<std::uint32_t, Place> heads_;  // by worm number: latest channel of the head
  std::vector<Place> sources_;                      // by channel and VC: source of its worm's flits
  Cycle last_ = 0;
};

/// The observers of a level. If the level reports only single flits, the adapter adds a SpansOfMoves that
/// serves the observers of spans.
class MoveToSpanAdapter {
 public:
  MoveToSpanAdapter(const Hardware& hardware, const std::vector<Observer*>& observers,
                    bool level_knows_spans);
  const std::vector<Observer*>& observers() const { return observers_; }
  /// The end of the run.
  void finish() {
    if (spans_ != nullptr) spans_->finish();
  }

 private:
  std::vector<Observer*> observers_;
  std::unique_ptr<SpansOfMoves> spans_;
};

}  // namespace torusim
