#include "testbench/results/rtl_image.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <vector>

#include "models/contract/channel.h"
#include "models/sources/loaded_phase.h"
#include "schedules/core/error.h"
#include "testbench/results/output_file.h"

namespace torusim {
namespace {

constexpr std::uint32_t kMostSteps = 65'535;

/// A word of a node's program: a message, or a step without messages. See
/// rtl/torus/torusim_node_interface.sv.
struct Word {
  Data head{};
  std::uint32_t step = 0;  ///< of the destination, in which the message counts
  int vc = 0;
  bool sends = false;
  bool last = true;            ///< of its step
  std::uint32_t receives = 0;  ///< of its step; what counts is that of the step's first word

  std::uint64_t control() const {
    return (std::uint64_t(receives) << 32) | (std::uint64_t(last) << 25) | (std::uint64_t(sends) << 24) |
           (std::uint64_t(vc) << 16) | step;
  }
};

constexpr std::uint64_t kEnd = std::uint64_t{1} << 26;

struct Program {
  std::vector<Word> words;
  std::size_t first = 0;  ///< word of the step that is being written
  std::uint32_t steps = 0;

  void begin_step() {
    first = words.size();
    ++steps;
    words.emplace_back();
  }
  void send(const Word& word) {
    Word& begun = words[first];
    if (begun.sends) {
      words.back().last = false;
      words.push_back(word);
    } else {
      const std::uint32_t receives = begun.receives;
      begun = word;
      begun.receives = receives;
    }
  }
};

/// Words of 64 bits that are not empty, two at least.
std::size_t width(const Data& data) {
  std::size_t words = data.size();
  while (words > 2 && data[words - 1] == 0) --words;
  return words;
}

/// The head of the message, with the destination's step behind its route. At the arrival the step is at the
/// front of the head.
Data tagged_head(const Hardware& hardware, const Worm& worm, std::uint32_t step) {
  Data head = head_data(hardware, worm);
  std::size_t segment = 0;
  const std::size_t most = 4 * (head.size() - 1);
  while (segment < most && (head[1 + segment / 4] >> (16 * (segment % 4)) & 0xFFFF) != 0) ++segment;
  if (segment == most) {
    throw InputError(
        fmt::format("--rtl-image: the route {} of message {} needs {} segments, rtl/torus has {}",
                    worm.route.text(), worm.number, most, most - 1));
  }
  head[1 + segment / 4] |= std::uint64_t(step) << (16 * (segment % 4));
  return head;
}

class ImageWriter {
 public:
  ImageWriter(Schedule& schedule, const RunOptions& options)
      : options_(options), hardware_(options.hardware), programs_(hardware_.topology.nodes()) {
    if (hardware_.lanes > 2) throw InputError("--rtl-image: routers of rtl/torus have one or two lanes");
    std::uint32_t messages = 0;
    int index = 0;
    schedule.rewind();
    for (Phase phase; schedule.next(phase); ++index) {
      const auto count = static_cast<std::uint32_t>(phase.transfers.size());
      if (options.sync == Synchronisation::kPriority) {
        for (Transfer& transfer : phase.transfers) transfer.message_class = index;
      }
      add({std::move(phase), index, messages, hardware_.topology, hardware_.alpha, hardware_.classes});
      messages += count;
    }
    schedule.rewind();
    if (messages == 0) throw InputError("--rtl-image: the schedule has no messages");
  }

  void write_program(const std::filesystem::path& path) const {
    OutputFile file(path);
    for (std::size_t node = 0; node < programs_.size(); ++node) {
      file.print("@{:x}\n", node * words());
      for (const Word& word : programs_[node].words) print(file, word.control(), word.head);
      print(file, kEnd, {});
    }
    file.close();
  }

  void write_machine(const std::filesystem::path& path) const {
    OutputFile file(path);
    const auto is = [](bool so) { return so ? 1 : 0; };
    file.print("{:x} {:x} {:x} ", is(hardware_.lanes == 2), hardware_.reserve, hardware_.shared);
    for (const auto mode : {Switching::kCircuit, Switching::kStoreAndForward, Switching::kCutThrough}) {
      file.print("{:x} ", is(hardware_.switching == mode));
    }
    file.print("{:x} ", is(hardware_.arbitration == Arbitration::kTransitFirst));
    file.print("{:x} {:x} {:x}\n", options_.startup, is(together()), options_.barrier);
    file.close();
  }

  void write_parameters(const std::filesystem::path& path) const {
    const Topology& topology = hardware_.topology;
    std::string sides;
    for (int d = 0; d < topology.dimensions(); ++d) sides = fmt::format("{:04x}", topology.side(d)) + sides;
    std::uint32_t steps = 2, receives = 1;
    for (const Program& program : programs_) {
      steps = std::max(steps, program.steps);
      for (const Word& word : program.words) receives = std::max(receives, word.receives);
    }
    OutputFile file(path);
    file.write(
        "// Written by torusim run --rtl-image, for rtl/torus/torusim_torus_run.sv.\npackage image;\n");
    file.print("  localparam logic [127:0] SIDES = 128'h{};\n", sides);
    const auto constant = [&](const char* name, std::size_t value) {
      file.print("  localparam int {} = {};\n", name, value);
    };
    constant("DIMENSIONS", topology.dimensions());
    constant("ALPHA", hardware_.alpha);
    constant("VCS", std::max(2, hardware_.vcs()));
    constant("DEPTH", std::bit_ceil(static_cast<unsigned>(std::max(2, hardware_.slots()))));
    constant("DATA", 64 * width_);
    constant("LINK_DELAY", hardware_.link_delay);
    constant("STEPS", steps);
    constant("RECEIVES", std::bit_width(receives));
    constant("WORDS", words());  // of each node's program
    file.write("endpackage\n");
    file.close();
  }

 private:
  bool together() const { return options_.sync == Synchronisation::kBarrier; }
  std::size_t words() const {
    std::size_t most = 0;
    for (const Program& program : programs_) most = std::max(most, program.words.size());
    return most + 1;
  }

  void print(OutputFile& file, std::uint64_t control, const Data& head) const {
    file.print("{:016x}", control);
    for (std::size_t word = width_; word-- > 0;) file.print("{:016x}", head[word]);
    file.print("\n");
  }

  void add(const LoadedPhase& loaded) {
    if (together() && loaded.messages_left == 0) return pass_empty(loaded);
    for (NodeId node = 0; node < hardware_.topology.nodes(); ++node) {
      Program& program = programs_[node];
      const bool begins = together() || loaded.sends_left[node] > 0 || program.steps == 0;
      if (begins && (together() || loaded.has_work(node))) program.begin_step();
      if (program.steps > kMostSteps) {
        throw InputError(fmt::format("--rtl-image: more than {} steps of a node", kMostSteps));
      }
      if (program.steps > 0) program.words[program.first].receives += loaded.receives_left[node];
    }
    for (NodeId node = 0; node < hardware_.topology.nodes(); ++node) {
      for (const std::uint32_t transfer : loaded.sends_of(node)) send(loaded, transfer);
    }
  }

  /// All nodes pass an empty phase in the cycle in which they reach it.
  void pass_empty(const LoadedPhase& loaded) const {
    if (options_.barrier == 0) return;
    throw InputError(fmt::format("--rtl-image: phase {} has no messages, and its barrier takes {} cycles",
                                 loaded.phase().name, options_.barrier));
  }

  void send(const LoadedPhase& loaded, std::uint32_t index) {
    const Transfer& transfer = loaded.phase().transfers[index];
    Worm worm;
    worm.number = loaded.number(index);
    worm.flits = static_cast<std::uint32_t>(message_flits(transfer.block_count(), options_.block_flits));
    worm.route = transfer.route;
    worm.ejection_channel = static_cast<std::int16_t>(loaded.ejection_channel(index));
    Word word;
    word.step = programs_[transfer.destination].steps - 1;
    word.head = tagged_head(hardware_, worm, word.step);
    word.vc = hardware_.vc(transfer.message_class, 0);
    word.sends = true;
    width_ = std::max(width_, width(word.head));
    programs_[transfer.source].send(word);
  }

  const RunOptions& options_;
  const Hardware& hardware_;
  std::vector<Program> programs_;
  std::size_t width_ = 2;
};

}  // namespace

void check_rtl_image(const RunOptions& options, Synchronisation sync) {
  const Hardware& hardware = options.hardware;
  const auto refuse = [](const std::string& what) {
    throw InputError("--rtl-image: rtl/torus has no " + what);
  };
  if (hardware.topology.twisted()) {
    refuse(fmt::format("network {}: wraps are not shifted", hardware.topology.name()));
  }
  for (int d = 0; d < hardware.topology.dimensions(); ++d) {
    if (!hardware.topology.wraps(d)) {
      refuse(fmt::format("network {}: all dimensions are rings", hardware.topology.name()));
    }
  }
  if (hardware.uneven != nullptr) refuse("links that differ (--link-delay, --link-rate)");
  using enum Synchronisation;
  if (sync == kLocal || sync == kSwitch || sync == kData) {
    refuse(fmt::format("--sync {}, only none, barrier and priority", to_text(sync)));
  }
}

void write_rtl_image(const std::filesystem::path& directory, Schedule& schedule, const RunOptions& options) {
  const ImageWriter image(schedule, options);
  image.write_program(directory / "program.hex");
  image.write_machine(directory / "machine.hex");
  image.write_parameters(directory / "image.sv");
}

}  // namespace torusim
