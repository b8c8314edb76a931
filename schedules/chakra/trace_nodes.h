#pragma once
/// The contents of Chakra execution traces, version 0.0.4: for each rank its nodes, one for each operation.

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace torusim {

/// The ranks of a process group, in order; empty: all ranks.
using ChakraGroups = std::map<std::string, std::vector<std::int32_t>>;

struct ChakraNode {
  enum class Type : std::uint8_t {
    kInvalid = 0,
    kMetadata = 1,
    kLoad = 2,
    kStore = 3,
    kCompute = 4,
    kSend = 5,
    kReceive = 6,
    kCollective = 7
  };
  enum class Collective : std::uint8_t {
    kAllReduce = 0,
    kReduce = 1,
    kAllGather = 2,
    kGather = 3,
    kScatter = 4,
    kBroadcast = 5,
    kAllToAll = 6,
    kReduceScatter = 7,
    kReduceScatterBlock = 8,
    kBarrier = 9
  };

  std::uint64_t id = 0;
  std::uint64_t duration = 0;    ///< microseconds
  std::int64_t bytes = -1;       ///< comm_size; -1: the node has none
  std::uint32_t first_data = 0;  ///< places in ChakraTrace::dependences: data, then control
  std::uint32_t first_control = 0;
  std::uint32_t end = 0;
  std::int32_t source = -1, destination = -1;  ///< -1: the node names none
  std::int32_t root = -1;                      ///< rank of the root of a broadcast; -1: the node names none
  std::uint32_t tag = 0;
  std::uint32_t group = 0;  ///< place in ChakraTrace::group_names
  std::uint32_t dims = 0;   ///< place in ChakraTrace::involved
  Type type = Type::kInvalid;
  std::int8_t collective = -1;  ///< a Collective; -1: the node has none
  bool on_cpu = false;
  bool counts_operations = false;  ///< the node has num_ops
};

const char* to_text(ChakraNode::Type type);
const char* to_text(ChakraNode::Collective collective);

/// The operations of one rank.
struct ChakraTrace {
  std::string file;
  std::vector<ChakraNode> nodes;  ///< by id
  std::vector<std::uint64_t> dependences;
  std::vector<std::string> group_names{""};
  std::vector<std::vector<bool>> involved{{}};  ///< values of involved_dim; empty: the node has none
  ChakraGroups groups;                          ///< groups of the metadata nodes
  bool version_named = false;                   ///< the file has a version; else 0.0.4 is assumed
  std::set<std::string> unused;                 ///< attributes that torusim ignores

  /// The place of the node in `nodes`.
  std::optional<std::size_t> find(std::uint64_t id) const;
};

}  // namespace torusim
