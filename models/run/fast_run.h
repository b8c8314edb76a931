#pragma once
/// The fast level, with foreign routers and observers of every kind, cycle by cycle and without a kernel.

#include <memory>
#include <vector>

#include "models/contract/foreign_router.h"
#include "models/contract/message_source.h"
#include "models/contract/run_options.h"
#include "models/watch/foreign_state.h"
#include "models/watch/scoreboard.h"

namespace torusim {

class SpansOfMoves;

namespace fast {
class FastNetwork;
}

/// Observers of a level that reports single flits, if that is all it reports: those that want spans are told
/// of them by one more.
class ToldOfMoves {
 public:
  ToldOfMoves(const Hardware& hardware, const std::vector<Observer*>& observers, bool level_knows_spans);
  ~ToldOfMoves();
  const std::vector<Observer*>& observers() const { return observers_; }
  /// The end of the run.
  void finish();

 private:
  std::vector<Observer*> observers_;
  std::unique_ptr<SpansOfMoves> spans_;
};

class FastRun {
 public:
  /// Throws InputError where a foreign router needs pins. All arguments but `foreign` outlive this object.
  FastRun(const RunOptions& options, MessageSource& source, WormTable& worms, Scoreboard& scoreboard,
          std::vector<PlacedRouter> foreign);

  ~FastRun();
  /// As FastNetwork.
  Cycle step(Cycle now);
  Cycle now() const;
  Cycle last_move() const;
  std::vector<ForeignState> foreign_states() const;
  /// The run ends in cycle `last`.
  void finish(Cycle last);

 private:
  ToldOfMoves told_;
  std::unique_ptr<fast::FastNetwork> network_;
};

}  // namespace torusim
