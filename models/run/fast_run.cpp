#include "models/run/fast_run.h"

#include <fmt/format.h>

#include "models/contract/open_spans.h"
#include "models/fast/network.h"
#include "models/watch/spans_of_moves.h"
#include "schedules/core/error.h"

namespace torusim {
namespace {

/// The routers of the fast level are clocked, each as a function.
std::vector<PlacedRouter> without_modules(const Hardware& hardware, std::vector<PlacedRouter> routers) {
  if (hardware.adaptive && !routers.empty()) {
    throw InputError("foreign routers that choose the ways of heads need pins: --level pins");
  }
  for (const PlacedRouter& placed : routers) {
    if (!placed.router->is_module()) continue;
    throw InputError(fmt::format("the router of node {} is a SystemC module, which needs pins: --level pins",
                                 hardware.topology.node_name(placed.node)));
  }
  return routers;
}

}  // namespace

ToldOfMoves::ToldOfMoves(const Hardware& hardware, const std::vector<Observer*>& observers,
                         bool level_knows_spans)
    : observers_(observers) {
  if (level_knows_spans || span_observers(observers).empty()) return;
  spans_ = std::make_unique<SpansOfMoves>(hardware, observers);
  observers_.push_back(spans_.get());
}

ToldOfMoves::~ToldOfMoves() = default;

void ToldOfMoves::finish() {
  if (spans_ != nullptr) spans_->finish();
}

FastRun::FastRun(const RunOptions& options, MessageSource& source, WormTable& worms, Scoreboard& scoreboard,
                 std::vector<PlacedRouter> foreign)
    : told_(options.hardware, options.observers, foreign.empty()),
      network_(std::make_unique<fast::FastNetwork>(
          options.hardware, source, worms, scoreboard, told_.observers(), options.sleep,
          without_modules(options.hardware, std::move(foreign)), options.threads)) {}

FastRun::~FastRun() = default;

Cycle FastRun::step(Cycle now) { return network_->step(now); }
Cycle FastRun::now() const { return network_->now(); }
Cycle FastRun::last_move() const { return network_->last_move(); }
std::vector<ForeignState> FastRun::foreign_states() const { return network_->foreign_states(); }

void FastRun::finish(Cycle last) {
  network_->finish(last);
  told_.finish();
}

}  // namespace torusim
