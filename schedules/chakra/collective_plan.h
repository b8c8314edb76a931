#pragma once
/// A collective of a Chakra trace as messages: an algorithm of torusim if the nodes of the group are a torus,
/// else a ring or pairs of its ranks.

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "schedules/algorithms/algorithm.h"
#include "schedules/core/program.h"
#include "schedules/core/route.h"
#include "schedules/core/topology.h"

namespace torusim {

// Nodes of a network that are a network themselves: in each dimension a whole line, or neighbours in a row.
// Whole lines of a twisted torus keep the seams that join them, and are a mesh where a seam leads elsewhere.

struct SubTorus {
  Topology shape;
  std::vector<int> dimensions;  ///< [dimension of the shape]: the dimension of the network
  std::vector<int> member;      ///< [node of the shape]: its index among the nodes

  /// A route of the shape as a route of the network.
  Route in_network(const Route& route) const;
};

/// The network of two or more nodes. Nullopt if they are no such product, if a part of a complete or other
/// graph is used, or if a node occurs twice.
std::optional<SubTorus> sub_torus(const Topology& topology, std::span<const NodeId> nodes);

enum class GroupOperation : std::uint8_t {
  kAllReduce,
  kAllGather,
  kReduceScatter,
  kAllToAll,
  kBroadcast,
  kBarrier
};

/// "all-reduce", ..
const char* to_text(GroupOperation operation);

/// The user's algorithm for each operation: a name of the registry, `ring`, `pairs`, or the default `auto`.
class CollectiveChoice {
 public:
  CollectiveChoice() = default;
  /// Reads `all-reduce=swing,all-to-all=pairs`, or `auto`. Throws UsageError.
  explicit CollectiveChoice(const std::string& text);
  const std::string& of(GroupOperation operation) const;

 private:
  std::map<GroupOperation, std::string> chosen_;
};

struct PlannedMessage {
  int from = 0, to = 0;     ///< places in the group
  int phase = 0;            ///< the message begins when both have ended their messages of earlier phases
  std::uint32_t way = 0;    ///< index of the route, see Operation::way
  std::int64_t chunks = 0;  ///< its part of CollectivePlan::chunks
};

struct CollectivePlan {
  std::string algorithm;  ///< "bucket on torus:4x4", "ring of its ranks"
  int ports = 1;
  std::int64_t chunks = 1;               ///< chunks in the size of the operation
  std::vector<PlannedMessage> messages;  ///< phase by phase
  /// [member]: indices in `messages` of the messages that it sends or receives, in order.
  std::vector<std::vector<std::uint32_t>> of_member;

  /// Bytes of a message, rounded up, for an operation of `size` bytes.
  std::int64_t bytes(const PlannedMessage& message, std::int64_t size) const;
};

/// The most messages of a plan, and of all collectives of the traces.
inline constexpr std::int64_t kMostCollectiveMessages = std::int64_t{1} << 25;

/// Makes the schedule of an algorithm, as make_schedule() of registry.h does.
using ScheduleMaker = std::function<std::unique_ptr<Schedule>(const std::string& name, const Topology& shape,
                                                              const AlgorithmOptions& options)>;

/// The settings of a plan besides the group.
struct PlanSettings {
  int alpha = 0;             ///< ejection channels of a node; 0: the ports of the algorithm
  int root = 0;              ///< place of the root of a broadcast in the group
  std::int64_t block = 1;    ///< flits of a block, for algorithms that choose by it
  std::int64_t startup = 0;  ///< startup cycles, for algorithms that choose by it
  ScheduleMaker make = {};   ///< makes the schedules of algorithms; empty: make_schedule()
};

/// `nodes` has the nodes of the group's ranks; `ways` receives the routes. Throws InputError for too many
/// messages.
CollectivePlan plan_collective(GroupOperation operation, const std::string& choice, const Topology& topology,
                               std::span<const NodeId> nodes, const PlanSettings& settings,
                               ProgramBuilder& ways);

}  // namespace torusim
