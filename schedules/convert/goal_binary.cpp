#include "schedules/convert/goal_binary.h"

#include <fmt/format.h>

#include <algorithm>

#include "schedules/convert/program_file.h"
#include "schedules/core/error.h"

namespace torusim {
namespace {

constexpr std::uint64_t kBase = 8;  // the parts are counted from here
constexpr std::uint64_t kOperation = 39;
constexpr std::uint64_t kMostPart = std::uint64_t{1} << 36;

/// A number of `bytes` bytes at this place, which must exist.
std::uint64_t number(std::string_view bytes, std::size_t at, std::size_t length) {
  std::uint64_t value = 0;
  for (std::size_t i = length; i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

/// The records of the operations of a rank, of which only a window is in memory.
class Records {
 public:
  Records(const ReadBytes& read, std::uint64_t begin, std::uint64_t count)
      : read_(read), begin_(begin), count_(count) {}

  /// The bytes of that record, valid until the next call.
  std::string_view operator[](std::uint64_t i) {
    if (i < first_ || i >= first_ + window_.size() / kOperation) {
      first_ = i;
      window_ = read_(begin_ + kOperation * i, begin_ + kOperation * std::min(count_, i + kWindow));
    }
    return std::string_view(window_).substr(static_cast<std::size_t>(kOperation * (i - first_)), kOperation);
  }

 private:
  static constexpr std::uint64_t kWindow = 1 << 15;
  const ReadBytes& read_;
  const std::uint64_t begin_, count_;
  std::uint64_t first_ = 0;
  std::string window_;
};

class BinaryReader {
 public:
  BinaryReader(const ReadBytes& read, const std::string& name) : read_(read), name_(name) {}

  Program read() {
    const std::string head = read_(0, kBase + 6);
    if (head.size() < kBase + 6 || !head.starts_with(kGoalMagic)) fail("is not a GOAL file in binary form");
    ranks_ = number(head, kBase, 4);
    if (ranks_ < 1 || ranks_ > std::uint64_t{kMostRanks}) {
      fail(fmt::format("{} ranks; this program reads 1 to {}", ranks_, kMostRanks));
    }
    const std::uint64_t table = ranks_ * 16;
    const std::string parts = read_(kBase + 6, kBase + 6 + table);
    if (parts.size() < table) fail("the file stops within its table of ranks: it is truncated");
    ProgramBuilder builder(name_, static_cast<std::int32_t>(ranks_));
    for (std::uint64_t rank = 0; rank < ranks_; ++rank) {
      const auto at = static_cast<std::size_t>(rank * 16);
      read_rank(builder, rank, number(parts, at, 8), number(parts, at + 8, 8));
    }
    return builder.finish();
  }

 private:
  void read_rank(ProgramBuilder& builder, std::uint64_t rank, std::uint64_t begin, std::uint64_t end) {
    rank_ = rank;
    builder.begin_rank(static_cast<std::int32_t>(rank));
    if (end < begin || end - begin < 8 || end - begin > kMostPart || begin > kMostPart) {
      fail(fmt::format("rank {}: its part is from byte {} to {}", rank, begin, end));
    }
    if (read_(kBase + end - 1, kBase + end).empty()) {
      fail(fmt::format("the file stops within rank {}: it is truncated", rank));
    }
    const std::uint64_t size = end - begin;
    const std::string head = read_(kBase + begin, kBase + begin + 8);
    const std::uint64_t operations = number(head, 0, 4), roots = number(head, 4, 4);
    const std::uint64_t first = 8 + 4 * roots, lists = first + kOperation * operations;
    if (lists > size) other_records(size, roots, operations, 0);
    Records records(read_, kBase + begin + first, operations);
    std::uint64_t edges = 0;
    for (std::uint64_t i = 0; i < operations; ++i) {
      const std::string_view record = records[i];
      edges += number(record, 23, 4) + number(record, 31, 4);
    }
    if (edges != (size - lists) / 4 || (size - lists) % 4 != 0) other_records(size, roots, operations, edges);
    const auto base = static_cast<OperationId>(builder.program().operations.size());
    for (std::uint64_t i = 0; i < operations; ++i) builder.add(operation(records[i], i));
    const std::string later_of = read_(kBase + begin + lists, kBase + end);
    for (std::uint64_t i = 0; i < operations; ++i) {
      const std::string_view record = records[i];
      for (const bool after_start : {false, true}) {
        const std::size_t place = after_start ? 31 : 23;
        const std::uint64_t count = number(record, place, 4), from = number(record, place + 4, 4);
        if (count > 0 && from + count > edges) {
          fail(fmt::format("rank {}, operation {}: its dependents are outside the list of {}", rank, i,
                           edges));
        }
        for (std::uint64_t k = from; k < from + count && count > 0; ++k) {
          const std::uint64_t later = number(later_of, static_cast<std::size_t>(4 * k), 4);
          if (later >= operations) {
            fail(fmt::format("rank {}, operation {}: operation {} of {} waits for it", rank, i, later,
                             operations));
          }
          builder.wait(base + static_cast<OperationId>(later), base + static_cast<OperationId>(i),
                       after_start);
        }
      }
    }
    for (std::uint64_t i = 0; i < operations; ++i) {
      const std::uint64_t unmet = number(records[i], 0, 4);
      const std::uint32_t found = builder.program().operations[base + static_cast<OperationId>(i)].waits;
      if (unmet != found) {
        fail(fmt::format("rank {}, operation {}: it counts {} dependences, but the lists have {}", rank, i,
                         unmet, found));
      }
    }
  }

  Operation operation(std::string_view record, std::uint64_t index) const {
    Operation operation;
    const std::uint64_t type = number(record, 4, 1), peer = number(record, 5, 4);
    const std::uint64_t size = number(record, 9, 8);
    operation.tag = static_cast<std::uint32_t>(number(record, 17, 4));
    operation.cpu = static_cast<std::uint8_t>(number(record, 21, 1));
    operation.nic = static_cast<std::uint8_t>(number(record, 22, 1));
    if (type < 1 || type > 3)
      fail(fmt::format("rank {}, operation {}: type {} is none of 1 to 3", rank_, index, type));
    operation.kind = type == 1   ? Operation::Kind::kSend
                     : type == 2 ? Operation::Kind::kReceive
                                 : Operation::Kind::kCompute;
    if (size > std::uint64_t{INT64_MAX})
      fail(fmt::format("rank {}, operation {}: size {}", rank_, index, size));
    operation.size = static_cast<std::int64_t>(size);
    if (type == 3) {
      operation.nic = 0;
      operation.tag = 0;
      return operation;
    }
    const bool any = type == 2 && peer == UINT32_MAX;
    if (!any && peer >= ranks_) {
      fail(fmt::format("rank {}, operation {}: rank {} is outside 0..{}", rank_, index, peer, ranks_ - 1));
    }
    operation.peer = any ? Operation::kAnySource : static_cast<std::int32_t>(peer);
    return operation;
  }

  [[noreturn]] void other_records(std::uint64_t bytes, std::uint64_t roots, std::uint64_t operations,
                                  std::uint64_t edges) const {
    fail(fmt::format(
        "rank {} has {} bytes, not 8 + 4 x {} roots + {} x {} operations + 4 x {} dependences: the "
        "file is damaged, or an older txt2bin wrote it; write it again with the current one",
        rank_, bytes, roots, kOperation, operations, edges));
  }
  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(fmt::format("{}: {}", name_, what));
  }

  const ReadBytes& read_;
  const std::string& name_;
  std::uint64_t ranks_ = 0, rank_ = 0;
};

}  // namespace

Program read_goal_binary(const ReadBytes& read, const std::string& name) {
  return BinaryReader(read, name).read();
}

Program read_goal_binary_text(std::string bytes, std::string name) {
  const ReadBytes read = [&](std::uint64_t begin, std::uint64_t end) {
    if (begin >= bytes.size()) return std::string();
    return bytes.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
  };
  return BinaryReader(read, name).read();
}

}  // namespace torusim
