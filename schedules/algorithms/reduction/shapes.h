#pragma once
/// What the algorithms for reductions ask of a shape, and how their copies take turns.
///
/// With all ports an algorithm runs as several copies at once, each on a piece of every packet: copy c begins
/// with dimension c mod D, the copies from D on go the other way.

#include <string>
#include <vector>

#include "schedules/core/schedule.h"

namespace torusim {

/// Of a reduce-scatter with as many pieces as copies; a node sends one message of each at a time.
ScheduleInfo gathering_info(const Topology& topology, int copies);

/// Throws InputError unless all dimensions wrap.
void require_torus(const std::string& name, const Topology& topology);

/// A step of one copy: which dimension, and which step within it.
struct Turn {
  int dimension = 0;
  int step = 0;
};

/// Dimensions take turns from `first` on, one step each, those without steps left are passed over.
std::vector<Turn> take_turns(const std::vector<int>& steps, int first);

/// The same steps, dimension after dimension.
std::vector<Turn> one_by_one(const std::vector<int>& steps, int first);

/// The shorter way to the node `offset` further on along a dimension; its sign counts at half a ring.
Route shorter_way(const Topology& topology, int dimension, int offset);

}  // namespace torusim
