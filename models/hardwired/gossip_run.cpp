#include "models/hardwired/gossip_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "models/contract/open_spans.h"

namespace torusim::hardwired {
namespace {

std::int64_t words(const BlockSet& blocks, const RunOptions& options) {
  return blocks.blocks() * options.block_flits;
}

/// Words of the longest packet that circulates.
std::int64_t longest_packet(const HardwiredGossip& gossip, const RunOptions& options) {
  std::int64_t result = 0;
  for (PacketNumber packet = 0; packet < gossip.table.packet_numbers(); ++packet) {
    if (gossip.table.exists(packet)) result = std::max(result, words(gossip.packets[packet], options));
  }
  return result;
}

}  // namespace

std::vector<Cycle> predicted_steps(const HardwiredGossip& gossip, const RunOptions& options) {
  const Topology& topology = gossip.table.topology();
  const Cycle before = options.startup + options.hardware.link_delay;
  std::vector<Cycle> result;
  std::int64_t longest = 0;
  for (const Transfer& transfer : gossip.setup) longest = std::max(longest, words(transfer.blocks, options));
  if (longest > 0) result.push_back(before + longest);
  const Cycle hop = std::max<Cycle>(longest_packet(gossip, options), options.hardware.link_delay);
  Circulation circulation(gossip.table);
  for (std::int64_t last = 0; circulation.step() < gossip.steps; last = longest) {
    circulation.advance();
    longest = 0;
    for (NodeId node = 0; node < topology.nodes(); ++node) {
      for (int out = 0; out < topology.network_ports(); ++out) {
        const PacketNumber packet = circulation.on(node, out);
        if (packet != kNoPacket) longest = std::max(longest, words(gossip.packets[packet], options));
      }
    }
    const Cycle first = before + (gossip.setup.empty() ? 0 : 1);
    result.push_back((last == 0 ? first : hop - last) + longest);
  }
  return result;
}

GossipRun::GossipRun(const HardwiredGossip& gossip, const Collective& collective, const RunOptions& options)
    : gossip_(gossip),
      options_(options),
      ledger_(gossip.table.topology(), collective),
      report_(gossip.table.topology(), options),
      circulation_(gossip.table),
      hop_(static_cast<int>(
          std::max<std::int64_t>(longest_packet(gossip, options), options.hardware.link_delay))) {
  const Topology& topology = gossip.table.topology();
  loads_.resize(static_cast<std::size_t>(topology.nodes()) * topology.network_ports());
  gossip.setup.empty() ? begin_circulation() : begin_setup();
}

Load GossipRun::load(const BlockSet& blocks, NodeId from, NodeId to) const {
  return {&blocks, from, to, static_cast<std::uint32_t>(words(blocks, options_))};
}

void GossipRun::begin_setup() {
  const Topology& topology = gossip_.table.topology();
  const int ports = topology.network_ports();
  for (const Transfer& transfer : gossip_.setup) {
    const int out = topology.port(transfer.route[0].dimension, transfer.route[0].hops);
    loads_[static_cast<std::size_t>(transfer.source) * ports + out] =
        load(transfer.blocks, transfer.source, transfer.destination);
  }
  round_.send = options_.startup;
  round_.loads = loads_;
  open(round_.send + 1 + options_.hardware.link_delay, "redistribution");
}

void GossipRun::begin_circulation() {
  circulating_ = true;
  round_.send = options_.startup + (gossip_.setup.empty() ? 0 : round_.now + 1);
  next_step(round_.send + 1 + options_.hardware.link_delay);
  round_.loads = loads_;
}

void GossipRun::next_step(Cycle first) {
  circulation_.advance();
  const Topology& topology = gossip_.table.topology();
  const int each = gossip_.table.packets_a_node();
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    for (int out = 0; out < topology.network_ports(); ++out) {
      const PacketNumber packet = circulation_.on(node, out);
      loads_[static_cast<std::size_t>(node) * topology.network_ports() + out] =
          packet == kNoPacket ? Load() : load(gossip_.packets[packet], packet / each, packet % each);
    }
  }
  open(first, fmt::format("step {}", circulation_.step()));
}

void GossipRun::open(Cycle first, const std::string& name) {
  PhaseTime step;
  step.name = name;
  step.start = result_.phases.empty() ? 0 : result_.phases.back().end;
  longest_ = 0;
  for (const Load& load : loads_) {
    if (load.blocks == nullptr) continue;
    longest_ = std::max(longest_, load.words);
    ++step.messages;
    step.blocks += load.blocks->blocks();
    step.max_blocks = std::max(step.max_blocks, load.blocks->blocks());
    step.flit_hops += load.words;
  }
  result_.phases.push_back(step);
  first_ = first;
  ledger_.open(first, loads_);
  report_.step(static_cast<int>(result_.phases.size()) - 1, name, step.start, first, loads_);
}

bool GossipRun::close() {
  ledger_.close();
  PhaseTime& step = result_.phases.back();
  step.end = round_.now;
  result_.messages += step.messages;
  result_.flit_hops += step.flit_hops;
  if (circulating_ && circulation_.step() == gossip_.steps) return false;
  if (circulating_) {
    next_step(first_ + hop_);
  } else {
    begin_circulation();
  }
  return true;
}

bool GossipRun::go_on() {
  constexpr Cycle kProgressEvery = 4096;
  bool more = true;
  result_.cycles = round_.now;
  if (round_.now == first_ + longest_ - 1) more = close();
  const auto stop = [&](Verdict verdict) {
    result_.verdict = verdict;
    return false;
  };
  if (!ledger_.failure().empty()) return stop(Verdict::kFailed);
  if (!more) return false;
  if (options_.max_cycles > 0 && round_.now >= options_.max_cycles) return stop(Verdict::kLimit);
  if (options_.progress && round_.now % kProgressEvery == 0 &&
      !options_.progress(ledger_.held().delivered(), ledger_.held().total(), round_.now)) {
    return stop(Verdict::kInterrupted);
  }
  ++round_.now;
  return true;
}

RunResult GossipRun::result() const {
  RunResult result = result_;
  result.delivered_blocks = ledger_.held().delivered();
  result.total_blocks = ledger_.held().total();
  result.repeated_blocks = ledger_.held().repeats();
  result.ejection_hash = ledger_.hash();
  if (!ledger_.failure().empty()) result.findings.push_back(ledger_.failure());
  if (result.verdict == Verdict::kVerified) {
    for (std::string& sentence : ledger_.held().misplaced(10)) result.findings.push_back(std::move(sentence));
    if (!result.findings.empty()) result.verdict = Verdict::kFailed;
  }
  return result;
}

void StepReport::step(int index, const std::string& name, Cycle start, Cycle first,
                      const std::vector<Load>& loads) {
  if (options_.observers.empty()) return;
  struct Packet {
    Worm worm;
    int port = 0;
  };
  std::vector<Packet> packets;
  std::uint32_t longest = 0;
  for (std::size_t channel = 0; channel < loads.size(); ++channel) {
    const Load& load = loads[channel];
    if (load.blocks == nullptr || load.words == 0) continue;
    Packet& packet = packets.emplace_back();
    packet.port = static_cast<int>(channel % topology_.network_ports());
    Worm& worm = packet.worm;
    worm.number = next_number_++;
    worm.flits = load.words;
    worm.source = static_cast<NodeId>(channel / topology_.network_ports());
    worm.destination = topology_.neighbor(worm.source, packet.port);
    worm.route = dimension_order_route(topology_, worm.source, worm.destination);
    worm.phase = index;
    worm.blocks = load.blocks->blocks();
    worm.started = start;
    worm.head_out = first;
    worm.tail_out = first + load.words - 1;
    longest = std::max(longest, load.words);
  }
  for (Observer* observer : options_.observers) {
    observer->phase_began(start, index, name);
    for (const Packet& packet : packets) observer->started(start, packet.worm);
  }
  const Cycle begin = first - options_.hardware.link_delay;
  const int stride = options_.hardware.ports() + options_.hardware.alpha;
  for (Observer* observer : span_observers(options_.observers)) {
    for (const Packet& packet : packets) {
      const Worm& worm = packet.worm;
      const FlitSpan span{begin,
                          begin + worm.flits - 1,
                          &worm,
                          worm.number,
                          worm.flits,
                          0,
                          worm.source * stride + packet.port,
                          kNoChannel};
      observer->span_began(span);
      observer->span_ended(span);
    }
  }
  for (Observer* observer : options_.observers) {
    for (const Packet& packet : packets) observer->delivered(packet.worm.tail_out, packet.worm);
    observer->phase_ended(first + longest - 1, index, name);
  }
}

}  // namespace torusim::hardwired
