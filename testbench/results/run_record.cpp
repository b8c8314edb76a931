#include "testbench/results/run_record.h"

#include <array>

#include "models/run/make_network.h"
#include "schedules/core/failed_network.h"
#include "testbench/config/bandwidth.h"
#include "testbench/process/content_hash.h"
#include "testbench/results/output_file.h"
#include "testbench/results/schema.h"
#include "testbench/results/time_columns.h"

namespace torusim {
namespace {

nlohmann::ordered_json cycle_json(Cycle cycle) {
  if (cycle < 0) return nullptr;
  return cycle;
}

/// Time in ns, size in bytes and bandwidths in GB/s (1e9 bytes per second), if the options define cycles and
/// flits; bandwidths of completed runs only.
void add_units(nlohmann::ordered_json& json, const RunRecord& run) {
  const Scale& scale = run.scale;
  const Topology& topology = run.schedule.topology;
  const double block_bytes = 1.0 * run.block_flits * scale.flit_bytes;
  const auto cycles = static_cast<double>(run.result.cycles);
  if (scale.timed()) json["time_ns"] = scale.nanoseconds(cycles);
  const auto bytes = collective_bytes(topology, run.schedule.collective, block_bytes);
  if (scale.sized() && bytes) json["size_bytes"] = *bytes;
  if (!scale.timed() || !scale.sized() || run.result.verdict != Verdict::kVerified) return;
  constexpr double kGiga = 1e9;
  if (const auto rate =
          throughput(run.schedule.collective, static_cast<double>(run.result.delivered_blocks) * block_bytes,
                     scale.seconds(cycles))) {
    json["throughput_gbs"] = *rate / kGiga;
  }
  const auto rates = bandwidth(topology, run.schedule.collective, block_bytes, scale.seconds(cycles));
  if (!rates) return;
  json["algbw_gbs"] = rates->algorithm / kGiga;
  json["busbw_gbs"] = rates->bus / kGiga;
}

void write_records(const std::filesystem::path& path, const SpilledArray<TransferRecord>& records,
                   const Scale& scale) {
  constexpr std::array<std::string_view, 4> kTimes = {"started", "injected", "head_out", "tail_out"};
  OutputFile file(path);
  file.write("number,phase,class,source,destination,hops,blocks,flits,started,injected,head_out,tail_out");
  print_time_names(file, scale, kTimes);
  file.write("\n");
  std::uint32_t number = 0;
  for (const TransferRecord& r : records) {
    const std::uint32_t n = number++;
    if (r.phase < 0) continue;
    file.columns(std::array<std::int64_t, 12>{n, r.phase + 1, r.message_class, r.source, r.destination,
                                              r.hops, r.blocks, r.flits, r.started, r.injected, r.head_out,
                                              r.tail_out});
    print_times(file, scale, std::array{r.started, r.injected, r.head_out, r.tail_out});
    file.write("\n");
  }
  file.close();
}

}  // namespace

nlohmann::ordered_json versions() {
  nlohmann::ordered_json json = {{"torusim", TORUSIM_VERSION}, {"build", build_identity()}};
  if (const std::string kernel = kernel_version(); !kernel.empty()) json["systemc"] = kernel;
  return json;
}

nlohmann::ordered_json contents_of(const std::vector<std::string>& files) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const std::string& path : files) {
    if (const auto hash = file_hash(path)) json[path] = fmt::format("{:016x}", *hash);
  }
  return json;
}

nlohmann::ordered_json json_of(const Topology& topology, const Rerouting& rerouting) {
  const Failures& failures = *topology.failures();
  nlohmann::ordered_json links = nlohmann::ordered_json::array(), nodes = links;
  for (const Failures::Link& link : failures.links()) links.push_back(link_name(topology, link));
  for (const NodeId node : failures.nodes()) nodes.push_back(topology.node_name(node));
  nlohmann::ordered_json json{{"failed_links", failures.links().size()},
                              {"failed_nodes", failures.nodes().size()},
                              {"links", links},
                              {"of_links", all_links(topology)},
                              {"nodes", nodes},
                              {"reroute", to_text(rerouting.how)},
                              {"messages", rerouting.messages},
                              {"moved", rerouting.moved},
                              {"hops_before", rerouting.hops_before},
                              {"hops", rerouting.hops},
                              {"classes_before", rerouting.classes_before},
                              {"classes", rerouting.classes}};
  if (rerouting.busiest_before > 0) {
    json["busiest_before"] = rerouting.busiest_before;
    json["busiest"] = rerouting.busiest;
  }
  if (rerouting.apart_before > 0) {
    json["disjoint_phases_before"] = rerouting.apart_before;
    json["disjoint_phases"] = rerouting.apart_before - rerouting.apart_lost;
  }
  return json;
}

void add_rerouting(nlohmann::ordered_json& json, const ScheduleInfo& schedule) {
  if (schedule.rerouting) json["failures"] = json_of(schedule.topology, *schedule.rerouting);
}

nlohmann::ordered_json json_of(const MessageBounds& bounds) {
  return {
      {"cycles", bounds.most()},
      {"port", {{"cycles", bounds.port}, {"node", bounds.port_node}, {"into", bounds.into}}},
      {"channel", {{"cycles", bounds.channel}, {"node", bounds.channel_node}, {"port", bounds.channel_port}}},
      {"cut", {{"cycles", bounds.cut}}}};
}

nlohmann::ordered_json measured_json(const RunResult& result) {
  nlohmann::ordered_json json;
  json["verdict"] = to_text(result.verdict);
  json["cycles"] = result.cycles;
  json["flit_hops"] = result.flit_hops;
  json["messages"] = result.messages;
  json["signals"] = result.signals;
  json["delivered_blocks"] = result.delivered_blocks;
  json["total_blocks"] = result.total_blocks;
  json["repeated_blocks"] = result.repeated_blocks;
  return json;
}

void write_run_json(const std::filesystem::path& directory, const RunRecord& run) {
  nlohmann::ordered_json json{{"schema", kResultSchema}};
  json.update(measured_json(run.result));
  add_units(json, run);
  json["ejection_hash"] = fmt::format("{:016x}", run.result.ejection_hash);
  json["findings"] = run.result.findings;
  if (!run.jobs.is_null()) json["jobs"] = run.jobs;
  if (!run.ranks.is_null()) json["ranks"] = run.ranks;
  if (run.bounds) json["bounds"] = json_of(*run.bounds);
  json["checked"] = {"flits", "blocks"};
  if (run.monitored) json["checked"].push_back("contract");
  if (run.summarised) json["tables"] = "summary";
  json["seed"] = run.seed;
  json["schedule"] = {{"name", run.schedule.name},
                      {"generator", run.schedule.generator},
                      {"collective", description(run.schedule.topology, run.schedule.collective)},
                      {"topology", run.schedule.topology.name()},
                      {"ports", run.schedule.ports}};
  add_rerouting(json, run.schedule);
  json["versions"] = versions();
  json["config"] = run.config;
  if (!run.inputs.empty()) json["contents"] = contents_of(run.inputs);
  json["phases"] = nlohmann::ordered_json::array();
  for (const PhaseTime& phase : run.result.phases) {
    json["phases"].push_back(
        {{"name", phase.name}, {"start", cycle_json(phase.start)}, {"end", cycle_json(phase.end)}});
  }
  OutputFile file(directory / "run.json");
  // Names come from files and may be no UTF-8; such bytes are replaced.
  file.write(json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
  file.write("\n");
  file.close();
}

void write_phases_csv(const std::filesystem::path& directory, const RunRecord& run) {
  OutputFile file(directory / "phases.csv");
  constexpr std::array<std::string_view, 4> kTimes = {"start", "end", "time", "predicted"};
  file.write("phase,name,start,end,cycles,predicted,messages,blocks,max_blocks,flit_hops");
  print_time_names(file, run.scale, kTimes);
  file.write("\n");
  for (std::size_t i = 0; i < run.result.phases.size(); ++i) {
    const PhaseTime& phase = run.result.phases[i];
    const Cycle cycles = phase.start < 0 || phase.end < 0 ? -1 : phase.end - phase.start;
    const Cycle predicted = i < run.predicted.size() ? run.predicted[i] : -1;
    file.print("{},{},{},{},{},{},{},{},{},{}", i + 1, csv_field(phase.name), cycle_text(phase.start),
               cycle_text(phase.end), cycle_text(cycles), cycle_text(predicted), phase.messages, phase.blocks,
               phase.max_blocks, phase.flit_hops);
    print_times(file, run.scale, std::array{phase.start, phase.end, cycles, predicted});
    file.write("\n");
  }
  file.close();
}

void write_transfers_csv(const std::filesystem::path& directory, const RunRecord& run) {
  write_records(directory / "transfers.csv", run.log->transfers(), run.scale);
  if (!run.log->signals().empty()) {
    write_records(directory / "signals.csv", run.log->signals(), run.scale);
  }
}

}  // namespace torusim
