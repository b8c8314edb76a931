#pragma once
/// An exhibit as cells, for the terminal and the page.

#include <string>
#include <vector>

#include "testbench/reproduce/exhibit.h"

namespace torusim {

struct ExhibitTable {
  explicit ExhibitTable(const Exhibit& exhibit);

  std::vector<std::string> heads;
  std::vector<std::vector<std::string>> rows;  ///< rows with a cell for each head
  std::vector<std::string> notes;              ///< reasons a), b), .., to which the last column refers
};

/// The points of the exhibits in one sentence: numbers of points that ran, were counted, are formulas, and
/// equal the printed value.
std::string tally(const std::vector<Exhibit>& exhibits);

}  // namespace torusim
