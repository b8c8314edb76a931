#pragma once
/// What the steps of reduce-scatters carry: chunks of the largest message, and over the busiest channel.

#include <cstdint>
#include <string>
#include <vector>

namespace torusim {

using Numbers = std::vector<std::int64_t>;

struct ReductionRow {
  std::string algorithm, shape;
  int copies;
  Numbers units, loads;
};

/// From an independent program that works on lists of contributions.
inline const std::vector<ReductionRow> kReductionRows{
    {"swing", "ring:8", 2, {4, 2, 1}, {4, 2, 3}},
    {"swing", "torus:4x4", 4, {8, 4, 2, 1}, {8, 4, 2, 1}},
    {"swing", "torus:8x8", 4, {32, 16, 8, 4, 2, 1}, {32, 16, 8, 4, 6, 3}},
    {"swing", "torus:16x16", 4, {128, 64, 32, 16, 8, 4, 2, 1}, {128, 64, 32, 16, 24, 12, 10, 5}},
    {"swing", "torus:4x4x8", 6, {64, 32, 16, 8, 4, 2, 1}, {64, 32, 16, 8, 4, 2, 9}},
    {"swing", "torus:8x8x8", 6, {256, 128, 64, 32, 16, 8, 4, 2, 1}, {256, 128, 64, 32, 16, 8, 12, 6, 3}},
    {"halving", "torus:8x8", 2, {32, 16, 8, 4, 2, 1}, {32, 16, 16, 8, 8, 4}},
    {"swing", "ring:6", 2, {2, 2, 1}, {2, 2, 3}},
    {"swing", "ring:10", 2, {2, 4, 2, 1}, {2, 4, 6, 5}},
    {"swing", "ring:12", 2, {6, 2, 2, 1}, {6, 2, 6, 5}},
    {"swing", "ring:24", 2, {12, 6, 2, 2, 1}, {12, 6, 6, 10, 11}},
    {"swing", "torus:6x10", 4, {20, 16, 16, 8, 4, 2, 1}, {20, 16, 16, 8, 12, 6, 10}},
    {"swing", "torus:12x12", 4, {72, 36, 12, 8, 8, 4, 2, 1}, {72, 36, 12, 8, 24, 12, 10, 5}},
    {"swing",
     "torus:16x64",
     4,
     {512, 256, 128, 64, 32, 16, 8, 4, 2, 1},
     {512, 256, 128, 64, 96, 48, 40, 20, 44, 42}},
    {"trivance", "ring:9", 1, {3, 1}, {3, 3}},
    {"trivance", "ring:27", 1, {9, 3, 1}, {9, 9, 9}},
    {"trivance", "ring:81", 1, {27, 9, 3, 1}, {27, 27, 27, 27}},
    {"trivance", "torus:9x9", 2, {27, 9, 3, 1}, {27, 9, 9, 3}},
};

}  // namespace torusim
