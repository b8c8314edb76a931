// gathered, dp-2d, dp-3d, t-2d1, t-2d2, t-3d1 and t-3d2.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>

#include "schedules/algorithms/families.h"
#include "schedules/algorithms/gather/gather_exchange.h"
#include "schedules/algorithms/gather/gather_nodes.h"
#include "schedules/core/error.h"

namespace torusim {
namespace {

/// Sides are 2^d; a phase of a 3-D torus has up to 2^(3 d) messages of some boxes each.
constexpr int kMostBits[] = {10, 6};  // [dimensions - 2]

int most_bits(int dimensions) { return kMostBits[dimensions - 2]; }

/// d if all sides wrap and have 2^d nodes, else 0.
int side_bits(const Topology& topology) {
  for (int i = 0; i < topology.dimensions(); ++i) {
    if (!topology.wraps(i) || topology.side(i) != topology.side(0)) return 0;
  }
  const auto side = static_cast<unsigned>(topology.side(0));
  return std::has_single_bit(side) ? std::countr_zero(side) : 0;
}

std::string cube(int dimensions, int d) {
  return Topology(std::vector<Dimension>(dimensions, {1 << d, Line::kRing})).name();
}

/// d of the torus, between `least` and `most`.
int require_cube(const std::string& name, const Topology& topology, int dimensions, int least, int most) {
  const int d = side_bits(topology);
  if (topology.dimensions() == dimensions && d >= least && d <= most) return d;
  const auto longest = static_cast<unsigned>(topology.side(0));
  const int down = std::clamp(static_cast<int>(std::bit_width(longest)) - 1, least, most);
  const int up = std::clamp(static_cast<int>(std::bit_width(longest - 1)), least, most);
  throw InputError(
      fmt::format("{} on {}: it needs a torus of {} equal sides of 2^d nodes, d from {} to {}; nearest: "
                  "{}{}; c1 runs on any torus",
                  name, topology.name(), dimensions, least, most, cube(dimensions, down),
                  up == down ? "" : " or " + cube(dimensions, up)));
}

// --- the settings

struct Setting {
  PublishedScheme scheme;
  const char* name;
  const char* what;
  int least, most;  ///< d
};

constexpr Setting kSettings[] = {
    {PublishedScheme::kDP2D, "dp-2d",
     "complete exchange by distances that double, without gathers; as DP-2D costs", 2, 10},
    {PublishedScheme::kDP3D, "dp-3d", "the same in three dimensions; as DP-3D costs", 2, 6},
    {PublishedScheme::kT2D1, "t-2d1",
     "complete exchange with gathers that save startups; at most as costly as T-2D1", 3, 7},
    {PublishedScheme::kT2D2, "t-2d2",
     "complete exchange with gathers that save blocks; at most as costly as T-2D2", 3, 9},
    {PublishedScheme::kT3D1, "t-3d1",
     "complete exchange with gathers that save startups; at most as costly as T-3D1", 3, 6},
    {PublishedScheme::kT3D2, "t-3d2",
     "complete exchange with gathers that save blocks; at most as costly as T-3D2", 3, 6},
};

Algorithm entry(const Setting& setting) {
  const int dimensions = dimensions_of(setting.scheme);
  AlgorithmInfo info{
      setting.name,
      setting.what,
      "reconstruction: docs/algorithms/gather-family.md; the scheme in Tseng, Ni, Sheu, Tables 3 and 4",
      fmt::format("torus of {} equal sides of 2^d nodes, d = {} to {}", dimensions, setting.least,
                  setting.most),
      {}};
  return {std::move(info), [setting](const Topology& topology, const AlgorithmOptions&) {
            const int d = require_cube(setting.name, topology, dimensions_of(setting.scheme), setting.least,
                                       setting.most);
            return std::make_unique<GatherExchange>(topology, gathers_for(setting.scheme, d).value());
          }};
}

// --- any gathers

/// "0,1,2": a number for each level from 2 on, the last for all that follow.
std::vector<int> read_gathers(const std::string& text, int dimensions, int d) {
  const auto refuse = [&](const std::string& why) {
    throw UsageError(fmt::format("gathered: gathers={}: {}; for example gathers={}", text, why,
                                 std::string("0,1,2,3").substr(0, 2 * std::clamp(d - 2, 1, 4) - 1)));
  };
  const std::optional<std::vector<int>> numbers = numbers_of(text);
  if (!numbers) refuse("numbers with commas between them are needed");
  std::vector<int> gathers;
  for (const int g : *numbers) {
    const int level = static_cast<int>(gathers.size()) + 2;
    const int most = std::min(level - 2, GatherNodes::most_gathers(dimensions));
    if (g < 0 || g > most) refuse(fmt::format("before level {} there may be 0 to {} gathers", level, most));
    if (!gathers.empty() && g < gathers.back()) refuse("they may not become fewer");
    gathers.push_back(g);
  }
  const std::size_t levels = std::max(0, d - 2);
  if (gathers.size() > std::max<std::size_t>(levels, 1))
    refuse(fmt::format("there are {} levels from 2 on, in sides of {} nodes", levels, 1 << d));
  gathers.resize(levels, gathers.back());
  return gathers;
}

std::unique_ptr<AlgorithmSchedule> make_gathered(const Topology& topology, const AlgorithmOptions& options) {
  const int dimensions = topology.dimensions() == 3 ? 3 : 2;
  const int d = require_cube("gathered", topology, dimensions, 2, most_bits(dimensions));
  return std::make_unique<GatherExchange>(topology, read_gathers(options.at("gathers"), dimensions, d));
}

}  // namespace

std::vector<Algorithm> gather_algorithms() {
  std::vector<Algorithm> all{
      {{"gathered",
        "complete exchange by distances that double, with gathers: few startups or few blocks",
        "found with torusim: docs/algorithms/gather-family.md",
        "torus of 2 or 3 equal sides of 2^d nodes, d = 2 to 10 (3-D: 6)",
        {{"gathers",
          {},
          "0",
          "gathers done before level 2, 3, ..; the last for all further levels",
          "G,G,.."}}},
       make_gathered}};
  for (const Setting& setting : kSettings) all.push_back(entry(setting));
  return all;
}

}  // namespace torusim
