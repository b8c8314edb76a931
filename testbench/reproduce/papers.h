#pragma once
/// The papers whose exhibits torusim reproduces.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "testbench/reproduce/exhibit.h"
#include "testbench/reproduce/expression.h"

namespace torusim {

struct Paper {
  const char* name;   ///< "tseng", what the user types
  const char* title;  ///< authors and title
  Functions (*functions)();

  /// Read from its file each time.
  std::vector<Exhibit> exhibits() const;
};

std::span<const Paper> papers();

/// Some or all exhibits of one paper.
struct Selection {
  const Paper* paper;
  std::vector<Exhibit> exhibits;
};

/// What `tseng` or `tseng:table-3` names. Throws UsageError for unknown names, with the nearest.
Selection find_exhibits(const std::string& name);

/// The file NAME.txt of testbench/reproduce/papers; it lies in the program.
std::string_view paper_text(std::string_view name);

}  // namespace torusim
