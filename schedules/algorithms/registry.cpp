#include "schedules/algorithms/registry.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <mutex>
#include <optional>
#include <string_view>

#include "schedules/algorithms/families.h"
#include "schedules/core/error.h"
#include "schedules/core/suggestion.h"

namespace torusim {
namespace {

/// In the order in which they are listed.
constexpr std::vector<Algorithm> (*kFamilies[])() = {
    torus_algorithms,     paired_algorithms,       perfect_ring_algorithms,     gather_algorithms,
    relayed_algorithms,   all_port_algorithms,     best_exchange_algorithms,    pairwise_algorithms,
    scott_algorithms,     binary_algorithms,       product_algorithms,          direct_algorithms,
    ring_pass_algorithms, table_gossip_algorithms, invariant_gossip_algorithms, broadcast_algorithms,
    cited_broadcasts,     reduction_algorithms,    even_exchange_algorithms,    all_to_allv_algorithms,
    planned_algorithms,
};

/// The algorithms of a family, made when they are first asked for.
const std::vector<Algorithm>& family(std::size_t number) {
  struct Made {
    std::once_flag once;
    std::vector<Algorithm> algorithms;
  };
  static std::array<Made, std::size(kFamilies)> made;
  Made& one = made[number];
  std::call_once(one.once, [&] {
    for (Algorithm& algorithm : kFamilies[number]()) {
      one.algorithms.push_back(with_reductions(std::move(algorithm)));
    }
  });
  return one.algorithms;
}

const std::vector<Algorithm>& all_algorithms() {
  static const std::vector<Algorithm> kAlgorithms = [] {
    std::vector<Algorithm> all;
    for (std::size_t i = 0; i < std::size(kFamilies); ++i)
      std::ranges::copy(family(i), std::back_inserter(all));
    return all;
  }();
  return kAlgorithms;
}

/// Names of collectives in the field, so that a user can select an operation by its usual name.
constexpr std::pair<std::string_view, Collective::Kind> kWords[] = {
    {"alltoall", Collective::Kind::kCompleteExchange},
    {"a2a", Collective::Kind::kCompleteExchange},
    {"aapc", Collective::Kind::kCompleteExchange},  // all-to-all personalized communication
    {"totalexchange", Collective::Kind::kCompleteExchange},
    {"completeexchange", Collective::Kind::kCompleteExchange},
    {"allgather", Collective::Kind::kGossip},
    {"alltoallbroadcast", Collective::Kind::kGossip},
    {"gossip", Collective::Kind::kGossip},
    {"bcast", Collective::Kind::kBroadcast},
    {"broadcast", Collective::Kind::kBroadcast},
    {"onetoall", Collective::Kind::kBroadcast},
    {"allreduce", Collective::Kind::kAllReduce},
    {"reducescatter", Collective::Kind::kReduceScatter},
    {"reduce", Collective::Kind::kReduce},
    {"alltoallv", Collective::Kind::kMessages},
    {"a2av", Collective::Kind::kMessages},
};

bool performs(const AlgorithmInfo& info, Collective::Kind kind) {
  return info.collective == kind || std::ranges::any_of(info.options, [&](const OptionInfo& option) {
           return option.name == "collective" && std::ranges::count(option.values, to_text(kind)) != 0;
         });
}

[[noreturn]] void refuse(const std::string& name) {
  const auto kind = collective_of_word(name);
  std::vector<std::string> names, performing;
  for (const Algorithm& algorithm : all_algorithms()) {
    names.push_back(algorithm.info.name);
    if (kind && algorithm.info.collective == *kind) performing.push_back(algorithm.info.name);
  }
  std::string with;  // the option that an algorithm must be given
  if (kind && performing.empty()) {
    with = fmt::format(" with --set collective={}", to_text(*kind));
    for (const Algorithm& algorithm : all_algorithms()) {
      if (performs(algorithm.info, *kind)) performing.push_back(algorithm.info.name);
    }
  }
  if (!performing.empty()) {
    throw UsageError(fmt::format(
        "'{}' is a collective, {}, and no algorithm; there are {}{}{}", name, to_text(*kind),
        fmt::join(performing, ", "), with,
        *kind == Collective::Kind::kMessages ? "" : ", or the quickest with --size 1MB (torusim run)"));
  }
  throw UsageError(fmt::format("unknown algorithm '{}'; the nearest is '{}'", name, nearest(name, names)));
}

const Algorithm& find(const std::string& name) {
  for (std::size_t i = 0; i < std::size(kFamilies); ++i) {
    for (const Algorithm& algorithm : family(i)) {
      if (algorithm.info.name == name) return algorithm;
    }
  }
  refuse(name);
}

/// `need`: what the algorithm needs and the network has not; `runs`: algorithms that run there, on `where`.
[[noreturn]] void refuse_network(const AlgorithmInfo& info, const Topology& topology, const char* need,
                                 bool AlgorithmInfo::*runs, const char* where) {
  std::vector<std::string> others;
  for (const Algorithm& algorithm : all_algorithms()) {
    if (algorithm.info.*runs && performs(algorithm.info, info.collective))
      others.push_back(algorithm.info.name);
  }
  throw InputError(fmt::format("{} on {}: {} needs dimensions that {}; nearest for {} on {}: {}", info.name,
                               topology.name(), info.name, need, to_text(info.collective), where,
                               others.empty() ? "none" : fmt::format("{}", fmt::join(others, ", "))));
}

}  // namespace

int count_of(const std::string& algorithm, const AlgorithmOptions& options, const std::string& name,
             bool or_all) {
  const std::string& text = options.at(name);
  int count = 0;
  if (or_all && text == "all") return 0;
  if (read_number(text, count) && count > 0) return count;
  throw UsageError(
      fmt::format("{}: {}={}: must be {}a number from 1", algorithm, name, text, or_all ? "all or " : ""));
}

std::optional<std::vector<int>> numbers_of(const std::string& text) {
  std::vector<int> numbers;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    if (!read_number(std::string_view(text).substr(at, end - at), numbers.emplace_back()))
      return std::nullopt;
    at = end + 1;
  }
  return numbers;
}

AlgorithmOptions with_defaults(const AlgorithmInfo& info, const AlgorithmOptions& given) {
  std::vector<std::string> names;
  AlgorithmOptions result;
  for (const OptionInfo& option : info.options) {
    names.push_back(option.name);
    result[option.name] = option.standard;
  }
  for (const auto& [name, value] : given) {
    const auto option = std::find_if(info.options.begin(), info.options.end(),
                                     [&name = name](const OptionInfo& o) { return o.name == name; });
    if (option == info.options.end()) {
      if (names.empty())
        throw UsageError(fmt::format("{}: unknown option '{}'; it takes none", info.name, name));
      throw UsageError(
          fmt::format("{}: unknown option '{}'; the nearest is '{}'", info.name, name, nearest(name, names)));
    }
    const std::vector<std::string>& values = option->values;
    if (!values.empty() && std::find(values.begin(), values.end(), value) == values.end()) {
      throw UsageError(fmt::format("{}: {}={}: the nearest value is '{}', all are {}", info.name, name, value,
                                   nearest(value, values), fmt::join(values, ", ")));
    }
    result[name] = value;
  }
  return result;
}

const std::vector<AlgorithmInfo>& algorithms() {
  static const std::vector<AlgorithmInfo> kAlgorithms = [] {
    std::vector<AlgorithmInfo> result;
    for (const Algorithm& algorithm : all_algorithms()) result.push_back(algorithm.info);
    return result;
  }();
  return kAlgorithms;
}

std::optional<Collective::Kind> collective_of_word(std::string_view word) {
  std::string letters;
  for (const char c : word) {
    if (c != '-' && c != '_') letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  for (const auto& [known, kind] : kWords) {
    if (known == letters) return kind;
  }
  return std::nullopt;
}

const AlgorithmInfo& find_algorithm(const std::string& name) { return find(name).info; }

std::unique_ptr<Schedule> make_schedule(const std::string& name, const Topology& topology,
                                        const AlgorithmOptions& options) {
  const Algorithm& algorithm = find(name);
  const AlgorithmOptions all = with_defaults(algorithm.info, options);
  if (topology.has_graph() && !algorithm.info.any_factor) {
    refuse_network(algorithm.info, topology, "are rings, paths or complete graphs",
                   &AlgorithmInfo::any_factor, "other graphs");
  }
  if (topology.twisted() && !algorithm.info.twisted)
    refuse_network(algorithm.info, topology, "no seam joins", &AlgorithmInfo::twisted, "twisted tori");
  if (topology.failures() != nullptr && !algorithm.info.plans_round_failures) {
    throw InputError(
        fmt::format("{} on {} is not planned round failures, broadcast and planned are; --reroute layered or "
                    "spread moves its messages",
                    name, topology.name()));
  }
  std::string generator = fmt::format("{} {}", name, topology.name());
  for (const auto& [key, value] : all) {
    const std::vector<OptionInfo>& options_of = algorithm.info.options;
    const auto option = std::find_if(options_of.begin(), options_of.end(),
                                     [&key = key](const OptionInfo& o) { return o.name == key; });
    if (!option->quiet || value != option->standard) generator += fmt::format(" {}={}", key, value);
  }
  std::unique_ptr<AlgorithmSchedule> schedule = algorithm.make(topology, all);
  schedule->sign(name, generator);
  return schedule;
}

}  // namespace torusim
