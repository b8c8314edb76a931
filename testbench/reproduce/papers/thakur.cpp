// Thakur, Choudhary, Fox: Complete Exchange on a Wormhole Routed Mesh, Tables 1 to 6 and the contention of
// Section 3. Tables 2 to 6 are seconds on the Intel Delta. The exhibits compare them with the paper's time
// model, alpha and beta fitted, and with runs at flit level on hardware with the Delta's startup time and
// bandwidth.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "schedules/algorithms/registry.h"
#include "schedules/formulas/exchange_closed_forms.h"
#include "testbench/reproduce/exhibit_builder.h"
#include "testbench/reproduce/papers.h"

namespace torusim::thakur {
namespace {

/// The partner of a node of pex on path:8 in a step; -1: none, or one way only.
int partner(int step, int node) {
  const auto schedule = make_schedule("pex", Topology::parse("path:8"));
  Phase phase;
  for (int i = 0; i < step; ++i) schedule->next(phase);
  int to = -1, from = -1;
  for (const Transfer& transfer : phase.transfers) {
    if (transfer.source == node) to = transfer.destination;
    if (transfer.destination == node) from = transfer.source;
  }
  return to == from ? to : -1;
}

/// f, its sum and its largest value over the steps, and S, the sum of max(1, f / 2).
struct Contention {
  double steps = 0, sum = 0, max = 0, shares = 0;
};

Contention total(Grid mesh, int (*link_load)(Grid, int)) {
  Contention result;
  for (int step = 1; step < mesh.nodes(); ++step) {
    const double load = link_load(mesh, step);
    ++result.steps;
    result.sum += load;
    result.max = std::max(result.max, load);
    result.shares += std::max(1.0, load / 2);
  }
  return result;
}

// --- Tables 2 to 6

/// A mesh of a table: printed seconds for each of kBytes. PEX-GEN and PEX-GEN-SHIFT have no closed form:
/// `counted` has their values from an independent count.
struct Mesh {
  int rows, columns;
  std::array<const char*, 5> seconds;
  std::optional<Contention> counted = {};

  std::string sides() const { return fmt::format("{}x{}", rows, columns); }
};

constexpr int kBytes[] = {256, 1024, 4096, 8192, 16384};

struct Table {
  int number;
  const char *algorithm, *title;
  std::vector<Mesh> meshes;
};

const std::vector<Table>& tables() {
  static const std::vector<Table> kTables{
      {2,
       "pex",
       "PEX",
       {{4, 4, {"0.004", "0.008", "0.023", "0.034", "0.064"}},
        {8, 8, {"0.022", "0.064", "0.114", "0.228", "0.441"}},
        {16, 8, {"0.045", "0.120", "0.355", "0.692", "1.413"}},
        {16, 16, {"0.094", "0.290", "0.999", "2.068", "4.145"}},
        {16, 32, {"0.203", "0.860", "3.218", "6.794", "13.61"}}}},
      {3,
       "pex-gen",
       "PEX-GEN",
       {{4, 5, {"0.008", "0.017", "0.037", "0.073", "0.138"}, Contention{31, 58, 3, 32}},
        {6, 8, {"0.019", "0.038", "0.091", "0.174", "0.333"}, Contention{63, 187, 4, 95}},
        {16, 9, {"0.085", "0.191", "0.576", "1.188", "2.403"}, Contention{255, 1169, 8, 584.5}},
        {16, 14, {"0.092", "0.270", "0.977", "2.007", "4.056"}, Contention{255, 1830, 9, 915.5}},
        {16, 30, {"0.211", "0.899", "3.588", "7.616", "15.82"}, Contention{511, 7017, 18, 3509}}}},
      {4,
       "pex-gen-shift",
       "PEX-GEN-SHIFT",
       {{4, 5, {"0.008", "0.017", "0.036", "0.071", "0.129"}, Contention{31, 55, 3, 31.5}},
        {6, 8, {"0.019", "0.038", "0.091", "0.170", "0.333"}, Contention{63, 187, 4, 97}},
        {16, 9, {"0.085", "0.188", "0.543", "1.111", "2.242"}, Contention{255, 1113, 8, 559}},
        {16, 14, {"0.092", "0.263", "0.933", "1.948", "3.844"}, Contention{255, 1762, 9, 881.5}},
        {16, 30, {"0.211", "0.894", "3.526", "7.515", "15.74"}, Contention{511, 6603, 18, 3302}}}},
      {5,
       "gen",
       "GEN on power-of-two meshes",
       {{4, 4, {"0.004", "0.008", "0.018", "0.037", "0.069"}},
        {8, 8, {"0.016", "0.042", "0.145", "0.290", "0.576"}},
        {16, 8, {"0.042", "0.123", "0.461", "0.933", "1.947"}},
        {16, 16, {"0.089", "0.346", "1.220", "2.511", "5.052"}},
        {16, 32, {"0.283", "1.217", "3.944", "8.007", "16.15"}}}},
      {6,
       "gen",
       "GEN on other meshes",
       {{4, 5, {"0.004", "0.009", "0.025", "0.052", "0.098"}},
        {6, 8, {"0.015", "0.027", "0.083", "0.186", "0.369"}},
        {16, 9, {"0.046", "0.146", "0.527", "1.071", "2.182"}},
        {16, 14, {"0.074", "0.285", "0.998", "2.011", "4.005"}},
        {16, 30, {"0.246", "1.069", "3.706", "7.752", "15.94"}}}}};
  return kTables;
}

Contention contention(const std::string& algorithm, const Mesh& mesh) {
  if (mesh.counted) return *mesh.counted;
  return total({mesh.rows, mesh.columns}, algorithm == "pex" ? &pex_link_load : &gen_link_load);
}

/// The paper's model, steps alpha + bytes S beta seconds, fitted to a table by least squares of the relative
/// errors.
struct Fit {
  double alpha, beta;
  double error;  // the mean of |model / printed - 1|
};

Fit fit(const Table& table) {
  struct Time {
    double seconds, steps, byte_shares;
  };
  std::vector<Time> times;
  for (std::size_t size = 0; size < std::size(kBytes); ++size) {
    for (const Mesh& mesh : table.meshes) {
      const Contention exact = contention(table.algorithm, mesh);
      times.push_back({std::stod(mesh.seconds[size]), exact.steps, kBytes[size] * exact.shares});
    }
  }
  double xx = 0, xy = 0, yy = 0, x1 = 0, y1 = 0;
  for (const Time& time : times) {
    const double x = time.steps / time.seconds, y = time.byte_shares / time.seconds;
    xx += x * x, xy += x * y, yy += y * y, x1 += x, y1 += y;
  }
  const double determinant = xx * yy - xy * xy;
  Fit result{(x1 * yy - y1 * xy) / determinant, (y1 * xx - x1 * xy) / determinant, 0};
  for (const Time& time : times) {
    result.error += std::abs((time.steps * result.alpha + time.byte_shares * result.beta) / time.seconds - 1);
  }
  result.error /= static_cast<double>(times.size());
  return result;
}

// --- exhibits

Exhibit table_1() {
  Exhibit exhibit{"table-1",
                  "Table 1: communication schedule for PEX on 8 processors",
                  "The partner of a processor in a step: as printed, as i xor step, and in the schedule of "
                  "pex on path:8, "
                  "where both send to each other.",
                  {"step", "processor"}};
  using Pairs = std::array<std::pair<int, int>, 4>;
  const Pairs printed[] = {{{{0, 1}, {2, 3}, {4, 5}, {6, 7}}}, {{{0, 2}, {1, 3}, {4, 6}, {5, 7}}},
                           {{{0, 3}, {1, 2}, {4, 7}, {5, 6}}}, {{{0, 4}, {1, 5}, {2, 6}, {3, 7}}},
                           {{{0, 5}, {1, 4}, {2, 7}, {3, 6}}}, {{{0, 6}, {1, 7}, {2, 4}, {3, 5}}},
                           {{{0, 7}, {1, 6}, {2, 5}, {3, 4}}}};
  int step = 0;
  for (const Pairs& pairs : printed) {
    ++step;
    for (const auto& [node, other] : pairs) {
      row(exhibit, step, node).printed(other).formula(node ^ step).count([step, node = node] {
        return partner(step, node);
      });
    }
  }
  return exhibit;
}

Exhibit scott() {
  Exhibit exhibit{
      "scott",
      "Section 3: phases without contention on an a x a mesh",
      "Scott's lower bound is a^3/4 phases, which scott reaches. Counted in its schedule: phases, and the "
      "messages on the busiest channel of a phase. Measured: its cycles over those of PEX, with barriers and "
      "64 flits a block.",
      {"mesh", "of"}};
  for (int a = 4; a <= 22; a += 2) {
    const std::string mesh = fmt::format("{0}x{0}", a), info = "info scott -t mesh:" + mesh;
    row(exhibit, mesh, "phases").printed(a * a * a / 4).formula(a * a * a / 4).ask(info, &Outcome::startups);
    row(exhibit, mesh, "largest f").printed(1).formula(1).ask(info, &Outcome::max_load);
    if (a != 4 && a != 8 && a != 16) continue;
    row(exhibit, mesh, "cycles, scott/PEX")
        .ask(fmt::format("run scott -t mesh:{} --block 64", mesh), &Outcome::cycles)
        .over(fmt::format("run pex -t mesh:{} --block 64", mesh));
  }
  return exhibit;
}

void add_contention(Exhibit& exhibit, const std::string& algorithm, const Mesh& mesh, const char* why) {
  const Contention exact = contention(algorithm, mesh);
  const std::string info = fmt::format("info {} -t mesh:{}", algorithm, mesh.sides());
  const auto add = [&](const char* what, double formula, auto Outcome::*value) {
    return row(exhibit, algorithm, mesh.sides(), what).formula(formula).ask(info, value).why(why);
  };
  add("steps", exact.steps, &Outcome::startups).printed(exact.steps);
  Row sum = add("sum of f", exact.sum, &Outcome::sum_loads),
      largest = add("largest f", exact.max, &Outcome::max_load);
  add("S", exact.shares, &Outcome::shares);
  const int longest = std::max(mesh.rows, mesh.columns);
  if (mesh.counted) {
    int bound = 1;
    while (bound < longest) bound *= 2;
    largest.printed_at_most(bound / 2);
    return;
  }
  const bool pex = algorithm == "pex";
  const Contention printed =
      total({mesh.rows, mesh.columns}, pex ? &printed_pex_link_load : &printed_gen_link_load);
  sum.printed(printed.sum);
  largest.printed(pex ? longest / 2 : printed.max);
}

Exhibit contention_of_steps() {
  Exhibit exhibit{
      "contention",
      "Sections 3.1 to 3.4: steps and contention",
      "f is the number of messages on the busiest channel in a step; S is the sum of max(1, f/2) over the "
      "steps. Formula: closed forms of PEX and GEN, and an independent count for the other two.",
      {"algorithm", "mesh", "of all steps"}};
  const char* bounded =
      "Sections 3.2 and 3.3 bound the contention by that of PEX. The bound fails here, because the number of "
      "columns is "
      "not a power of two.";
  for (const Table& table : tables()) {
    const char* why =
        table.number == 2
            ? "Misprint: Section 3.1 has 2^ceil(lg max(mod(i, c), i/c)). With floors it is exact, and its "
              "largest f is max(r, c)/2, as in the text."
        : table.number <= 4 ? bounded
                            : "Section 3.4 adds the messages on channels of rows and of columns, which is an "
                              "upper bound: no channel "
                              "carries both. The larger of the two is exact, see docs/papers.";
    for (const Mesh& mesh : table.meshes) add_contention(exhibit, table.algorithm, mesh, why);
  }
  return exhibit;
}

/// At the Delta's 0.25 us a byte, a flit of 16 bytes takes 4 us; 188 us are 47 cycles.
Exhibit times(const Table& table) {
  const Fit fitted = fit(table);
  Exhibit exhibit{
      fmt::format("table-{}", table.number),
      fmt::format("Table {}: time of {} on the Delta", table.number, table.title),
      fmt::format(
          "Formula: the paper's model with gamma = 1, steps alpha + L beta S, where S is the sum of max(1, "
          "f/2) "
          "for the exact f. The fit to this table (least squares of relative errors) gives alpha = {:.1f} us "
          "and "
          "beta = {:.4f} us a byte. Measured: a flit of 16 bytes per cycle of 4 us and a startup time of 47 "
          "cycles (188 us), with barriers between the steps and without.",
          1e6 * fitted.alpha, 1e6 * fitted.beta),
      {"mesh", "bytes", "synchronisation"},
      "seconds"};
  const std::string why = fmt::format(
      "The formula fits 25 values with two constants; its average error is {:.0f} %. Measured times are "
      "longer for two "
      "reasons. The Delta's links carried two messages as fast as one (gamma = 1); here a link is as fast as "
      "a node "
      "(gamma = 0), so f messages take f times as long. And a waiting worm holds the channels behind it, "
      "which f "
      "ignores.",
      100 * fitted.error);
  for (const Mesh& mesh : table.meshes) {
    const Contention exact = contention(table.algorithm, mesh);
    for (std::size_t size = 0; size < std::size(kBytes); ++size) {
      for (const char* sync : {"barrier", "none"}) {
        row(exhibit, mesh.sides(), kBytes[size], sync)
            .printed(std::string(mesh.seconds[size]))
            .formula(exact.steps * fitted.alpha + kBytes[size] * fitted.beta * exact.shares)
            .ask(fmt::format("run {} -t mesh:{} --block {} --startup 47 --sync {}", table.algorithm,
                             mesh.sides(), kBytes[size] / 16, sync),
                 [](const Outcome& outcome) { return static_cast<double>(outcome.cycles) * 4e-6; })
            .why(why);
      }
    }
  }
  return exhibit;
}

}  // namespace

std::vector<Exhibit> exhibits() {
  std::vector<Exhibit> exhibits{table_1(), scott(), contention_of_steps()};
  for (const Table& table : tables()) exhibits.push_back(times(table));
  return exhibits;
}

}  // namespace torusim::thakur
