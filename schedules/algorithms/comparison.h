#pragma once
/// Comparison of schedules by cycles, for any list of algorithms that perform one collective.
///
/// A schedule whose messages never meet takes exactly the predicted cycles: phases between barriers of no
/// latency. Of other schedules the prediction is a lower bound, and a run tells the cycles. The comparison
/// goes through the phases of a schedule, or runs it, only if its bound is below the quickest so far.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "schedules/algorithms/algorithm.h"

namespace torusim {

/// An algorithm with its options.
struct Candidate {
  std::string name;
  AlgorithmOptions options;
  bool queues = false;  ///< more messages of a phase than ports are allowed, and wait for each other
  /// The least startups and blocks, where a schedule takes long to make: it is made only if it could be the
  /// quickest. No blocks: the schedule is made at once.
  std::int64_t least_startups = 0, least_blocks = 0;
  /// "ring-direct dilation=2 near=pairs"
  std::string text() const;
};

enum class Certainty : std::uint8_t {
  kPredicted,  ///< the cycles of a run, as no message meets another
  kMeasured,   ///< the cycles of a run
  kAtLeast     ///< a lower bound; above the quickest unless the run of the candidate was left out
};

struct Choice {
  Candidate candidate;
  std::int64_t cycles = 0;
  Certainty certainty = Certainty::kAtLeast;
  double seconds = 0;  ///< of the run, done or left out, as estimated; 0: none could help
};

/// The means of a comparison.
struct Means {
  int ports = 1;             ///< candidates that send more messages at once are left out, unless they queue
  bool queues = true;        ///< candidates that queue are compared
  int block_flits = 1;       ///< for the flits on shared channels
  std::int64_t startup = 0;  ///< of each of the messages that queue for a port
  /// Cycles of a message that meets no other, at least; exact unless there is `apart`.
  KnownTime::TimeOf time;
  std::int64_t reduce_delay = 0;  ///< cycles of an addition, which follows its message
  /// On uneven links or nodes, or unless exact: the cycles of a schedule whose messages never meet. Else
  /// empty.
  std::function<std::int64_t(Schedule&)> apart = {};
  /// False: a phase may find a slow link busy or a small buffer full, so `apart` is a lower bound.
  bool apart_is_exact = true;
  /// Runs a schedule for `most` cycles at most. Nothing if the run does not end correct by then. Empty: the
  /// comparison has no runs.
  std::function<std::optional<std::int64_t>(Schedule&, std::int64_t most)> run = {};
  /// Makes the schedule of a candidate, such as one round failed links. Empty: make_schedule().
  std::function<std::unique_ptr<Schedule>(const Candidate&)> make = {};
  double seconds = 2;  ///< most seconds of all runs, as estimated from messages and hops
};

/// All candidates that run on the topology. The quickest of those with known cycles comes first, even before
/// candidates with a lower bound; then by cycles. Equal cycles keep the order of the candidates. Throws
/// InputError, that of the last candidate, if none runs.
std::vector<Choice> compare(const Topology& topology, const std::vector<Candidate>& candidates,
                            const Means& means);

/// The first choice and its cycles, as `known_for` says where and for which sizes; the next choice of another
/// name, and the candidates whose runs were left out.
std::string reason(const std::vector<Choice>& choices, const std::string& known_for);

}  // namespace torusim
