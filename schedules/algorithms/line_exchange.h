#pragma once
/// Total exchange on one dimension in single hops: rings, linear arrays and complete graphs, one-port and
/// all-port. These are the bricks of the algorithms of Dimakopoulos, Dimopoulos: A Theory for Total Exchange
/// in Multidimensional Interconnection Networks, which names them (Sections 4.1 and 5.1) and does not give
/// them.
/// exchange_steps.h has the model.

#include "schedules/algorithms/exchange_steps.h"
#include "schedules/core/port_model.h"
#include "schedules/core/topology.h"

namespace torusim {

/// Every message on a shortest path, on lines in as few steps as line_exchange_steps()
/// (product_closed_forms.h) says.
///
/// One-port: on a ring and on a complete graph one displacement after the other, the same in every node
/// (ring: the shorter way); on an array the links (k, k+1) of even and of odd k in turn, beginning with the
/// middle one. All-port: on a ring the shorter way, half-way displacements + from even and - from odd nodes.
/// Where messages wait, the one with the farthest to go is first. On another graph graph_exchange() plans.
ExchangeSteps line_exchange(const Dimension& line, PortModel ports);

}  // namespace torusim
