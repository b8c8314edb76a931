#include "schedules/algorithms/gather/gather_nodes.h"

#include <algorithm>
#include <functional>
#include <tuple>

namespace torusim {

namespace {

int bit_of(const Topology::Coordinates& at, CoordinateBit bit) { return at[bit.dimension] >> bit.bit & 1; }

}  // namespace

GatherNodes::GatherNodes(int dimensions, std::vector<int> gathers)
    : dimensions_(dimensions), before_(std::move(gathers)) {
  constexpr int x = 0, y = 1, z = 2;
  if (dimensions == 2) {
    functionals_ = {{{x, 0}, {y, 2}}, {{x, 2}, {y, 0}}, {{x, 1}, {y, 3}}, {{x, 3}, {y, 1}}};
  } else {
    functionals_ = {{{x, 0}, {y, 2}, {z, 2}}, {{x, 2}, {y, 0}, {z, 3}}, {{x, 3}, {y, 3}, {z, 0}},
                    {{x, 1}, {y, 4}, {z, 4}}, {{x, 4}, {y, 1}, {z, 5}}, {{x, 5}, {y, 5}, {z, 1}}};
  }
}

int GatherNodes::level_of(int g) const {
  return 2 + static_cast<int>(std::lower_bound(before_.begin(), before_.end(), g) - before_.begin());
}

int GatherNodes::functional(int h, const Topology::Coordinates& at) const {
  int parity = 0;
  for (const CoordinateBit bit : functionals_[h]) parity ^= bit_of(at, bit);
  return parity;
}

int GatherNodes::last_gather(const Topology::Coordinates& at) const {
  int h = 0;
  while (h < gathers() && functional(h, at) == 0) ++h;
  return h + 1;
}

int GatherNodes::label(int level, const Topology::Coordinates& at) const {
  const auto used = functionals_.begin() + gathers_before(level);
  int label = 0;
  for (int dimension = 0; dimension < dimensions_; ++dimension) {
    int j = 0;
    for (int bit = 0; bit < level; ++bit) {
      const auto uses = [&](const auto& functional) {
        return std::find(functional.begin(), functional.end(), CoordinateBit{dimension, bit}) !=
               functional.end();
      };
      if (std::any_of(functionals_.begin(), used, uses)) continue;
      label ^= bit_of(at, {dimension, bit}) << j++;
    }
  }
  return label;
}

bool GatherNodes::positive(int level, int dimension, const Topology::Coordinates& at) const {
  return (level == 1 ? at[dimension] : label(level, at)) % 2 == 0;
}

namespace {

using Coordinates = Topology::Coordinates;

Coordinates opposite(Coordinates at, CoordinateBit bit) {
  at[bit.dimension] ^= 1 << bit.bit;
  return at;
}

/// Appends the box without `part`, of which every progression continues it on one or both sides.
void append_rest(const SourceBox& box, const SourceBox& part, int dimensions, std::vector<SourceBox>& to) {
  SourceBox piece = box;
  for (int i = 0; i < dimensions; ++i) {
    const Progression &whole = box[i], &cut = part[i];
    const int before = (cut.first - whole.first) / whole.stride;
    const int after = whole.count - before - cut.count;
    piece[i] = {whole.first, whole.stride, before};
    if (before > 0) to.push_back(piece);
    piece[i] = {cut.first + cut.count * cut.stride, whole.stride, after};
    if (after > 0) to.push_back(piece);
    piece[i] = cut;
  }
}

}  // namespace

GatherSources::GatherSources(const GatherNodes& nodes) : nodes_(nodes) { plan_scatters(); }

void GatherSources::plan_scatters() {
  const int gathers = nodes_.gathers();
  // Nodes whose blocks were taken by the gather over bit 0 have time in the gather after it.
  for (int g = 2; g <= gathers; ++g) {
    const CoordinateBit before = nodes_.flipped(g - 1);
    if (before.bit == 0 && nodes_.flips({before.dimension, 1}))
      scatters_.push_back({{before.dimension, 1}, g - 2, 1});
  }
  for (int g = gathers; g >= 1; --g) {
    const CoordinateBit bit = nodes_.flipped(g);
    if (bit.bit == 0) {
      scatters_.push_back({bit, 0, -1});
    } else {
      scatters_.push_back({bit, bit.dimension, 0});  // b_(h+1) is bit 0 of dimension h
    }
  }
  gather_scatters_ = static_cast<int>(scatters_.size());
  for (int i = 0; i < nodes_.dimensions(); ++i) {
    if (!nodes_.flips({i, 0})) scatters_.push_back({{i, 0}, 0, -1});
  }
}

std::vector<SourceBox> GatherSources::collected(const Coordinates& at, int g, const Levels& done) const {
  std::vector<SourceBox> boxes(std::size_t{1} << g);
  for (std::size_t flips = 0; flips < boxes.size(); ++flips) {
    // Backwards: the moves since a gather, then across its bit if the blocks came that way.
    Coordinates from = at;
    const int top = *std::max_element(done.begin(), done.begin() + nodes_.dimensions());
    std::array<int, 3> back{};
    int undone = g;
    for (int level = top; level >= 1; --level) {
      for (; undone > nodes_.gathers_before(level); --undone) {
        if (flips >> (undone - 1) & 1) from = opposite(from, nodes_.flipped(undone));
      }
      for (int i = 0; i < nodes_.dimensions(); ++i) {
        if (level > done[i] || level < nodes_.low(i)) continue;
        if (nodes_.positive(level, i, from)) back[i] += 1 << level;
      }
    }
    for (; undone > 0; --undone) {
      if (flips >> (undone - 1) & 1) from = opposite(from, nodes_.flipped(undone));
    }
    for (int i = 0; i < nodes_.dimensions(); ++i) {
      const int low = nodes_.low(i);
      boxes[flips][i] = {from[i] - back[i], 1 << low, 1 << std::max(0, done[i] + 1 - low)};
    }
  }
  return boxes;
}

std::vector<SourceBox> GatherSources::finished(const Coordinates& at, int g) const {
  const auto all_done = [](int level) { return Levels{level, level, level}; };
  std::vector<SourceBox> boxes = collected(at, g - 1, all_done(nodes_.level_of(g) - 1));
  if (g == 1) return boxes;
  // The last gather gave back the blocks that have not moved since.
  const std::vector<SourceBox> still = collected(at, g - 1, all_done(nodes_.level_of(g - 1) - 1));
  std::vector<SourceBox> rest;
  for (std::size_t i = 0; i < boxes.size(); ++i) append_rest(boxes[i], still[i], nodes_.dimensions(), rest);
  return rest;
}

std::vector<SourceBox> GatherSources::scattered(const Coordinates& at, int count) const {
  if (count >= gather_scatters_) {
    // All bits are right, except bits 0 that no gather has flipped: in these a block is still at its source.
    SourceBox box;
    const int side = 1 << nodes_.level_of(nodes_.gathers() + 1);
    for (int i = 0; i < nodes_.dimensions(); ++i) {
      box[i] = {at[i] & 1, 2, side / 2};
      for (int done = 0; done < count; ++done) {
        if (scatters_[done].bit == CoordinateBit{i, 0}) box[i] = {0, 1, side};
      }
    }
    return {box};
  }
  if (count > 0) {
    const Scatter& last = scatters_[count - 1];
    std::vector<SourceBox> boxes = scattered(at, count - 1);
    if (!takes_part(last, at)) return boxes;
    const std::vector<SourceBox> came = scattered(opposite(at, last.bit), count - 1);
    boxes.insert(boxes.end(), came.begin(), came.end());
    return boxes;
  }
  const int g = nodes_.last_gather(at);
  std::vector<SourceBox> boxes = finished(at, g);
  if (g <= nodes_.gathers()) {
    const std::vector<SourceBox> came = finished(opposite(at, nodes_.flipped(g)), g);
    boxes.insert(boxes.end(), came.begin(), came.end());
  }
  return boxes;
}

namespace {

/// Calls `visit` with every choice of gathers.
void for_each_choice(int dimensions, int d, const std::function<void(const std::vector<int>&)>& visit) {
  std::vector<int> gathers;
  const std::function<void(int, int)> choose = [&](int level, int least) {
    if (level >= d) return visit(gathers);
    for (int g = least; g <= std::min(level - 2, GatherNodes::most_gathers(dimensions)); ++g) {
      gathers.push_back(g);
      choose(level + 1, g);
      gathers.pop_back();
    }
  };
  choose(2, 0);
}

}  // namespace

Cost gather_cost(int dimensions, int d, const std::vector<int>& gathers) {
  const GatherNodes nodes(dimensions, gathers);
  const std::int64_t all = std::int64_t{1} << (dimensions * d);
  Cost cost;
  const auto add = [&](std::int64_t phases, std::int64_t blocks) {
    cost.startups += phases;
    cost.blocks += phases * blocks;
  };
  for (int i = 0; i < dimensions; ++i) {
    if (nodes.low(i) == 1) add(1, all / 2);     // level 1
    if (!nodes.flips({i, 0})) add(1, all / 2);  // the last bit
  }
  for (int level = 2; level < d; ++level) {
    const int g = nodes.gathers_before(level);
    add(std::max(dimensions, 1 << (level - g - 1)), (all << g) / 2);
  }
  for (int g = 1; g <= nodes.gathers(); ++g) {
    // All but the share that is where it belongs; again in the scatter.
    const int level = nodes.level_of(g);
    add(2, ((all << g) - (all << g >> (dimensions * (d - level)))) / 2);
  }
  return cost;
}

std::optional<std::vector<int>> gathers_for(PublishedScheme scheme, int d) {
  const int dimensions = dimensions_of(scheme);
  if (scheme == PublishedScheme::kDP2D || scheme == PublishedScheme::kDP3D)
    return std::vector<int>(std::max(0, d - 2));
  const Cost printed = published_cost(scheme, d);
  const bool few_startups = scheme == PublishedScheme::kT2D1 || scheme == PublishedScheme::kT3D1;
  std::optional<std::vector<int>> best;
  std::tuple<std::int64_t, std::int64_t> least;
  for_each_choice(dimensions, d, [&](const std::vector<int>& gathers) {
    const Cost cost = gather_cost(dimensions, d, gathers);
    if (cost.startups > printed.startups || cost.blocks > printed.blocks) return;
    const auto order =
        few_startups ? std::tuple(cost.blocks, cost.startups) : std::tuple(cost.startups, cost.blocks);
    if (best && order >= least) return;
    best = gathers;
    least = order;
  });
  return best;
}

}  // namespace torusim
