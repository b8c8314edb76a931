#pragma once
/// A collective of a Chakra trace as messages: an algorithm of ours where the nodes of the group are a torus,
/// else a ring or pairs of its ranks.

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "schedules/core/program.h"
#include "schedules/core/topology.h"

namespace torusim {

enum class GroupOperation : std::uint8_t { kAllReduce, kAllGather, kReduceScatter, kAllToAll, kBarrier };

/// "all-reduce", ..
const char* to_text(GroupOperation operation);

/// The algorithm that a person wants for an operation: a name of the registry, `ring` or `pairs`; `auto`
/// where none is named.
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
  int phase = 0;            ///< begins when both have ended their messages of the phases before
  std::uint32_t way = 0;    ///< as Operation::way
  std::int64_t chunks = 0;  ///< of CollectivePlan::chunks
};

struct CollectivePlan {
  std::string algorithm;  ///< "bucket on torus:4x4", "ring of its ranks"
  int ports = 1;
  std::int64_t chunks = 1;               ///< the size of the operation is so many
  std::vector<PlannedMessage> messages;  ///< phase by phase
  /// Of each member, places in `messages` of those that it sends or receives, in order.
  std::vector<std::vector<std::uint32_t>> of_member;

  /// Bytes of a message, rounded up, if the operation has so many.
  std::int64_t bytes(const PlannedMessage& message, std::int64_t size) const;
};

/// Most messages of a plan, and of all collectives of the traces.
inline constexpr std::int64_t kMostCollectiveMessages = std::int64_t{1} << 25;

/// What a plan depends on besides the group.
struct PlanSettings {
  int alpha = 0;             ///< ejection channels of a node; 0: as many as the algorithm has ports
  std::int64_t block = 1;    ///< flits of a block, for algorithms that choose by it
  std::int64_t startup = 0;  ///< cycles, likewise
};

/// `nodes` are those of the ranks of the group, `ways` gets the routes. Throws InputError for too many
/// messages.
CollectivePlan plan_collective(GroupOperation operation, const std::string& choice, const Topology& topology,
                               std::span<const NodeId> nodes, const PlanSettings& settings,
                               ProgramBuilder& ways);

}  // namespace torusim
