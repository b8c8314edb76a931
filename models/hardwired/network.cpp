#include "models/hardwired/network.h"

#include <fmt/format.h>

#include "models/contract/kernel.h"
#include "models/hardwired/node_interface.h"
#include "models/hardwired/router.h"
#include "schedules/core/error.h"

namespace torusim::hardwired {
namespace {

using Words = sc_core::sc_vector<sc_core::sc_signal<Word>>;

/// Routers, links and nodes. At the clock edge all of them sample their pins; one delta cycle later GossipRun
/// sets the next round.
SC_MODULE(Network) {
 public:
  Network(const sc_core::sc_module_name& name, const HardwiredGossip& gossip, int link_delay,
          GossipRun& rounds, WireObserver* observer)
      : sc_module(name),
        clock_("clock", clock_period(), 0.5, clock_period(), true),
        forwarding_("forwarding"),
        topology_(gossip.table.topology()),
        rounds_(rounds),
        observer_(observer),
        out_("out", channels()),
        in_("in", channels()),
        own_("own", channels()) {
    const int delay = rounds.hop_cycles() - link_delay;
    routers_.init(topology_.nodes(), [&](const char* n, std::size_t node) {
      return new Router(n, gossip.table, static_cast<NodeId>(node), delay);
    });
    interfaces_.init(topology_.nodes(), [&](const char* n, std::size_t node) {
      return new NodeInterface(n, static_cast<NodeId>(node), topology_.network_ports(), rounds.round(),
                               rounds.ledger());
    });
    if (link_delay > 1)
      links_.init(channels(), [&](const char* n, std::size_t) { return new Link(n, link_delay); });
    for (NodeId node = 0; node < topology_.nodes(); ++node) wire(node);
    SC_HAS_PROCESS(Network);
    SC_METHOD(edge);
    sensitive << clock_.posedge_event();
    dont_initialize();
    SC_METHOD(judge);
    sensitive << sampled_;
    dont_initialize();
  }

 private:
  std::size_t channels() const { return channel(topology_.nodes(), 0); }
  std::size_t channel(NodeId node, int port) const {
    return static_cast<std::size_t>(node) * topology_.network_ports() + port;
  }

  void wire(NodeId node) {
    routers_[node].clock(clock_);
    routers_[node].forwarding(forwarding_);
    interfaces_[node].clock(clock_);
    for (int port = 0; port < topology_.network_ports(); ++port) {
      const std::size_t here = channel(node, port);
      const std::size_t sender = channel(topology_.neighbor(node, port), topology_.opposite(port));
      routers_[node].out[port](out_[here]);
      routers_[node].own[port](own_[here]);
      interfaces_[node].own[port](own_[here]);
      // A link of one cycle is the sender's register alone.
      sc_core::sc_signal<Word>& arrives = links_.size() == 0 ? out_[sender] : in_[here];
      routers_[node].in[port](arrives);
      interfaces_[node].in[port](arrives);
      if (links_.size() == 0) continue;
      links_[here].clock(clock_);
      links_[here].in(out_[sender]);
      links_[here].out(in_[here]);
    }
  }

  void edge() { sampled_.notify(sc_core::SC_ZERO_TIME); }

  void judge() {
    if (observer_ != nullptr) {
      words_.clear();
      for (std::size_t i = 0; i < out_.size(); ++i) words_.push_back(out_[i].read());
      observer_->cycle(rounds_.now(), rounds_.phase(), words_);
    }
    if (!rounds_.go_on()) sc_core::sc_stop();
    forwarding_.write(rounds_.forwarding());
  }

  sc_core::sc_clock clock_;
  sc_core::sc_signal<bool> forwarding_;
  sc_core::sc_event sampled_;
  const Topology& topology_;
  GossipRun& rounds_;
  WireObserver* observer_;
  std::vector<Word> words_;  // words for the observer
  Words out_, in_, own_;     // [channel]: leaving the router, arriving at one, from the node to its router
  sc_core::sc_vector<Router> routers_{"router"};
  sc_core::sc_vector<NodeInterface> interfaces_{"node"};
  sc_core::sc_vector<Link> links_{"link"};
};

}  // namespace

RunResult simulate(Schedule& schedule, const RunOptions& options, WireObserver* wires) {
  const HardwiredGossip* gossip = schedule.hardwired();
  if (schedule.info().collective.reduces()) {
    throw InputError(fmt::format("{} as {}: hardwired nodes cannot reduce; run it without --hardwired",
                                 schedule.info().name, to_text(schedule.info().collective.kind)));
  }
  if (gossip == nullptr) {
    throw InputError(
        fmt::format("{} has no static table to wire routers by; gossip-two, gossip-one and gossip-cycles "
                    "have one, unless read from a file",
                    schedule.info().name));
  }
  if (options.block_flits < 1) {
    throw InputError("hardwired packets have no head flit, so a block needs at least 1 flit");
  }
  GossipRun rounds(*gossip, schedule.info().collective, options);
  KernelSession kernel;
  Network network("network", *gossip, options.hardware.link_delay, rounds, wires);
  run_kernel();
  return rounds.result();
}

}  // namespace torusim::hardwired
