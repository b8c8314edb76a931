#pragma once
/// Random runs and measurements, of which every level must report the same.

#include <rapidcheck.h>

#include <functional>
#include <set>
#include <string>

#include "models/run/simulation.h"
#include "models/watch/span_statistics.h"

namespace torusim::test {

/// How a run is simulated. It changes nothing that is reported.
struct Way {
  Level level = Level::kFast;
  bool sleep = true;
  int threads = 1;
  std::vector<Observer*> observers = {};
  ForeignPlacement foreign = {};
};

/// The end of a run, and all that is reported of it.
struct Outcome {
  enum class End { kWhole, kStopped, kDeadlock, kFailed };
  End end = End::kWhole;
  std::string text;
  std::uint64_t hash = 0;  ///< over all ejections; part of the text
  Cycle cycles = 0;
  std::int64_t messages = 0, signals = 0;
  std::int64_t flit_hops = 0;  ///< without signals
};

struct AnyCase {
  Hardware hardware;
  std::function<Outcome(const Way&)> simulate;
  bool fits_dense = false;
  /// The hash at the dense level in words of 64 routers, whatever the machine, with the sums of channels;
  /// empty: only `simulate` can.
  std::function<std::uint64_t(SpanStatistics&)> simulate_narrow;
  bool may_deadlock = false;
  bool may_stop = false;  ///< at a limit of cycles, or because a node holds no block that it should send
  Cycle max_cycles = 0;   ///< the limit of cycles; 0: none
  /// Names of the classes of cases to which it belongs.
  std::set<std::string> classes = {};
};

/// The networks of a property; everything else may occur on each of them.
enum class Shape {
  kProduct,     ///< small products of lines, rings and complete graphs
  kTwisted,     ///< small twisted tori
  kFailed,      ///< small networks of which some links have failed
  kLarge,       ///< so large that threads have several slabs each
  kDense,       ///< tori and meshes with hardware of the dense level; of traffic up to 400 nodes
  kDenseLarge,  ///< the same with several slabs of that level
};

/// For a draw that is rarely true.
inline bool one_in(int cases) { return *rc::gen::inRange(0, cases) == 0; }

/// Whether the hardware must be that of the dense level.
inline bool is_large(Shape shape) { return shape == Shape::kLarge || shape == Shape::kDenseLarge; }
inline bool is_dense(Shape shape) { return shape == Shape::kDense || shape == Shape::kDenseLarge; }

/// Without failures. A schedule on kDense has fewer nodes than `traffic`.
Topology any_topology(Shape shape, bool traffic);

/// What the messages of a run leave to the hardware.
struct Demands {
  std::int64_t longest = 1;   ///< flits of the longest message
  bool two_lanes = false;     ///< routes need the lanes of datelines
  bool fixed_routes = false;  ///< heads may not choose
  bool dense = false;         ///< the dense level must have the hardware
};

/// Draws all but topology, classes and gates.
void draw_hardware(Hardware& hardware, const Demands& demands);
/// Whether messages on dimension-order routes may deadlock.
bool may_deadlock(const Hardware& hardware);
/// The classes of cases to which the hardware belongs.
std::set<std::string> classes_of(const Hardware& hardware);

AnyCase any_run(Shape shape);
/// Of a program, or of several jobs.
AnyCase any_program();
/// Of open-loop traffic.
AnyCase any_traffic(Shape shape);

/// Simulates it in every way. Adds the ways that not every case can take to its classes.
void expect_agreement(AnyCase& any);

/// For tests: checks that all ways agree in one of `one_of` cases that RC_PARAMS asks for, or in all if
/// TORUSIM_WHOLE is set. `shares` has the least number of a hundred cases for classes of them, as in
/// `30 delivered; 5 spoilt`, so that no class becomes rare.
void expect_agreement(const std::function<AnyCase()>& draw, int one_of, const std::string& shares);

}  // namespace torusim::test
