// The named members of the family of torus_exchange.h: which shapes they take and what else to use for
// others.
#include <fmt/format.h>

#include "schedules/algorithms/families.h"
#include "schedules/algorithms/torus_exchange.h"
#include "schedules/algorithms/torus_list.h"
#include "schedules/core/error.h"

namespace torusim {
namespace {

struct TorusFamilyMember {
  std::string name;
  int dimensions = 0;   ///< that the torus must have; 0: any number
  int dilation = 1;     ///< that must divide every side
  std::string instead;  ///< the algorithm for other shapes, in words
};

[[noreturn]] void refuse(const TorusFamilyMember& member, const Topology& topology) {
  static const std::array<const char*, 4> kCounts{"only", "one", "two", "three"};
  const std::string divisible = member.dilation == 1 ? ""
                                : member.dilation == 2
                                    ? " of even sides"
                                    : fmt::format(" whose sides are divisible by {}", member.dilation);
  const int dimensions = member.dimensions > 0 ? member.dimensions : topology.dimensions();
  throw InputError(fmt::format("{} on {}: {} needs {} wrapped dimension{}{}; nearest: {}; {}", member.name,
                               topology.name(), member.name, kCounts[member.dimensions],
                               member.dimensions == 1 ? "" : "s", divisible,
                               nearest_multiples(topology, dimensions, member.dilation), member.instead));
}

/// RingCompletion::kAuto is the best for each ring alone. Where rings of other lengths run in the same stage,
/// another completion of all rings can have fewer blocks in as many phases, or fewer phases.
std::unique_ptr<AlgorithmSchedule> cheapest_completion(const Topology& topology, int dilation,
                                                       RingOptions options) {
  const auto make = [&] {
    return std::make_unique<TorusExchange>(topology, std::vector<int>(topology.dimensions(), dilation),
                                           options);
  };
  auto best = make();
  bool odd = false;  // completions differ
  for (int d = 0; d < topology.dimensions(); ++d) odd |= topology.side(d) / dilation % 2 != 0;
  if (options.completion != RingCompletion::kAuto || !odd) return best;
  const auto startups = [](std::int64_t, std::int64_t) { return std::int64_t{1}; };
  const auto blocks = [](std::int64_t count, std::int64_t) { return count; };
  for (const auto each : {RingCompletion::kFold, RingCompletion::kSplit, RingCompletion::kSeq}) {
    options.completion = each;
    auto other = make();
    if (other->known_time(startups) > best->known_time(startups)) continue;
    if (other->known_time(blocks) > best->known_time(blocks)) continue;
    if (other->known_time(startups) < best->known_time(startups) ||
        other->known_time(blocks) < best->known_time(blocks)) {
      best = std::move(other);
    }
  }
  return best;
}

/// Throws InputError that names the missing property of the shape and the nearest valid shapes.
std::unique_ptr<AlgorithmSchedule> make_torus_exchange(const TorusFamilyMember& member,
                                                       const Topology& topology, const RingOptions& options) {
  if (member.dimensions > 0 && topology.dimensions() != member.dimensions) refuse(member, topology);
  for (int d = 0; d < topology.dimensions(); ++d) {
    if (!topology.wraps(d) || topology.side(d) % member.dilation != 0) refuse(member, topology);
  }
  return cheapest_completion(topology, member.dilation, options);
}

Algorithm entry(TorusFamilyMember member, const std::string& what, const std::string& section,
                const std::string& requirements) {
  static const NamedOption<RingRule> kRule{
      "rule",
      "auto",
      "which blocks climb the tree: A as in the lemmas, S as in the pseudo-code, E and F for rings "
      "that are not powers of two; auto: A on 2^d nodes, F on others (fewest blocks)",
      {{"auto", RingRule::kAuto},
       {"A", RingRule::kA},
       {"S", RingRule::kS},
       {"E", RingRule::kE},
       {"F", RingRule::kF}}};
  static const NamedOption<RingCompletion> kCompletion{
      "completion",
      "auto",
      "rings of odd length: fold leaves node 0 out of one tree, split runs colliding phases "
      "as two; seq (any length) runs the two directions one after the other; auto: seq on 5 and 7 nodes, "
      "where it is the cheapest, fold on others; another for all rings of a torus that has no more phases "
      "and "
      "no more blocks",
      {{"auto", RingCompletion::kAuto},
       {"fold", RingCompletion::kFold},
       {"split", RingCompletion::kSplit},
       {"seq", RingCompletion::kSeq}}};
  static const NamedOption<RingLocal> kLocal{
      "local",
      "signals",
      "phase separation of --sync local on even rings above 4: the signals of Section 7.2, its 2d-5 "
      "barriers, or these and one barrier against two receives at once",
      {{"signals", RingLocal::kSignals},
       {"barriers", RingLocal::kBarriers},
       {"one-port-barriers", RingLocal::kOnePortBarriers}}};
  const bool ring = member.dimensions == 1;  // on tori the stages need barriers besides
  return {{member.name, what,
           "Tseng, Ni, Sheu: Toward Optimal Complete Exchange on Wormhole-Routed Tori, Section " + section,
           requirements,
           ring ? std::vector<OptionInfo>{kRule, kCompletion, kLocal}
                : std::vector<OptionInfo>{kRule, kCompletion}},
          [member, ring](const Topology& topology, const AlgorithmOptions& options) {
            RingOptions chosen{kRule.of(options), kCompletion.of(options)};
            if (ring) chosen.local = kLocal.of(options);
            return make_torus_exchange(member, topology, chosen);
          }};
}

}  // namespace

std::vector<Algorithm> torus_algorithms() {
  const std::string c1 = "c1 runs on any torus";
  return {
      entry({"ring-gs", 1, 1, c1},
            "complete exchange on a ring: gather-scatter trees in both directions at once", "2",
            "one wrapped dimension"),
      entry({"t1", 2, 1, c1}, "complete exchange on a 2D torus: rings along x, then along y", "3.1",
            "two wrapped dimensions"),
      entry({"t4", 2, 2, "t1 runs on any 2D torus, c1 on any torus"},
            "complete exchange on a 2D torus: four interleaved logical tori use x and y at the same time",
            "3.2", "two wrapped dimensions of even sides"),
      entry({"c1", 0, 1, "direct runs on any topology"},
            "complete exchange on a torus: rings along one dimension after the other", "4",
            "any number of dimensions, all wrapped"),
      entry({"c64", 3, 4, c1},
            "complete exchange on a 3D torus: 64 interleaved logical tori use x, y and z at the same time",
            "4", "three wrapped dimensions whose sides are divisible by 4")};
}

}  // namespace torusim
