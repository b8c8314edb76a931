#pragma once
/// Factors that have a name. All are vertex-transitive but where `what` says otherwise.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "schedules/core/factor_graph.h"

namespace torusim {

struct FactorInfo {
  std::string form;  ///< `circulant-N-A-B..`
  std::string what;  ///< one line
};

/// All of them, in the order in which they are shown.
std::vector<FactorInfo> factor_catalogue();

/// The files among the factors of a topology, `product:./a.txt,4`, each once; none of any other topology.
std::vector<std::string> factor_files(std::string_view topology);

/// Whether a file is meant: its name has a dot or a slash.
bool is_factor_file(std::string_view text);

/// A name of the catalogue with its numbers, or a file. Throws InputError; about a file it begins with the
/// name.
std::shared_ptr<const FactorGraph> make_factor(std::string_view text);

}  // namespace torusim
