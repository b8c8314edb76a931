#include "traces/vcd_merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>
#include <sstream>
#include <unordered_map>

#include "models/foreign/vcd_identifier.h"
#include "schedules/core/error.h"

namespace torusim {
namespace {

constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

std::ifstream open_to_read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw InputError(fmt::format("{}: cannot be read", path));
  return file;
}

/// A clock for all routers, which write their values once a cycle, after its rising edge.
class Clock {
 public:
  explicit Clock(const Timescale& timescale) : timescale_(timescale) {}
  void add(const std::string& wire) { wires_.push_back(wire); }
  /// Time of the next edge; kNever if nothing has a clock.
  std::int64_t next_time() const {
    if (wires_.empty()) return kNever;
    return rises_ ? timescale_.stamp(cycle_) : timescale_.middle(cycle_);
  }
  void write_until(std::int64_t time, std::ostream& out) {
    if (next_time() > time) return;
    for (; next_time() <= time; rises_ = !rises_) cycle_ += rises_ ? 0 : 1;
    for (const std::string& wire : wires_) out << (rises_ ? '0' : '1') << wire << '\n';
  }

 private:
  Timescale timescale_;
  std::vector<std::string> wires_;
  std::int64_t cycle_ = 0;
  bool rises_ = true;  // the next edge
};

/// The changes of one file, time by time.
class Changes {
 public:
  /// `timescale`: makes times out of those in the file.
  Changes(std::ifstream& file, const Timescale& timescale) : file_(file), timescale_(timescale) { next(); }
  /// Time of the changes that come next; kNever at the end.
  std::int64_t time() const { return time_; }
  /// Calls `change` with each line at the present time, and moves to the next time.
  template <typename Change>
  void take(Change change) {
    std::string line;
    while (std::getline(file_, line)) {
      if (!line.empty() && line[0] == '#') {
        time_ = timescale_.stamp(std::strtoll(line.c_str() + 1, nullptr, 10));
        return;
      }
      if (!line.empty()) change(line);
    }
    time_ = kNever;
  }

 private:
  void next() {
    take([](const std::string&) {});
  }
  std::ifstream& file_;
  Timescale timescale_;
  std::int64_t time_ = kNever;
};

class Part {
 public:
  Part(const VcdPart& part, std::size_t first_identifier, const Timescale& timescale, Clock& clock)
      : file_(open_to_read(part.path)) {
    declarations_ = fmt::format("$scope module {} $end\n", part.scope);
    std::vector<std::string> scopes{part.scope};
    std::string line;
    while (std::getline(file_, line) && line.find("$enddefinitions") == std::string::npos) {
      std::istringstream words(line);
      std::string word, kind, width, id, name, range;
      words >> word;
      if (word == "$scope") {
        words >> kind >> name;
        scopes.push_back(clean(name));
        declarations_ += fmt::format("$scope {} {} $end\n", kind, scopes.back());
      } else if (word == "$upscope") {
        scopes.pop_back();
        declarations_ += "$upscope $end\n";
      } else if (word == "$var") {
        words >> kind >> width >> id >> name >> range;
        if (range == "$end") range.clear();
        const auto known = ids_.try_emplace(id, vcd_identifier(first_identifier + ids_.size())).first;
        if (scopes.size() == 2 && name == "clk_i" && timescale.middle(0) < timescale.stamp(1)) {
          clock.add(known->second);
          clock_ = id;
        }
        declarations_ += fmt::format("$var {} {} {} {}{} $end\n", kind, width, known->second, clean(name),
                                     range.empty() ? "" : " " + range);
        std::string full;
        for (const std::string& scope : scopes) full += scope + ".";
        signals_.push_back({full + clean(name) + range, std::atoi(width.c_str()), known->second});
      }
    }
    declarations_ += "$upscope $end\n";
    changes_.emplace(file_, timescale);
  }

  const std::string& declarations() const { return declarations_; }
  const std::vector<MergedSignal>& signals() const { return signals_; }
  std::size_t identifiers() const { return ids_.size(); }

  /// Writes all changes up to `time` inclusive: the last value of each signal.
  void write_until(std::int64_t time, std::ostream& out) {
    std::unordered_map<std::string, std::string> last;
    while (changes_->time() <= time) {
      changes_->take([&](const std::string& line) {
        if (line[0] == '$') return;
        const std::size_t split = line[0] == 'b' || line[0] == 'r' ? line.find(' ') + 1 : 1;
        if (line.substr(split) != clock_) last[line.substr(split)] = line.substr(0, split);
      });
    }
    std::vector<std::string> lines;
    for (const auto& [id, value] : last) lines.push_back(value + ids_.at(id));
    std::sort(lines.begin(), lines.end());
    for (const std::string& line : lines) out << line << '\n';
  }
  std::int64_t next_time() const { return changes_->time(); }

 private:
  /// GTKWave takes brackets in a name for bit ranges.
  static std::string clean(std::string name) {
    std::replace(name.begin(), name.end(), '[', '_');
    std::erase(name, ']');
    return name;
  }

  std::ifstream file_;
  std::string declarations_;
  std::vector<MergedSignal> signals_;
  std::unordered_map<std::string, std::string> ids_;
  std::string clock_;  // its identifier in the file
  std::optional<Changes> changes_;
};

}  // namespace

std::vector<std::vector<MergedSignal>> merge_vcd(const std::string& path, const std::vector<VcdPart>& parts,
                                                 const Timescale& timescale) {
  const std::string merged = path + ".merged";
  std::ifstream own = open_to_read(path);
  std::ofstream out(merged, std::ios::binary);
  std::size_t identifiers = 0;
  std::string line;
  while (std::getline(own, line) && line.find("$enddefinitions") == std::string::npos) {
    if (line.starts_with("$var")) ++identifiers;
    out << line << '\n';
  }
  Clock clock(timescale);
  std::vector<Part> open;
  std::vector<std::vector<MergedSignal>> signals;
  open.reserve(parts.size());  // readers point to the elements
  for (const VcdPart& part : parts) {
    open.emplace_back(part, identifiers, timescale, clock);
    identifiers += open.back().identifiers();
    out << open.back().declarations();
    signals.push_back(open.back().signals());
  }
  out << "$enddefinitions $end\n";

  Changes changes(own, Timescale());
  while (changes.time() != kNever) {
    const std::int64_t now = changes.time();
    out << '#' << now << '\n';
    changes.take([&](const std::string& change) { out << change << '\n'; });
    clock.write_until(now, out);
    for (Part& part : open) part.write_until(now, out);
    // Writes the times at which only parts change, up to the file's next time. The file's last time ends the
    // window.
    while (changes.time() != kNever) {
      std::int64_t next = clock.next_time();
      for (const Part& part : open) next = std::min(next, part.next_time());
      if (next >= changes.time()) break;
      out << '#' << next << '\n';
      clock.write_until(next, out);
      for (Part& part : open) part.write_until(next, out);
    }
  }
  out.close();
  if (!out) throw InputError(fmt::format("{}: cannot be written", merged));
  std::filesystem::rename(merged, path);
  return signals;
}

}  // namespace torusim
