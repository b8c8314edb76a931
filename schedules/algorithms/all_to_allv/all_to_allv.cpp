// All-to-allv: a complete exchange in which every pair of nodes has an amount of its own, such as the tokens
// of a mixture of experts. docs/algorithms/all-to-allv.md.

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "schedules/algorithms/all_to_allv/generated_matrix.h"
#include "schedules/algorithms/broadcast/broadcast_options.h"
#include "schedules/algorithms/families.h"
#include "schedules/algorithms/transfer_writer.h"
#include "schedules/core/error.h"
#include "schedules/core/read_number.h"
#include "schedules/core/route.h"
#include "schedules/core/suggestion.h"
#include "schedules/core/traffic_matrix.h"

namespace torusim {
namespace {

// Assigns each message of a matrix to a phase, so that a node sends one message and receives one message at
// a time.

enum class MessageOrder {
  kDirect,    ///< by displacement: phase j has the messages from s to s + j, modulo the nodes
  kPex,       ///< by pairs: phase j has the messages from s to s xor j
  kBalanced,  ///< largest first: a message is in the first phase in which both of its nodes are free
  kDisjoint,  ///< as kBalanced, and all channels of its dimension-order route are free too
};

/// Calls visit(source, entry, place) for all entries.
template <typename Visit>
void for_each_entry(const TrafficMatrix& matrix, Visit visit) {
  for (NodeId source = 0; source < matrix.nodes(); ++source) {
    for (std::size_t i = matrix.first(source); i < matrix.first(source + 1); ++i) {
      visit(source, matrix.entries()[i], i);
    }
  }
}

std::uint32_t displacement(const TrafficMatrix& matrix, NodeId from, NodeId to) {
  return static_cast<std::uint32_t>(to >= from ? to - from : to - from + matrix.nodes());
}

/// The phases in which a port or channel is busy, 64 a word.
using Phases = std::vector<std::uint64_t>;

/// The first phase in which all of them are free.
std::uint32_t first_free(const std::vector<Phases*>& all) {
  for (std::size_t i = 0;; ++i) {
    std::uint64_t busy = 0;
    for (const Phases* phases : all) busy |= i < phases->size() ? (*phases)[i] : 0;
    if (busy != UINT64_MAX) {
      return static_cast<std::uint32_t>(i * 64) + static_cast<std::uint32_t>(std::countr_one(busy));
    }
  }
}

void take(Phases& phases, std::uint32_t phase) {
  if (phases.size() <= phase / 64) phases.resize(phase / 64 + 1);
  phases[phase / 64] |= std::uint64_t{1} << phase % 64;
}

/// As open-shop scheduling by longest processing time. Messages of equal size in the order of their
/// displacements, which fills phases whole if all are equal.
std::vector<std::uint32_t> balanced_phases(const TrafficMatrix& matrix, const Topology& topology,
                                           bool disjoint) {
  const std::size_t count = matrix.entries().size();
  std::vector<NodeId> source_of(count);
  for_each_entry(matrix, [&](NodeId source, const auto&, std::size_t i) { source_of[i] = source; });
  std::vector<std::uint32_t> largest_first(count), phase_of(count);
  std::iota(largest_first.begin(), largest_first.end(), 0);
  std::sort(largest_first.begin(), largest_first.end(), [&](std::uint32_t a, std::uint32_t b) {
    const auto &x = matrix.entries()[a], &y = matrix.entries()[b];
    if (x.blocks != y.blocks) return x.blocks > y.blocks;
    const std::uint32_t near = displacement(matrix, source_of[a], x.destination);
    const std::uint32_t far = displacement(matrix, source_of[b], y.destination);
    return near != far ? near < far : a < b;
  });
  const auto nodes = static_cast<std::size_t>(matrix.nodes());
  const auto ports = static_cast<std::size_t>(topology.network_ports());
  std::vector<Phases> sends(nodes), receives(nodes), channels(disjoint ? nodes * ports : 0);
  std::vector<Phases*> needed;
  for (const std::uint32_t i : largest_first) {
    const NodeId from = source_of[i], to = matrix.entries()[i].destination;
    needed = {&sends[static_cast<std::size_t>(from)], &receives[static_cast<std::size_t>(to)]};
    if (disjoint) {
      dimension_order_route(topology, from, to).for_each_channel(topology, from, [&](NodeId node, int port) {
        needed.push_back(&channels[static_cast<std::size_t>(node) * ports + static_cast<std::size_t>(port)]);
      });
    }
    phase_of[i] = first_free(needed);
    for (Phases* phases : needed) take(*phases, phase_of[i]);
  }
  for (std::uint32_t& phase : phase_of) ++phase;  // names are from 1
  return phase_of;
}

/// The messages of a matrix, phase after phase; phases without messages are left out. The object takes 4
/// bytes a message. Its construction takes 8 bytes a message, 12 for kBalanced and kDisjoint. These two also
/// take a bit per phase for each end of a node, and kDisjoint for each channel.
class OrderedMessages {
 public:
  /// Throws InputError for kDisjoint and more than kMostDisjoint messages.
  OrderedMessages(const TrafficMatrix& matrix, MessageOrder order, const Topology& topology) {
    const bool disjoint = order == MessageOrder::kDisjoint;
    if (disjoint && matrix.entries().size() > kMostDisjoint) {
      throw InputError(
          fmt::format("order=disjoint for {} messages: it takes long, so there are at most {}; "
                      "order=balanced has no such limit",
                      matrix.entries().size(), kMostDisjoint));
    }
    if (disjoint || order == MessageOrder::kBalanced) {
      sort(balanced_phases(matrix, topology, disjoint));
      return;
    }
    std::vector<std::uint32_t> phase_of(matrix.entries().size());
    for_each_entry(matrix, [&](NodeId source, const TrafficMatrix::Entry& entry, std::size_t i) {
      phase_of[i] = order == MessageOrder::kPex ? static_cast<std::uint32_t>(source ^ entry.destination)
                                                : displacement(matrix, source, entry.destination);
    });
    sort(phase_of);
  }

  static constexpr std::size_t kMostDisjoint = std::size_t{1} << 22;

  int phases() const { return static_cast<int>(begin_.size()) - 1; }
  /// The j of kDirect and kPex; for the other orders the number of the phase, from 1.
  std::uint32_t name(int phase) const { return names_[static_cast<std::size_t>(phase)]; }
  /// The messages of a phase, as ascending indices of entries of the matrix.
  std::span<const std::uint32_t> messages(int phase) const {
    const auto at = static_cast<std::size_t>(phase);
    return {places_.data() + begin_[at], begin_[at + 1] - begin_[at]};
  }

 private:
  /// Sorts the entries by their phases.
  void sort(const std::vector<std::uint32_t>& phase_of) {
    const std::uint32_t most = phase_of.empty() ? 0 : *std::max_element(phase_of.begin(), phase_of.end());
    std::vector<std::size_t> count(std::size_t{most} + 1);
    for (const std::uint32_t phase : phase_of) ++count[phase];
    std::vector<std::size_t> next(count.size());
    begin_ = {0};
    for (std::uint32_t phase = 0; phase <= most; ++phase) {
      if (count[phase] == 0) continue;
      next[phase] = begin_.back();
      names_.push_back(phase);
      begin_.push_back(begin_.back() + count[phase]);
    }
    places_.resize(phase_of.size());
    for (std::size_t i = 0; i < phase_of.size(); ++i) {
      places_[next[phase_of[i]]++] = static_cast<std::uint32_t>(i);
    }
  }

  std::vector<std::size_t> begin_;  // [phase], and one more: among places_
  std::vector<std::uint32_t> names_, places_;
};

constexpr const char* kAllToAllv = "all-to-allv";

const NamedOption<MessageOrder>& orders() {
  static const NamedOption<MessageOrder> kOrders{
      "order",
      "direct",
      "direct: by displacement; pex: by pairs, s with s xor j; balanced: largest first; disjoint: the same "
      "without shared channels",
      {{"direct", MessageOrder::kDirect},
       {"pex", MessageOrder::kPex},
       {"balanced", MessageOrder::kBalanced},
       {"disjoint", MessageOrder::kDisjoint}}};
  return kOrders;
}

/// A message for each pair that has something to send. A block is a flit. Every node sends one message and
/// receives one in a phase, by dimension-order routing.
class AllToAllv : public PhaseByPhase, public MatrixHolder {
 public:
  AllToAllv(const Topology& topology, TrafficMatrix matrix, MessageOrder order)
      : matrix_(std::make_shared<const TrafficMatrix>(std::move(matrix))),
        messages_(*matrix_, order, topology),
        prefix_(order == MessageOrder::kDirect || order == MessageOrder::kPex ? 'J' : 'B') {
    info_.collective.kind = Collective::Kind::kMessages;
    info_.collective.blocks = matrix_->total();
    info_.topology = topology;
    info_.phases = messages_.phases();
    info_.claims = {.link_disjoint = order == MessageOrder::kDisjoint, .shortest_paths = true};
  }

  std::shared_ptr<const TrafficMatrix> matrix() const override { return matrix_; }

 private:
  void make(Phase& phase) override {
    phase.name = fmt::format("{}{}", prefix_, messages_.name(at_));
    TransferWriter writer(phase, info_.topology.dimensions());
    NodeId source = 0;
    for (const std::uint32_t place : messages_.messages(at_)) {
      while (matrix_->first(source + 1) <= place) ++source;
      const auto& [destination, blocks] = matrix_->entries()[place];
      writer.add(source, destination, dimension_order_route(info_.topology, source, destination)).unnamed =
          blocks;
    }
  }

  std::shared_ptr<const TrafficMatrix> matrix_;
  OrderedMessages messages_;
  char prefix_;
};

constexpr std::pair<const char*, Popularity> kGenerators[] = {
    {"uniform", Popularity::kUniform}, {"zipf", Popularity::kZipf}, {"hot", Popularity::kHot}};

std::vector<OptionInfo> option_list() {
  return {
      {"matrix",
       {},
       "uniform",
       "bytes of every pair: a file of comma-separated lines, or made for experts that are alike, Zipf, or "
       "one of them hot",
       "uniform|zipf|hot|FILE.csv"},
      orders(),
      {"bytes", {}, "1024", "mean bytes from a node to an expert; with tokens: bytes of a token", "N", true},
      {"skew", {}, "1.2", "zipf: exponent", "S", true},
      {"share", {}, "0.2", "hot: what the hot expert gets of everything", "S", true},
      {"hot", {}, "0", "hot: the node of the hot expert", "NODE", true},
      {"experts", {}, "nodes", "number of experts, spread evenly over the nodes", "nodes|N", true},
      {"tokens",
       {},
       "0",
       "tokens of each node, each routed to k experts at random; 0: none, mean values",
       "N",
       true},
      {"k", {}, "2", "with tokens: experts of a token", "N", true},
      {"seed", {}, "1", "of what is random", "N", true},
      {"flit-bytes", {}, "16", "bytes of a flit; --flit-bytes sets it too", "N", true}};
}

/// An option that the chosen matrix does not use has no other value than the standard one.
void refuse_unused(const AlgorithmOptions& options, const std::string& matrix, bool file, bool tokens) {
  const auto refuse = [&](const char* name, bool used, const std::string& needs) {
    for (const OptionInfo& option : option_list()) {
      if (option.name != name || used || options.at(name) == option.standard) continue;
      throw UsageError(fmt::format("{}: {}={} needs {}", kAllToAllv, name, options.at(name), needs));
    }
  };
  for (const char* name : {"bytes", "experts", "tokens", "k", "seed", "skew", "share", "hot"}) {
    refuse(name, !file, fmt::format("a matrix that is made (uniform, zipf, hot), and {} is a file", matrix));
  }
  refuse("skew", matrix == "zipf", "matrix=zipf");
  refuse("share", matrix == "hot", "matrix=hot");
  refuse("hot", matrix == "hot", "matrix=hot");
  refuse("k", tokens, "tokens=N");
  refuse("seed", tokens || matrix == "zipf", "tokens=N or matrix=zipf: nothing else is random");
}

TrafficMatrix matrix_of(const AlgorithmOptions& options, const Topology& topology) {
  const std::string& matrix = options.at("matrix");
  GeneratedMatrix wanted;
  const auto* const made = std::find_if(std::begin(kGenerators), std::end(kGenerators),
                                        [&](const auto& each) { return matrix == each.first; });
  const bool file = made == std::end(kGenerators);
  wanted.flit_bytes = number_of<int>(kAllToAllv, options, "flit-bytes", 1, 1 << 20);
  wanted.tokens = number_of<std::int64_t>(kAllToAllv, options, "tokens", 0, 1'000'000);
  refuse_unused(options, matrix, file, wanted.tokens > 0);
  if (file) {
    if (matrix.find_first_of("./") == std::string::npos) {
      std::vector<std::string> names;
      for (const auto& [name, popularity] : kGenerators) names.emplace_back(name);
      throw UsageError(
          fmt::format("{}: matrix={}: the nearest is '{}'; a file has a dot or a slash in its name",
                      kAllToAllv, matrix, nearest(matrix, names)));
    }
    return read_matrix_file(matrix, topology.nodes(), wanted.flit_bytes);
  }
  wanted.popularity = made->second;
  wanted.bytes = number_of<std::int64_t>(kAllToAllv, options, "bytes", 0, 10'000'000'000);
  wanted.skew = number_of<double>(kAllToAllv, options, "skew", 0, 10);
  wanted.share = number_of<double>(kAllToAllv, options, "share", 0, 1);
  wanted.hot = read_root(kAllToAllv, options.at("hot"), topology, "hot");
  if (options.at("experts") != "nodes")
    wanted.experts = number_of<int>(kAllToAllv, options, "experts", 1, 65536);
  wanted.choices = number_of<int>(kAllToAllv, options, "k", 1, 64);
  wanted.seed = number_of<std::uint64_t>(kAllToAllv, options, "seed", 0, UINT64_MAX);
  return make_matrix(wanted, topology.nodes());
}

}  // namespace

std::vector<Algorithm> all_to_allv_algorithms() {
  return {
      {{kAllToAllv, "complete exchange of different amounts, from a matrix of bytes or a mixture of experts",
        "folklore; balanced, disjoint: largest first, as in open-shop scheduling",
        "any rings, paths and complete graphs; twisted tori, too", option_list(), Collective::Kind::kMessages,
        false, true},
       [](const Topology& topology, const AlgorithmOptions& options) {
         TrafficMatrix matrix = matrix_of(options, topology);
         if (matrix.total() == 0) {
           throw InputError(fmt::format("{}: no pair of nodes has anything to send", kAllToAllv));
         }
         return std::make_unique<AllToAllv>(topology, std::move(matrix), orders().of(options));
       }}};
}

}  // namespace torusim
