#include "schedules/algorithms/collective_candidates.h"

#include <algorithm>
#include <string>

#include "schedules/algorithms/best_exchange.h"
#include "schedules/algorithms/registry.h"

namespace torusim {
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
    if (!performs || listed || info.name == "exchange") continue;
    const std::size_t first = list.size();
    list.push_back({info.name, {}});
    if (collective != nullptr && collective->standard != to_text(kind)) {
      list.back().options["collective"] = to_text(kind);
    }
    const OptionInfo* const by_ports = find_option_of(info, "ports");
    if (by_ports != nullptr && ports == 1) {
      list.back().options["ports"] =
          std::ranges::find(by_ports->values, "one") != by_ports->values.end() ? "one" : "1";
    }
    for (const char* name : {"variant", "peers"}) {
      const OptionInfo* const option = find_option_of(info, name);
      if (option != nullptr && info.collective == Collective::Kind::kAllReduce) {
        multiply(list, first, name, option->values);
      }
    }
    const bool rooted = kind == Collective::Kind::kBroadcast || kind == Collective::Kind::kReduce;
    if (info.name == "planned" && rooted) {
      list.back().options["pieces"] = "auto";
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
