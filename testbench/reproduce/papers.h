#pragma once
/// The papers whose exhibits torusim reproduces.

#include <span>
#include <string>
#include <vector>

#include "testbench/reproduce/exhibit.h"

namespace torusim {

struct Paper {
  const char* name;   ///< "tseng", what the user types
  const char* title;  ///< authors and title
  std::vector<Exhibit> (*exhibits)();
};

std::span<const Paper> papers();

/// Some or all exhibits of one paper.
struct Selection {
  const Paper* paper;
  std::vector<Exhibit> exhibits;
};

/// What `tseng` or `tseng:table-3` names. Throws UsageError for unknown names, with the nearest.
Selection find_exhibits(const std::string& name);

// Each in the file of its name.
std::vector<Exhibit> tseng_exhibits();
std::vector<Exhibit> dimakopoulos_exhibits();
std::vector<Exhibit> meyer_exhibits();
std::vector<Exhibit> thakur_exhibits();
std::vector<Exhibit> wang_exhibits();
std::vector<Exhibit> swing_exhibits();

}  // namespace torusim
