#include "schedules/convert/cm_writer.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include "schedules/convert/remarks.h"
#include "schedules/core/error.h"
#include "schedules/text/tcs_writer.h"

namespace torusim {
namespace {

/// Remarks: the header, then the flows of every phase behind its name.
void put_remarks(std::ostream& out, const ScheduleInfo& info, const std::vector<Phase>& phases,
                 int flit_bytes) {
  out << "# Connection matrix for htsim, written by torusim. Lines with #| hold what the format cannot "
         "express.\n";
  for (const std::string& line : remark_lines(info, {}, flit_bytes)) fmt::print(out, "#| {}\n", line);
  std::int64_t flow = 0;
  for (const Phase& phase : phases) {
    fmt::print(out, "#| phase {}\n", phase.name);
    for (const Transfer& transfer : phase.transfers) {
      fmt::print(out, "#| {} {}\n", ++flow, tcs_transfer(info, transfer));
    }
  }
}

}  // namespace

void write_cm(Schedule& schedule, int flit_bytes, std::ostream& out) {
  StoredSchedule stored = StoredSchedule::copy_of(schedule);
  const ScheduleInfo& info = stored.info();
  const std::vector<Phase>& phases = stored.phases();
  std::int64_t connections = 0;
  std::vector<std::size_t> busy;  // phases with transfers: the k-th but the last fires trigger k
  for (std::size_t p = 0; p < phases.size(); ++p) {
    connections += static_cast<std::int64_t>(phases[p].transfers.size());
    if (!phases[p].transfers.empty()) busy.push_back(p);
  }
  const std::size_t triggers = busy.empty() ? 0 : busy.size() - 1;
  put_remarks(out, info, phases, flit_bytes);
  fmt::print(out, "Nodes {}\nConnections {}\nTriggers {}\n", info.topology.nodes(), connections, triggers);
  std::int64_t flow = 0;
  for (std::size_t k = 0; k < busy.size(); ++k) {
    for (const Transfer& transfer : phases[busy[k]].transfers) {
      const std::int64_t bytes = message_bytes(info, transfer, flit_bytes);
      if (bytes == 0) {
        throw InputError(
            fmt::format("phase {}: a message without data from {} to {} cannot stand in a "
                        "connection matrix, where size 0 means without end",
                        phases[busy[k]].name, transfer.source, transfer.destination));
      }
      fmt::print(out, "{}->{} id {} {} size {}", transfer.source, transfer.destination, ++flow,
                 k == 0 ? "start 0" : fmt::format("trigger {}", k), bytes);
      if (k < triggers) fmt::print(out, " recv_done_trigger {}", k + 1);
      fmt::print(out, " prio {}\n", transfer.message_class);
    }
  }
  for (std::size_t k = 0; k < triggers; ++k) {
    fmt::print(out, "trigger id {} barrier count {}\n", k + 1, phases[busy[k]].transfers.size());
  }
  out.flush();
  if (!out) throw InputError("cannot write the connection matrix: write failed");
}

}  // namespace torusim
