#include "schedules/convert/cm_writer.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include "schedules/convert/exported.h"
#include "schedules/core/error.h"

namespace torusim {
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
  fmt::print(out, "# {}\nNodes {}\nConnections {}\nTriggers {}\n", export_title(info), info.topology.nodes(),
             connections, triggers);
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
