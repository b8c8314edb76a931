// All-to-allv: a complete exchange in which every pair of nodes has an amount of its own, such as the tokens
// of a mixture of experts. docs/algorithms/all-to-allv.md.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "schedules/algorithms/all_to_allv/generated_matrix.h"
#include "schedules/algorithms/all_to_allv/message_order.h"
#include "schedules/algorithms/broadcast/broadcast_options.h"
#include "schedules/algorithms/families.h"
#include "schedules/algorithms/transfer_writer.h"
#include "schedules/core/error.h"
#include "schedules/core/matrix_file.h"
#include "schedules/core/read_number.h"
#include "schedules/core/suggestion.h"

namespace torusim {
namespace {

constexpr const char* kName = "all-to-allv";

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

template <typename Number>
Number number(const AlgorithmOptions& options, const std::string& name, Number least, Number most) {
  const std::string& text = options.at(name);
  Number value{};
  if (!read_number(text, value) || !(value >= least && value <= most)) {
    throw UsageError(
        fmt::format("{}: {}={}: must be a number from {} to {}", kName, name, text, least, most));
  }
  return value;
}

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
      throw UsageError(fmt::format("{}: {}={} needs {}", kName, name, options.at(name), needs));
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
  wanted.flit_bytes = number<int>(options, "flit-bytes", 1, 1 << 20);
  wanted.tokens = number<std::int64_t>(options, "tokens", 0, 1'000'000);
  refuse_unused(options, matrix, file, wanted.tokens > 0);
  if (file) {
    if (matrix.find_first_of("./") == std::string::npos) {
      std::vector<std::string> names;
      for (const auto& [name, popularity] : kGenerators) names.emplace_back(name);
      throw UsageError(
          fmt::format("{}: matrix={}: the nearest is '{}'; a file has a dot or a slash in its name", kName,
                      matrix, nearest(matrix, names)));
    }
    return read_matrix_file(matrix, topology.nodes(), wanted.flit_bytes);
  }
  wanted.popularity = made->second;
  wanted.bytes = number<std::int64_t>(options, "bytes", 0, 10'000'000'000);
  wanted.skew = number<double>(options, "skew", 0, 10);
  wanted.share = number<double>(options, "share", 0, 1);
  wanted.hot = read_root(kName, options.at("hot"), topology, "hot");
  if (options.at("experts") != "nodes") wanted.experts = number<int>(options, "experts", 1, 65536);
  wanted.choices = number<int>(options, "k", 1, 64);
  wanted.seed = number<std::uint64_t>(options, "seed", 0, UINT64_MAX);
  return make_matrix(wanted, topology.nodes());
}

}  // namespace

std::vector<Algorithm> all_to_allv_algorithms() {
  return {{{kName, "complete exchange of different amounts, from a matrix of bytes or a mixture of experts",
            "folklore; balanced, disjoint: largest first, as in open-shop scheduling",
            "any rings, paths and complete graphs; twisted tori, too", option_list(),
            Collective::Kind::kMessages, false, true},
           [](const Topology& topology, const AlgorithmOptions& options) {
             TrafficMatrix matrix = matrix_of(options, topology);
             if (matrix.total() == 0) {
               throw InputError(fmt::format("{}: no pair of nodes has anything to send", kName));
             }
             return std::make_unique<AllToAllv>(topology, std::move(matrix), orders().of(options));
           }}};
}

}  // namespace torusim
