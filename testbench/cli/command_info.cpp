#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>

#include "schedules/algorithms/best_exchange.h"
#include "schedules/core/cost.h"
#include "schedules/core/link_load.h"
#include "schedules/core/message_bounds.h"
#include "schedules/core/traffic_matrix.h"
#include "schedules/core/twist.h"
#include "schedules/formulas/exchange_closed_forms.h"
#include "schedules/formulas/product_closed_forms.h"
#include "testbench/cli/commands.h"
#include "testbench/cli/program_pages.h"
#include "testbench/config/collective_comparison.h"
#include "testbench/config/failed_links.h"
#include "testbench/config/link_rules.h"
#include "testbench/config/prediction.h"
#include "testbench/config/run_setup.h"
#include "testbench/config/units.h"
#include "testbench/process/progress.h"
#include "testbench/process/text_table.h"
#include "testbench/results/run_record.h"

namespace torusim {
namespace {

struct Info {
  const ScheduleInfo& schedule;
  std::vector<PhaseSummary> phases;
  std::vector<BusiestLink> busiest;
  Cost cost;
  LowerBounds bounds;
  TimeModel model;
  std::vector<Cycle> predicted;
  Cycle predicted_total;
  std::string links;                             // their delays, and rates
  std::map<std::string, std::string> converted;  // options given in units
  int channels = 1;                              // of a node in a run by default
  Scale scale = {};
  std::optional<MessageBounds> messages = {};  // of a schedule with a matrix

  bool exchange() const { return schedule.collective.kind == Collective::Kind::kCompleteExchange; }
  /// A complete exchange in single hops, with the bounds of the store-and-forward model.
  bool single_hops() const {
    return exchange() && !schedule.topology.twisted() &&
           std::ranges::all_of(phases,
                               [](const PhaseSummary& p) { return p.max_hops <= 1 && p.max_blocks <= 1; });
  }
  /// Phases in which two messages need the same channel.
  std::ptrdiff_t phases_that_share_channels() const {
    return std::ranges::count_if(busiest, [](const BusiestLink& link) { return link.messages > 1; });
  }
  /// The lower bound of cycles for any schedule, if the prediction is less.
  std::string bound_text() const {
    const auto cycles = static_cast<Cycle>(std::ceil(bounds.blocks() * model.block_flits));
    return cycles > predicted_total ? fmt::format(": {} cycles by the lower bound", cycles) : "";
  }
  std::vector<PublishedCost> published() const {
    return exchange() && !schedule.topology.twisted() ? published_costs(schedule.topology)
                                                      : std::vector<PublishedCost>{};
  }
};

/// The effects of a twisted torus's seams.
struct Seams {
  std::vector<int> rings;  ///< channels of a ring, by dimension
  std::int64_t hops = 0;   ///< from a node to all others
  int diameter = 0;

  explicit Seams(const Topology& topology) {
    for (int d = 0; d < topology.dimensions(); ++d) rings.push_back(topology.twist()->ring(d));
    for (NodeId node = 0; node < topology.nodes(); ++node) {
      hops += topology.distance(0, node);
      diameter = std::max(diameter, topology.distance(0, node));
    }
    others_ = topology.nodes() - 1;
  }
  double mean() const { return static_cast<double>(hops) / others_; }

 private:
  int others_ = 0;
};

Json json_of(const Info& info) {
  Json json;
  json["name"] = info.schedule.name;
  json["generator"] = info.schedule.generator;
  if (!info.schedule.chosen.empty()) json["chosen"] = info.schedule.chosen;
  if (!info.converted.empty()) json["converted"] = info.converted;
  json["topology"] = info.schedule.topology.name();
  const Collective& collective = info.schedule.collective;
  json["collective"] = to_text(collective.kind);
  if (collective.one_packet()) json["root"] = collective.root;
  if (!collective.named()) json["collective_blocks"] = collective.blocks;
  if (collective.copies() || collective.reduces()) json["pieces"] = collective.pieces;
  if (collective.reduces()) json["chunks"] = collective.chunks(info.schedule.topology);
  if (collective.copies()) json["repeats"] = collective.repeats;
  json["nodes"] = info.schedule.topology.nodes();
  json["ports"] = info.schedule.ports;
  json["sync"] = to_text(info.schedule.sync);
  json["startups"] = info.cost.startups;
  json["blocks"] = info.cost.blocks;
  json["phases"] = Json::array();
  for (std::size_t i = 0; i < info.phases.size(); ++i) {
    const PhaseSummary& phase = info.phases[i];
    json["phases"].push_back({{"name", phase.name},
                              {"messages", phase.messages},
                              {"max_blocks", phase.max_blocks},
                              {"total_blocks", phase.total_blocks},
                              {"max_hops", phase.max_hops},
                              {"max_link_load", info.busiest[i].messages},
                              {"max_link_blocks", info.busiest[i].blocks},
                              {"predicted_cycles", info.predicted[i]}});
  }
  json["bounds"] = {{"startups", info.bounds.startups},
                    {"blocks", info.bounds.blocks()},
                    {"injection_blocks", info.bounds.injection_blocks},
                    {"link_blocks", info.bounds.link_blocks},
                    {"dimension_blocks", info.bounds.dimension_blocks},
                    {"cut_blocks", info.bounds.cut_blocks}};
  if (info.schedule.topology.twisted()) {
    const Seams seams(info.schedule.topology);
    json["twisted"] = {{"rings", seams.rings}, {"mean_distance", seams.mean()}, {"diameter", seams.diameter}};
  }
  if (info.messages) json["message_bounds"] = json_of(*info.messages);
  if (info.single_hops()) {
    const Topology& topology = info.schedule.topology;
    json["single_hops"] = {{"average_status", average_status(topology).text()},
                           {"middle_cut", middle_cut_bound(topology).text()},
                           {"average_distance", average_distance(topology).text()}};
  }
  for (const PublishedCost& other : info.published()) {
    json["formulas"][other.name] = {{"startups", other.cost.startups}, {"blocks", other.cost.blocks}};
  }
  json["predicted"] = {{"block_flits", info.model.block_flits},
                       {"startup", info.model.startup},
                       {"link_delay", info.model.hardware.link_delay},
                       {"switching", to_text(info.model.hardware.switching)},
                       {"cycles", info.predicted_total},
                       {"phases_that_share_channels", info.phases_that_share_channels()}};
  if (info.scale.timed()) {
    json["predicted"]["time_ns"] = info.scale.nanoseconds(static_cast<double>(info.predicted_total));
  }
  if (info.model.hardware.uneven != nullptr) json["predicted"]["links"] = info.links;
  if (info.model.hardware.router_delay > 1)
    json["predicted"]["router_delay"] = info.model.hardware.router_delay;
  add_rerouting(json, info.schedule);
  return json;
}

std::string blocks_text(double blocks) {
  return std::floor(blocks) == blocks ? fmt::format("{:.0f}", blocks) : fmt::format("{:.2f}", blocks);
}

void print_table(const Info& info) {
  const ScheduleInfo& schedule = info.schedule;
  fmt::print("{} on {}: {} nodes, {} port{}, made to run with {}--sync {}\n", schedule.name,
             schedule.topology.name(), schedule.topology.nodes(), schedule.ports,
             schedule.ports == 1 ? "" : "s",
             info.channels < schedule.ports ? fmt::format("--alpha {} and ", info.channels) : "",
             to_text(schedule.sync));
  if (!schedule.generator.empty()) fmt::print("generator: {}\n", schedule.generator);
  if (!schedule.chosen.empty()) fmt::print("chosen: {}\n", schedule.chosen);
  for (const auto& [option, what] : info.converted) fmt::print("{}: {}\n", option, what);
  fmt::print("collective: {}\n", description(schedule.topology, schedule.collective));
  fmt::print("\n");
  TextTable table(
      {"phase", "name", "messages", "max blocks", "total blocks", "max hops", "link load", "predicted"}, 2);
  std::int64_t messages = 0, blocks = 0, loads = 0;
  for (std::size_t i = 0; i < info.phases.size(); ++i) {
    const PhaseSummary& phase = info.phases[i];
    messages += phase.messages;
    blocks += phase.total_blocks;
    loads += info.busiest[i].messages;
    table.row({fmt::format("{}", i + 1), phase.name, fmt::format("{}", phase.messages),
               fmt::format("{}", phase.max_blocks), fmt::format("{}", phase.total_blocks),
               fmt::format("{}", phase.max_hops), fmt::format("{}", info.busiest[i].messages),
               fmt::format("{}", info.predicted[i])});
  }
  table.rule();
  table.row({"sum", "", fmt::format("{}", messages), fmt::format("{}", info.cost.blocks),
             fmt::format("{}", blocks), "", fmt::format("{}", loads),
             fmt::format("{}", info.predicted_total)});
  fmt::print("{}\n", table.text());
  fmt::print("cost         {} startups + {} blocks\n", info.cost.startups, info.cost.blocks);
  fmt::print("lower bound  {} startups, {} blocks (injection {}, links {}, worst dimension {}, {} cut {})\n",
             info.bounds.startups, blocks_text(info.bounds.blocks()),
             blocks_text(info.bounds.injection_blocks), blocks_text(info.bounds.link_blocks),
             blocks_text(info.bounds.dimension_blocks), schedule.collective.named() ? "middle" : "worst",
             blocks_text(info.bounds.cut_blocks));
  fmt::print("{}", rerouting_lines(schedule.rerouting.get(), 12));
  if (schedule.topology.twisted()) {
    const Seams seams(schedule.topology);
    fmt::print(
        "twisted      rings of {} channels; mean distance {:.4f} ({} hops to all others), at most {}\n",
        fmt::join(seams.rings, ", "), seams.mean(), seams.hops, seams.diameter);
  }
  if (info.messages) {
    fmt::print("messages     need at least {} cycles: {}\n", info.messages->most(),
               info.messages->text(schedule.topology));
    fmt::print("             in these phases, with startups, {:.2f} times as many\n",
               static_cast<double>(info.predicted_total) / static_cast<double>(info.messages->most()));
  }
  if (info.single_hops()) {
    const Topology& topology = schedule.topology;
    fmt::print(
        "single hops  at least {} steps one-port (average status), {} all-port (middle cut); distance {}\n",
        average_status(topology).text(), middle_cut_bound(topology).text(),
        average_distance(topology).text());
  }
  if (const auto others = info.published(); !others.empty()) {
    fmt::print(
        "formulas     as printed by Tseng, Ni, Sheu, Tables 3 and 4, in startups + blocks; not run "
        "(t-2d1, .. are reconstructions):");
    for (const PublishedCost& other : others) {
      fmt::print("{} {} {} + {}", &other == others.data() ? "" : ",", other.name, other.cost.startups,
                 other.cost.blocks);
    }
    fmt::print("\n");
  }
  fmt::print("predicted    {} cycles{} {} (block {} flits, startup {}, link delay {}, {})\n",
             info.predicted_total, in_time(info.scale, info.predicted_total),
             schedule.sync == Synchronisation::kData ? "in the order of the data" : "with barriers",
             info.model.block_flits, info.model.startup, info.links, to_text(info.model.hardware.switching));
  if (const auto shared = info.phases_that_share_channels(); shared > 0) {
    fmt::print("             without contention, but in {} of {} phases messages share a channel{}\n", shared,
               info.phases.size(), info.bound_text());
  }
}

}  // namespace

int info_command(RunConfig config, Json* answer) {
  auto loaded = with_progress(config.quiet, "making the schedule", [&] { return load_quickest(config); });
  const PreparedRun run = prepare_run(config, std::move(loaded));
  if (!has_phases(*run.schedule)) return info_of_program(run, answer);
  const std::jthread teller = tell_of_time(config.quiet, "counting messages and links");
  Schedule& schedule = *run.schedule;
  const Topology& topology = schedule.info().topology;
  const TimeModel model = run.time_model();
  Info info{schedule.info(),
            {},
            {},
            {},
            lower_bounds(schedule),
            model,
            {},
            0,
            links_text(config),
            run.config.converted,
            default_channels(schedule),
            scale_of(config)};
  LinkLoads loads(topology);
  schedule.rewind();
  for (Phase phase; schedule.next(phase);) {
    info.phases.push_back(summarize(topology, phase));
    info.predicted.push_back(predicted_cycles(topology, phase, model));
    loads.count(phase);
    info.busiest.push_back({loads.max(), loads.max_blocks()});
  }
  if (matrix_of(schedule)) {
    info.messages = message_bounds(schedule, model.block_flits, *run.config.alpha);
  }
  info.cost = cost(info.phases);
  const auto all = schedule.as_program() != nullptr ? run.predicted() : info.predicted;
  info.predicted_total = std::accumulate(all.begin(), all.end(), Cycle{0});
  if (answer != nullptr) {
    *answer = json_of(info);
  } else {
    print_table(info);
  }
  return kDone;
}

}  // namespace torusim
