// all_port_search SHAPE PHASES STEPS SEED: a table of phases for the exchange `all-port`
// (schedules/algorithms/all_port/all_port_table.h). It anneals the digits of phases M
// (docs/algorithms/all-port.md). The cost is the blocks of the plan, or a number beyond that for each offset
// that no plan reaches. The same arguments give the same table, with one compiler and library.
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "schedules/algorithms/all_port/all_port_plan.h"

using namespace torusim;

namespace {

constexpr int kSums = 4;  // classes: the sum of coordinates modulo 4

class Search {
 public:
  Search(const Topology& torus, int phases, std::uint64_t seed) : torus_(torus), random_(seed) {
    table_.classes = AllPortTable::Classes::kSums;
    for (int d = 0; d < torus.dimensions(); ++d) table_.sides.push_back(torus.side(d));
    table_.phases.resize(phases, {AllPortPhase::Kind::kTiles, {}, {}});
    for (AllPortPhase& phase : table_.phases) {
      for (int port = 0; port < torus.network_ports(); ++port) phase.starts[port] = any_digit();
    }
  }

  void anneal(std::int64_t steps);
  const AllPortTable& best() const { return best_; }
  std::int64_t least() const { return least_; }
  int unreached() const { return unreached_; }

 private:
  std::uint8_t any_digit() { return static_cast<std::uint8_t>(1 + random_() % 15); }
  std::int64_t cost();
  int count_unreached() const;
  void change();

  const Topology torus_;
  std::mt19937_64 random_;
  AllPortTable table_, best_;
  std::int64_t least_ = -1;
  int unreached_ = 0;  // by the best
};

/// Pairs of a class and an offset that no way reaches. A way never turns back, and goes half a side at most.
int Search::count_unreached() const {
  const int k = torus_.dimensions();
  std::vector<int> radix(k), weight(k);
  int states = 1;  // [dimension]: hops so far, from -side/2 to side/2
  for (int d = 0; d < k; ++d) {
    radix[d] = torus_.side(d) + 1;
    weight[d] = states;
    states *= radix[d];
  }
  int result = 0;
  for (int source = 0; source < kSums; ++source) {
    std::vector<bool> now(states), then;
    int start = 0;
    for (int d = 0; d < k; ++d) start += torus_.side(d) / 2 * weight[d];
    now[start] = true;
    for (const AllPortPhase& phase : table_.phases) {
      then = now;
      for (int state = 0; state < states; ++state) {
        if (!now[state]) continue;
        int sum = source;
        for (int d = 0; d < k; ++d) sum += state / weight[d] % radix[d] - torus_.side(d) / 2;
        const Topology::Coordinates at{(sum % kSums + kSums) % kSums};
        for (int port = 0; port < torus_.network_ports(); ++port) {
          const int d = torus_.port_dimension(port), half = torus_.side(d) / 2;
          const int hops = torus_.port_step(port) * phase.hops(torus_, at, port);
          const int moved = state / weight[d] % radix[d] - half;
          if (hops != 0 && moved * hops >= 0 && std::abs(moved + hops) <= half)
            then[state + hops * weight[d]] = true;
        }
      }
      now.swap(then);
    }
    std::vector<bool> reached(torus_.nodes());
    for (int state = 0; state < states; ++state) {
      if (!now[state]) continue;
      Topology::Coordinates to{};
      for (int d = 0; d < k; ++d) {
        const int side = torus_.side(d);
        to[d] = (state / weight[d] % radix[d] + side - side / 2) % side;
      }
      reached[torus_.node(to)] = true;
    }
    for (const bool one : reached) result += !one;
  }
  return result;
}

std::int64_t Search::cost() {
  const int unreached = count_unreached();
  if (unreached > 0) return std::int64_t{torus_.nodes()} * torus_.side(0) / 2 + unreached;
  return AllPortPlan(table_).loads().blocks();
}

void Search::change() {
  AllPortPhase& phase = table_.phases[random_() % table_.phases.size()];
  if (random_() % 8 == 0) return std::swap(phase, table_.phases[random_() % table_.phases.size()]);
  phase.starts[random_() % torus_.network_ports()] = any_digit();
}

void Search::anneal(std::int64_t steps) {
  std::int64_t now = cost();
  best_ = table_;
  least_ = now;
  unreached_ = count_unreached();
  for (std::int64_t step = 0; step < steps; ++step) {
    const double heat = 2.0 * std::pow(0.05, static_cast<double>(step) / static_cast<double>(steps));
    const AllPortTable before = table_;
    change();
    const std::int64_t with = cost();
    if (with > now &&
        std::exp(static_cast<double>(now - with) / heat) < static_cast<double>(random_() >> 11) * 0x1p-53) {
      table_ = before;
      continue;
    }
    now = with;
    if (now >= least_) continue;
    least_ = now;
    best_ = table_;
    unreached_ = count_unreached();
  }
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 5) {
    fmt::print(stderr, "all_port_search SHAPE PHASES STEPS SEED, as in torus:4x4 3 2000 1\n");
    return 2;
  }
  const Topology torus = Topology::parse(arguments[1]);
  for (int d = 0; d < torus.dimensions(); ++d) {
    if (!torus.wraps(d) || torus.side(d) % kSums != 0 || torus.dimensions() > 3) {
      fmt::print(stderr, "all_port_search: {}: needs up to three wrapped dimensions of multiples of 4\n",
                 torus.name());
      return 2;
    }
  }
  Search search(torus, std::atoi(arguments[2]), std::strtoull(arguments[4], nullptr, 10));
  search.anneal(std::atoll(arguments[3]));
  if (search.unreached() > 0) {
    fmt::print("{} offsets of {} are reached by no way\n", search.unreached(), kSums * torus.nodes());
    return 1;
  }
  std::string phases;
  for (const AllPortPhase& phase : search.best().phases) phases += " " + phase.name(torus.dimensions());
  fmt::print("{} + {}:{}\n", search.best().phases.size(), search.least(), phases);
  return 0;
}
