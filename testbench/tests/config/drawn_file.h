#pragma once
/// Files of every input format, drawn for a network.

#include <filesystem>
#include <string>

#include "testbench/tests/config/drawn_run.h"

namespace torusim::test {

/// Gives a drawn run an input of any format instead of its algorithm, in files of `directory`, or leaves the
/// algorithm. Some inputs lack a line or a node, or have a number too many.
void draw_input(DrawnRun& run, const std::filesystem::path& directory);

}  // namespace torusim::test
