#include "traces/flit_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "schedules/core/error.h"

namespace torusim {

FlitTrace::FlitTrace(const Hardware& hardware, TraceOptions options)
    : hardware_(hardware),
      options_(std::move(options)),
      writer_(options_.path),
      labels_([this](const Worm& worm) { return label(worm); }) {
  if (options_.first < 0 || options_.last < options_.first) {
    throw InputError(
        fmt::format("trace window {}:{} holds no cycle; write first:last", options_.first, options_.last));
  }
  std::vector<NodeId> nodes = options_.nodes;
  if (nodes.empty()) {
    nodes.resize(hardware_.topology.nodes());
    std::iota(nodes.begin(), nodes.end(), 0);
  }
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  for (const NodeId node : nodes) {
    if (node >= 0 && node < hardware_.topology.nodes()) continue;
    throw InputError(fmt::format("trace of node {}: {} has nodes 0 to {}", node, hardware_.topology.name(),
                                 hardware_.topology.nodes() - 1));
  }
  declare(nodes);
}

void FlitTrace::declare(const std::vector<NodeId>& nodes) {
  const int channels = hardware_.ports() + hardware_.alpha;
  channel_of_.assign(static_cast<std::size_t>(hardware_.topology.nodes()) * channels, -1);
  writer_.scope("top");
  phase_ = writer_.text("phase");
  in_flight_ = writer_.wire("flits_in_flight", 32);
  delivered_ = writer_.wire("delivered", 32);
  for (const NodeId node : nodes) {
    writer_.scope(router_scope(hardware_, node));
    for (int port = 0; port < channels; ++port) {
      if (port < hardware_.network_ports() && !hardware_.topology.has_channel(node, port)) continue;
      channel_of_[static_cast<std::size_t>(node) * channels + port] =
          static_cast<std::int32_t>(channels_.size());
      channels_.emplace_back(writer_, hardware_, node, port);
    }
    writer_.upscope();
  }
  writer_.upscope();
  carried_in_.assign(channels_.size(), -1);
}

void FlitTrace::moved(Cycle cycle, std::span<const FlitMove> moves) {
  if (!advance(cycle)) return;
  show(cycle, moves);
}

void FlitTrace::delivered(Cycle cycle, const Worm& worm) {
  if (!advance(cycle) || worm.is_signal()) return;
  writer_.set(delivered_, static_cast<std::uint64_t>(++messages_));
}

void FlitTrace::phase_began(Cycle cycle, int phase, const std::string& name) {
  const bool shown = advance(cycle);
  under_way_[phase] = name;
  names_[phase] = name;
  if (!shown) return;
  if (cycle >= options_.first) phase_starts_.push_back({now_, name});
  show_phases();
}

void FlitTrace::phase_ended(Cycle cycle, int phase, const std::string&) {
  const bool shown = advance(cycle);
  under_way_.erase(phase);
  if (shown && !under_way_.empty()) show_phases();
}

void FlitTrace::show_phases() {
  std::string text;
  for (const auto& [phase, name] : under_way_) text += (text.empty() ? "" : " ") + name;
  writer_.set_text(phase_, text);
}

// Brings the waves to `cycle`; false when it lies past the window. Events of one cycle come in any order, so
// the file is opened only once a cycle past the window's first is heard of: its values then are final.
bool FlitTrace::advance(Cycle cycle) {
  if (done_) return false;
  if (cycle > last_moved_ + 1 && (!carried_.empty() || leaving_ != 0)) {
    if (!advance(last_moved_ + 1)) return false;
    show(last_moved_ + 1, {});  // the simulator skips cycles in which nothing moves
  }
  if (cycle > options_.first && !writer_.is_open()) open();
  if (cycle > options_.last) {
    end_ = options_.last + 1;
    done_ = true;
    return false;
  }
  now_ = std::max(now_, cycle);
  writer_.at(now_);
  return true;
}

void FlitTrace::show(Cycle cycle, std::span<const FlitMove> moves) {
  const int channels = hardware_.ports() + hardware_.alpha;
  last_moved_ = cycle;
  flits_ -= leaving_;
  leaving_ = 0;
  carrying_.clear();
  for (const FlitMove& move : moves) {
    if (move.port >= hardware_.ports()) {
      ++flits_;
    } else if (move.port >= hardware_.network_ports()) {
      ++leaving_;
    }
    const std::int32_t c = channel_of_[static_cast<std::size_t>(move.node) * channels + move.port];
    if (c < 0) continue;
    channels_[c].carry(writer_, hardware_, move, labels_);
    carried_in_[c] = cycle;
    carrying_.push_back(c);
  }
  for (const std::int32_t c : carried_) {
    if (carried_in_[c] != cycle) channels_[c].rest(writer_, hardware_);
  }
  std::swap(carrying_, carried_);
  writer_.set(in_flight_, static_cast<std::uint64_t>(flits_));
}

void FlitTrace::open() {
  for (ChannelWaves& channel : channels_) channel.restart_use();
  writer_.open(options_.first);
}

void FlitTrace::finish(Cycle last_cycle) {
  if (advance(std::max(last_cycle, now_) + 1)) {
    if (!writer_.is_open()) open();  // the run ended before the window: its last values are all there is
    end_ = std::max(now_, options_.first + 1);
    done_ = true;
  }
  writer_.close(end_);
}

// What a short bar has room for, who sends to whom, comes first.
std::string FlitTrace::label(const Worm& worm) const {
  const auto name = names_.find(worm.phase);
  const std::string phase = name != names_.end() ? name->second : fmt::format("phase {}", worm.phase);
  const std::string title = options_.title.empty() ? "" : " " + options_.title;
  if (worm.is_signal()) {
    return fmt::format("{}>{} signal for {}{}", worm.source, worm.destination, phase, title);
  }
  return fmt::format("{}>{} {} blocks {} class {}{}", worm.source, worm.destination, phase, worm.blocks,
                     worm.message_class, title);
}

TraceContents FlitTrace::contents() const {
  TraceContents contents{hardware_, options_.first, end_, {}, phase_starts_, {}};
  for (const ChannelWaves& channel : channels_) contents.channels.push_back(channel.contents());
  return contents;
}

}  // namespace torusim
