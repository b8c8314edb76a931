// timeline.json: phases on one track, and for every node the messages that it sent.
#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "testbench/results/output_file.h"
#include "testbench/results/run_record.h"

namespace torusim {
namespace {

constexpr int kPhasesProcess = 0;  // nodes are processes 1, 2, ..
/// Viewers cannot show more messages.
constexpr std::size_t kMostMessages = 100'000;

/// Bars of one track must not overlap, so overlapping bars get different tracks.
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
  return nlohmann::ordered_json(text).dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

class Timeline {
 public:
  Timeline(const std::filesystem::path& path, const Scale& scale) : file_(path), scale_(scale) {
    file_.write("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[");
  }

  void process(int id, const std::string& name) {
    separate();
    file_.print(R"({{"ph":"M","pid":{},"name":"process_name","args":{{"name":{}}}}})", id, json_string(name));
    separate();
    file_.print(R"({{"ph":"M","pid":{},"name":"process_sort_index","args":{{"sort_index":{}}}}})", id, id);
  }

  /// `name`: a string of JSON; `arguments`: of "args", as name and value. No formats: the file may hold a
  /// hundred thousand bars.
  void bar(int process, int track, std::string_view name, Cycle begin, Cycle end,
           std::initializer_list<std::pair<std::string_view, std::int64_t>> arguments,
           std::string_view more = "") {
    separate();
    file_.write(R"({"ph":"X","pid":)");
    file_.write(std::int64_t{process});
    file_.write(R"(,"tid":)");
    file_.write(std::int64_t{track});
    file_.write(R"(,"name":)");
    file_.write(name);
    file_.write(R"(,"ts":)");
    time(begin);
    file_.write(R"(,"dur":)");
    time(end - begin);
    file_.write(R"(,"args":{)");
    for (const auto& [key, value] : arguments) {
      file_.write(key);
      file_.write(value);
    }
    file_.write(more);
    file_.write("}}");
  }

  /// Ends the file, which has `shown` of `messages` messages.
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

  /// A cycle without a clock is a microsecond.
  void time(Cycle cycles) {
    if (!scale_.timed()) return file_.write(cycles);
    file_.print("{}", scale_.microseconds(static_cast<double>(cycles)));
  }

  OutputFile file_;
  const Scale scale_;
  bool first_ = true;
};

void write_phases(Timeline& timeline, const RunRecord& run) {
  timeline.process(kPhasesProcess, "phases");
  Tracks tracks;
  for (const PhaseTime& phase : run.result.phases) {
    if (phase.start < 0) continue;
    const Cycle end =
        phase.end < 0 ? run.result.cycles : phase.end;  // unfinished: up to where the run stopped
    timeline.bar(kPhasesProcess, tracks.place(phase.start, end), json_string(phase.name), phase.start, end,
                 {{R"("messages":)", phase.messages}, {R"(,"max_blocks":)", phase.max_blocks}});
  }
}

Cycle end_of(const TransferRecord& message, const RunRecord& run) {
  return message.tail_out < 0 ? run.result.cycles : message.tail_out;
}

/// Selects messages if there are too many: half of the limit for the messages that were longest under way,
/// half for every n-th of the rest. Both lists of numbers are ascending.
std::vector<std::uint32_t> bounded(std::vector<std::uint32_t> all, const RunRecord& run) {
  if (all.size() <= kMostMessages) return all;
  std::vector<std::pair<Cycle, std::uint32_t>> longest;  // negative time
  for (const std::uint32_t i : all) {
    const TransferRecord& message = run.log->transfers()[i];
    longest.emplace_back(message.started - end_of(message, run), i);
  }
  const std::size_t half = kMostMessages / 2, rest = all.size() - half;
  std::nth_element(longest.begin(), longest.begin() + half, longest.end());
  std::vector<bool> chosen(all.back() + std::size_t{1});
  for (std::size_t i = 0; i < half; ++i) chosen[longest[i].second] = true;
  std::vector<std::uint32_t> kept;
  kept.reserve(kMostMessages);
  std::size_t others = 0, sampled = 0;
  for (const std::uint32_t i : all) {
    const bool next = !chosen[i] && sampled < half && others++ == sampled * rest / half;
    sampled += next;
    if (next || chosen[i]) kept.push_back(i);
  }
  return kept;
}

}  // namespace

void write_timeline(const std::filesystem::path& directory, const RunRecord& run) {
  Timeline timeline(directory / "timeline.json", run.scale);
  const Topology& topology = run.schedule.topology;
  write_phases(timeline, run);

  if (run.log == nullptr) return timeline.close(0, 0);
  const SpilledArray<TransferRecord>& transfers = run.log->transfers();
  std::vector<std::uint32_t> order;
  for (std::uint32_t i = 0; i < transfers.size(); ++i) {
    if (transfers[i].phase >= 0 && transfers[i].started >= 0) order.push_back(i);
  }
  const std::size_t messages = order.size();
  // Read in the order of the file that holds most of them, and kept: a random order would bring it in again
  // and again.
  std::vector<std::pair<std::uint32_t, TransferRecord>> shown;
  order = bounded(std::move(order), run);
  shown.reserve(order.size());
  for (const std::uint32_t i : order) shown.emplace_back(i, transfers[i]);
  std::ranges::sort(shown, {}, [](const auto& message) {
    return std::tuple(message.second.source, message.second.started, message.first);
  });
  std::vector<std::string> names;
  for (NodeId n = 0; n < topology.nodes(); ++n) names.push_back(json_string("to " + topology.node_name(n)));
  NodeId node = -1;
  Tracks tracks;
  for (const auto& [number, r] : shown) {
    if (r.source != node) {
      node = r.source;
      tracks = Tracks();
      timeline.process(1 + node, "node " + topology.node_name(node));
    }
    const Cycle end = end_of(r, run);
    timeline.bar(1 + node, tracks.place(r.started, end), names[r.destination], r.started, end,
                 {{R"("number":)", number},
                  {R"(,"phase":)", r.phase + 1},
                  {R"(,"class":)", r.message_class},
                  {R"(,"blocks":)", r.blocks}},
                 r.tail_out >= 0 ? R"(,"delivered":true)" : R"(,"delivered":false)");
  }
  timeline.close(messages, shown.size());
}

}  // namespace torusim
