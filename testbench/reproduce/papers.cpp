#include "testbench/reproduce/papers.h"

#include <fmt/format.h>

#include <algorithm>

#include "schedules/core/error.h"
#include "schedules/core/suggestion.h"

namespace torusim {
namespace {

constexpr Paper kPapers[] = {
    {"tseng", "Tseng, Ni, Sheu: Toward Optimal Complete Exchange on Wormhole-Routed Tori", &tseng::exhibits},
    {"dimakopoulos",
     "Dimakopoulos, Dimopoulos: A Theory for Total Exchange in Multidimensional Interconnection Networks",
     &dimakopoulos::exhibits},
    {"thakur", "Thakur, Choudhary, Fox: Complete Exchange on a Wormhole Routed Mesh", &thakur::exhibits},
    {"meyer", "Meyer, Sibeyn: Oblivious Gossiping on Tori", &meyer::exhibits},
    {"wang",
     "Wang, Tseng, Ni, Sheu: Circuit-Switched Broadcasting in Multi-Port Multi-Dimensional Torus Networks",
     &wang::exhibits},
    {"swing",
     "De Sensi, Bonato, Saam, Hoefler: Swing: Short-cutting Rings for Higher Bandwidth Allreduce (NSDI 2024)",
     &swing::exhibits},
    {"tpu",
     "Jouppi et al.: TPU v4: An Optically Reconfigurable Supercomputer for Machine Learning with Hardware "
     "Support for Embeddings (ISCA 2023)",
     &tpu::exhibits},
};

template <typename Range>
std::vector<std::string> names_of(const Range& range) {
  std::vector<std::string> names;
  for (const auto& each : range) names.emplace_back(each.name);
  return names;
}

}  // namespace

std::span<const Paper> papers() { return kPapers; }

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
