#include "schedules/convert/export.h"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "schedules/core/amount.h"
#include "schedules/core/clean_text.h"
#include "schedules/core/error.h"
#include "schedules/text/tcs_writer.h"

namespace torusim {

std::string export_title(const ScheduleInfo& info) {
  return fmt::format("{}: {} on {}, {}, {} phases", kExportMark, clean_text(info.name), info.topology.name(),
                     to_text(info.collective.kind), info.phases);
}

std::int64_t message_bytes(const ScheduleInfo& info, const Transfer& transfer, int flit_bytes) {
  const std::int64_t block = times(info.block_flits, flit_bytes);
  const std::int64_t blocks = transfer.block_count(), bytes = times(blocks, block);
  if (bytes <= kMostAmount) return bytes;
  throw InputError(fmt::format("a message from {} to {} of {} blocks of {} bytes exceeds 2^62 bytes",
                               transfer.source, transfer.destination, blocks, block));
}

std::optional<Format> format_of(const std::string& path) {
  for (const auto& [end, format] : {std::pair(".tcs", Format::kTcs),
                                    {".goal", Format::kGoal},
                                    {".cm", Format::kCm},
                                    {".xml", Format::kMsccl}}) {
    if (path.ends_with(end)) return format;
  }
  return std::nullopt;
}

void write_as(Schedule& schedule, Format format, int flit_bytes, std::ostream& out) {
  switch (format) {
    case Format::kTcs:
      write_tcs(schedule, out);
      break;
    case Format::kGoal:
      write_goal(schedule, flit_bytes, out);
      break;
    case Format::kCm:
      write_cm(schedule, flit_bytes, out);
      break;
    case Format::kMsccl:
      write_msccl(schedule, out);
      break;
  }
}

namespace {

/// The operations of one rank, labelled l1, l2, ..
class RankWriter {
 public:
  explicit RankWriter(std::ostream& out) : out_(out) {}

  /// Operations from now on depend on the operations of the phase before.
  void phase() {
    if (current_.empty()) return;
    if (current_.size() > 1) {
      const int joined = ++labels_;
      out_ << fmt::format("l{}: calc 0\n", joined);
      for (const int label : current_) out_ << fmt::format("l{} requires l{}\n", joined, label);
      before_ = joined;
    } else {
      before_ = current_.front();
    }
    current_.clear();
  }

  void operation(const std::string& text) {
    out_ << fmt::format("l{}: {}\n", ++labels_, text);
    if (before_ > 0) out_ << fmt::format("l{} requires l{}\n", labels_, before_);
    current_.push_back(labels_);
  }

 private:
  std::ostream& out_;
  int labels_ = 0;
  int before_ = 0;  // the last label of the phase before; 0: none
  std::vector<int> current_;
};

}  // namespace

void write_goal(Schedule& schedule, int flit_bytes, std::ostream& out) {
  StoredSchedule stored = StoredSchedule::copy_of(schedule);
  const ScheduleInfo& info = stored.info();
  const std::vector<Phase>& phases = stored.phases();
  const NodeId nodes = info.topology.nodes();
  struct Part {
    std::size_t phase;
    const Transfer* transfer;
    bool sends;
  };
  std::vector<std::vector<Part>> parts(nodes);
  for (std::size_t p = 0; p < phases.size(); ++p) {
    for (const Transfer& transfer : phases[p].transfers) {
      parts[transfer.source].push_back({p, &transfer, true});
      parts[transfer.destination].push_back({p, &transfer, false});
    }
  }
  out << fmt::format("// {}\nnum_ranks {}\n", export_title(info), nodes);
  for (NodeId rank = 0; rank < nodes; ++rank) {
    out << fmt::format("\nrank {} {{\n", rank);
    RankWriter writer(out);
    std::size_t phase = 0;
    std::map<std::pair<bool, NodeId>, std::size_t> earlier;  // messages of the phase to or from a node
    for (const auto& [p, transfer, sends] : parts[rank]) {
      if (p != phase) {
        writer.phase();
        earlier.clear();
      }
      phase = p;
      const NodeId peer = sends ? transfer->destination : transfer->source;
      // Through several ports a later message can overtake an earlier one.
      const std::size_t tag = p + 1 + earlier[{sends, peer}]++ * phases.size();
      writer.operation(fmt::format("{} {}b {} {} tag {}", sends ? "send" : "recv",
                                   message_bytes(info, *transfer, flit_bytes), sends ? "to" : "from", peer,
                                   tag));
    }
    out << "}\n";
  }
  out.flush();
  if (!out) throw InputError("cannot write the GOAL text: write failed");
}

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
  out << fmt::format("# {}\nNodes {}\nConnections {}\nTriggers {}\n", export_title(info),
                     info.topology.nodes(), connections, triggers);
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
      out << fmt::format("{}->{} id {} {} size {}", transfer.source, transfer.destination, ++flow,
                         k == 0 ? "start 0" : fmt::format("trigger {}", k), bytes);
      if (k < triggers) out << fmt::format(" recv_done_trigger {}", k + 1);
      out << fmt::format(" prio {}\n", transfer.message_class);
    }
  }
  for (std::size_t k = 0; k < triggers; ++k) {
    out << fmt::format("trigger id {} barrier count {}\n", k + 1, phases[busy[k]].transfers.size());
  }
  out.flush();
  if (!out) throw InputError("cannot write the connection matrix: write failed");
}

}  // namespace torusim
