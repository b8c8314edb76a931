#pragma once
/// The receives that ranks have posted and the messages that have arrived unexpected.
///
/// A message takes the first posted receive that fits by source and tag; a receive takes the first arrived
/// message that fits. Each search takes constant time, for any number of receives and messages.

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "schedules/core/mix_bits.h"
#include "schedules/core/program.h"

namespace torusim {

class MessageMatching {
 public:
  explicit MessageMatching(const Program& program);

  /// The rank posts the receive. Returns the send whose message the receive takes, if such a message has
  /// arrived.
  std::optional<OperationId> post(OperationId receive);
  /// The message of the send arrives at its rank. Returns the receive that the message takes, if one is
  /// posted.
  std::optional<OperationId> arrive(OperationId send);
  /// Messages that no receive has taken yet, in the order of their sends.
  std::vector<OperationId> unexpected() const;

 private:
  struct Key {
    std::int32_t rank, source;
    std::uint32_t tag;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const {
      return mix_bits((std::uint64_t(std::uint32_t(key.rank)) << 32 | std::uint32_t(key.source)) +
                      kMixStep * key.tag);
    }
  };
  struct Queue {
    OperationId head = 0, tail = 0;
  };
  /// Queues of operations by key. All queues share one list of successors, `after`.
  class Rows {
   public:
    void push(const Key& key, OperationId id, std::vector<OperationId>& after);
    const OperationId* front(const Key& key) const;
    void pop(const Key& key, const std::vector<OperationId>& after);
    auto begin() const { return rows_.begin(); }
    auto end() const { return rows_.end(); }

   private:
    std::unordered_map<Key, Queue, Hash> rows_;
  };

  /// Kinds of wildcards, as bits: a key without the source, without the tag, without both.
  static constexpr int kWays = 4;
  static Key asked_by(const Operation& receive) { return {receive.rank, receive.peer, receive.tag}; }
  static Key key_of(const Operation& send, int way) {
    return {send.peer, (way & 1) != 0 ? Operation::kAnySource : send.rank,
            (way & 2) != 0 ? Operation::kAnyTag : send.tag};
  }
  bool asks(std::int32_t rank, int way) const {
    return way == 0 || (!wildcards_.empty() && (wildcards_[static_cast<std::size_t>(rank)] >> way & 1) != 0);
  }

  const Program& program_;
  std::vector<OperationId> after_;  // [operation]: the next operation in the same row
  // [rank]: a bit for each kind of wildcard; empty: no rank has a wildcard
  std::vector<std::uint8_t> wildcards_;
  std::vector<std::uint32_t> posted_at_;  // [operation]: the order of posting; only with wildcards
  std::uint32_t posts_ = 0;
  Rows posted_, unexpected_;
  /// Messages are also in rows for wildcards, one row for each kind. `taken_` marks messages that were taken
  /// from another row.
  std::vector<OperationId> after_any_[kWays];
  Rows any_[kWays];
  std::vector<bool> taken_;
};

}  // namespace torusim
