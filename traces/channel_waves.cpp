#include "traces/channel_waves.h"

#include <fmt/format.h>

#include <bit>

namespace torusim {
namespace {

constexpr int kVcBits = 6, kWormBits = 32, kPortBits = 5, kHopBits = 11, kStateBits = 2;

}  // namespace

// A router decrements the hops of the segment that it follows and drops the segment at zero.
Run segment_on(const Hardware& hardware, const Worm& worm, NodeId at, int at_port) {
  const Run last{static_cast<std::int16_t>(hardware.network_ports() + worm.ejection_channel), 1};
  if (hardware.adaptive) return last;  // the head has only the segment that ejects
  const auto port_of = [&](int run) {
    return hardware.topology.port(worm.route[run].dimension, worm.route[run].hops);
  };
  const auto segment = [&](int run, int hops) {
    return Run{static_cast<std::int16_t>(port_of(run)), static_cast<std::int16_t>(hops)};
  };
  const auto whole = [&](int run) {
    return run == worm.route.size() ? last : segment(run, run_channels(hardware, worm, run));
  };
  if (at_port >= hardware.ports()) return whole(0);
  if (at_port >= hardware.network_ports()) return {};  // ejection: every segment has been dropped
  NodeId node = worm.source;
  for (int r = 0; r < worm.route.size(); ++r) {
    const int port = port_of(r);
    for (int left = run_channels(hardware, worm, r) - 1; left >= 0; --left) {
      if (node == at && port == at_port) return left > 0 ? segment(r, left) : whole(r + 1);
      node = hardware.topology.neighbor(node, port);
    }
  }
  return {};
}

ChannelWaves::ChannelWaves(VcdWriter& writer, const Hardware& hardware, NodeId node, int port)
    : contents_{node, port, 0} {
  writer.scope(port_scope(hardware, port));
  valid_ = writer.wire("valid", 1);
  head_ = writer.wire("head", 1);
  tail_ = writer.wire("tail", 1);
  vc_ = writer.wire("vc", kVcBits);
  worm_ = writer.wire("worm", kWormBits);
  seg_port_ = writer.wire("seg_port", kPortBits);
  seg_hops_ = writer.wire("seg_hops", kHopBits);
  vcs_ = seg_hops_ + 1;
  for (int v = 0; v < hardware.vcs(); ++v) {
    writer.scope(fmt::format("vc{}", v));
    writer.text("label");
    writer.wire("state", kStateBits);
    writer.upscope();
  }
  writer.upscope();
}

void ChannelWaves::carry(VcdWriter& writer, const Hardware& hardware, const ShownFlit& flit) {
  const std::uint64_t bit = std::uint64_t{1} << flit.vc;
  release(writer, flit.head ? bit : 0);
  owned_ |= bit;
  contents_.used_vcs |= bit;
  writer.set(valid_, 1);
  writer.set(head_, flit.head);
  writer.set(tail_, flit.tail);
  writer.set(vc_, flit.vc);
  writer.set(worm_, flit.worm);
  if (flit.head) {
    writer.set(seg_port_, static_cast<std::uint64_t>(flit.segment.dimension));
    writer.set(seg_hops_, static_cast<std::uint64_t>(flit.segment.hops));
    writer.set_escaped(label(flit.vc), flit.label);
  }
  write_states(writer, hardware, flit.vc);
  leaving_ = flit.tail ? bit : 0;
}

void ChannelWaves::rest(VcdWriter& writer, const Hardware& hardware) {
  release(writer, 0);
  writer.set(valid_, 0);
  writer.set(head_, 0);
  writer.set(tail_, 0);
  write_states(writer, hardware, -1);
}

void ChannelWaves::release(VcdWriter& writer, std::uint64_t except) {
  if (leaving_ == 0) return;
  owned_ &= ~leaving_;
  const int vc = std::countr_zero(leaving_);
  if ((leaving_ & except) == 0) {
    writer.set_text(label(vc), "");
    writer.set(state(vc), static_cast<std::uint64_t>(VcState::kIdle));
  }
  leaving_ = 0;
}

void ChannelWaves::write_states(VcdWriter& writer, const Hardware& hardware, int carried_vc) {
  for (std::uint64_t rest = owned_; rest != 0; rest &= rest - 1) {
    const int vc = std::countr_zero(rest);
    VcState now = VcState::kWait;
    if (vc == carried_vc) {
      now = VcState::kStream;
    } else if (carried_vc >= 0 && hardware.vc_class(carried_vc) < hardware.vc_class(vc)) {
      now = VcState::kPreempted;
      contents_.preempted = true;
    }
    writer.set(state(vc), static_cast<std::uint64_t>(now));
  }
}

}  // namespace torusim
