#include "schedules/core/message_matching.h"

#include <algorithm>

namespace torusim {

MessageMatching::MessageMatching(const Program& program)
    : program_(program), after_(program.operations.size(), 0) {
  for (const Operation& operation : program.operations) {
    if (operation.kind != Operation::Kind::kReceive) continue;
    const int way =
        (operation.peer == Operation::kAnySource ? 1 : 0) | (operation.tag == Operation::kAnyTag ? 2 : 0);
    if (way == 0) continue;
    if (wildcards_.empty()) wildcards_.resize(static_cast<std::size_t>(program.ranks()));
    wildcards_[static_cast<std::size_t>(operation.rank)] |= std::uint8_t(1 << way);
  }
  if (wildcards_.empty()) return;
  posted_at_.resize(program.operations.size());
  taken_.resize(program.operations.size());
  for (int way = 1; way < kWays; ++way) after_any_[way].resize(program.operations.size());
}

void MessageMatching::Rows::push(const Key& key, OperationId id, std::vector<OperationId>& after) {
  const auto [row, empty] = rows_.try_emplace(key, Queue{id, id});
  if (empty) return;
  after[row->second.tail] = id;
  row->second.tail = id;
}

const OperationId* MessageMatching::Rows::front(const Key& key) const {
  const auto row = rows_.find(key);
  return row == rows_.end() ? nullptr : &row->second.head;
}

void MessageMatching::Rows::pop(const Key& key, const std::vector<OperationId>& after) {
  const auto row = rows_.find(key);
  if (row->second.head == row->second.tail) {
    rows_.erase(row);
  } else {
    row->second.head = after[row->second.head];
  }
}

std::optional<OperationId> MessageMatching::arrive(OperationId send) {
  const Operation& operation = program_.operations[send];
  std::optional<OperationId> first;
  int way_of_first = 0;
  for (int way = 0; way < kWays; ++way) {
    if (!asks(operation.peer, way)) continue;
    const OperationId* receive = posted_.front(key_of(operation, way));
    if (receive == nullptr || (first && posted_at_[*first] < posted_at_[*receive])) continue;
    first = *receive;
    way_of_first = way;
  }
  if (first) {
    posted_.pop(key_of(operation, way_of_first), after_);
    return first;
  }
  unexpected_.push(key_of(operation, 0), send, after_);
  for (int way = 1; way < kWays; ++way) {
    if (asks(operation.peer, way)) any_[way].push(key_of(operation, way), send, after_any_[way]);
  }
  return {};
}

std::optional<OperationId> MessageMatching::post(OperationId receive) {
  const Operation& operation = program_.operations[receive];
  const Key key = asked_by(operation);
  const int way = (key.source == Operation::kAnySource ? 1 : 0) | (key.tag == Operation::kAnyTag ? 2 : 0);
  Rows& rows = way == 0 ? unexpected_ : any_[way];
  const auto& after = way == 0 ? after_ : after_any_[way];
  while (const OperationId* front = rows.front(key)) {
    const OperationId send = *front;
    rows.pop(key, after);
    if (!taken_.empty()) {
      if (taken_[send]) continue;  // through another row
      taken_[send] = true;
    }
    return send;
  }
  if (!posted_at_.empty()) posted_at_[receive] = posts_++;
  posted_.push(key, receive, after_);
  return {};
}

std::vector<OperationId> MessageMatching::unexpected() const {
  std::vector<OperationId> all;
  for (const auto& [key, row] : unexpected_) {
    for (OperationId id = row.head;; id = after_[id]) {
      if (taken_.empty() || !taken_[id]) all.push_back(id);
      if (id == row.tail) break;
    }
  }
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace torusim
