#pragma once
/// The chunks of a program while it runs, as symbols: which input chunk a place holds, of one rank or added
/// up over several. At the end the outputs are compared with what the collective asks for.

#include <cstdint>
#include <string>
#include <vector>

#include "schedules/core/chunk_moves.h"
#include "schedules/core/node_sets.h"

namespace torusim {

class ChunkMemory {
 public:
  /// Both must outlive the memory.
  ChunkMemory(const Program& program, const ChunkMoves& moves);

  /// Calls of both for every operation, in the order of the run.
  void started(OperationId id) {
    if (program_.operations[id].kind == Operation::Kind::kSend) move(id);
  }
  void ended(OperationId id) {
    if (program_.operations[id].kind != Operation::Kind::kSend) move(id);
  }
  /// Places of outputs that do not hold what they should.
  std::int64_t wrong() const;
  /// The first of them, in one sentence; empty if there is none.
  std::string first_wrong() const;

 private:
  /// Chunk `index` of all ranks of `set`, added up.
  struct Value {
    static constexpr std::int32_t kNothing = -1, kSpoilt = -2;
    std::int32_t index = kNothing;
    NodeSets::Id set = NodeSets::kNone;  // of kSpoilt: its place in spoilt_
    bool operator==(const Value&) const = default;
  };
  /// A sum that is none: the operation that made it, and the reason.
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
  std::vector<Value> values_;  // of each place
  std::vector<Value> moved_;   // by the operation at hand
  std::vector<Spoilt> spoilt_;
};

}  // namespace torusim
