#include "traces/flit_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "schedules/core/error.h"

namespace torusim {

FlitTrace::FlitTrace(const Hardware& hardware, TraceOptions options)
    : hardware_(hardware),
      options_(std::move(options)),
      writer_(options_.path, options_.timescale),
      stride_(hardware.ports() + hardware.alpha) {
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
  newest_.assign(channel_of_.size(), -1);
}

void FlitTrace::span_began(const FlitSpan& span) {
  if (done_ || (options_.heard_from > 0 && span.worm->started < options_.heard_from)) return;
  const int port = span.channel % stride_;
  const std::int32_t channel = channel_of_[static_cast<std::size_t>(span.channel)];
  const bool enters = port >= hardware_.ports(), leaves = !enters && port >= hardware_.network_ports();
  if (channel < 0 && !enters && !leaves) return;
  hear_of(span.begin);
  if (done_) return;
  std::int32_t& newest = newest_[static_cast<std::size_t>(span.channel)];
  if (newest >= 0 && shown_[newest].last() + 1 == span.begin) shown_[newest].followed = true;
  newest = static_cast<std::int32_t>(shown_.size());
  Shown& shown = shown_.emplace_back();
  shown.open = &span;
  shown.begin = span.begin;
  shown.number = span.number;
  shown.flits = span.flits;
  shown.first = span.first;
  shown.id = span.channel;
  shown.channel = channel;
  shown.enters = enters ? 1 : leaves ? -1 : 0;
  shown.vc = span.vc;
  if (channel >= 0 && span.head()) {
    shown.segment = segment_on(hardware_, *span.worm, span.channel / stride_, port);
    shown.label = label_of(*span.worm);
  }
}

void FlitTrace::span_ended(const FlitSpan& span) {
  now_ = std::max(now_, span.last);  // at the end of the run it may be the latest event
  const std::int32_t newest = done_ ? -1 : newest_[static_cast<std::size_t>(span.channel)];
  if (newest < 0 || shown_[newest].open == nullptr) return;
  shown_[newest].closed_last = span.last;
  shown_[newest].open = nullptr;
}

std::uint32_t FlitTrace::label_of(const Worm& worm) {
  const auto [at, is_new] = label_of_.try_emplace(worm.number, static_cast<std::uint32_t>(labels_.size()));
  if (is_new) labels_.push_back(VcdWriter::escaped(label(worm)));
  return at->second;
}

void FlitTrace::delivered(Cycle cycle, const Worm& worm) {
  hear_of(cycle);
  if (!done_ && !worm.is_signal()) texts_.push_back({now_, {}, true});
}

void FlitTrace::phase_began(Cycle cycle, int phase, const std::string& name) {
  hear_of(cycle);
  under_way_[phase] = name;
  names_[phase] = name;
  if (done_) return;
  if (cycle >= options_.first) phase_starts_.push_back({now_, name});
  note_phases(cycle);
}

void FlitTrace::phase_ended(Cycle cycle, int phase, const std::string&) {
  hear_of(cycle);
  under_way_.erase(phase);
  if (!done_ && !under_way_.empty()) note_phases(cycle);
}

void FlitTrace::note_phases(Cycle cycle) {
  std::string text;
  for (const auto& [phase, name] : under_way_) text += (text.empty() ? "" : " ") + name;
  texts_.push_back({std::max(cycle, now_), text, false});
}

/// All events before `cycle` are known.
void FlitTrace::hear_of(Cycle cycle) {
  constexpr std::size_t kEnough = 1 << 16;
  now_ = std::max(now_, cycle);
  if (done_) return;
  if (now_ > options_.last) {
    write_until(options_.last + 1);
    end_ = options_.last + 1;
    done_ = true;
    shown_ = {};
  } else if (shown_.size() + texts_.size() >= kEnough && now_ > written_) {
    write_until(now_);
  }
}

/// Writes the changes of all cycles before `limit` to the file.
void FlitTrace::write_until(Cycle limit) {
  collect(limit);
  auto text = texts_.begin();
  auto event = events_.begin();
  while (true) {
    Cycle next = limit;
    if (event != events_.end()) next = std::min(next, event->cycle);
    if (text != texts_.end()) next = std::min(next, text->cycle);
    if (flow_ != 0) {
      const Cycle hidden = std::min(next, options_.first) - written_;  // cycles before the window
      if (hidden > 0) {
        flits_ += flow_ * hidden;
        written_ += hidden;
        continue;
      }
      next = std::min(next, written_);
    }
    if (next >= limit) break;
    move_to(next);
    for (; text != texts_.end() && text->cycle <= next; ++text) {
      if (text->message) {
        writer_.set(delivered_, static_cast<std::uint64_t>(++messages_));
      } else {
        writer_.set_text(phase_, text->text);
      }
    }
    for (; event != events_.end() && event->cycle <= next; ++event) show(*event);
    flits_ += flow_;
    writer_.set(in_flight_, static_cast<std::uint64_t>(flits_));
    written_ = next + 1;
  }
  texts_.erase(texts_.begin(), text);
  events_.clear();
  written_ = std::max(written_, limit);
  forget(limit);
}

/// Moves the writer to a cycle. The file is opened with the first change after the window's first cycle,
/// because its first values are those of that cycle.
void FlitTrace::move_to(Cycle cycle) {
  if (cycle > options_.first && !opened_) open();
  writer_.at(cycle);
}

void FlitTrace::collect(Cycle limit) {
  for (std::uint32_t i = 0; i < shown_.size(); ++i) add_events(i, limit);
  const auto cycles = static_cast<std::size_t>(limit - std::min(written_, limit));
  if (cycles / 8 > events_.size()) {  // long pauses: too many cycles for a counting sort
    std::sort(events_.begin(), events_.end(),
              [](const Event& a, const Event& b) { return a.cycle < b.cycle; });
    return;
  }
  std::vector<std::uint32_t> place(cycles + 1);
  for (const Event& event : events_) ++place[static_cast<std::size_t>(event.cycle - written_) + 1];
  std::partial_sum(place.begin(), place.end(), place.begin());
  std::vector<Event> sorted(events_.size());
  for (const Event& event : events_)
    sorted[place[static_cast<std::size_t>(event.cycle - written_)]++] = event;
  events_ = std::move(sorted);
}

void FlitTrace::add_events(std::uint32_t index, Cycle limit) {
  const Shown& shown = shown_[index];
  const Cycle last = shown.last(), tail = shown.begin + (shown.flits - 1 - shown.first);
  const auto add = [&](Cycle cycle, Change change, std::int32_t flow) {
    const std::int32_t channel = change == Change::kFlow ? -1 : shown.channel;
    if (cycle >= written_ && cycle < limit) events_.push_back({cycle, channel, change, flow, index});
  };
  if (shown.enters != 0) {
    const Cycle later = shown.enters < 0 ? 1 : 0;  // a flit that leaves counts until the next cycle
    add(shown.begin + later, Change::kFlow, shown.enters);
    add(last + 1 + later, Change::kFlow, -shown.enters);
  }
  if (shown.channel < 0) return;
  add(shown.begin, Change::kBegin, 0);
  if (shown.first == 0 && shown.begin < last && shown.begin + 1 != tail) {
    add(shown.begin + 1, Change::kHeadPassed, 0);
  }
  if (tail > shown.begin && tail <= last) add(tail, Change::kTail, 0);
  if (!shown.followed) add(last + 1, Change::kRest, 0);
}

void FlitTrace::show(const Event& event) {
  if (event.change == Change::kFlow) {
    flow_ += event.flow;
    return;
  }
  const Shown& shown = shown_[event.shown];
  ChannelWaves& channel = channels_[static_cast<std::size_t>(event.channel)];
  switch (event.change) {
    case Change::kBegin: {
      const bool tail = shown.first + 1 == shown.flits, head = shown.first == 0;
      const std::string_view label = head ? std::string_view(labels_[shown.label]) : std::string_view();
      return channel.carry(writer_, hardware_, {shown.number, shown.vc, head, tail, shown.segment, label});
    }
    case Change::kTail:
      return channel.carry(writer_, hardware_, {shown.number, shown.vc, false, true});
    case Change::kHeadPassed:
      return channel.head_passed(writer_);
    default:
      return channel.rest(writer_, hardware_);
  }
}

/// Removes the spans that can change nothing any more.
void FlitTrace::forget(Cycle limit) {
  std::size_t kept = 0;
  std::fill(newest_.begin(), newest_.end(), -1);
  for (const Shown& shown : shown_) {
    if (shown.last() + 2 < limit) continue;
    shown_[kept++] = shown;
  }
  shown_.resize(kept);
  label_of_.clear();
  std::vector<std::string> labels;
  for (std::size_t i = 0; i < kept; ++i) {
    Shown& shown = shown_[i];
    newest_[static_cast<std::size_t>(shown.id)] = static_cast<std::int32_t>(i);
    if (shown.channel < 0 || shown.first != 0 || shown.begin < limit) continue;
    labels.push_back(labels_[shown.label]);
    shown.label = static_cast<std::uint32_t>(labels.size() - 1);
  }
  labels_ = std::move(labels);
}

void FlitTrace::open() {
  opened_ = true;
  for (ChannelWaves& channel : channels_) channel.restart_use();
  writer_.open(options_.first);
}

void FlitTrace::finish(Cycle last_cycle) {
  if (!done_) {
    const Cycle end = std::max(last_cycle, now_) + 1;
    hear_of(end);
    if (!done_) {
      write_until(end);
      move_to(end);
      if (!opened_) open();  // the run ended before the window: the file has its last values only
      end_ = std::max(end, options_.first + 1);
      done_ = true;
    }
  }
  if (!opened_) open();
  writer_.close(end_);
}

// Source and destination come first, because a short bar has room for them only.
std::string FlitTrace::label(const Worm& worm) const {
  const auto name = names_.find(worm.phase);
  const std::string phase = name != names_.end() ? name->second : fmt::format("phase {}", worm.phase);
  const std::string title = options_.title.empty() ? "" : " " + options_.title;
  const Topology& topology = hardware_.topology;
  const std::string ends = topology.node_name(worm.source) + ">" + topology.node_name(worm.destination);
  if (worm.is_signal()) return fmt::format("{} signal for {}{}", ends, phase, title);
  return fmt::format("{} #{} {} blocks {} class {}{}", ends, worm.number, phase, worm.blocks,
                     worm.message_class, title);
}

TraceContents FlitTrace::contents() const {
  TraceContents contents{hardware_, options_.first, end_, {}, phase_starts_, {}, options_.timescale};
  for (const ChannelWaves& channel : channels_) contents.channels.push_back(channel.contents());
  return contents;
}

}  // namespace torusim
