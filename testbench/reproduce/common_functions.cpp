#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "testbench/reproduce/exhibit.h"
#include "testbench/reproduce/functions.h"

namespace torusim {

Functions common_functions() {
  return {
      {"floor", function(+[](double x) { return std::floor(x); })},
      {"ceil", function(+[](double x) { return std::ceil(x); })},
      {"round", function(+[](double x) { return std::round(x); })},
      {"log2", function(+[](double x) { return std::log2(x); })},
      {"min", function(+[](double a, double b) { return std::min(a, b); })},
      {"max", function(+[](double a, double b) { return std::max(a, b); })},
      {"fixed", function(+[](double x, int digits) { return fmt::format("{:.{}f}", x, digits); })},
      {"number_text", function(&number_text)},
      {"nodes", function(+[](const Topology& shape) { return shape.nodes(); })},
      {"side", function(+[](const Topology& shape, int d) { return shape.side(d); })},
      {"dimensions", function(+[](const Topology& shape) { return shape.dimensions(); })},
      {"ports", function(+[](const Topology& shape) { return shape.network_ports(); })},
      {"channels", function(+[](const Topology& shape) { return shape.channels(); })},
  };
}

}  // namespace torusim
