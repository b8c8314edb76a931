// A schedule of one's own: a complete exchange on a ring, in which every block goes straight to its
// destination, in direction + only. It is made, checked, run flit by flit, and written as text.
#include <cstdio>
#include <iostream>
#include <systemc>

#include "models/run/simulation.h"
#include "schedules/check/check.h"
#include "schedules/text/tcs_writer.h"

namespace {

torusim::StoredSchedule one_way_exchange(int nodes) {
  torusim::ScheduleInfo info;
  info.name = "one-way";
  info.topology = torusim::Topology::parse("ring:" + std::to_string(nodes));
  std::vector<torusim::Phase> phases;
  for (int distance = 1; distance < nodes; ++distance) {
    torusim::Phase& phase = phases.emplace_back();
    phase.name = "distance " + std::to_string(distance);
    for (torusim::NodeId node = 0; node < nodes; ++node) {
      torusim::Transfer& transfer = phase.transfers.emplace_back();
      transfer.source = node;
      transfer.destination = (node + distance) % nodes;
      transfer.route = {{0, static_cast<std::int16_t>(distance)}};
      transfer.blocks.add(info.topology, {transfer.source, transfer.destination});
    }
  }
  return {info, phases};
}

}  // namespace

int sc_main(int, char**) {
  torusim::StoredSchedule schedule = one_way_exchange(8);
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
