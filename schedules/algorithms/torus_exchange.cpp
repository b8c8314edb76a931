#include "schedules/algorithms/torus_exchange.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "schedules/algorithms/phase_alignment.h"
#include "schedules/error.h"

namespace torusim {
namespace {

/// Goes through all coordinates in the order of node numbers.
bool advance(const Topology& topology, Topology::Coordinates& at) {
  for (int d = topology.dimensions() - 1; d >= 0; --d) {
    if (++at[d] < topology.side(d)) return true;
    at[d] = 0;
  }
  return false;
}

/// Writes transfers into a phase, over those of the phase before it, so that their memory is used again.
class TransferWriter {
 public:
  explicit TransferWriter(Phase& phase, int dimensions) : phase_(phase), dimensions_(dimensions) {}
  ~TransferWriter() { phase_.transfers.resize(used_); }

  Transfer& add(NodeId source, NodeId destination, Run run) {
    if (used_ == phase_.transfers.size()) phase_.transfers.emplace_back();
    Transfer& transfer = phase_.transfers[used_++];
    transfer.source = source;
    transfer.destination = destination;
    transfer.message_class = 0;
    transfer.route = Route{run};
    transfer.blocks.clear(dimensions_);
    return transfer;
  }

 private:
  Phase& phase_;
  int dimensions_;
  std::size_t used_ = 0;
};

/// Alternatives for each of the 2k ranges of a box, without owning them; adds all combinations to a set.
class BoxChoices {
 public:
  explicit BoxChoices(int dimensions) : count_(2 * dimensions) {}
  void set(int range, std::span<const Range> alternatives) { choices_[range] = alternatives; }
  void add_to(BlockSet& set) { add_from(0, set); }

 private:
  void add_from(int i, BlockSet& set) {
    if (i == count_) return set.add(BoxView(box_.data(), count_));
    for (const Range& range : choices_[i]) {
      box_[i] = range;
      add_from(i + 1, set);
    }
  }

  int count_;
  std::array<std::span<const Range>, 2 * Topology::kMaxDimensions> choices_;
  std::array<Range, 2 * Topology::kMaxDimensions> box_;
};

}  // namespace

TorusExchange::TorusExchange(std::string name, std::string generator, const Topology& topology,
                             std::vector<int> dilation, const RingOptions& options)
    : dilation_(std::move(dilation)) {
  info_.name = std::move(name);
  info_.generator = std::move(generator);
  info_.topology = topology;
  info_.claims = {.link_disjoint = true, .shortest_paths = true};
  for (int d = 0; d < topology.dimensions(); ++d) {
    if (!topology.wraps(d) || side(d) % dilation_[d] != 0) {
      throw InputError(fmt::format("{} on {}: dimension {} must wrap and its side be divisible by {}",
                                   info_.name, topology.name(), Topology::dimension_name(d), dilation_[d]));
    }
    // Equal sides are the rule, so the template is made once for them.
    const int length = side(d) / dilation_[d];
    const auto same =
        std::find_if(rings_.begin(), rings_.end(), [&](const auto& r) { return r.length == length; });
    rings_.push_back(same != rings_.end() ? RingExchange(*same) : make_ring_exchange(length, options));
    gathered_.emplace_back();
    for (int x = 0; x < side(d); ++x) {
      gathered_[d].push_back(wrapped_range(x - dilation_[d] + 1, 1, dilation_[d], side(d)));
    }
  }
  plan();
}

void TorusExchange::plan() {
  const int k = *std::max_element(dilation_.begin(), dilation_.end());
  const int dimensions = info_.topology.dimensions();
  stages_ = k == 1 ? dimensions : std::max(k, dimensions);
  for (int d = 0; d < dimensions; ++d) {
    for (int round = 0; round + 1 < dilation_[d]; ++round) steps_.push_back({-1, d, round, {}, {}});
  }
  for (int stage = 0; stage < stages_; ++stage) plan_stage(stage);
  info_.phases = static_cast<int>(steps_.size());
  for (const RingExchange& ring : rings_) {
    for (const RingPhase& phase : ring.phases)
      info_.has_signals = info_.has_signals || !phase.signals.empty();
  }
}

void TorusExchange::plan_stage(int stage) {
  std::vector<int> order;
  for (int g = 0; g < stages_; ++g) {
    if (running(g, stage) >= 0) order.push_back(running(g, stage));
  }
  // The longest ring first: the phases of the others find a place among its own.
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return rings_[a].phases.size() > rings_[b].phases.size(); });
  std::vector<SizedPhase> merged;
  std::vector<std::vector<int>> ring_phases;  // [step of the stage][dimension]
  for (const int d : order) {
    const std::int64_t unit = info_.topology.nodes() / rings_[d].length;
    std::vector<SizedPhase> sized;
    for (const RingPhase& phase : rings_[d].phases) sized.push_back({phase.name, unit * phase.max_blocks()});
    if (merged.empty()) {
      merged = sized;
      ring_phases.assign(merged.size(), std::vector<int>(rings_.size(), -1));
    }
    const std::vector<int> placed = align_phases(merged, sized);
    for (std::size_t i = 0; i < merged.size(); ++i) {
      ring_phases[i][d] = placed[i];
      if (placed[i] >= 0) merged[i].blocks = std::max(merged[i].blocks, sized[placed[i]].blocks);
    }
  }
  for (std::size_t i = 0; i < merged.size(); ++i)
    steps_.push_back({stage, 0, 0, merged[i].name, ring_phases[i]});
}

const RingPhase* TorusExchange::ring_phase(const Step& step, int dimension) const {
  const int phase = step.ring_phase[dimension];
  return phase < 0 ? nullptr : &rings_[dimension].phases[phase];
}

int TorusExchange::step_of(int stage, int dimension, int ring_phase) const {
  const auto at = std::find_if(steps_.begin(), steps_.end(), [&](const Step& step) {
    return step.stage == stage && step.ring_phase[dimension] == ring_phase;
  });
  return static_cast<int>(at - steps_.begin());
}

int TorusExchange::group(const Topology::Coordinates& at) const {
  int sum = 0;
  for (int d = 0; d < info_.topology.dimensions(); ++d) sum += at[d] % dilation_[d];
  return sum % stages_;
}

int TorusExchange::running(int group, int stage) const {
  const bool one_group = std::all_of(dilation_.begin(), dilation_.end(), [](int k) { return k == 1; });
  if (one_group) return group == 0 ? stage : -1;
  const int dimension = (group - stage + stages_) % stages_;
  return dimension < info_.topology.dimensions() ? dimension : -1;
}

int TorusExchange::stage_of(int group, int dimension) const {
  for (int stage = 0; stage < stages_; ++stage) {
    if (running(group, stage) == dimension) return stage;
  }
  return stages_;
}

bool TorusExchange::next(Phase& phase) {
  if (at_ == steps_.size()) return false;
  const Step& step = steps_[at_];
  phase.name = step_name(step);
  phase.barrier_before = barrier_before(step);
  phase.signals.clear();
  if (step.stage < 0) {
    prepare(step, phase);
  } else {
    run_rings(step, phase);
    add_signals(step, phase);
  }
  ++at_;
  return true;
}

std::string TorusExchange::step_name(const Step& step) const {
  if (step.stage < 0) {
    std::string name = Topology::dimension_name(step.dimension);
    name[0] = static_cast<char>(std::toupper(name[0]));
    const bool several = dilation_[step.dimension] > 2;
    return several ? fmt::format("Pre{}{}", name, step.round + 1) : "Pre" + name;
  }
  return stages_ == 1 ? step.ring_phase_name : fmt::format("S{}.{}", step.stage + 1, step.ring_phase_name);
}

bool TorusExchange::barrier_before(const Step& step) const {
  if (at_ == 0) return false;
  const Step& before = steps_[at_ - 1];
  if (step.stage != before.stage) return true;
  // In preprocessing the same sender and receiver go on.
  if (step.stage < 0) return step.dimension != before.dimension;
  for (int d = 0; d < info_.topology.dimensions(); ++d) {
    const RingPhase* const phase = ring_phase(step, d);
    if (phase != nullptr && phase->barrier_before) return true;
  }
  return false;
}

void TorusExchange::prepare(const Step& step, Phase& phase) const {
  const Topology& topology = info_.topology;
  const int dimensions = topology.dimensions();
  const int a = step.dimension;
  TransferWriter writer(phase, dimensions);
  BoxChoices choices(dimensions);
  std::array<std::array<Range, 2>, Topology::kMaxDimensions> own;
  std::vector<Range> ahead(dilation_[a] - 1 - step.round);  // residues that the destinations still have
  Topology::Coordinates at{};
  NodeId node = 0;
  do {
    for (int d = 0; d < dimensions; ++d) {
      const int k = dilation_[d];
      if (d < a) {
        own[d][1] = {at[d] % k, k, side(d) / k};
        choices.set(d, gathered_[d][at[d]]);
      } else {
        const int source = d == a ? (at[d] - step.round + side(d)) % side(d) : at[d];
        own[d][0] = Range::single(source);
        own[d][1] = Range::whole(side(d));
        choices.set(d, std::span(&own[d][0], 1));
      }
      choices.set(dimensions + d, std::span(&own[d][1], 1));
    }
    for (std::size_t i = 0; i < ahead.size(); ++i) {
      const int k = dilation_[a];
      ahead[i] = {(at[a] + 1 + static_cast<int>(i)) % k, side(a) == k ? 1 : k, side(a) / k};
    }
    choices.set(dimensions + a, ahead);
    Transfer& transfer = writer.add(node, topology.displaced(node, a, 1), {static_cast<std::int16_t>(a), 1});
    choices.add_to(transfer.blocks);
    ++node;
  } while (advance(topology, at));
}

std::vector<std::vector<std::vector<TorusExchange::Lifted>>> TorusExchange::lift(
    int dimension, const RingPhase& phase) const {
  const int k = dilation_[dimension];
  const int n = side(dimension);
  std::vector<std::vector<std::vector<Lifted>>> result(k);
  for (int c = 0; c < k; ++c) {
    result[c].resize(n / k);
    for (const RingMessage& message : phase.messages) {
      std::vector<Lifted>& lifted = result[c][message.from];
      for (std::size_t i = 0; i < message.blocks.boxes(); ++i) {
        const Range from = message.blocks.box(i)[0];
        const Range to = message.blocks.box(i)[1];
        const Range destinations{c + k * to.first, to.count > 1 ? k * to.stride : 1, to.count};
        // Ring node q stands for the sources c + k q - k + 1 .. c + k q.
        const auto add = [&](int start, int stride, int count) {
          for (const Range& sources : wrapped_range(start, stride, count, n))
            lifted.push_back({sources, destinations});
        };
        const int start = c + k * from.first - k + 1;
        if (from.count == 1 || from.stride == 1) {
          add(start, 1, k * from.count);
        } else {
          for (int offset = 0; offset < k; ++offset) add(start + offset, k * from.stride, from.count);
        }
      }
    }
  }
  return result;
}

void TorusExchange::run_rings(const Step& step, Phase& phase) const {
  const Topology& topology = info_.topology;
  const int dimensions = topology.dimensions();
  std::vector<std::vector<std::vector<std::vector<Lifted>>>> lifted(dimensions);
  std::vector<std::vector<int>> hops(dimensions);  // [dimension][ring node]: 0 where it sends nothing
  for (int d = 0; d < dimensions; ++d) {
    hops[d].assign(rings_[d].length, 0);
    const RingPhase* const running_phase = ring_phase(step, d);
    if (running_phase == nullptr) continue;
    lifted[d] = lift(d, *running_phase);
    for (const RingMessage& message : running_phase->messages) hops[d][message.from] = message.hops;
  }
  std::vector<int> dimension_of(stages_);
  std::vector<std::vector<bool>> done(stages_, std::vector<bool>(dimensions));  // [group][dimension]
  for (int g = 0; g < stages_; ++g) {
    dimension_of[g] = running(g, step.stage);
    for (int d = 0; d < dimensions; ++d) done[g][d] = stage_of(g, d) < step.stage;
  }

  TransferWriter writer(phase, dimensions);
  BoxChoices choices(dimensions);
  std::array<std::array<Range, 2>, Topology::kMaxDimensions> own;
  Topology::Coordinates at{};
  NodeId node = -1;
  do {
    ++node;
    const int g = group(at);
    const int a = dimension_of[g];
    if (a < 0) continue;
    const int q = at[a] / dilation_[a];
    if (hops[a][q] == 0) continue;
    for (int d = 0; d < dimensions; ++d) {
      const int k = dilation_[d];
      own[d][0] = Range::whole(side(d));
      own[d][1] = done[g][d] || side(d) == k ? Range::single(at[d]) : Range{at[d] % k, k, side(d) / k};
      choices.set(d, done[g][d] ? std::span<const Range>(&own[d][0], 1)
                                : std::span<const Range>(gathered_[d][at[d]]));
      choices.set(dimensions + d, std::span(&own[d][1], 1));
    }
    const int signed_hops = hops[a][q] * dilation_[a];
    Transfer& transfer = writer.add(node, topology.displaced(node, a, signed_hops),
                                    {static_cast<std::int16_t>(a), static_cast<std::int16_t>(signed_hops)});
    for (const Lifted& box : lifted[a][at[a] % dilation_[a]][q]) {
      choices.set(a, std::span(&box.sources, 1));
      choices.set(dimensions + a, std::span(&box.destinations, 1));
      choices.add_to(transfer.blocks);
    }
  } while (advance(topology, at));
}

void TorusExchange::add_signals(const Step& step, Phase& phase) const {
  const Topology& topology = info_.topology;
  std::vector<std::vector<std::vector<RingSignal>>> by_sender(topology.dimensions());
  for (int d = 0; d < topology.dimensions(); ++d) {
    by_sender[d].resize(rings_[d].length);
    const RingPhase* const waiting = ring_phase(step, d);
    if (waiting == nullptr) continue;
    for (RingSignal signal : waiting->signals) {
      signal.after = step_of(step.stage, d, signal.after);
      by_sender[d][signal.from].push_back(signal);
    }
  }
  Topology::Coordinates at{};
  NodeId node = -1;
  do {
    ++node;
    const int a = running(group(at), step.stage);
    if (a < 0) continue;
    for (const RingSignal& signal : by_sender[a][at[a] / dilation_[a]]) {
      const auto hops = static_cast<std::int16_t>(signal.hops * dilation_[a]);
      phase.signals.push_back({node, topology.displaced(node, a, hops),
                               Route{{static_cast<std::int16_t>(a), hops}}, signal.trigger, signal.after,
                               static_cast<int>(at_)});
    }
  } while (advance(topology, at));
}

}  // namespace torusim
