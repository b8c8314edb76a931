#pragma once
/// A matrix of bytes as a file of comma-separated values: line s has what node s has for nodes 0, 1, 2 ..

#include <istream>
#include <string>

#include "schedules/core/traffic_matrix.h"

namespace torusim {

/// Reads the file; a message has as many blocks as flits of `flit_bytes` hold its bytes. Empty lines, and
/// what follows a #, have no meaning. Throws InputError file:line unless it has `nodes` lines of `nodes`
/// numbers, whole and not negative.
TrafficMatrix read_matrix_file(const std::string& path, NodeId nodes, int flit_bytes);
/// The same of text.
TrafficMatrix read_matrix(std::istream& text, const std::string& name, NodeId nodes, int flit_bytes);

}  // namespace torusim
