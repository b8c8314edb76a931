#include "schedules/convert/msccl_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <optional>
#include <pugixml.hpp>
#include <set>

#include "schedules/core/error.h"
#include "schedules/core/suggestion.h"
#include "schedules/text/line_source.h"

namespace torusim {
namespace {

constexpr std::int64_t kMaxGpus = 4096;
constexpr std::int64_t kMaxChunks = 1 << 24;  // of all buffers of all GPUs

/// What a step does, in the order of MscclStep::Type.
struct StepType {
  const char* name;
  bool receives = false, sends = false, reads_source = false, writes_target = false;
};
constexpr std::array<StepType, 9> kTypes = {{{"s", false, true, true, false},
                                             {"r", true, false, false, true},
                                             {"rcs", true, true, false, true},
                                             {"rrc", true, false, true, true},
                                             {"rrs", true, true, true, false},
                                             {"rrcs", true, true, true, true},
                                             {"re", false, false, true, true},
                                             {"cpy", false, false, true, true},
                                             {"nop"}}};
const StepType& traits(MscclStep::Type type) { return kTypes[static_cast<std::size_t>(type)]; }

class MscclParser {
 public:
  MscclParser(const std::string& text, const std::string& file) : program_{.file = file} {
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '\n') line_ends_.push_back(i);
    }
  }

  MscclProgram parse(const std::string& text) {
    pugi::xml_document document;
    const auto result = document.load_buffer(
        text.data(), text.size(), pugi::parse_default | pugi::parse_comments | pugi::parse_fragment);
    if (!result) fail(line_of(result.offset), std::string(result.description()));
    const pugi::xml_node algo = document.child("algo");
    if (!algo) fail(1, "no <algo>: not an MSCCL algorithm");
    for (const pugi::xml_node& other : document) {
      if (other.type() == pugi::node_element && other != algo) {
        fail(other, other.offset_debug() < algo.offset_debug()
                        ? "not an MSCCL algorithm"
                        : "a second document in one file; separate them");
      }
      if (other.type() != pugi::node_pcdata) continue;
      std::string_view words = other.value();
      const std::size_t blank = words.find_first_not_of(" \t\r\n");
      words.remove_prefix(blank);
      fail(line_of(other.offset_debug() + static_cast<std::ptrdiff_t>(blank)),
           fmt::format("text beside <algo>: {}",
                       words.substr(0, std::min<std::size_t>(words.find('\n'), 80))));
    }
    this->algo(algo);
    return std::move(program_);
  }

 private:
  std::int64_t line_of(std::ptrdiff_t offset) const {
    const auto before =
        std::lower_bound(line_ends_.begin(), line_ends_.end(), static_cast<std::size_t>(offset));
    return before - line_ends_.begin() + 1;
  }
  std::int64_t line_of(const pugi::xml_node& node) const { return line_of(node.offset_debug()); }

  [[noreturn]] void fail(std::int64_t line, const std::string& what) const {
    throw InputError(fmt::format("{}:{}: {}", program_.file, line, what));
  }
  [[noreturn]] void fail(const pugi::xml_node& node, const std::string& what) const {
    fail(line_of(node), fmt::format("<{}>: {}", node.name(), what));
  }

  std::int64_t number(const pugi::xml_node& node, const char* key, std::int64_t low, std::int64_t high,
                      std::optional<std::int64_t> absent = {}) const {
    const pugi::xml_attribute attribute = node.attribute(key);
    if (!attribute) {
      if (absent) return *absent;
      fail(node, fmt::format("no {}=", key));
    }
    const std::string_view text = attribute.value();
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < low || value > high) {
      fail(node, fmt::format("{}=\"{}\" is not a number of {} to {}", key, text, low, high));
    }
    return value;
  }

  /// An attribute that occurs twice would count once.
  void refuse_repeats(const pugi::xml_node& node) const {
    std::set<std::string_view> seen;
    for (const pugi::xml_attribute& attribute : node.attributes()) {
      if (!seen.insert(attribute.name()).second)
        fail(node, fmt::format("{}= occurs twice", attribute.name()));
    }
  }

  /// Visits the elements in this one, all of the same name.
  template <typename Visit>
  void each(const pugi::xml_node& node, const char* name, Visit visit) const {
    for (const pugi::xml_node& child : node.children()) {
      if (child.type() == pugi::node_comment) continue;
      if (std::string_view(child.name()) != name) {
        fail(child, fmt::format("unknown element in <{}>{}", node.name(), suggestion(child.name(), {name})));
      }
      refuse_repeats(child);
      visit(child);
    }
  }

  void algo(const pugi::xml_node& node) {
    refuse_repeats(node);
    program_.line = line_of(node);
    const std::string collective = node.attribute("coll").value();
    const auto* const known = std::ranges::find(kMscclCollectives, collective,
                                                &std::pair<std::string_view, Collective::Kind>::first);
    if (known == std::end(kMscclCollectives)) {
      fail(node,
           fmt::format("coll=\"{}\": alltoall, allgather, broadcast, allreduce, reduce_scatter and reduce "
                       "are read, nothing else",
                       collective));
    }
    program_.kind = known->second;
    program_.loop_chunks = number(node, "nchunksperloop", 1, kMaxChunks, 0);
    program_.min_bytes = number(node, "minBytes", 0, INT64_MAX, 0);
    program_.max_bytes = number(node, "maxBytes", 0, INT64_MAX, 0);
    const bool in_place = node.attribute("inplace").as_bool();
    program_.also_in_place = in_place && node.attribute("outofplace").as_bool();
    program_.in_place = in_place && !program_.also_in_place;
    const std::int64_t gpus = number(node, "ngpus", 1, kMaxGpus);
    program_.gpus.resize(gpus);
    program_.root = static_cast<int>(number(node, "root", 0, gpus - 1, 0));
    std::vector<bool> seen(gpus);
    each(node, "gpu", [&](const pugi::xml_node& child) {
      const std::int64_t id = number(child, "id", 0, gpus - 1);
      if (seen[id]) fail(child, fmt::format("gpu {} occurs twice", id));
      seen[id] = true;
      gpu(child, program_.gpus[id]);
    });
    const auto missing = std::find(seen.begin(), seen.end(), false);
    if (missing != seen.end()) {
      fail(node, fmt::format("ngpus=\"{}\", but gpu {} is missing", gpus, missing - seen.begin()));
    }
  }

  void gpu(const pugi::xml_node& node, MscclGpu& gpu) {
    gpu.input = number(node, "i_chunks", 0, kMaxChunks);
    gpu.output = number(node, "o_chunks", 0, kMaxChunks);
    gpu.scratch = number(node, "s_chunks", 0, kMaxChunks);
    chunks_ += gpu.input + gpu.output + gpu.scratch;
    if (chunks_ > kMaxChunks) fail(node, fmt::format("more than {} chunks in all", kMaxChunks));
    each(node, "tb", [&](const pugi::xml_node& child) {
      const auto id = number(child, "id", 0, INT32_MAX);
      if (id != static_cast<std::int64_t>(gpu.blocks.size())) {
        fail(child, fmt::format("id=\"{}\", but this is thread block {} of its GPU", id, gpu.blocks.size()));
      }
      block(child, gpu);
    });
    for (const MscclThreadBlock& block : gpu.blocks) {
      for (const MscclStep& step : block.steps) check_need(gpu, step);
    }
  }

  void check_need(const MscclGpu& gpu, const MscclStep& step) const {
    if (step.needs_block < 0) return;
    if (step.needs_block >= static_cast<int>(gpu.blocks.size()) ||
        step.needs_step >= static_cast<int>(gpu.blocks[step.needs_block].steps.size())) {
      fail(step.line, fmt::format("waits for step {} of thread block {}, which does not exist",
                                  step.needs_step, step.needs_block));
    }
  }

  void block(const pugi::xml_node& node, MscclGpu& gpu) {
    MscclThreadBlock& block = gpu.blocks.emplace_back();
    const auto gpus = static_cast<std::int64_t>(program_.gpus.size());
    block.send_to = static_cast<int>(number(node, "send", -1, gpus - 1));
    block.receive_from = static_cast<int>(number(node, "recv", -1, gpus - 1));
    block.channel = static_cast<int>(number(node, "chan", 0, INT32_MAX, 0));
    each(node, "step", [&](const pugi::xml_node& child) {
      const auto s = number(child, "s", 0, INT32_MAX);
      if (s != static_cast<std::int64_t>(block.steps.size())) {
        fail(child, fmt::format("s=\"{}\", but this is step {} of its thread block", s, block.steps.size()));
      }
      block.steps.push_back(step(child, gpu, block));
    });
  }

  MscclStep step(const pugi::xml_node& node, const MscclGpu& gpu, const MscclThreadBlock& block) const {
    MscclStep step;
    step.line = line_of(node);
    step.type = type(node);
    if (sends(step.type) && block.send_to < 0) fail(node, "sends, but its thread block has send=\"-1\"");
    if (receives(step.type) && block.receive_from < 0)
      fail(node, "receives, but its thread block has recv=\"-1\"");
    if (step.type != MscclStep::Type::kNop) {
      step.count = number(node, "cnt", 1, kMaxChunks);
      if (reads_source(step.type)) place(node, gpu, "src", step.count, step.source_buffer, step.source);
      if (writes_target(step.type)) place(node, gpu, "dst", step.count, step.target_buffer, step.target);
    }
    step.needs_block = static_cast<int>(number(node, "depid", -1, INT32_MAX, -1));
    step.needs_step = static_cast<int>(number(node, "deps", -1, INT32_MAX, -1));
    step.signals = std::string_view(node.attribute("hasdep").value()) != "0";
    if ((step.needs_block < 0) != (step.needs_step < 0))
      fail(node, "depid and deps are -1 together or not at all");
    return step;
  }

  /// Where a step reads or writes: within a buffer of its own GPU.
  void place(const pugi::xml_node& node, const MscclGpu& gpu, const std::string& which, std::int64_t count,
             char& buffer, std::int64_t& offset) const {
    const std::string name = node.attribute((which + "buf").c_str()).value();
    if (name != "i" && name != "o" && name != "s") {
      fail(node, fmt::format("{}buf=\"{}\": a buffer is i, o or s", which, name));
    }
    buffer = name[0];
    // In place there is one buffer under both names, but the input of a gossip is a part of it.
    const bool one = program_.in_place && program_.kind != Collective::Kind::kGossip;
    const std::int64_t both = std::max(gpu.input, gpu.output);
    const std::int64_t size = buffer == 's'   ? gpu.scratch
                              : one           ? both
                              : buffer == 'i' ? gpu.input
                                              : gpu.output;
    offset = number(node, (which + "off").c_str(), 0, kMaxChunks);
    if (offset + count > size) {
      fail(node,
           fmt::format("chunks {} to {} of buffer {}, which has {}", offset, offset + count - 1, name, size));
    }
  }

  MscclStep::Type type(const pugi::xml_node& node) const {
    const std::string_view name = node.attribute("type").value();
    for (std::size_t i = 0; i < kTypes.size(); ++i) {
      if (name == kTypes[i].name) return static_cast<MscclStep::Type>(i);
    }
    fail(node, fmt::format("type=\"{}\" is unknown; there is s, r, rcs, rrc, rrs, rrcs, re, cpy, nop", name));
  }

  MscclProgram program_;
  std::vector<std::size_t> line_ends_;
  std::int64_t chunks_ = 0;
};

}  // namespace

const char* to_text(MscclStep::Type type) { return traits(type).name; }
bool sends(MscclStep::Type type) { return traits(type).sends; }
bool receives(MscclStep::Type type) { return traits(type).receives; }
bool reads_source(MscclStep::Type type) { return traits(type).reads_source; }
bool writes_target(MscclStep::Type type) { return traits(type).writes_target; }

std::string read_msccl_file(const std::string& path) {
  return text::LineSource::open(path, text::HashComments::kNo).text();
}

MscclProgram parse_msccl(const std::string& text, const std::string& file) {
  return MscclParser(text, file).parse(text);
}

}  // namespace torusim
