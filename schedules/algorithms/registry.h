#pragma once
/// The algorithms by name: what each does, what it needs, which options it takes, and how to make its
/// schedule.

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "schedules/core/schedule.h"

namespace torusim {

using AlgorithmOptions = std::map<std::string, std::string>;

struct OptionInfo {
  std::string name;  ///< "rule"
  std::vector<std::string>
      values;             ///< all that are accepted; empty where the algorithm reads it, as `form` says
  std::string standard;   ///< the value if none is given
  std::string meaning;    ///< one line
  std::string form = {};  ///< "NODE"; only if there are no values
};

struct AlgorithmInfo {
  std::string name;          ///< "t4"
  std::string what;          ///< one line
  std::string citation;      ///< paper and section
  std::string requirements;  ///< the shapes it runs on, in words
  std::vector<OptionInfo> options;
  Collective::Kind collective = Collective::Kind::kCompleteExchange;  ///< what its schedules perform
};

/// All algorithms, in the order in which they are listed.
const std::vector<AlgorithmInfo>& algorithms();
/// Throws UsageError that names the nearest one if there is none of this name.
const AlgorithmInfo& find_algorithm(const std::string& name);

/// Throws UsageError for an unknown name, option or value (with the nearest one), InputError for a shape on
/// which the algorithm does not run (with the nearest shape and an algorithm that does).
std::unique_ptr<Schedule> make_schedule(const std::string& name, const Topology& topology,
                                        const AlgorithmOptions& options = {});

}  // namespace torusim
