#pragma once
/// --size: the vector of a rank, as benchmarks of collectives count it (bandwidth.h), in place of --block.

#include <cstdint>
#include <string>
#include <vector>

#include "schedules/core/collective.h"

namespace torusim {

struct RunConfig;

/// Flits and text of each size of a list: `1MB`, `4KiB,1MB`, `1MB..1GB` (doubling, and the end). A number
/// without a unit is flits; a size rounds up to whole flits of `flit_bytes`. Throws UsageError `must be ..`.
struct VectorSize {
  std::int64_t flits = 0;
  std::string text;
};
std::vector<VectorSize> parse_sizes(const std::string& text, int flit_bytes);

/// The sizes of --size. Throws UsageError.
std::vector<VectorSize> sizes_of(const RunConfig& config);
/// The one size of a run. Throws UsageError.
VectorSize only_size(const RunConfig& config);

/// Flits of a block, rounded up, of a vector of `flits` of any length. Throws UsageError for plain messages.
std::int64_t packet_of_vector(std::int64_t flits, const Topology& topology, const Collective& collective);
/// Flits of a block, rounded up, if the vector has `flits`. Throws UsageError for plain messages, which have
/// no vector, and beyond kMostBlock.
int block_of_vector(std::int64_t flits, const Topology& topology, const Collective& collective);
/// The same for the one size of --size. Replaces --size by --block.
void settle_size(RunConfig& config, const Topology& topology, const Collective& collective);
/// Replaces --size by this --block.
void take_block(RunConfig& config, int block);

}  // namespace torusim
