#pragma once
/// A broadcast as steps of link-disjoint paths, before it becomes a schedule.
/// Wang, Tseng, Ni, Sheu: Circuit-Switched Broadcasting in Multi-Port Multi-Dimensional Torus Networks.
///
/// In a step each owner of the message sends it to at most alpha other nodes, along paths, no two of which
/// share a channel. A receiver is an owner from the next step on. At the end every node has received it
/// exactly once.

#include <initializer_list>
#include <string>
#include <vector>

#include "schedules/core/schedule.h"

namespace torusim::broadcast {

struct Send {
  NodeId from = 0;
  NodeId to = 0;
  Route route;
};

struct Step {
  std::string name;  ///< "S2.1": the first step of stage 2
  std::vector<Send> sends;
};

using Plan = std::vector<Step>;

/// A stretch of a route, in ints.
struct Leg {
  int dimension = 0;
  int hops = 0;  ///< a leg of 0 hops is left out
};

Route route_of(std::initializer_list<Leg> legs);

/// Writes the steps of a plan one after the other and records the nodes that the message has reached.
class PlanBuilder {
 public:
  PlanBuilder(const Topology& torus, NodeId source);

  /// Steps are numbered within the stage from here on.
  void begin_stage() { ++stage_, step_ = 0; }
  /// The previous step is dropped if it has no sends, as in tiny shapes.
  void begin_step();
  void send(NodeId from, const Route& route);
  /// Sends unless the end of the route owns the message, or receives it in this step.
  void send_unless_reached(NodeId from, const Route& route);
  Plan take();

 private:
  void drop_empty_step();

  const Topology& torus_;
  std::vector<bool> reached_;
  Plan plan_;
  int stage_ = 0, step_ = 0;
};

}  // namespace torusim::broadcast
