#include "schedules/convert/mscclpp_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "schedules/convert/json_document.h"
#include "schedules/convert/msccl_program.h"
#include "schedules/core/amount.h"
#include "schedules/core/error.h"

namespace torusim {
namespace {

using Json = nlohmann::json;
using Act = PlanAct::Kind;

constexpr std::int64_t kMostPlanRanks = 4096;
constexpr std::int64_t kMostChunks = 1 << 24;  // of a buffer

class PlanReader {
 public:
  PlanReader(const Json& root, const std::string& file) : root_(root) { plan_.file = file; }

  MscclppPlan read() {
    where_ = plan_.file;
    const Json& gpus = list(root_, "gpus");
    plan_.name = text(root_, "name", "");
    collective(text(root_, "collective"));
    plan_.in_place = flag(root_, "inplace");
    plan_.min_bytes = number(root_, "min_message_size", 0, kMostAmount, 0);
    plan_.max_bytes = number(root_, "max_message_size", 0, INT64_MAX, INT64_MAX);
    ranks_ = static_cast<std::int64_t>(gpus.size());
    if (ranks_ == 0 || ranks_ > kMostPlanRanks) {
      fail(fmt::format("{} gpus; a plan has 1 to {}", ranks_, kMostPlanRanks));
    }
    plan_.gpus.resize(gpus.size());
    for (std::size_t g = 0; g < gpus.size(); ++g) gpu(gpus[g], g);
    return std::move(plan_);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const { throw InputError(where_ + ": " + what); }

  // --- members

  const Json* member(const Json& object, const char* key) const {
    if (!object.is_object()) fail(fmt::format("no object, but something with \"{}\" is expected", key));
    const auto found = object.find(key);
    return found == object.end() ? nullptr : &*found;
  }
  const Json& list(const Json& object, const char* key) const {
    static const Json kNone = Json::array();
    const Json* found = member(object, key);
    if (found == nullptr && std::string_view(key) != "gpus") return kNone;
    if (found == nullptr) {
      const bool trace =
          object.contains("nodes") || object.contains("traceEvents") || object.contains("version");
      fail(fmt::format(
          "no \"gpus\": not an execution plan of MSCCL++{}",
          trace ? "; traces of PyTorch and Chakra are .et files, which chakra_converter makes" : ""));
    }
    if (!found->is_array()) fail(fmt::format("\"{}\" is no list", key));
    return *found;
  }
  std::string text(const Json& object, const char* key, std::optional<std::string> absent = {}) const {
    const Json* found = member(object, key);
    if (found == nullptr && absent) return *absent;
    if (found == nullptr) fail(fmt::format("no \"{}\"", key));
    if (!found->is_string()) fail(fmt::format("\"{}\" is no text", key));
    return found->get<std::string>();
  }
  bool flag(const Json& object, const char* key) const {
    const Json* found = member(object, key);
    if (found == nullptr) return false;
    if (!found->is_boolean()) fail(fmt::format("\"{}\" is neither true nor false", key));
    return found->get<bool>();
  }
  std::int64_t checked(const Json& value, const char* key, std::int64_t low, std::int64_t high) const {
    const bool whole = value.is_number_integer();
    // Numbers beyond INT64_MAX, such as the largest message size, are unsigned.
    const bool huge = value.is_number_unsigned() && value.get<std::uint64_t>() > INT64_MAX;
    if (whole && huge && high == INT64_MAX) return high;
    if (!whole || huge || value.get<std::int64_t>() < low || value.get<std::int64_t>() > high) {
      fail(fmt::format("\"{}\" is {}, not a number of {} to {}", key, value.dump().substr(0, 40), low, high));
    }
    return value.get<std::int64_t>();
  }
  std::int64_t number(const Json& object, const char* key, std::int64_t low, std::int64_t high,
                      std::optional<std::int64_t> absent = {}) const {
    const Json* found = member(object, key);
    if (found == nullptr && absent) return *absent;
    if (found == nullptr) fail(fmt::format("no \"{}\"", key));
    return checked(*found, key, low, high);
  }
  std::vector<int> numbers(const Json& object, const char* key, std::int64_t high) const {
    std::vector<int> result;
    for (const Json& each : list(object, key)) {
      result.push_back(static_cast<int>(checked(each, key, 0, high)));
    }
    return result;
  }
  char buffer(const Json& object, const char* key) const {
    const std::string name = text(object, key);
    if (name != "i" && name != "o" && name != "s")
      fail(fmt::format("buffer \"{}\": there is i, o and s", name));
    return name[0];
  }
  /// Whether it is a port channel.
  bool by_port(const Json& object, const char* key) const {
    const std::string type = text(object, key, "memory");
    if (type == "switch") {
      fail("a switch channel stores and adds up in the switches of NVLink, which no torus has");
    }
    if (type != "memory" && type != "port" && type != "none") {
      fail(fmt::format("\"{}\" is \"{}\"; there is memory and port", key, type));
    }
    return type == "port";
  }

  // --- the plan

  void collective(const std::string& name) {
    plan_.collective = name;
    for (const auto& [known, kind] : kMscclCollectives) {
      const bool rooted = kind == Collective::Kind::kBroadcast || kind == Collective::Kind::kReduce;
      if (name == known && !rooted) plan_.kind = kind;
    }
  }

  /// The objects that thread blocks name by their own numbers.
  struct Remote {
    std::int32_t rank;
    char buffer;
  };
  struct Names {
    std::vector<int> channels[2];    // memory, port: numbers in the gpu
    std::vector<Remote> buffers[2];  // likewise, by way of access
  };

  void gpu(const Json& json, std::size_t g) {
    where_ = fmt::format("{}: gpu {}", plan_.file, g);
    if (member(json, "inputChunks") != nullptr) {
      throw InputError(plan_.file +
                       ": the form of MSCCL++ 0.6 and before (\"inputChunks\"); plans with "
                       "\"input_chunks\" are read");
    }
    PlanGpu& gpu = plan_.gpus[g];
    const std::int64_t id = number(json, "id", 0, INT32_MAX);
    if (id != static_cast<std::int64_t>(g)) fail(fmt::format("its \"id\" is {}", id));
    gpu.input = number(json, "input_chunks", 0, kMostChunks);
    gpu.output = number(json, "output_chunks", 0, kMostChunks);
    gpu.scratch = number(json, "scratch_chunks", 0, kMostChunks, 0);
    for (const Json& channel : list(json, "channels")) {
      auto& peers = by_port(channel, "channel_type") ? gpu.port_peers : gpu.memory_peers;
      for (const int peer : numbers(channel, "connected_to", ranks_ - 1)) {
        if (peer == static_cast<int>(g)) fail("a channel to itself");
        peers.push_back(peer);
      }
    }
    std::vector<Remote> remotes;
    for (const Json& remote : list(json, "remote_buffers")) {
      Remote next{static_cast<std::int32_t>(number(remote, "rank", 0, ranks_ - 1)), buffer(remote, "type")};
      if (next.rank == static_cast<std::int32_t>(g)) fail("a remote buffer of its own rank");
      remotes.push_back(next);
    }
    for (const Json& semaphore : list(json, "semaphores")) {
      gpu.semaphores.push_back(number(semaphore, "init_value", 0, INT32_MAX, 0));
    }
    const Json& blocks = list(json, "threadblocks");
    gpu.blocks.resize(blocks.size());
    for (std::size_t b = 0; b < blocks.size(); ++b) block(blocks[b], g, b, remotes);
  }

  void block(const Json& json, std::size_t g, std::size_t b, const std::vector<Remote>& remotes) {
    PlanGpu& gpu = plan_.gpus[g];
    where_ = fmt::format("{}: gpu {}, thread block {}", plan_.file, g, b);
    const std::int64_t id = number(json, "id", 0, INT32_MAX);
    if (id != static_cast<std::int64_t>(b)) fail(fmt::format("its \"id\" is {}", id));
    Names names;
    for (const Json& channel : list(json, "channels")) {
      const bool port = by_port(channel, "channel_type");
      const auto known = static_cast<std::int64_t>((port ? gpu.port_peers : gpu.memory_peers).size());
      if (known == 0) fail(fmt::format("a {} channel, of which its gpu has none", port ? "port" : "memory"));
      for (const int each : numbers(channel, "channel_ids", known - 1)) names.channels[port].push_back(each);
    }
    for (const Json& reference : list(json, "remote_buffer_refs")) {
      const bool port = by_port(reference, "access_channel_type");
      if (remotes.empty()) fail("a remote buffer, of which its gpu has none");
      for (const int each :
           numbers(reference, "remote_buffer_ids", static_cast<std::int64_t>(remotes.size()) - 1)) {
        names.buffers[port].push_back(remotes[static_cast<std::size_t>(each)]);
      }
    }
    std::uint32_t step = 0;
    for (const Json& each : list(json, "ops")) {
      PlanOperation next = operation(each, g, b, step++, names);
      const Json& loop = list(each, "ops");
      if (next.act->kind != Act::kPipeline) {
        if (!loop.empty()) fail("operations within one that is no pipeline");
      } else {
        const std::string place = where_;
        for (const Json& inner : loop) {
          next.loop.push_back(operation(inner, g, b, step++, names));
          check_in_loop(next, next.loop.back());
        }
        where_ = place;
      }
      gpu.blocks[b].push_back(std::move(next));
    }
  }

  void check_in_loop(const PlanOperation& loop, const PlanOperation& inner) const {
    if (inner.act->kind == Act::kPipeline) fail("a pipeline within a pipeline");
    if (inner.act->remote_packets || inner.act->packet_source >= 0 || inner.act->packet_target >= 0) {
      fail("packets within a pipeline, which MSCCL++ does not divide among iterations");
    }
    if (inner.parts > 1) fail("a group of thread blocks within a pipeline");
    for (const auto* pieces : {&inner.sources, &inner.targets}) {
      for (const PlanPiece& piece : *pieces) {
        if (piece.count == loop.loop_chunks) continue;
        fail(fmt::format("{} chunks in a pipeline of {}", piece.count, loop.loop_chunks));
      }
    }
  }

  PlanOperation operation(const Json& json, std::size_t g, std::size_t b, std::uint32_t step,
                          const Names& names) {
    where_ = fmt::format("{}: gpu {}, thread block {}, operation {}", plan_.file, g, b, step);
    PlanOperation next;
    next.act = act(text(json, "name"));
    where_ = plan_place(plan_.file, g, b, step, next.act->name);
    next.step = step;
    next.port = by_port(json, "channel_type");
    const auto& channels = names.channels[next.port];
    for (const int each : numbers(json, "channel_ids", INT32_MAX)) {
      if (static_cast<std::size_t>(each) >= channels.size()) {
        fail(fmt::format("channel {}; its thread block has {} of this type", each, channels.size()));
      }
      next.channels.push_back(channels[static_cast<std::size_t>(each)]);
    }
    switch (next.act->kind) {
      case Act::kMove:
        next.sources = pieces(json, "src_buff", names.buffers[next.port]);
        next.targets = pieces(json, "dst_buff", names.buffers[next.port]);
        check_move(next);
        break;
      case Act::kBarrier:
        next.barrier = static_cast<int>(number(json, "barrier_id", 0, INT32_MAX));
        next.barrier_blocks = static_cast<int>(number(json, "num_threadblocks", 1, INT32_MAX));
        break;
      case Act::kAcquire:
      case Act::kRelease: {
        const auto most = static_cast<std::int64_t>(plan_.gpus[g].semaphores.size());
        if (most == 0) fail("a semaphore, of which its gpu has none");
        next.semaphores = numbers(json, "semaphore_ids", most - 1);
        break;
      }
      case Act::kPipeline: {
        const Json* context = member(json, "iter_context");
        if (context == nullptr) fail("no \"iter_context\"");
        next.unit_bytes = number(*context, "unit_size", 1, kMostAmount);
        next.loop_chunks = number(*context, "num_chunks", 1, kMostChunks);
        break;
      }
      default:
        break;
    }
    if (const Json* group = member(json, "tbg_info"); group != nullptr) {
      next.parts = static_cast<int>(number(*group, "tbg_size", 1, 1024));
      next.part = static_cast<int>(number(*group, "tb_id", 0, next.parts - 1));
    }
    return next;
  }

  const PlanAct* act(const std::string& name) const {
    if (const PlanAct* found = find_plan_act(name)) return found;
    if (name == "glre" || name == "glres" || name == "gstore" || name == "gstorepkt") {
      fail(fmt::format(
          "{}: a switch channel stores and adds up in the switches of NVLink, which no torus has", name));
    }
    fail(fmt::format("operation \"{}\" is unknown", name.substr(0, 40)));
  }

  std::vector<PlanPiece> pieces(const Json& json, const char* key, const std::vector<Remote>& remotes) const {
    std::vector<PlanPiece> result;
    for (const Json& each : list(json, key)) {
      PlanPiece piece;
      if (member(each, "switch_channel_id") != nullptr) {
        fail("a switch channel stores and adds up in the switches of NVLink, which no torus has");
      }
      if (member(each, "buffer_id") != nullptr) {
        const auto id = static_cast<std::size_t>(number(each, "buffer_id", 0, INT32_MAX));
        if (id >= remotes.size()) {
          fail(fmt::format("remote buffer {}; its thread block has {} of this type", id, remotes.size()));
        }
        piece.rank = remotes[id].rank;
        piece.buffer = remotes[id].buffer;
      } else {
        piece.buffer = buffer(each, "type");
      }
      piece.index = number(each, "index", 0, kMostChunks);
      piece.count = number(each, "size", 1, kMostChunks);
      result.push_back(piece);
    }
    if (result.empty()) fail(fmt::format("no \"{}\"", key));
    return result;
  }

  void check_move(const PlanOperation& op) const {
    const auto remote = [](const PlanPiece& piece) { return piece.rank >= 0; };
    const auto far = std::count_if(op.targets.begin(), op.targets.end(), remote);
    const bool one = op.sources.size() == 1 || op.act->sums;
    if (!one && op.sources.size() != op.targets.size()) {
      fail(fmt::format("{} sources and {} targets", op.sources.size(), op.targets.size()));
    }
    for (std::size_t i = 0; !op.act->sums && i < op.targets.size(); ++i) {
      if (remote(op.sources[one ? 0 : i]) && remote(op.targets[i]))
        fail("moves chunks between two other ranks");
    }
    for (const auto* pieces : {&op.sources, &op.targets}) {
      for (const PlanPiece& piece : *pieces) {
        if (piece.count == op.sources.front().count) continue;
        fail(fmt::format("{} chunks and {} chunks in one operation", op.sources.front().count, piece.count));
      }
    }
    if (op.act->sums && std::max(op.sources.size(), op.targets.size()) > UINT16_MAX) {
      fail(fmt::format("a sum of more than {} sources or targets", UINT16_MAX));
    }
    if (op.act->sums && (remote(op.sources.front()) || remote(op.targets.front()))) {
      fail("its first source and its first target are not of its own rank");
    }
    if (op.port && std::any_of(op.sources.begin(), op.sources.end(), remote)) {
      fail("reads another rank through a port channel, which MSCCL++ does through memory channels only");
    }
    if (op.port && op.act->sums && far > 0) {
      fail("adds up and puts through a port channel, which MSCCL++ does through memory channels only");
    }
    if (op.act->signals && (!op.port || static_cast<std::size_t>(far) != op.channels.size())) {
      fail("needs a port channel for each target");
    }
  }

  const Json& root_;
  MscclppPlan plan_;
  std::string where_;
  std::int64_t ranks_ = 0;
};

}  // namespace

MscclppPlan parse_mscclpp(const std::string& text, const std::string& file) {
  const Json root = read_json_document(text, file);
  return PlanReader(root, file).read();
}

}  // namespace torusim
