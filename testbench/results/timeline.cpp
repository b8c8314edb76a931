// timeline.json: phases on one track, and for every node the messages that it sent.
#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "testbench/results/output_file.h"
#include "testbench/results/run_record.h"

namespace torusim {
namespace {

constexpr int kPhasesProcess = 0;  // nodes are processes 1, 2, ..
/// More than so many messages no viewer shows.
constexpr std::size_t kMostMessages = 100'000;

/// Bars of one track must not overlap, so bars that do are dealt to as many tracks as they need.
class Tracks {
 public:
  int place(Cycle begin, Cycle end) {
    for (std::size_t i = 0; i < ends_.size(); ++i) {
      if (ends_[i] <= begin) {
        ends_[i] = end;
        return static_cast<int>(i);
      }
    }
    ends_.push_back(end);
    return static_cast<int>(ends_.size()) - 1;
  }

 private:
  std::vector<Cycle> ends_;
};

std::string json_string(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

class Timeline {
 public:
  explicit Timeline(const std::filesystem::path& path) : file_(path) {
    file_.write("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[");
  }

  void process(int id, const std::string& name) {
    separate();
    file_.print(R"({{"ph":"M","pid":{},"name":"process_name","args":{{"name":{}}}}})", id, json_string(name));
    separate();
    file_.print(R"({{"ph":"M","pid":{},"name":"process_sort_index","args":{{"sort_index":{}}}}})", id, id);
  }

  /// `arguments`: what stands between the braces of "args".
  void bar(int process, int track, const std::string& name, Cycle begin, Cycle end,
           const std::string& arguments) {
    separate();
    file_.print(R"({{"ph":"X","pid":{},"tid":{},"name":{},"ts":{},"dur":{},"args":{{{}}}}})", process, track,
                json_string(name), begin, end - begin, arguments);
  }

  /// `shown` of so many messages are in it.
  void close(std::size_t messages, std::size_t shown) {
    file_.write("\n]");
    if (shown < messages) {
      file_.print(
          ",\"otherData\":{{\"messages\":{},\"shown\":{},\"which\":\"half of them the longest under way, "
          "the others evenly sampled\"}}",
          messages, shown);
    }
    file_.write("}\n");
    file_.close();
  }

 private:
  void separate() {
    file_.write(first_ ? "\n" : ",\n");
    first_ = false;
  }

  OutputFile file_;
  bool first_ = true;
};

void write_phases(Timeline& timeline, const RunRecord& run) {
  timeline.process(kPhasesProcess, "phases");
  Tracks tracks;
  for (const PhaseTime& phase : run.result.phases) {
    if (phase.start < 0) continue;
    const Cycle end =
        phase.end < 0 ? run.result.cycles : phase.end;  // unfinished: up to where the run stopped
    timeline.bar(kPhasesProcess, tracks.place(phase.start, end), phase.name, phase.start, end,
                 fmt::format(R"("messages":{},"max_blocks":{})", phase.messages, phase.max_blocks));
  }
}

Cycle end_of(const TransferRecord& message, const RunRecord& run) {
  return message.tail_out < 0 ? run.result.cycles : message.tail_out;
}

/// Of too many messages keeps half of what fits for those that were the longest under way, and the other half
/// for every n-th of the rest.
std::vector<std::uint32_t> bounded(std::vector<std::uint32_t> all, const RunRecord& run) {
  if (all.size() <= kMostMessages) return all;
  std::vector<std::pair<Cycle, std::uint32_t>> longest;  // negative time
  for (const std::uint32_t i : all) {
    const TransferRecord& message = run.log->transfers()[i];
    longest.emplace_back(message.started - end_of(message, run), i);
  }
  const std::size_t half = kMostMessages / 2, rest = all.size() - half;
  std::nth_element(longest.begin(), longest.begin() + half, longest.end());
  all.clear();
  for (std::size_t i = 0; i < half; ++i) all.push_back(longest[i].second);
  std::sort(longest.begin() + half, longest.end(),
            [](const auto& a, const auto& b) { return a.second < b.second; });
  for (std::size_t i = 0; i < half; ++i) all.push_back(longest[half + i * rest / half].second);
  return all;
}

}  // namespace

void write_timeline(const std::filesystem::path& directory, const RunRecord& run) {
  Timeline timeline(directory / "timeline.json");
  const Topology& topology = run.schedule.topology;
  write_phases(timeline, run);

  if (run.log == nullptr) return timeline.close(0, 0);
  const SpilledArray<TransferRecord>& transfers = run.log->transfers();
  std::vector<std::uint32_t> order;
  for (std::uint32_t i = 0; i < transfers.size(); ++i) {
    if (transfers[i].phase >= 0 && transfers[i].started >= 0) order.push_back(i);
  }
  const std::size_t messages = order.size();
  std::vector<std::tuple<NodeId, Cycle, std::uint32_t>> shown;
  for (const std::uint32_t i : bounded(std::move(order), run)) {
    shown.emplace_back(transfers[i].source, transfers[i].started, i);
  }
  std::sort(shown.begin(), shown.end());
  NodeId node = -1;
  Tracks tracks;
  for (const auto& [source, started, number] : shown) {
    const TransferRecord& r = transfers[number];
    if (source != node) {
      node = source;
      tracks = Tracks();
      timeline.process(1 + node, "node " + topology.node_name(node));
    }
    const Cycle end = end_of(r, run);
    timeline.bar(1 + node, tracks.place(started, end), "to " + topology.node_name(r.destination), started,
                 end,
                 fmt::format(R"("number":{},"phase":{},"class":{},"blocks":{},"delivered":{})", number,
                             r.phase + 1, r.message_class, r.blocks, r.tail_out >= 0));
  }
  timeline.close(messages, shown.size());
}

}  // namespace torusim
