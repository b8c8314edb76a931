#include "schedules/algorithms/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "schedules/algorithms/registry.h"
#include "schedules/core/cost.h"
#include "schedules/core/error.h"
#include "schedules/core/interruption.h"
#include "schedules/core/link_load.h"

namespace torusim {
namespace {

constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

/// Messages of a schedule through whose phases the comparison goes at most.
constexpr std::int64_t kMostVisits = std::int64_t{1} << 27;

/// Seconds of a run for every message and hop: the fast and the dense level take 0.5 to 4 microseconds.
constexpr double kSecondsOfHop = 2e-6;

/// A candidate while it is compared.
struct Entry {
  Choice choice;
  std::unique_ptr<Schedule> schedule;  ///< null: Candidate::least_blocks
  bool apart = false;       ///< the schedule claims that no messages of a phase meet, and none queues
  std::int64_t visits = 0;  ///< messages at most
  bool ran = false;

  bool exact() const { return choice.certainty != Certainty::kAtLeast; }
};

/// A lower bound without going through the phases, or the exact cycles if the schedule knows them.
void bound(Entry& entry, const Means& means) {
  Schedule& schedule = *entry.schedule;
  const ScheduleInfo& info = schedule.info();
  entry.apart = info.claims.link_disjoint && info.ports <= means.ports;
  entry.visits = std::int64_t{info.phases} * info.topology.nodes() * info.ports;
  std::int64_t& cycles = entry.choice.cycles;
  const auto* const timed = dynamic_cast<const KnownTime*>(&schedule);
  if (timed != nullptr && info.ports <= means.ports) {
    cycles = timed->known_time(means.time);
    if (!means.apart) entry.choice.certainty = Certainty::kPredicted;
    return;
  }
  const std::int64_t empty = means.time(0, 1), one = means.time(1, 1);
  if (const auto* const known = dynamic_cast<const KnownCost*>(&schedule)) {
    const Cost cost = known->known_cost();
    cycles = cost.startups * empty + cost.blocks * means.block_flits +
             (known->known_hops() - cost.startups) * (means.time(0, 2) - empty);
    return;
  }
  // Each phase has a message of one block or more, and the busiest channels carry a share of all blocks.
  const auto blocks = static_cast<std::int64_t>(std::floor(lower_bounds(schedule, means.ports).blocks()));
  if (schedule.as_program() != nullptr) {
    cycles = empty + blocks * means.block_flits;
    return;
  }
  cycles = std::max(info.phases * one, info.phases * empty + blocks * means.block_flits);
}

/// Goes through the phases, until the candidate cannot be quicker than `best`.
void count(Entry& entry, const Means& means, std::int64_t best) {
  Choice& choice = entry.choice;
  Schedule& schedule = *entry.schedule;
  const ScheduleInfo& info = schedule.info();
  if (schedule.as_program() != nullptr) {  // only a run tells its time
    choice.seconds = static_cast<double>(entry.visits) * kSecondsOfHop;
    return;
  }
  if (entry.apart && means.apart) {
    choice.cycles = means.apart(schedule);
    if (means.apart_is_exact) {
      choice.certainty = Certainty::kPredicted;
      return;
    }
  }
  const std::int64_t empty = means.time(0, 1), one = means.time(1, 1);
  std::vector<std::int64_t> sent;  // startups and flits of a node, if messages queue
  if (info.ports > means.ports) sent.resize(static_cast<std::size_t>(info.topology.nodes()));
  std::optional<LinkLoads> loads;
  if (!entry.apart) loads.emplace(info.topology);
  bool shared = !sent.empty();
  std::int64_t cycles = 0, hops = 0;
  int left = info.phases;
  schedule.rewind();
  for (Phase phase; schedule.next(phase); --left) {
    if (cycles + left * one >= best) break;
    Interruptible::check();
    std::int64_t longest = 0;
    for (const Transfer& transfer : phase.transfers) {
      const int along = transfer.route.hops(info.topology);
      longest = std::max(
          longest, means.time(transfer.block_count(), along) + (transfer.adds ? means.reduce_delay : 0));
      hops += along;
      if (sent.empty()) continue;
      sent[static_cast<std::size_t>(transfer.source)] +=
          means.startup + 1 + transfer.block_count() * means.block_flits;
    }
    if (!sent.empty()) {
      const std::int64_t most = *std::ranges::max_element(sent) / means.ports;
      longest = std::max(longest, empty - means.startup - 1 + most);
      std::ranges::fill(sent, 0);
    }
    if (loads) {
      loads->count(phase);
      shared |= loads->max() > 1;
      // The heads of all messages but one, and all blocks, pass the busiest channel one by one.
      longest = std::max(longest, empty + loads->max() - 1 + loads->max_blocks() * means.block_flits);
    }
    cycles += longest;
  }
  schedule.rewind();
  if (left == 0 && !shared && !means.apart) {
    choice.cycles = cycles;
    choice.certainty = Certainty::kPredicted;
    return;
  }
  choice.cycles = std::max(choice.cycles, cycles + left * one);
  if (left == 0) choice.seconds = static_cast<double>(hops) * kSecondsOfHop;
}

/// An upper bound of a schedule with too many messages to go through them.
void estimate(Entry& entry, const Means& means) {
  const auto* const known = dynamic_cast<const KnownCost*>(entry.schedule.get());
  if (known == nullptr) {
    entry.choice.seconds = static_cast<double>(entry.visits) * kSecondsOfHop;
    return;
  }
  const Topology& topology = entry.schedule->info().topology;
  std::int64_t hops = 0;
  for (int d = 0; d < topology.dimensions(); ++d) hops += topology.side(d) / 2;
  entry.choice.cycles =
      known->known_cost().startups * means.time(0, hops) + known->known_cost().blocks * means.block_flits;
  entry.choice.certainty = Certainty::kPredicted;
}

/// Makes the schedule of a candidate and bounds its cycles; false if it sends more messages at once than it
/// may. Throws InputError or UsageError if it does not run there.
bool make(Entry& entry, const Topology& topology, const Means& means) {
  const Candidate& candidate = entry.choice.candidate;
  entry.schedule =
      means.make ? means.make(candidate) : make_schedule(candidate.name, topology, candidate.options);
  if (entry.schedule->info().ports > means.ports && !(candidate.queues && means.queues)) return false;
  bound(entry, means);
  return true;
}

/// In the order of the candidates.
std::vector<Entry> entries_of(const Topology& topology, const std::vector<Candidate>& candidates,
                              const Means& means) {
  std::vector<Entry> result;
  std::string refusal = fmt::format("no algorithm with {} port{} runs on {}", means.ports,
                                    means.ports == 1 ? "" : "s", topology.name());
  for (const Candidate& candidate : candidates) {
    Entry entry;
    entry.choice.candidate = candidate;
    entry.choice.cycles =
        candidate.least_startups * means.time(0, 1) + candidate.least_blocks * means.block_flits;
    try {
      if (candidate.least_blocks == 0 && !make(entry, topology, means)) continue;
    } catch (const InputError& error) {  // it does not run there
      refusal = error.what();
      continue;
    } catch (const UsageError& error) {  // an option does not apply there
      refusal = error.what();
      continue;
    }
    result.push_back(std::move(entry));
  }
  if (result.empty()) throw InputError(refusal);
  return result;
}

std::string grouped(std::int64_t number) {
  std::string text = fmt::format("{}", number);
  for (int at = static_cast<int>(text.size()) - 3; at > 0; at -= 3) text.insert(at, ",");
  return text;
}

}  // namespace

std::string Candidate::text() const {
  std::string result = name;
  for (const auto& [option, value] : options) result += fmt::format(" {}={}", option, value);
  return result;
}

std::vector<Choice> compare(const Topology& topology, const std::vector<Candidate>& candidates,
                            const Means& means) {
  std::vector<Entry> entries = entries_of(topology, candidates, means);
  std::vector<Entry*> order;
  for (Entry& entry : entries) order.push_back(&entry);
  const auto by_cycles = [&] {
    std::ranges::sort(order, {}, [](const Entry* entry) { return std::pair(entry->choice.cycles, entry); });
  };
  by_cycles();
  std::int64_t best = kNever;
  const auto settle = [&](const Entry& entry) {
    if (entry.exact()) best = std::min(best, entry.choice.cycles);
  };
  for (const Entry* entry : order) settle(*entry);
  for (const bool made : {true, false}) {
    for (Entry* const entry : order) {
      if (entry->exact() || entry->choice.cycles >= best || (entry->schedule != nullptr) != made) continue;
      try {
        if (!made && !make(*entry, topology, means)) {
          entry->choice.cycles = kNever;
          continue;
        }
        entry->visits > kMostVisits && !means.apart ? estimate(*entry, means) : count(*entry, means, best);
      } catch (const InputError&) {  // a message is longer than a worm may be, or it does not run there
        entry->choice.cycles = kNever;
      } catch (const UsageError&) {
        entry->choice.cycles = kNever;
      }
      settle(*entry);
    }
  }
  by_cycles();
  double left = means.run ? means.seconds : -1;
  for (Entry* const entry : order) {
    Choice& choice = entry->choice;
    if (entry->exact() || choice.cycles >= best || choice.seconds > left) continue;
    left -= choice.seconds;
    entry->ran = true;
    const auto cycles = means.run(*entry->schedule, best);
    choice.cycles = cycles.value_or(std::max(choice.cycles, best));
    if (cycles) choice.certainty = Certainty::kMeasured;
    settle(*entry);
  }
  for (Entry& entry : entries) {
    if (!entry.ran && entry.choice.cycles >= best) entry.choice.seconds = 0;
  }
  by_cycles();
  const auto first = std::ranges::find_if(order, [](const Entry* entry) { return entry->exact(); });
  if (first != order.end()) std::rotate(order.begin(), first, first + 1);
  std::vector<Choice> result;
  for (Entry* const entry : order) {
    if (result.empty() || entry->choice.cycles != kNever) result.push_back(std::move(entry->choice));
  }
  return result;
}

std::string reason(const std::vector<Choice>& choices, const std::string& known_for) {
  const Choice& first = choices.front();
  const char* const how = first.certainty == Certainty::kPredicted  ? "predicted"
                          : first.certainty == Certainty::kMeasured ? "in a run"
                                                                    : "or more";
  std::string text =
      fmt::format("{}: {} cycles {} {}", first.candidate.text(), grouped(first.cycles), how, known_for);
  // The next of another name says more than another setting of the same.
  const auto next = std::ranges::find_if(
      choices, [&](const Choice& choice) { return choice.candidate.name != first.candidate.name; });
  text += next == choices.end()
              ? "; no other runs there"
              : fmt::format("; next {}: {} or more", next->candidate.text(), grouped(next->cycles));
  double seconds = 0;
  std::int64_t left_out = 0;
  for (const Choice& choice : choices) {
    seconds += choice.seconds;
    left_out += choice.certainty == Certainty::kAtLeast && choice.cycles < first.cycles && choice.seconds > 0;
  }
  if (left_out == 0) return text;
  return text + fmt::format("; {} could be quicker, but their runs were left out (seconds={:.0f} runs them)",
                            left_out, std::ceil(seconds));
}

}  // namespace torusim
