#pragma once
/// An exhibit as cells, for the terminal and the page.

#include <string>
#include <vector>

#include "testbench/reproduce/exhibit.h"

namespace torusim {

struct ExhibitTable {
  explicit ExhibitTable(const Exhibit& exhibit);

  std::vector<std::string> heads;
  std::vector<std::vector<std::string>> rows;  ///< as many cells as heads
  std::vector<std::string> notes;              ///< reasons, referred to by a), b), .. in the last column
};

/// The exhibit's points in one sentence: how many were run, counted, formulas; how many are as printed.
std::string tally(const std::vector<Exhibit>& exhibits);

}  // namespace torusim
