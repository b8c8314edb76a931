#pragma once
/// A router that is not one of the models: Verilated RTL, or any router with the pins of docs/router.md.
/// Both levels accept one at any node.

#include <memory>
#include <string>
#include <vector>

#include "models/contract/channel.h"
#include "models/contract/router_wires.h"

namespace torusim {

class ForeignRouter {
 public:
  virtual ~ForeignRouter() = default;
  /// The rising clock edge at which cycle `now` begins: reads the input wires of the previous cycle and sets
  /// the output wires of `now`. Without valid or credit the other fields have no meaning.
  virtual void tick(Cycle now, const RouterWires& inputs, RouterWires& outputs) = 0;
  /// Whether an edge changes nothing while its inputs are quiet, so that ticks can be omitted.
  virtual bool idle() const = 0;
  /// Cycles without a flit or a credit on any pin after which a router that holds flits counts as blocked:
  /// it moves only after its inputs change. Must exceed its pipeline length.
  virtual int settles_after() const { return 64; }
  /// The module, if the router has its own pins: it cannot be clocked by tick() and needs the pins level.
  virtual bool is_module() const { return false; }
  /// Writes its internal signals to a VCD file with the cycle as the unit of time, from the next tick on.
  /// Returns false if it was built without this.
  virtual bool trace(const std::string& /*path*/) { return false; }
  /// Whether several routers can be ticked by several threads in parallel.
  virtual bool thread_safe() const { return false; }
  /// The router's own error as a sentence; empty: none. An error ends the run.
  virtual const std::string& failure() const { return no_failure_; }

 private:
  const std::string no_failure_;
};

/// A router and its node.
struct PlacedRouter {
  NodeId node = 0;
  std::unique_ptr<ForeignRouter> router;
};

}  // namespace torusim
