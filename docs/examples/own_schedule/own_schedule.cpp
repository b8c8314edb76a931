// A schedule of one's own: a complete exchange on any network, in which every block goes straight to its
// destination. It is made, checked, run flit by flit, and written as text.
#include <cstdio>
#include <iostream>
#include <systemc>

#include "models/run/simulation.h"
#include "schedules/check/check.h"
#include "schedules/text/tcs_writer.h"

namespace {

torusim::StoredSchedule straight_exchange(const torusim::Topology& topology) {
  torusim::ScheduleInfo info;
  info.name = "straight";
  info.topology = topology;
  std::vector<torusim::Phase> phases;
  for (int distance = 1; distance < topology.nodes(); ++distance) {
    torusim::Phase& phase = phases.emplace_back();
    phase.name = "distance " + std::to_string(distance);
    for (torusim::NodeId node = 0; node < topology.nodes(); ++node) {
      torusim::Transfer& transfer = phase.transfers.emplace_back();
      transfer.source = node;
      transfer.destination = (node + distance) % topology.nodes();
      transfer.route = torusim::dimension_order_route(topology, node, transfer.destination);
      transfer.blocks.add(topology, {transfer.source, transfer.destination});
    }
  }
  return {info, phases};
}

}  // namespace

int sc_main(int, char**) {
  torusim::StoredSchedule schedule = straight_exchange(torusim::Topology::parse("torus:4x3"));
  const torusim::CheckReport report = torusim::check(schedule);
  for (const torusim::Violation& violation : report.violations) std::puts(violation.text.c_str());
  if (!report.correct()) return 1;

  torusim::RunOptions options;
  options.hardware.topology = schedule.info().topology;
  options.hardware.lanes = 2;
  options.block_flits = 16;
  const torusim::RunResult result = torusim::simulate(schedule, options);
  std::printf("%s: %lld cycles\n", torusim::to_text(result.verdict), static_cast<long long>(result.cycles));

  torusim::write_tcs(schedule, std::cout);
  return result.verdict == torusim::Verdict::kVerified ? 0 : 1;
}
