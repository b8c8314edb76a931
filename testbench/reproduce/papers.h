#pragma once
/// The papers whose exhibits torusim reproduces.

#include <span>
#include <string>
#include <vector>

#include "testbench/reproduce/exhibit.h"

namespace torusim {

struct Paper {
  const char* name;   ///< "tseng", the name on the command line
  const char* title;  ///< authors and title
  std::vector<Exhibit> (*exhibits)();
};

std::span<const Paper> papers();

/// Some or all exhibits of one paper.
struct Selection {
  const Paper* paper;
  std::vector<Exhibit> exhibits;
};

/// The exhibits that `tseng` or `tseng:table-3` names. Throws UsageError for an unknown name, with the
/// nearest known one.
Selection find_exhibits(const std::string& name);

// testbench/reproduce/papers has a file for each of these namespaces, and files for parts of three of them.
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
