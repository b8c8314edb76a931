#pragma once
/// The bucket algorithm: a ring reduce-scatter along one dimension after the other, on what the dimensions
/// before have left. All messages go one hop. With all ports, on equal sides, the 2D copies use different
/// channels in every step and every channel carries as much as any algorithm must.
/// (Barnett, Littlefield, Payne, van de Geijn: Global Combine on Mesh Architectures with Wormhole Routing.)

#include <string>
#include <vector>

#include "schedules/algorithms/reduction/gathering.h"
#include "schedules/algorithms/reduction/shapes.h"

namespace torusim {

class BucketGathering : public Gathering {
 public:
  /// Throws InputError unless all dimensions wrap.
  BucketGathering(std::string generator, const Topology& topology, bool all_ports);

  const ScheduleInfo& info() const override { return info_; }
  void write(int index, Phase& phase) override;

 private:
  ScheduleInfo info_;
  std::vector<std::vector<Turn>> turns_;  // [copy mod D][step]
};

}  // namespace torusim
