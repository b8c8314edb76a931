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

// Each in the file of its name in testbench/reproduce/papers.
namespace tseng {
std::vector<Exhibit> exhibits();
}
namespace dimakopoulos {
std::vector<Exhibit> exhibits();
}
namespace thakur {
std::vector<Exhibit> exhibits();
}
namespace meyer {
std::vector<Exhibit> exhibits();
}
namespace wang {
std::vector<Exhibit> exhibits();
}
namespace swing {
std::vector<Exhibit> exhibits();
}
namespace tpu {
std::vector<Exhibit> exhibits();
}

}  // namespace torusim
