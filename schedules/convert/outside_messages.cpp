#include "schedules/convert/outside_messages.h"

#include <fmt/format.h>

#include <set>

#include "schedules/error.h"

namespace torusim {

OutsideMessages::OutsideMessages(std::string file, ScheduleInfo info, const OutsideOptions& options,
                                 int flit_bytes)
    : file_(std::move(file)),
      info_(std::move(info)),
      options_(options),
      flit_bytes_(flit_bytes),
      graph_(file_) {}

void OutsideMessages::fail(std::int64_t line, const std::string& what) const {
  throw InputError(fmt::format("{}:{}: {}", file_, line, what));
}

void OutsideMessages::check_rank(std::int64_t rank, std::int64_t line) const {
  const NodeId nodes = info_.topology.nodes();
  if (rank < 0 || rank >= nodes) fail(line, fmt::format("rank {} is outside 0..{}", rank, nodes - 1));
}

MessageGraph::Id OutsideMessages::add(OutsideMessage message) {
  check_rank(message.source, message.line);
  check_rank(message.destination, message.line);
  if (message.source == message.destination) {
    fail(message.line, fmt::format("rank {} sends to itself", message.source));
  }
  Transfer transfer;
  if (message.known) {
    transfer = *message.known;
    if (transfer.source != message.source || transfer.destination != message.destination) {
      fail(message.line,
           fmt::format("a message from {} to {}, but the remark before it is one from {} to {}",
                       message.source, message.destination, transfer.source, transfer.destination));
    }
  } else {
    transfer.source = static_cast<NodeId>(message.source);
    transfer.destination = static_cast<NodeId>(message.destination);
    transfer.route = dimension_order_route(info_.topology, transfer.source, transfer.destination);
    transfer.blocks = BlockSet(info_.topology.dimensions());
  }
  ids_.push_back(graph_.add_message(std::move(transfer), message.line, message.step));
  messages_.push_back(std::move(message));
  return ids_.back();
}

/// Without remarks: block s:d for a message from s to d.
void OutsideMessages::name_blocks() {
  std::set<std::pair<std::int64_t, std::int64_t>> pairs;
  std::optional<std::int64_t> bytes;
  for (std::size_t i = 0; i < messages_.size(); ++i) {
    const OutsideMessage& message = messages_[i];
    if (message.known) continue;
    if (!pairs.insert({message.source, message.destination}).second) {
      fail(message.line,
           fmt::format(
               "a second message from {} to {}: without remarks a file is read as a complete exchange, "
               "in which each pair has one",
               message.source, message.destination));
    }
    if (bytes && *bytes != message.bytes) {
      fail(message.line,
           fmt::format("{} bytes, and {} in the messages before: without remarks a file is read "
                       "as a complete exchange, whose blocks have one size",
                       message.bytes, *bytes));
    }
    bytes = message.bytes;
    Transfer& transfer = graph_.transfer(ids_[i]);
    transfer.blocks.add(info_.topology, {transfer.source, transfer.destination});
  }
  if (!bytes || options_.block) return;
  const std::int64_t flits = *bytes / flit_bytes_ + (*bytes % flit_bytes_ != 0);
  if (flits > 1'000'000) {
    fail(messages_.front().line, fmt::format("{} bytes are {} flits of {} bytes, more than a block may have; "
                                             "set --flit-bytes or --block",
                                             *bytes, flits, flit_bytes_));
  }
  info_.block_flits = static_cast<int>(flits);
}

/// With remarks: they and the sizes must agree.
void OutsideMessages::check_sizes() const {
  if (options_.block) return;
  for (const OutsideMessage& message : messages_) {
    if (!message.known) continue;
    const std::int64_t block = std::int64_t{info_.block_flits} * flit_bytes_;
    const std::int64_t blocks = message.known->blocks.blocks();
    if (block == 0 ? message.bytes != 0 : message.bytes % block != 0 || message.bytes / block != blocks) {
      fail(message.line, fmt::format("{} bytes, but the remark names {} blocks of {} flits of {} bytes",
                                     message.bytes, blocks, info_.block_flits, flit_bytes_));
    }
  }
}

void OutsideMessages::number_classes() {
  std::map<std::int64_t, int> classes;
  for (const OutsideMessage& message : messages_) classes[message.mark] = 0;
  if (classes.size() > 64) {
    throw InputError(fmt::format("{}: {} different tags or priorities; there are at most 64 message classes",
                                 file_, classes.size()));
  }
  int next = 0;
  for (auto& [mark, number] : classes) number = next++;
  for (std::size_t i = 0; i < messages_.size(); ++i) {
    graph_.transfer(ids_[i]).message_class = classes[messages_[i].mark];
  }
}

StoredSchedule OutsideMessages::finish(const std::vector<std::string>& names) {
  name_blocks();
  check_sizes();
  if (options_.classes) number_classes();
  return StoredSchedule(info_, graph_.phases(info_.ports, names));
}

}  // namespace torusim
