#pragma once
// A stream of collective traffic beside the processors: one exchange between all nodes after another.
#include <systemc>
#include <vector>

#include "models/part/sysc/torus.h"
#include "schedules/algorithms/registry.h"

/// Plays the phases of an algorithm again and again, each phase when the one before has arrived.
struct Collective : sc_core::sc_module {
  /// Its messages have the class `message_class` and `flits` flits for each block.
  Collective(const sc_core::sc_module_name& name, torusim::sysc::Torus& torus, const char* algorithm,
             int message_class, std::int64_t flits)
      : sc_module(name), torus_(torus), class_(message_class), flits_(flits) {
    const auto schedule = torusim::make_schedule(algorithm, torus.network().hardware().topology);
    for (torusim::Phase phase; schedule->next(phase);) phases_.push_back(phase);
    SC_HAS_PROCESS(Collective);
    SC_THREAD(play);
  }
  /// The simulation stops when the exchange that is under way has ended.
  void stop() { stopping_ = true; }
  int rounds = 0;

 private:
  void play() {
    while (!stopping_) {
      for (const torusim::Phase& phase : phases_) play(phase);
      ++rounds;
    }
    sc_core::sc_stop();
  }
  void play(const torusim::Phase& phase) {
    for (const torusim::Transfer& transfer : phase.transfers) {
      torusim::Message message{.destination = transfer.destination};
      message.flits = 1 + transfer.block_count() * flits_;
      message.message_class = class_;
      message.route = transfer.route;
      torus_.node(transfer.source).send(message);
    }
    for (const torusim::Transfer& transfer : phase.transfers) {
      auto& here = torus_.node(transfer.destination);
      while (!here.receive()) wait(here.arrived());
    }
  }

  torusim::sysc::Torus& torus_;
  const int class_;
  const std::int64_t flits_;
  std::vector<torusim::Phase> phases_;
  bool stopping_ = false;
};
