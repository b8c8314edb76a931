#include "schedules/algorithms/gather/gather_exchange.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "schedules/core/dimension_name.h"

namespace torusim {

namespace {

using Coordinates = Topology::Coordinates;

/// Hops to the node that differs in one bit.
int hops_across(const Coordinates& at, CoordinateBit bit) {
  const int distance = 1 << bit.bit;
  return at[bit.dimension] & distance ? -distance : distance;
}

}  // namespace

GatherExchange::GatherExchange(const Topology& topology, std::vector<int> gathers)
    : d_(std::countr_zero(static_cast<unsigned>(topology.side(0)))),
      nodes_(topology.dimensions(), std::move(gathers)),
      sources_(nodes_) {
  info_.topology = topology;
  info_.claims = {.link_disjoint = true, .shortest_paths = true};
  plan_steps();
  info_.phases = static_cast<int>(steps_.size());
}

int GatherExchange::turns(int level) const {
  return std::max(nodes_.dimensions(), 1 << (level - nodes_.gathers_before(level) - 1));
}

void GatherExchange::plan_steps() {
  for (int i = 0; i < nodes_.dimensions(); ++i) {
    if (nodes_.low(i) == 1)
      steps_.push_back({.name = "L1." + dimension_name(i), .kind = Kind::kLevelOne, .dimension = i});
  }
  int scatters = 0;
  for (int level = 2; level < d_; ++level) {
    for (int g = nodes_.gathers_before(level - 1) + 1; g <= nodes_.gathers_before(level); ++g) {
      steps_.push_back({.name = fmt::format("G{}", g), .kind = Kind::kGather, .gather = g});
      const GatherSources::Scatter& next = sources_.scatters()[scatters];
      if (next.value == 1 && next.with_functional == g - 2) steps_.back().scatter = scatters++;
    }
    for (int turn = 0; turn < turns(level); ++turn) {
      steps_.push_back({.name = fmt::format("L{}.{}", level, turn + 1),
                        .kind = Kind::kMove,
                        .level = level,
                        .turn = turn});
    }
  }
  for (; scatters < static_cast<int>(sources_.scatters().size()); ++scatters) {
    const CoordinateBit bit = sources_.scatters()[scatters].bit;
    steps_.push_back({.name = fmt::format("S.{}{}", dimension_name(bit.dimension), bit.bit),
                      .kind = Kind::kScatter,
                      .scatter = scatters});
  }
}

/// Gather g adds messages of 2^(g-1) N blocks, less the blocks that have arrived; its scatter gives as many
/// back. docs/algorithms/gather-family.md, Totals.
std::int64_t GatherExchange::known_time(const TimeOf& time) const {
  const std::int64_t nodes = info_.topology.nodes();
  const int m = nodes_.dimensions();
  const auto gathered = [&](int g) {
    const std::int64_t all = nodes << (g - 1);
    return all - (all >> (m * (d_ - nodes_.level_of(g))));
  };
  const auto scattered = [&](int which) {
    const CoordinateBit bit = sources_.scatters()[which].bit;
    for (int g = 1; g <= nodes_.gathers(); ++g) {
      if (nodes_.flipped(g) == bit) return time(gathered(g), std::int64_t{1} << bit.bit);
    }
    return time(nodes / 2, std::int64_t{1} << bit.bit);
  };
  std::int64_t result = 0;
  for (const Step& step : steps_) {
    switch (step.kind) {
      case Kind::kLevelOne:
        result += time(nodes / 2, 2);
        break;
      case Kind::kGather:
        result += time(gathered(step.gather), std::int64_t{1} << nodes_.flipped(step.gather).bit);
        break;
      case Kind::kMove:
        result += time((nodes << nodes_.gathers_before(step.level)) / 2, std::int64_t{1} << step.level);
        break;
      case Kind::kScatter:
        result += scattered(step.scatter);
        break;
    }
  }
  return result;
}

std::vector<Range> GatherExchange::agreeing(int dimension, int coordinate, int level) const {
  const int n = info_.topology.side(0), low = nodes_.low(dimension), width = 1 << low;
  if (level < low) return {Range::whole(n)};
  const int period = 2 << level;
  const int first = (coordinate >> low << low) & (period - 1);
  std::vector<Range> ranges;
  if (n / period <= width) {
    for (int x = first; x < n; x += period) ranges.push_back({x, 1, width});
  } else {
    for (int w = 0; w < width; ++w) ranges.push_back({first + w, period, n / period});
  }
  return ranges;
}

std::vector<Range> GatherExchange::elsewhere(int dimension, int coordinate, int level) const {
  const int low = nodes_.low(dimension), width = 1 << low, own = coordinate >> low << low;
  std::vector<Range> ranges;
  for (const Range& range : agreeing(dimension, coordinate, level)) {
    if (range.stride == 1) {
      if (range.first != own) ranges.push_back(range);
      continue;
    }
    const int mine = own + range.first % width;
    const int before = (mine - range.first) / range.stride, after = range.count - 1 - before;
    if (before > 0) ranges.push_back({range.first, range.stride, before});
    if (after > 0) ranges.push_back({mine + range.stride, range.stride, after});
  }
  return ranges;
}

Transfer& GatherExchange::message(const Coordinates& at, int dimension, int hops,
                                  TransferWriter& writer) const {
  const NodeId node = info_.topology.node(at);
  return writer.add(node, info_.topology.displaced(node, dimension, hops), {Run::of(dimension, hops)});
}

void GatherExchange::add(const std::vector<SourceBox>& sources,
                         const std::vector<std::vector<Range>>& destinations, BlockSet& to) const {
  const int m = nodes_.dimensions(), n = info_.topology.side(0);
  std::array<std::vector<Range>, 3> ranges;
  BoxChoices choices(m);
  for (int i = 0; i < m; ++i) choices.set(m + i, destinations[i]);
  for (const SourceBox& box : sources) {
    for (int i = 0; i < m; ++i) {
      const auto [first, stride, count] = box[i];
      // All of a residue class, wherever it begins, is one range.
      const bool whole = count * stride == n;
      ranges[i] = wrapped_range(whole ? first & (stride - 1) : first, stride, count, n);
      choices.set(i, ranges[i]);
    }
    choices.add_to(to);
  }
}

void GatherExchange::send_off(const Coordinates& at, int g, const Levels& done, int dimension, int level,
                              TransferWriter& writer) const {
  std::vector<std::vector<Range>> destinations;
  for (int i = 0; i < nodes_.dimensions(); ++i) {
    destinations.push_back(i == dimension ? agreeing(i, at[i] ^ 1 << level, level)
                                          : agreeing(i, at[i], done[i]));
  }
  const int hops = nodes_.positive(level, dimension, at) ? 1 << level : -(1 << level);
  add(sources_.collected(at, g, done), destinations, message(at, dimension, hops, writer).blocks);
}

void GatherExchange::level_one(const Step& step, const Coordinates& at, TransferWriter& writer) const {
  Levels done{};
  for (int i = 0; i < step.dimension; ++i) done[i] = 1;
  send_off(at, 0, done, step.dimension, 1, writer);
}

void GatherExchange::move(const Step& step, const Coordinates& at, TransferWriter& writer) const {
  const int g = nodes_.gathers_before(step.level);
  if (!nodes_.holds_after(g, at)) return;
  const int label = nodes_.label(step.level, at) >> 1, all = turns(step.level);
  // Dimension i has the turn label - i.
  const auto turn_of = [&](int i) { return (label - i + all) % all; };
  Levels done{};
  for (int i = 0; i < nodes_.dimensions(); ++i) done[i] = step.level - (turn_of(i) < step.turn ? 0 : 1);
  for (int i = 0; i < nodes_.dimensions(); ++i) {
    if (turn_of(i) == step.turn) send_off(at, g, done, i, step.level, writer);
  }
}

void GatherExchange::gather(const Step& step, const Coordinates& at, TransferWriter& writer) const {
  const int g = step.gather, m = nodes_.dimensions();
  if (!nodes_.holds_after(g - 1, at)) return;
  const CoordinateBit bit = nodes_.flipped(g);
  const int hops = hops_across(at, bit);
  std::vector<std::vector<Range>> destinations;
  for (int i = 0; i < m; ++i) destinations.push_back(agreeing(i, at[i], d_ - 1));
  if (nodes_.holds_after(g, at)) {
    const auto boxes = sources_.finished(at, g);
    if (!boxes.empty()) add(boxes, destinations, message(at, bit.dimension, hops, writer).blocks);
    return;
  }
  // Blocks that are off along x, for any y; then blocks that are right along x and off along y; and so on.
  const int level = nodes_.level_of(g) - 1;
  const auto boxes = sources_.collected(at, g - 1, {level, level, level});
  BlockSet& blocks = message(at, bit.dimension, hops, writer).blocks;
  for (int i = 0; i < m; ++i) {
    auto part = destinations;
    part[i] = elsewhere(i, at[i], level);
    for (int j = i + 1; j < m; ++j) part[j] = agreeing(j, at[j], level);
    add(boxes, part, blocks);
  }
}

void GatherExchange::scatter(int which, const Coordinates& at, TransferWriter& writer) const {
  const auto& scatters = sources_.scatters();
  if (!sources_.takes_part(scatters[which], at)) return;
  const CoordinateBit bit = scatters[which].bit;
  // Destinations of its blocks agree with the node in all bits but low bits without a scatter yet.
  std::vector<std::vector<Range>> destinations;
  for (int i = 0; i < nodes_.dimensions(); ++i) {
    int open = (1 << nodes_.low(i)) - 1, wanted = at[i];
    for (int earlier = 0; earlier < which; ++earlier) {
      if (scatters[earlier].bit.dimension == i && sources_.takes_part(scatters[earlier], at))
        open &= ~(1 << scatters[earlier].bit.bit);
    }
    if (bit.dimension == i) {
      open &= ~(1 << bit.bit);
      wanted ^= 1 << bit.bit;
    }
    destinations.push_back({{wanted & ~open, open == 2 ? 2 : 1, open + 1 - (open == 2)}});
  }
  const auto boxes = sources_.scattered(at, which);
  if (boxes.empty()) return;  // it fell out of a gather that followed another at once
  BlockSet& blocks = message(at, bit.dimension, hops_across(at, bit), writer).blocks;
  add(boxes, destinations, blocks);
  blocks.coalesce();
}

void GatherExchange::make(Phase& phase) {
  const Topology& topology = info_.topology;
  const Step& step = steps_[at_];
  phase.name = step.name;
  TransferWriter writer(phase, topology.dimensions());
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    const Coordinates at = topology.coordinates(node);
    switch (step.kind) {
      case Kind::kLevelOne:
        level_one(step, at, writer);
        break;
      case Kind::kGather:
        gather(step, at, writer);
        break;
      case Kind::kMove:
        move(step, at, writer);
        break;
      case Kind::kScatter:
        break;
    }
    if (step.scatter >= 0) scatter(step.scatter, at, writer);
  }
}

}  // namespace torusim
