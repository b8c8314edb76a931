#pragma once
/// Factors that have a name. Factors are vertex-transitive unless `what` states otherwise.
///
/// A factor of a product can also come from a file: an edge a line, as two node numbers with blanks between.
/// # begins a comment. docs/schedule-format.md, "Factors from files", is the reference.

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

/// All factors, in the order in which lists show them.
std::vector<FactorInfo> factor_catalogue();

/// The files among the factors of a topology, `product:./a.txt,4`, each once; other topologies have no files.
std::vector<std::string> factor_files(std::string_view topology);

/// Whether the text names a file: it has a dot or a slash.
bool is_factor_file(std::string_view text);

/// Makes the factor of a name of the catalogue with its numbers, or of a file. Throws InputError; an error of
/// a file begins with its name.
std::shared_ptr<const FactorGraph> make_factor(std::string_view text);

/// `name` is the name of the file in messages. Throws InputError: file:line, the problem, and the nearest
/// valid value.
FactorGraph read_factor(std::string_view text, const std::string& name);

/// Reads a factor from a regular file of 1 MB at most.
FactorGraph load_factor(const std::string& path);

}  // namespace torusim
