#pragma once
/// The named members of the family of torus_exchange.h: which shapes they take and what else to use for
/// others.

#include <memory>
#include <string>

#include "schedules/algorithms/ring_exchange.h"
#include "schedules/core/schedule.h"

namespace torusim {

struct TorusFamilyMember {
  std::string name;
  int dimensions = 0;   ///< that the torus must have; 0: any number
  int dilation = 1;     ///< that must divide every side
  std::string instead;  ///< what runs on shapes that this one does not take, in words
};

/// Throws InputError that says what the shape lacks and names the nearest shapes that would do.
std::unique_ptr<Schedule> make_torus_exchange(const TorusFamilyMember& member, const Topology& topology,
                                              const RingOptions& options, const std::string& generator);

}  // namespace torusim
