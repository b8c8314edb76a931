#pragma once
/// Total exchange on one dimension in single hops: rings, linear arrays and complete graphs, one-port and
/// all-port. These are the bricks of the algorithms of Dimakopoulos, Dimopoulos: A Theory for Total Exchange
/// in Multidimensional Interconnection Networks, which names these exchanges (Sections 4.1 and 5.1) and does
/// not give them. exchange_steps.h has the model.

#include "schedules/algorithms/exchange_steps.h"
#include "schedules/core/topology.h"
#include "schedules/formulas/product_closed_forms.h"

namespace torusim {

/// Every message takes a shortest path. On lines the number of steps is line_exchange_steps()
/// (product_closed_forms.h).
///
/// One-port: on a ring and on a complete graph all nodes send one displacement after the other (ring: the
/// shorter way). On an array links (k, k+1) of even and of odd k alternate, beginning with the middle link.
/// All-port: on a ring messages go the shorter way, at half a ring + from even and - from odd nodes. Where
/// messages wait, the message with the farthest to go is first. On another graph graph_exchange() plans.
ExchangeSteps line_exchange(const Dimension& line, PortModel ports);

}  // namespace torusim
