#pragma once
/// A router that is not one of the models: Verilated RTL, or anything else that keeps to the pins of
/// docs/router.md. Both levels let one stand at any node.

#include <memory>
#include <string>
#include <vector>

#include "models/contract/channel.h"
#include "models/contract/router_wires.h"

namespace torusim {

class ForeignRouter {
 public:
  virtual ~ForeignRouter() = default;
  /// The rising clock edge at which cycle `now` begins: reads what was on the input wires in the cycle before
  /// and sets what is on the output wires in `now`. Without valid or credit the other fields mean nothing.
  virtual void tick(Cycle now, const RouterWires& inputs, RouterWires& outputs) = 0;
  /// As long as its inputs rest, an edge changes nothing: ticks may be left out.
  virtual bool idle() const = 0;
  /// Cycles without a flit or a credit on any pin after which a router that holds flits is blocked: nothing
  /// in it will move before its inputs do. Must be longer than its pipeline.
  virtual int settles_after() const { return 64; }
  /// A module with pins of its own: it cannot be clocked by tick() and stands only at the pins level.
  virtual bool is_module() const { return false; }
  /// Writes the signals inside it to a VCD file whose unit of time is the cycle, from the next tick on. False
  /// when it cannot: it was not built for that.
  virtual bool trace(const std::string& /*path*/) { return false; }
  /// One may be ticked while another thread ticks another.
  virtual bool thread_safe() const { return false; }
  /// What the router has found wrong with itself, as a sentence; empty if nothing. Ends the run.
  virtual const std::string& failure() const { return no_failure_; }

 private:
  const std::string no_failure_;
};

/// A router and the node at which it stands.
struct PlacedRouter {
  NodeId node = 0;
  std::unique_ptr<ForeignRouter> router;
};

}  // namespace torusim
