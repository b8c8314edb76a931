#include "schedules/algorithms/best_exchange.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "schedules/algorithms/families.h"
#include "schedules/algorithms/known_cost.h"
#include "schedules/algorithms/registry.h"
#include "schedules/algorithms/relayed/relayed_exchange.h"
#include "schedules/core/error.h"
#include "schedules/core/read_number.h"

namespace torusim {
namespace {

/// The numbers of phases of `relayed` to compare: the first, then ever sparser numbers.
std::vector<int> compared_phase_counts(const Topology& topology) {
  std::vector<int> result;
  for (const int phases : relayed_phase_counts(topology)) {
    if (result.size() < 4 || 4 * phases >= 5 * result.back()) result.push_back(phases);
  }
  return result;
}

/// In the order in which equal times are decided.
std::vector<ExchangeChoice> candidates(const Topology& topology) {
  std::vector<ExchangeChoice> result;
  const auto add = [&](const char* name, AlgorithmOptions options) {
    result.push_back({name, std::move(options), 0});
  };
  for (const char* variant : {"auto", "parity"}) add("paired", {{"variant", variant}});
  add("paired", {{"near", "direct"}});
  for (const char* name : {"t4", "c64", "t-2d1", "t-2d2", "dp-2d", "t-3d1", "t-3d2", "dp-3d", "ring-gs", "t1",
                           "c1", "scott", "binary"})
    add(name, {});
  for (const char* dilation : {"1", "2", "3", "4"}) {
    for (const char* near : {"pairs", "direct"}) {
      if (*dilation == '1' && *near == 'd') continue;  // there are no neighbours
      add("ring-direct", {{"dilation", dilation}, {"near", near}});
    }
  }
  for (int first = 2; first < topology.dimensions(); ++first) {
    std::string groups = fmt::format("{}", first);
    for (int d = first; d < topology.dimensions(); ++d) groups += ",1";
    add("ring-product", {{"groups", groups}, {"dilation", "1"}});
  }
  add("ring-product", {});
  if (topology.dimensions() > 2) {
    std::string groups = "1";
    for (int d = 1; d < topology.dimensions(); ++d) groups += ",1";
    add("ring-split", {{"groups", groups}});
  }
  add("ring-split", {});
  for (const int phases : compared_phase_counts(topology))
    add("relayed", {{"phases", fmt::format("{}", phases)}});
  return result;
}

std::int64_t exact_cycles(Schedule& schedule, const MessageTime& time) {
  std::int64_t cycles = 0;
  schedule.rewind();
  for (Phase phase; schedule.next(phase);) {
    std::int64_t longest = 0;
    for (const Transfer& transfer : phase.transfers) {
      const int hops = transfer.route.hops(schedule.info().topology);
      longest = std::max(longest, time(transfer.block_count(), hops));
    }
    cycles += longest;
  }
  schedule.rewind();
  return cycles;
}

/// `best` is the time of the quickest so far.
std::int64_t cycles_of(Schedule& schedule, const MessageTime& time, std::int64_t best) {
  constexpr std::int64_t kMostVisits = std::int64_t{1} << 27;
  const Topology& topology = schedule.info().topology;
  if (const auto* const known = dynamic_cast<const KnownTime*>(&schedule)) return known->known_time(time);
  if (const auto* const known = dynamic_cast<const KnownCost*>(&schedule)) {
    const Cost cost = known->known_cost();
    const std::int64_t blocks = cost.blocks * time.block_flits;
    const std::int64_t least = cost.startups * time(0, 1) + blocks;
    if (least >= best) return least;
    if (cost.startups * topology.nodes() > kMostVisits) {
      std::int64_t hops = 0;
      for (int d = 0; d < topology.dimensions(); ++d) hops += topology.side(d) / 2;
      return cost.startups * time(0, hops) + blocks;
    }
  }
  return exact_cycles(schedule, time);
}

std::string grouped(std::int64_t number) {
  std::string text = fmt::format("{}", number);
  for (int at = static_cast<int>(text.size()) - 3; at > 0; at -= 3) text.insert(at, ",");
  return text;
}

std::int64_t number(const AlgorithmOptions& options, const std::string& name, std::int64_t least) {
  const std::string& text = options.at(name);
  std::int64_t value = 0;
  if (!read_number(text, value) || value < least || value > 1'000'000'000) {
    throw UsageError(
        fmt::format("exchange: {}={}: must be a number from {} to 1000000000", name, text, least));
  }
  return value;
}

/// Another schedule, which says why it was chosen.
class ChosenExchange : public AlgorithmSchedule {
 public:
  ChosenExchange(std::unique_ptr<Schedule> schedule, std::string why) : schedule_(std::move(schedule)) {
    info_ = schedule_->info();
    info_.chosen = std::move(why);
  }
  void sign(const std::string&, const std::string&) override {}  // it is the chosen algorithm's
  bool next(Phase& phase) override { return schedule_->next(phase); }
  void rewind() override { schedule_->rewind(); }

 private:
  std::unique_ptr<Schedule> schedule_;
};

/// The first of the choices, of which there is one; `where` follows what it is predicted for.
std::unique_ptr<AlgorithmSchedule> chosen(const Topology& topology, const MessageTime& time,
                                          const std::vector<ExchangeChoice>& choices, const char* where) {
  if (choices.empty()) {
    throw InputError(fmt::format(
        "exchange on {}: no exchange without contention supports this topology; pex-gen, gen and direct run "
        "on any",
        topology.name()));
  }
  std::string why =
      fmt::format("{}: {} cycles predicted for blocks of {} and startup {}{}", choices[0].text(),
                  grouped(choices[0].cycles), time.block_flits, time.startup, where);
  // The next of another name says more than another setting of the same.
  const auto next = std::find_if(choices.begin(), choices.end(), [&](const ExchangeChoice& choice) {
    return choice.name != choices[0].name;
  });
  why += next == choices.end() ? "; no other runs there"
                               : fmt::format("; next {}: {} or more", next->text(), grouped(next->cycles));
  return std::make_unique<ChosenExchange>(make_schedule(choices[0].name, topology, choices[0].options),
                                          std::move(why));
}

std::unique_ptr<AlgorithmSchedule> make_best(const Topology& topology, const AlgorithmOptions& options) {
  const MessageTime time{number(options, "block", 1), number(options, "startup", 0)};
  return chosen(topology, time, exchange_choices(topology, time), "");
}

void sort_by_cycles(std::vector<ExchangeChoice>& choices) {
  std::ranges::stable_sort(choices, {}, &ExchangeChoice::cycles);
}

}  // namespace

std::string ExchangeChoice::text() const {
  std::string result = name;
  for (const auto& [option, value] : options) result += fmt::format(" {}={}", option, value);
  return result;
}

std::vector<ExchangeChoice> exchange_choices(const Topology& topology, const MessageTime& time) {
  std::vector<ExchangeChoice> result;
  std::int64_t best = std::numeric_limits<std::int64_t>::max();
  for (ExchangeChoice& candidate : candidates(topology)) {
    try {
      const auto schedule = make_schedule(candidate.name, topology, candidate.options);
      const ScheduleInfo& info = schedule->info();
      if (info.ports > 1 || !info.claims.link_disjoint) continue;
      candidate.cycles = cycles_of(*schedule, time, best);
    } catch (const InputError&) {
      continue;  // it does not run there
    }
    best = std::min(best, candidate.cycles);
    result.push_back(std::move(candidate));
  }
  sort_by_cycles(result);
  return result;
}

std::unique_ptr<Schedule> exchange_by(const Topology& topology, const MessageTime& time,
                                      const std::function<std::int64_t(Schedule&)>& cycles_of) {
  std::vector<ExchangeChoice> choices = exchange_choices(topology, time);
  std::int64_t best = std::numeric_limits<std::int64_t>::max();
  for (ExchangeChoice& choice : choices) {
    if (choice.cycles >= best) break;  // later choices take longer even without slow links or nodes
    choice.cycles = cycles_of(*make_schedule(choice.name, topology, choice.options));
    best = std::min(best, choice.cycles);
  }
  sort_by_cycles(choices);
  return chosen(topology, time, choices, " on these links and nodes");
}

std::vector<Algorithm> best_exchange_algorithms() {
  return {{{"exchange",
            "the quickest complete exchange through one port that runs on the shape, by predicted cycles",
            "docs/frontier.md",
            "tori; rings; square meshes of even sides; shapes of 2^d nodes that binary fits",
            {{"block", {}, "1", "flits of a block; run and info put their --block here", "FLITS"},
             {"startup", {}, "0", "cycles of a startup; run and info put their --startup here", "CYCLES"}}},
           make_best}};
}

}  // namespace torusim
