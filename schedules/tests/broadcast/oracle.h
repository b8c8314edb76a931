#pragma once
/// Is a plan a broadcast? The five rules, checked without any code of the generators or of the checker.

#include <string>
#include <vector>

#include "schedules/algorithms/broadcast/variants.h"
#include "schedules/algorithms/torus_list.h"

namespace torusim::test {

/// Whether opposite channels of a link may both be used in a step.
enum class Links { kDirected, kUndirected };

/// R1 a sender owned the message before the step; R2 a receiver did not, and receives once; R3 no two paths
/// of a step use one channel (or one link), nor one twice; R4 at most alpha sends of a node in a step; R5 in
/// the end every node owns it. And: routes lead where they say, no step is empty. Returns what is wrong
/// first; nothing if all is well.
std::string fault(const Topology& topology, NodeId source, int alpha, const broadcast::Plan& plan,
                  Links links);

/// Messages of each step.
std::vector<int> receivers(const broadcast::Plan& plan);

}  // namespace torusim::test
