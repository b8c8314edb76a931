#pragma once
/// The places of a collective's blocks in the buffers of MSCCL. Blocks begin in the input of their GPU, and
/// end in the output of every GPU that needs them. A reduction is in place: chunks never change their places.

#include <algorithm>
#include <cstdint>
#include <optional>

#include "schedules/convert/msccl_program.h"
#include "schedules/core/collective.h"

namespace torusim {

struct MscclPlace {
  char buffer = 'i';  ///< i, o or s: input, output or scratch
  int offset = 0;     ///< in chunks, each a block
  bool follows(const MscclPlace& other, int by) const {
    return buffer == other.buffer && offset == other.offset + by;
  }
};

class MscclLayout {
 public:
  /// The layout of any collective whose blocks have names.
  MscclLayout(const Topology& topology, const Collective& collective)
      : collective_(collective), nodes_(topology.nodes()) {}

  /// The value of coll=.
  const char* name() const {
    return std::ranges::find(kMscclCollectives, collective_.kind,
                             &std::pair<std::string_view, Collective::Kind>::second)
        ->first.data();
  }

  bool exchange() const { return collective_.kind == Collective::Kind::kCompleteExchange; }
  bool broadcast() const { return collective_.kind == Collective::Kind::kBroadcast; }
  bool reduces() const { return collective_.reduces(); }

  int inputs(int gpu) const {
    if (exchange()) return nodes_;
    if (reduces()) return static_cast<int>(blocks());
    return broadcast() && gpu != collective_.root ? 0 : collective_.pieces;
  }
  int outputs() const {
    if (collective_.kind == Collective::Kind::kReduceScatter) return collective_.pieces;
    return static_cast<int>(exchange() ? nodes_ : blocks());
  }
  /// Number of existing blocks. index() is the index of a block among them, nullopt if it does not exist.
  std::int64_t blocks() const {
    if (exchange()) return std::int64_t{nodes_} * nodes_;
    return std::int64_t{collective_.one_packet() ? 1 : nodes_} * collective_.pieces;
  }
  std::optional<std::int64_t> index(Block block) const {
    if (exchange()) return std::int64_t{block.source} * nodes_ + block.destination;
    const std::int64_t number = collective_.number(nodes_, block);
    return number < 0 ? std::nullopt : std::optional(number);
  }
  /// The place in the output of a GPU that needs the block; in a reduction, the fixed place of the chunk.
  std::optional<MscclPlace> output(int gpu, Block block) const {
    if (reduces()) return MscclPlace{'i', static_cast<int>(*index(block))};
    if (!exchange()) return MscclPlace{'o', static_cast<int>(*index(block))};
    if (block.destination != gpu) return std::nullopt;
    return MscclPlace{'o', block.source};
  }

 private:
  Collective collective_;
  int nodes_;
};

}  // namespace torusim
