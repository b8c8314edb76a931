#pragma once
/// Requirements of the reductions on a shape, and the order of dimensions in their copies.
///
/// With all ports an algorithm runs as several copies at once, each on a piece of every packet: copy c begins
/// with dimension c mod D, and copies from D on go in the other direction.

#include <string>
#include <vector>

#include "schedules/core/schedule.h"

namespace torusim {

/// The info of a reduce-scatter with as many pieces as copies; a node sends one message of each copy at a
/// time.
ScheduleInfo gathering_info(const Topology& topology, int copies);

/// Throws InputError unless all dimensions wrap.
void require_torus(const std::string& name, const Topology& topology);

/// A step of one copy: its dimension, and the step within the dimension.
struct Turn {
  int dimension = 0;
  int step = 0;
};

/// Dimensions in round-robin order from `first` on, one step each; dimensions without steps left are skipped.
std::vector<Turn> take_turns(const std::vector<int>& steps, int first);

/// The steps of take_turns(), dimension after dimension.
std::vector<Turn> one_by_one(const std::vector<int>& steps, int first);

/// The shorter way to the node at distance `offset` along a dimension; the sign of `offset` decides at half a
/// ring.
Route shorter_way(const Topology& topology, int dimension, int offset);

}  // namespace torusim
