#include "testbench/reproduce/papers.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "schedules/core/error.h"
#include "schedules/core/suggestion.h"
#include "testbench/reproduce/exhibit_reader.h"
#include "testbench/reproduce/functions.h"

namespace torusim {
namespace {

constexpr Paper kPapers[] = {
    {"tseng", "Tseng, Ni, Sheu: Toward Optimal Complete Exchange on Wormhole-Routed Tori", &tseng_functions},
    {"dimakopoulos",
     "Dimakopoulos, Dimopoulos: A Theory for Total Exchange in Multidimensional Interconnection Networks",
     &dimakopoulos_functions},
    {"thakur", "Thakur, Choudhary, Fox: Complete Exchange on a Wormhole Routed Mesh", &thakur_functions},
    {"meyer", "Meyer, Sibeyn: Oblivious Gossiping on Tori", &meyer_functions},
    {"wang",
     "Wang, Tseng, Ni, Sheu: Circuit-Switched Broadcasting in Multi-Port Multi-Dimensional Torus Networks",
     &wang_functions},
    {"swing",
     "De Sensi, Bonato, Saam, Hoefler: Swing: Short-cutting Rings for Higher Bandwidth Allreduce (NSDI 2024)",
     &swing_functions},
    {"tpu",
     "Jouppi et al.: TPU v4: An Optically Reconfigurable Supercomputer for Machine Learning with Hardware "
     "Support for Embeddings (ISCA 2023)",
     &tpu_functions},
};

template <typename Range>
std::vector<std::string> names_of(const Range& range) {
  std::vector<std::string> names;
  for (const auto& each : range) names.emplace_back(each.name);
  return names;
}

}  // namespace

std::span<const Paper> papers() { return kPapers; }

std::vector<Exhibit> Paper::exhibits() const {
  static std::map<std::string, Functions> known;  // what points measure calls them later
  Functions& all = known[name];
  if (all.empty()) {
    all = functions();
    all.merge(common_functions());
  }
  return read_exhibits(name, paper_text(name), all);
}

Selection find_exhibits(const std::string& name) {
  const std::string wanted = name.substr(0, name.find(':'));
  const auto paper =
      std::find_if(papers().begin(), papers().end(), [&](const Paper& p) { return p.name == wanted; });
  if (paper == papers().end()) {
    throw UsageError(fmt::format("no paper '{}'{}", wanted, suggestion(wanted, names_of(papers()))));
  }
  Selection selection{&*paper, paper->exhibits()};
  if (wanted == name) return selection;
  const std::string one = name.substr(wanted.size() + 1);
  const auto known = names_of(selection.exhibits);
  std::erase_if(selection.exhibits, [&](const Exhibit& exhibit) { return exhibit.name != one; });
  if (selection.exhibits.empty()) {
    throw UsageError(fmt::format("{} has no '{}'{}", wanted, one, suggestion(one, known)));
  }
  return selection;
}

}  // namespace torusim
