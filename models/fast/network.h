#pragma once
/// The whole network at the fast level: the contract of docs/router.md without pins.
///
/// A clock cycle follows the order of the contract: arrivals from the wires, starts by the message source,
/// sends by node interfaces and awake routers. When everything sleeps, the next cycle is that of the first
/// timer.

#include <algorithm>
#include <memory>
#include <vector>

#include "models/contract/message_source.h"
#include "models/contract/network_model.h"
#include "models/contract/observer.h"
#include "models/fast/acks.h"
#include "models/fast/foreign_routers.h"
#include "models/fast/interfaces.h"
#include "models/fast/routers.h"
#include "models/fast/slabs.h"
#include "models/threads/team.h"
#include "models/watch/scoreboard.h"
#include "models/watch/spans_of_moves.h"

namespace torusim::fast {

class FastNetwork final : public NetworkModel {
 public:
  /// `sleep`: let routers sleep while long worms stream through them. Sleep changes no result, and observers
  /// see the same moves. With foreign routers, or switching other than wormhole, no router sleeps. `threads`:
  /// the maximum number of threads, which changes no result either. `longest_worm`: the length of the longest
  /// worm in flits, if it is known; the nodes of one thread may then sleep periodically if no
  /// observer needs moves, and all observers of spans know repeats (periods.h).
  /// One thread ticks all foreign routers unless all of them are thread-safe. Throws InputError if a foreign
  /// router needs pins. All arguments but `foreign` outlive the network.
  FastNetwork(const Hardware& hardware, MessageSource& source, WormTable& worms, Scoreboard& scoreboard,
              const std::vector<Observer*>& observers, bool sleep = true,
              std::vector<PlacedRouter> foreign = {}, int threads = 1, std::int64_t longest_worm = 0);

  Cycle step(Cycle now) override;
  Cycle now() const override { return end_ - 1; }
  Cycle last_move() const override {
    Cycle last = 0;
    for (const SlabSummary& summary : summaries_) last = std::max(last, summary.last_move);
    return last;
  }
  /// Reports to observers the flits that sleeping routers have sent up to cycle `last`.
  void finish(Cycle last) override;
  void locate_worms() override { routers_.routes().locate_worms(); }
  std::vector<ForeignState> foreign_states() const override;

 private:
  /// The summary of a slab for the thread that prepares the next cycle, written at the end of the slab's
  /// work. It is one cache line in place of a dozen that another core holds.
  struct alignas(kCacheLine) SlabSummary {
    Cycle at = -1;           ///< the cycle after the slab's work
    std::int64_t to_do = 0;  ///< the work in cycle `at`, as to_do() returns it
    Cycle next_event = 0;    ///< the next cycle in which anything can happen
    Cycle last_move = 0;     ///< latest cycle in which a flit moved, as far as is known
    bool has_news = false;   ///< Interfaces::has_news()
  };

  Cycle begin_stretch(Cycle now);
  void advance_source(Cycle now);
  void work_in_slabs(Cycle first);
  std::int64_t to_do(Cycle now) const;
  std::int64_t to_do(Cycle now, std::size_t slab) const;
  void work(int thread, Cycle now);
  void work(Cycle now, std::size_t slab);
  void end_cycle(Cycle now, std::size_t slab);
  void summarise_slab(Cycle now, std::size_t slab);
  void tell_others(Cycle now);
  void choose_sleep(Cycle now);
  void tell_of_counts_and_spans(Cycle now);
  Cycle next_event(Cycle now) const;
  Cycle next_event(Cycle now, std::size_t slab) const;
  void tell_of_sleepers(Cycle until);
  void show_sleepers(Cycle until);
  void tell_observers(Cycle cycle);
  void tell_late();

  const Hardware hardware_;
  MessageSource& source_;
  MoveToSpanAdapter adapter_;       // foreign routers report no spans
  DividedSource* parts_ = nullptr;  // the source in parts, if there are several slabs and it can be divided
  const std::vector<Observer*> told_at_once_, told_late_;  // observers of moves
  /// The observer of sums, which routers and node interfaces count; null if there is none.
  Observer* const counted_;
  MoveLog moves_;
  const bool periods_;  // nodes sleep periodically once long worms share links
  const bool streams_;  // nodes sleep while long worms stream
  Slabs slabs_;
  Routers routers_;
  std::vector<std::unique_ptr<ForeignRouters>> foreign_;  // by slab; empty without foreign routers
  const bool foreign_side_by_side_;                       // slabs tick their foreign routers in parallel
  const bool in_stretches_;                               // only the source needs every cycle
  std::vector<std::unique_ptr<Interfaces>> interfaces_;   // by slab
  LargeArray<SlabSummary> summaries_;                     // by slab
  bool in_parts_ = false;                                 // the source works in parts
  // One thread writes the members below in every cycle, and all threads read those above: they are on
  // separate cache lines.
  alignas(kCacheLine) Cycle end_ = 0;  // end of the cycles that are being simulated
  Acks acks_;
  Team team_;
  Cycle periods_from_ = MessageSource::kNever;  // periodic sleep begins
  Cycle told_ = -1;                             // latest cycle whose moves the observers know
  Cycle shown_ = -1;                            // latest cycle of which spans show nodes in periodic sleep
  std::vector<Injection> injections_;
  std::vector<FlitMove> moved_;  // moves of one cycle for observers
  Cycle moved_in_ = 0;           // the cycle of these moves
  bool late_ = false;            // late observers have not received them
};

}  // namespace torusim::fast
