#include "schedules/algorithms/best_exchange.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>

#include "schedules/algorithms/families.h"
#include "schedules/algorithms/registry.h"
#include "schedules/algorithms/relayed/relayed_exchange.h"
#include "schedules/algorithms/torus_list.h"
#include "schedules/core/amount.h"
#include "schedules/core/error.h"
#include "schedules/core/read_number.h"

namespace torusim {

namespace {

constexpr const char* kExchange = "exchange";
constexpr int kMost = 1'000'000'000;  // in its options

class CandidateList {
 public:
  CandidateList(const Topology& topology, int ports) : topology_(topology), ports_(ports) {
    for (const char* variant : {"auto", "parity"}) add("paired", {{"variant", variant}});
    add("paired", {{"near", "direct"}});
    for (const char* name : {"t4", "c64", "t-2d1", "t-2d2", "dp-2d", "t-3d1", "t-3d2", "dp-3d", "ring-gs",
                             "t1", "c1", "scott", "binary"})
      add(name);
    add_rings();
    add_relayed();
    if (topology.nodes() <= kMostDirect) add_direct();
    if (ports > 1) add_ports();
    if (topology.nodes() <= kMostPlanned) add_planned();
  }
  std::vector<Candidate> list;

 private:
  void add(const char* name, AlgorithmOptions options = {}, bool queues = false) {
    list.push_back({name, std::move(options), queues});
  }

  void add_rings() {
    for (const char* dilation : {"1", "2", "3", "4"}) {
      for (const char* near : {"pairs", "direct"}) {
        if (*dilation == '1' && *near == 'd') continue;  // there are no neighbours
        add("ring-direct", {{"dilation", dilation}, {"near", near}});
      }
    }
    const unsigned all = (1U << (topology_.dimensions() - 1)) - 1;
    for (unsigned cuts = all; cuts-- > 1;) add("ring-product", {{"groups", groups(cuts)}, {"dilation", "1"}});
    add("ring-product");
    if (topology_.dimensions() > 2) add("ring-split", {{"groups", groups(all)}});
    add("ring-split");
    for (unsigned cuts = all; cuts-- > 1;) add("ring-split", {{"groups", groups(cuts)}});
  }
  /// On more than 64 nodes, where each search of masks takes long, numbers of phases become sparser.
  void add_relayed() {
    int count = 0, last = 0;
    for (const int phases : relayed_phase_counts(topology_)) {
      if (topology_.nodes() > 64 && ++count > 16 && 4 * phases < 5 * last) continue;
      last = phases;
      add("relayed", {{"phases", fmt::format("{}", phases)}});
    }
  }
  /// "2,1"; bit d of `cuts`: a group ends at dimension d.
  std::string groups(unsigned cuts) const {
    return fmt::format("{}", fmt::join(sizes_between(cuts, topology_.dimensions()), ","));
  }
  void add_direct() {
    add("te-a1");
    for (const char* name : {"ring-gs", "t1", "t4", "c1"}) {
      for (const char* completion : {"fold", "split", "seq"}) add(name, {{"completion", completion}});
    }
    // Messages that queue begin without a barrier between them.
    for (const char* at_once : {"1", "2", "all"}) add("direct-even", {{"at-once", at_once}}, true);
    add("direct");
    for (const char* name : {"ring-gs", "t1", "t4", "c1"}) add(name, {{"rule", "E"}});
    for (const char* name : {"pex", "pex-gen", "pex-gen-shift", "gen"}) {
      for (const char* tie : {"pos", "parity"}) add(name, {{"tie", tie}});
    }
    add("ring-pass");
    add("ring-pass", {{"ways", "both"}}, true);
  }
  void add_ports() {
    for (const char* least : {"blocks", "startups"}) add("all-port", {{"least", least}});
    add("te-a1", {{"ports", "all"}});
    add("te-a2");
    if (topology_.nodes() > kMostDirect) return;
    if (ports_ > 2)
      add("direct-even", {{"at-once", fmt::format("{}", std::min(ports_, topology_.nodes() - 1))}});
  }
  /// A block moves a hop a phase, so all distances together are the least blocks.
  void add_planned() {
    std::int64_t hops = 0;
    int diameter = 0;
    for (NodeId from = 0; from < topology_.nodes(); ++from) {
      for (NodeId to = 0; to < topology_.nodes(); ++to) {
        const int distance = topology_.distance(from, to);
        hops += distance;
        diameter = std::max(diameter, distance);
      }
    }
    int side = 0;
    for (int d = 0; d < topology_.dimensions(); ++d) side = std::max(side, topology_.side(d));
    // With a phase for each node of the longest side more channels can be busy in each.
    for (const std::string& phases : {std::string("auto"), fmt::format("{}", side)}) {
      if (phases != "auto" && side <= diameter) continue;
      add("planned", phases == "auto" ? AlgorithmOptions{} : AlgorithmOptions{{"phases", phases}}, true);
      list.back().least_startups = phases == "auto" ? diameter : side;
      list.back().least_blocks =
          divided(hops, std::int64_t{topology_.nodes()} * std::min(ports_, topology_.network_ports()));
    }
  }

  const Topology& topology_;
  int ports_;
};

/// Another schedule, which says why it was chosen.
class ChosenExchange : public AlgorithmSchedule {
 public:
  /// Runs with `ports`, if the schedule would send more messages at once.
  ChosenExchange(std::unique_ptr<Schedule> schedule, int ports, std::string why)
      : schedule_(std::move(schedule)) {
    info_ = schedule_->info();
    channels_ = std::min(info_.ports, ports);
    info_.chosen = std::move(why);
  }
  void sign(const std::string&, const std::string&) override {}  // it is the chosen algorithm's
  bool next(Phase& phase) override { return schedule_->next(phase); }
  void rewind() override { schedule_->rewind(); }
  int channels() const { return channels_; }

 private:
  std::unique_ptr<Schedule> schedule_;
  int channels_ = 1;
};

}  // namespace

ExchangeSettings::ExchangeSettings(const Topology& topology, const AlgorithmOptions& options)
    : block_flits(number_of(kExchange, options, "block", 1, kMost)),
      startup(number_of(kExchange, options, "startup", 0, kMost)),
      seconds(number_of(kExchange, options, "seconds", 0, kMost)) {
  ports = options.at("ports") == "all" ? topology.network_ports()
                                       : number_of(kExchange, options, "ports", 1, kMost);
}

Means ExchangeSettings::means() const {
  Means result;
  result.ports = ports;
  result.block_flits = block_flits;
  result.startup = startup;
  result.time = MessageTime{block_flits, startup};
  result.seconds = seconds;
  return result;
}

int default_channels(const Schedule& schedule) {
  const auto* const chosen = dynamic_cast<const ChosenExchange*>(&schedule);
  return chosen != nullptr ? chosen->channels() : schedule.info().ports;
}

std::vector<Candidate> exchange_candidates(const Topology& topology, int ports) {
  return std::move(CandidateList(topology, ports).list);
}

std::unique_ptr<AlgorithmSchedule> chosen_exchange(const Topology& topology, const ExchangeSettings& settings,
                                                   const Means& means, const std::string& where) {
  const std::vector<Choice> choices = compare(topology, exchange_candidates(topology, settings.ports), means);
  const Candidate& first = choices.front().candidate;
  return std::make_unique<ChosenExchange>(
      make_schedule(first.name, topology, first.options), settings.ports,
      reason(choices, fmt::format("for blocks of {} and startup {}{}", settings.block_flits, settings.startup,
                                  where)));
}

std::vector<Algorithm> best_exchange_algorithms() {
  return {{{kExchange,
            "the quickest complete exchange that runs on the shape, by predicted cycles and short runs",
            "docs/algorithms/frontier.md",
            "any topology, twisted tori too",
            {{"block", {}, "1", "flits of a block; run and info put their --block here", "FLITS"},
             {"startup", {}, "0", "cycles of a startup; run and info put their --startup here", "CYCLES"},
             {"ports", {}, "1", "most messages that a node sends, and receives, at once", "N|all"},
             {"seconds", {}, "2", "most seconds, as estimated, of runs of schemes whose messages meet", "S"}},
            Collective::Kind::kCompleteExchange,
            true,
            true},
           [](const Topology& topology, const AlgorithmOptions& options) {
             const ExchangeSettings settings(topology, options);
             return chosen_exchange(topology, settings, settings.means());
           }}};
}

namespace {

/// Adds the values of an option to every candidate from `first` on.
void multiply(std::vector<Candidate>& list, std::size_t first, const std::string& option,
              const std::vector<std::string>& values) {
  std::vector<Candidate> more;
  for (std::size_t i = first; i < list.size(); ++i) {
    for (const std::string& value : values) {
      more.push_back(list[i]);
      more.back().options[option] = value;
    }
  }
  list.erase(list.begin() + static_cast<std::ptrdiff_t>(first), list.end());
  list.insert(list.end(), more.begin(), more.end());
}

const OptionInfo* find_option_of(const AlgorithmInfo& info, const std::string& name) {
  const auto found = std::ranges::find(info.options, name, &OptionInfo::name);
  return found == info.options.end() ? nullptr : &*found;
}

/// Short vectors move whole, long ones in many pieces.
std::vector<std::string> piece_counts(const Topology& topology) {
  std::vector<std::string> counts;
  for (int pieces = 1; pieces < topology.nodes(); pieces *= 4) counts.push_back(std::to_string(pieces));
  counts.push_back(std::to_string(topology.nodes()));
  return counts;
}

}  // namespace

std::vector<Candidate> collective_candidates(Collective::Kind kind, const Topology& topology, int ports) {
  std::vector<Candidate> list;
  if (kind == Collective::Kind::kCompleteExchange) list = exchange_candidates(topology, ports);
  for (const AlgorithmInfo& info : algorithms()) {
    const OptionInfo* const collective = find_option_of(info, "collective");
    const bool performs = collective != nullptr ? std::ranges::find(collective->values, to_text(kind)) !=
                                                      collective->values.end()
                                                : info.collective == kind;
    const bool listed = std::ranges::find(list, info.name, &Candidate::name) != list.end();
    if (!performs || listed || info.name == kExchange) continue;
    const std::size_t first = list.size();
    list.push_back({info.name, {}});
    if (collective != nullptr && collective->standard != to_text(kind)) {
      list.back().options["collective"] = to_text(kind);
    }
    const OptionInfo* const by_ports = find_option_of(info, "ports");
    if (by_ports != nullptr && ports < topology.network_ports()) {
      const bool one = std::ranges::find(by_ports->values, "one") != by_ports->values.end();
      if (ports > 1) list.push_back(list.back());
      list.back().options["ports"] = one ? "one" : std::to_string(ports);
    }
    for (const char* name : {"variant", "peers"}) {
      const OptionInfo* const option = find_option_of(info, name);
      if (option != nullptr && info.collective == Collective::Kind::kAllReduce) {
        multiply(list, first, name, option->values);
      }
    }
    const bool rooted = kind == Collective::Kind::kBroadcast || kind == Collective::Kind::kReduce;
    if (info.name == "planned" && rooted) {
      multiply(list, first, "pieces", {"auto"});
    } else if (info.name == "planned" && kind != Collective::Kind::kCompleteExchange) {
      // Pieces divide the last block of a node among its links.
      constexpr std::int64_t kMostCopies = 1 << 20;
      std::vector<std::string> counts{"1"};
      for (const int pieces : {2, 4}) {
        const std::int64_t nodes = topology.nodes();
        if (pieces <= nodes && nodes * nodes * pieces <= kMostCopies)
          counts.push_back(std::to_string(pieces));
      }
      multiply(list, first, "pieces", counts);
    } else if (find_option_of(info, "pieces") != nullptr && (rooted || info.name == "tree")) {
      multiply(list, first, "pieces", piece_counts(topology));
    }
  }
  return list;
}

}  // namespace torusim
