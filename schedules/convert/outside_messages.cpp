#include "schedules/convert/outside_messages.h"

#include <fmt/format.h>

#include <numeric>
#include <set>

#include "schedules/core/error.h"
#include "schedules/text/tcs_transfer.h"

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
    transfer.route = outside_route(info_.topology, options_.routes, transfer.source, transfer.destination);
    transfer.blocks = BlockSet(info_.topology.dimensions());
  }
  ids_.push_back(graph_.add_message(std::move(transfer), message.line, message.step));
  messages_.push_back(std::move(message));
  return ids_.back();
}

void OutsideMessages::give_blocks(std::vector<std::string>& notes) {
  Indices open;
  for (std::size_t i = 0; i < messages_.size(); ++i) {
    if (!messages_[i].known) open.push_back(i);
  }
  if (open.empty()) return;
  const bool remarks = open.size() < messages_.size();
  if (!info_.collective.named()) return count_blocks(open, remarks);
  if (options_.collective != Reading::kMessages) {
    const auto objection = objection_to_exchange(open);
    const auto nodes = static_cast<std::size_t>(info_.topology.nodes());
    const bool complete = !objection && open.size() == nodes * (nodes - 1);
    if (complete || remarks || options_.collective == Reading::kExchange) {
      if (objection)
        fail(objection->line, objection->what + "; a complete exchange has one, all of one size");
      return name_blocks(open);
    }
    notes.push_back(fmt::format(
        "read as messages with blocks of their own, not as a complete exchange: {}",
        objection ? fmt::format("line {}: {}", objection->line, objection->what)
                  : fmt::format("{} of {} pairs have a message", open.size(), nodes * (nodes - 1))));
  }
  info_.collective.kind = Collective::Kind::kMessages;
  count_blocks(open, false);
}

std::optional<OutsideMessages::Objection> OutsideMessages::objection_to_exchange(const Indices& open) const {
  std::set<std::pair<std::int64_t, std::int64_t>> pairs;
  const std::int64_t bytes = messages_[open.front()].bytes;
  for (const std::size_t i : open) {
    const OutsideMessage& message = messages_[i];
    if (!pairs.insert({message.source, message.destination}).second) {
      return Objection{message.line,
                       fmt::format("a second message from {} to {}", message.source, message.destination)};
    }
    if (message.bytes != bytes) {
      return Objection{message.line,
                       fmt::format("a message of {} bytes, and {} in those before", message.bytes, bytes)};
    }
  }
  return std::nullopt;
}

std::int64_t OutsideMessages::flits_of(const OutsideMessage& message) const {
  return message.bytes / flit_bytes_ + (message.bytes % flit_bytes_ != 0);
}

void OutsideMessages::set_block(std::int64_t flits, std::int64_t line) {
  if (options_.block) return;
  if (flits > 1'000'000) {
    fail(line, fmt::format("{} flits of {} bytes are more than a block may have; set --flit-bytes or --block",
                           flits, flit_bytes_));
  }
  info_.block_flits = static_cast<int>(flits);
}

/// Block s:d for a message from s to d.
void OutsideMessages::name_blocks(const Indices& open) {
  for (const std::size_t i : open) {
    Transfer& transfer = graph_.transfer(ids_[i]);
    transfer.blocks.add(info_.topology, {transfer.source, transfer.destination});
  }
  const OutsideMessage& any = messages_[open.front()];
  set_block(flits_of(any), any.line);
}

/// As many blocks as a message is long. `size_known`: the remarks say how long a block is; else it is the
/// longest that all messages are a multiple of.
void OutsideMessages::count_blocks(const Indices& open, bool size_known) {
  std::int64_t block = size_known ? info_.block_flits : 0;
  if (!size_known) {
    for (const std::size_t i : open) block = std::gcd(block, flits_of(messages_[i]));
    if (block == 0) block = 1;  // of messages without data
    set_block(block, messages_[open.front()].line);
  }
  for (const std::size_t i : open) {
    const std::int64_t flits = flits_of(messages_[i]);
    if (block == 0 ? flits != 0 : flits % block != 0) {
      fail(messages_[i].line, fmt::format("{} flits are not a whole number of blocks of {}", flits, block));
    }
    const std::int64_t blocks = block == 0 ? 0 : flits / block;
    if (blocks > text::kMostUnnamed) {
      fail(messages_[i].line, fmt::format("{} blocks of {} flits of {} bytes; a message has at most {}",
                                          blocks, block, flit_bytes_, text::kMostUnnamed));
    }
    graph_.transfer(ids_[i]).unnamed = blocks;
  }
}

/// With remarks: they and the sizes must agree.
void OutsideMessages::check_sizes() const {
  if (options_.block) return;
  for (const OutsideMessage& message : messages_) {
    if (!message.known) continue;
    const std::int64_t block = std::int64_t{info_.block_flits} * flit_bytes_;
    const std::int64_t blocks = message.known->block_count();
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

StoredSchedule OutsideMessages::finish(const std::vector<std::string>& names,
                                       std::vector<std::string>& notes) {
  give_blocks(notes);
  check_sizes();
  if (options_.classes) number_classes();
  return StoredSchedule(info_, graph_.phases(info_.ports, names));
}

}  // namespace torusim
