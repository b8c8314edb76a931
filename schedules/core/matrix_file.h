#pragma once
/// A matrix of bytes as a file of comma-separated values: line s has the bytes that node s has for nodes 0,
/// 1, 2 ..

#include <istream>
#include <string>

#include "schedules/core/traffic_matrix.h"

namespace torusim {

/// Reads the file; a message has one block for each flit of `flit_bytes` that its bytes need. Empty lines and
/// the text after a # are skipped. Throws InputError file:line unless it has `nodes` lines of `nodes`
/// numbers, whole and not negative.
TrafficMatrix read_matrix_file(const std::string& path, NodeId nodes, int flit_bytes);
/// Reads a matrix from text; `name` is the name of the file in messages.
TrafficMatrix read_matrix(std::istream& text, const std::string& name, NodeId nodes, int flit_bytes);

}  // namespace torusim
