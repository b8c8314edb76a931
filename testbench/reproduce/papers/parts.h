#pragma once
/// Exhibits of a paper that have a file of their own, with nothing to share with the paper's others.

#include <vector>

#include "testbench/reproduce/exhibit.h"

namespace torusim {

namespace tseng {
/// Theorem 1, Lemma 8, Sections 5 and 7 (tseng_rings.cpp).
std::vector<Exhibit> rings();
}  // namespace tseng
namespace meyer {
/// The worked table of Section 2.2, Figures 1 to 5 and Example 1 (meyer_examples.cpp).
std::vector<Exhibit> examples();
}  // namespace meyer
namespace wang {
/// Surveys of thousands of tori by construction and by search (wang_surveys.cpp).
std::vector<Exhibit> surveys();
}  // namespace wang

}  // namespace torusim
