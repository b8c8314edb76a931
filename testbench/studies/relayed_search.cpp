// relayed_search SHAPE PERIOD PHASES STEPS SEED: a table of phases for the exchange `relayed`
// (schedules/algorithms/relayed/relay_table.h). It anneals a list of phases for few sends, then negotiates
// ways with as few blocks as it can. The same arguments give the same table, with one compiler and library.
//
// A phase permutes every line of every dimension in turn: a line's permutation depends on the classes of its
// other coordinates, so that two messages never have one source, one destination or one channel.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "schedules/algorithms/relayed/negotiated_ways.h"

using namespace torusim;

namespace {

/// [residue]: hops of the nodes of a line, one message at most on each of its channels.
std::vector<std::vector<int>> line_permutations(int side, int period) {
  std::vector<std::vector<int>> result;
  std::vector<int> hops(period);
  const auto extend = [&](auto&& self, int at, unsigned taken, unsigned plus, unsigned minus) -> void {
    if (at == period) return result.push_back(hops);
    const int most = std::min(period, side / 2);
    for (int h = -most; h <= most; ++h) {
      const auto residue = [&](int x) { return 1U << ((x % period + period) % period); };
      unsigned channels = 0;
      for (int i = 0; i < std::abs(h); ++i) channels |= residue(h > 0 ? at + i : at - i);
      if ((taken & residue(at + h)) != 0 || ((h > 0 ? plus : minus) & channels) != 0) continue;
      hops[at] = h;
      self(self, at + 1, taken | residue(at + h), h > 0 ? plus | channels : plus,
           h < 0 ? minus | channels : minus);
    }
  };
  extend(extend, 0, 0, 0, 0);
  // Only those that use channels well: short ones reach little.
  const auto used = [](const std::vector<int>& line) {
    int sum = 0;
    for (const int h : line) sum += std::abs(h);
    return sum;
  };
  std::erase_if(result, [&](const auto& line) { return used(line) < 2 * period - 2; });
  return result;
}

class Search {
 public:
  Search(const Topology& torus, int period, int phases, std::uint64_t seed)
      : phases_(torus, period), random_(seed), lines_(line_permutations(torus.side(0), period)) {
    lines_of_dimension_ = phases_.classes() / period;
    for (int p = 0; p < phases; ++p) {
      chosen_.emplace_back(torus.dimensions() * lines_of_dimension_);
      for (int& line : chosen_.back()) line = any(lines_.size());
      phases_.add(hops_of(chosen_.back()));
    }
    moves_.emplace(phases_);
  }

  void anneal(std::int64_t steps);
  const RelayPhases& phases() const { return phases_; }
  /// Of all sources of different classes, for all destinations, the fewest that there are.
  std::int64_t sends() const;

 private:
  int any(std::size_t below) { return static_cast<int>(random_() % below); }
  RelayPhases::Hops hops_of(const std::vector<int>& chosen) const;
  void change(std::vector<int>& chosen);
  void set(int phase, const std::vector<int>& chosen) {
    chosen_[phase] = chosen;
    phases_.set(phase, hops_of(chosen));
    moves_->replace(phases_, phase);
  }

  RelayPhases phases_;
  std::mt19937_64 random_;
  std::vector<std::vector<int>> lines_;
  int lines_of_dimension_ = 1;
  std::vector<std::vector<int>> chosen_;  // [phase]: a line permutation for each dimension and line class
  std::optional<RelayMoves> moves_;
};

RelayPhases::Hops Search::hops_of(const std::vector<int>& chosen) const {
  const Topology& torus = phases_.torus();
  const int period = phases_.period();
  RelayPhases::Hops result(phases_.classes());
  for (int c = 0; c < phases_.classes(); ++c) {
    auto at = phases_.member(c);
    for (int d = 0; d < torus.dimensions(); ++d) {
      int line = 0;  // of the class of the other coordinates
      for (int e = torus.dimensions() - 1; e >= 0; --e) {
        if (e != d) line = line * period + at[e];
      }
      const int hops = lines_[chosen[d * lines_of_dimension_ + line]][at[d]];
      result[c][d] = hops;
      at[d] = ((at[d] + hops) % period + period) % period;
    }
  }
  return result;
}

std::int64_t Search::sends() const {
  constexpr std::uint8_t kNever = 60;  // so much a destination that is not reached
  const NodeId nodes = moves_->nodes();
  std::int64_t result = 0;
  std::vector<std::uint8_t> now(nodes), then(nodes);
  for (int source = 0; source < moves_->classes(); ++source) {
    std::fill(now.begin(), now.end(), kNever);
    now[0] = 0;
    for (int phase = 0; phase < phases_.size(); ++phase) {
      then = now;
      for (NodeId at = 0; at < nodes; ++at) {
        if (now[at] == kNever) continue;
        const NodeId to = moves_->after(phase, source, at);
        if (to != RelayMoves::kNone && now[at] + 1 < then[to])
          then[to] = static_cast<std::uint8_t>(now[at] + 1);
      }
      std::swap(now, then);
    }
    for (const std::uint8_t count : now) result += count;
  }
  return result;
}

void Search::change(std::vector<int>& chosen) {
  const int kind = any(10);
  if (kind == 0) {
    for (int& line : chosen) line = any(lines_.size());
  } else if (kind < 3) {  // lines of a dimension by parity
    const int d = any(phases_.torus().dimensions()), even = any(lines_.size()), odd = any(lines_.size());
    for (int i = 0; i < lines_of_dimension_; ++i) {
      const int parity = (i + i / phases_.period()) % 2;
      chosen[d * lines_of_dimension_ + i] = parity == 0 ? even : odd;
    }
  } else {
    chosen[any(chosen.size())] = any(lines_.size());
  }
}

void Search::anneal(std::int64_t steps) {
  std::int64_t now = sends(), least = now;
  auto best = chosen_;
  const double hot = 0.003 * static_cast<double>(now);
  for (std::int64_t step = 0; step < steps; ++step) {
    const double heat = hot * std::pow(3e-4, static_cast<double>(step) / static_cast<double>(steps));
    const int phase = any(chosen_.size());
    const std::vector<int> before = chosen_[phase];
    std::vector<int> after = before;
    int other = -1;
    if (any(10) == 0) {  // two phases in the other order
      other = any(chosen_.size());
      after = chosen_[other];
      set(other, before);
    } else {
      change(after);
    }
    set(phase, after);
    const std::int64_t with = sends();
    const double chance = std::exp(static_cast<double>(now - with) / heat);
    if (with > now && chance < static_cast<double>(random_() >> 11) * 0x1p-53) {
      if (other >= 0) set(other, after);
      set(phase, before);
      continue;
    }
    now = with;
    if (now >= least) continue;
    least = now;
    best = chosen_;
  }
  for (int phase = 0; phase < phases_.size(); ++phase) set(phase, best[phase]);
}

void print(const RelayPhases& phases, std::int64_t blocks, std::uint64_t seed) {
  std::string sides;
  for (int d = 0; d < phases.torus().dimensions(); ++d)
    sides += fmt::format("{}{}", d > 0 ? ", " : "", phases.torus().side(d));
  fmt::print("    {{{{{}}}, {}, {{{}, {}}}, {},\n", sides, phases.period(), phases.size(), blocks, seed);
  std::string line;
  const auto flush = [&] {
    if (!line.empty()) fmt::print("     \"{}\"\n", line);
    line.clear();
  };
  for (int phase = 0; phase < phases.size(); ++phase) {
    for (const auto& hops : phases.hops(phase)) {
      for (int d = 0; d < phases.torus().dimensions(); ++d) {
        const int h = hops[d];
        line += static_cast<char>(h == 0 ? '.' : h > 0 ? 'A' + h - 1 : 'a' - h - 1);
      }
      if (line.size() >= 96) flush();
    }
  }
  flush();
  fmt::print("    }},\n");
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 6) {
    fmt::print(stderr, "relayed_search SHAPE PERIOD PHASES STEPS SEED, as in torus:8x8 4 16 100000 1\n");
    return 2;
  }
  const int phases = std::atoi(arguments[3]);
  const std::uint64_t seed = std::strtoull(arguments[5], nullptr, 10);
  Search search(Topology::parse(arguments[1]), std::atoi(arguments[2]), phases, seed);
  search.anneal(std::atoll(arguments[4]));
  const int classes = search.phases().classes();
  const std::int64_t least = (search.sends() + classes - 1) / classes;
  fmt::print(stderr, "{} sends of a node\n", least);
  for (std::int64_t blocks = std::max<std::int64_t>(least, phases); blocks < 2 * least;
       blocks += std::max<std::int64_t>(1, least / 256)) {
    if (!negotiated_ways(search.phases(), even_sizes(blocks, phases), seed, 60)) continue;
    print(search.phases(), blocks, seed);
    return 0;
  }
  return 1;
}
