#include "testbench/config/vector_size.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "schedules/core/error.h"
#include "schedules/core/read_number.h"
#include "testbench/config/about.h"
#include "testbench/config/bandwidth.h"
#include "testbench/config/run_config.h"
#include "testbench/config/units.h"

namespace torusim {
namespace {

constexpr const char* kSizeForms = "must be flits, or sizes such as 1MB, 4KiB,1MB or 1MB..1GB";
constexpr std::int64_t kMostSizeBytes = std::int64_t{1} << 53;

/// Bytes, or flits if there is no unit.
struct Amount {
  double value = 0;
  bool bytes = false, binary = false;
  std::string text() const { return bytes ? bytes_text(value, binary) : fmt::format("{:.0f}", value); }
};

Amount parse_amount(const std::string& text) {
  if (has_unit(text)) {
    try {
      return {static_cast<double>(bytes_of(text, kMostSizeBytes)), true, text.find('i') != std::string::npos};
    } catch (const UsageError&) {
      throw UsageError(kSizeForms);
    }
  }
  std::int64_t flits = 0;
  if (!read_number(text, flits) || flits < 1) throw UsageError(kSizeForms);
  return {static_cast<double>(flits)};
}

VectorSize size_of(const Amount& amount, int flit_bytes) {
  if (amount.bytes && flit_bytes == 0) throw UsageError("needs --flit-bytes, such as 16, or --link");
  const double flits = amount.bytes ? std::ceil(amount.value / flit_bytes) : amount.value;
  if (flits < 1 || flits > 0x1p53) throw UsageError("must be from 1 to 2^53 flits");
  return {static_cast<std::int64_t>(flits), amount.text()};
}

}  // namespace

std::vector<VectorSize> parse_sizes(const std::string& text, int flit_bytes) {
  std::vector<VectorSize> sizes;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string item = text.substr(begin, end - begin);
    begin = end + 1;
    const std::size_t dots = item.find("..");
    Amount first = parse_amount(item.substr(0, dots));
    const Amount last = dots == std::string::npos ? first : parse_amount(item.substr(dots + 2));
    if (first.bytes != last.bytes || last.value < first.value) throw UsageError(kSizeForms);
    for (; first.value < last.value; first.value *= 2) sizes.push_back(size_of(first, flit_bytes));
    sizes.push_back(size_of(last, flit_bytes));
  }
  for (auto size = sizes.begin(); size != sizes.end(); ++size) {
    const auto same = [&](const VectorSize& other) { return other.text == size->text; };
    if (std::any_of(sizes.begin(), size, same))
      throw UsageError(fmt::format("'{}' is there twice", size->text));
  }
  return sizes;
}

std::vector<VectorSize> sizes_of(const RunConfig& config) {
  return about(fmt::format("--size {}: ", config.size),
               [&] { return parse_sizes(config.size, config.flit_bytes); });
}

std::int64_t packet_of_vector(std::int64_t flits, const Topology& topology, const Collective& collective) {
  const auto blocks = collective_bytes(topology, collective, 1);
  if (!blocks) throw UsageError("--size: plain messages have no vector; --block is the size of a block");
  return static_cast<std::int64_t>(std::ceil(static_cast<double>(flits) / *blocks));
}

int block_of_vector(std::int64_t flits, const Topology& topology, const Collective& collective) {
  const std::int64_t block = packet_of_vector(flits, topology, collective);
  if (block > kMostBlock) {
    throw UsageError(fmt::format("--size: a block would have {} flits; at most {}", block, kMostBlock));
  }
  return static_cast<int>(block);
}

VectorSize only_size(const RunConfig& config) {
  const std::vector<VectorSize> sizes = sizes_of(config);
  if (sizes.size() == 1) return sizes.front();
  throw UsageError(fmt::format("--size {}: a run has one size; torusim compare takes several", config.size));
}

void settle_size(RunConfig& config, const Topology& topology, const Collective& collective) {
  if (config.size.empty()) return;
  take_block(config, block_of_vector(only_size(config).flits, topology, collective));
}

void take_block(RunConfig& config, int block) {
  const VectorSize size = only_size(config);
  config.block = block;
  config.converted["size"] = fmt::format("{} = {} flits, in blocks of {}", size.text, size.flits, block);
  config.size.clear();
}

}  // namespace torusim
