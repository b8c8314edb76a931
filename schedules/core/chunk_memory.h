#pragma once
/// The chunks of a program while it runs, as symbols: a place holds an input chunk of one rank, or its sum
/// over several ranks. At the end the outputs are compared with the result of the collective.

#include <cstdint>
#include <string>
#include <vector>

#include "schedules/core/chunk_moves.h"
#include "schedules/core/node_sets.h"

namespace torusim {

class ChunkMemory {
 public:
  /// The program and the moves must outlive the memory.
  ChunkMemory(const Program& program, const ChunkMoves& moves);

  /// The run calls started() and ended() for every operation, in its order.
  void started(OperationId id) {
    if (program_.operations[id].kind == Operation::Kind::kSend) move(id);
  }
  void ended(OperationId id) {
    if (program_.operations[id].kind != Operation::Kind::kSend) move(id);
  }
  /// Number of output places that hold a wrong chunk.
  std::int64_t wrong() const;
  /// The first wrong place, in one sentence; empty if all places are right.
  std::string first_wrong() const;
  /// Whether two outputs hold one sum whose terms were added in different orders: sums of floating-point
  /// numbers then differ in their last bits.
  bool orders_differ() const;

 private:
  /// Chunk `index` of all ranks of `set`, added up.
  struct Value {
    static constexpr std::int32_t kNothing = -1, kSpoilt = -2;
    std::int32_t index = kNothing;
    NodeSets::Id set = NodeSets::kNone;  // with kSpoilt: the index in spoilt_
    std::uint64_t order = 0;  // hash of the tree of additions; addition is commutative, not associative
    bool operator==(const Value& other) const { return index == other.index && set == other.set; }
  };
  /// An invalid sum: the operation that made it, and the reason.
  struct Spoilt {
    OperationId operation;
    std::string reason;
  };

  void move(OperationId id);
  Value sum(const Value& a, const Value& b, OperationId id);
  std::string text(const Value& value) const;
  Value value_of(const ChunkMoves::Content& content, std::uint32_t k) const;

  const Program& program_;
  const ChunkMoves& moves_;
  NodeSets sets_;
  std::vector<Value> values_;  // [place]
  std::vector<Value> moved_;   // the chunks that the current operation moves
  std::vector<Spoilt> spoilt_;
};

}  // namespace torusim
