#include "models/hardwired/gossip_run.h"

#include <fmt/format.h>

#include <algorithm>

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

}  // namespace torusim::hardwired
