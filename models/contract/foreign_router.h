#pragma once
/// A router that is not one of the models: Verilated RTL, or any router with the pins of docs/router.md. The
/// fast level and the pins level accept one at any node.

#include <memory>
#include <string>
#include <vector>

#include "models/contract/channel.h"
#include "models/contract/router_wires.h"

namespace torusim {

class ForeignRouter {
 public:
  virtual ~ForeignRouter() = default;
  /// The rising clock edge at which cycle `now` begins. The router reads the input wires of the previous
  /// cycle and sets the output wires of `now`. Without valid, credit or ack the other fields of a port have
  /// no meaning.
  virtual void tick(Cycle now, const RouterWires& inputs, RouterWires& outputs) = 0;
  /// Whether an edge changes nothing while its inputs are quiet, so that ticks can be omitted.
  virtual bool idle() const = 0;
  /// Idle cycles, without a flit or a credit on any pin, after which a router that holds flits counts as
  /// blocked. A blocked router moves only after its inputs change. The number must exceed the pipeline
  /// length.
  virtual int settles_after() const { return 64; }
  /// Whether the router is a SystemC module with its own pins. A module is not clocked by tick() and needs
  /// the pins level.
  virtual bool is_module() const { return false; }
  /// Writes the internal signals to a VCD file from the next tick on; the unit of time is the cycle. Returns
  /// false if the router was built without traces.
  virtual bool trace(const std::string& /*path*/) { return false; }
  /// Whether several routers can be ticked by several threads in parallel.
  virtual bool thread_safe() const { return false; }
  /// The router's own error as a sentence; empty: none. An error ends the run.
  virtual const std::string& failure() const { return no_failure_; }
  /// The error, as the run that ends by it tells it. Called at most once, and not for errors after the first.
  virtual std::string report() const { return failure(); }

 private:
  const std::string no_failure_;
};

/// A router and its node.
struct PlacedRouter {
  NodeId node = 0;
  std::unique_ptr<ForeignRouter> router;
};

}  // namespace torusim
