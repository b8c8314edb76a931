#include "testbench/fuzz/targets.h"

#include <cstdio>
#include <cstdlib>

namespace torusim::fuzz {

const std::map<std::string, Target>& targets() {
  static const std::map<std::string, Target> all = {
      {"tcs", read_tcs},     {"goal", read_goal},      {"cm", read_cm},         {"msccl", read_msccl},
      {"sweep", read_sweep}, {"config", read_config},  {"chakra", read_chakra}, {"nodes", read_nodes},
      {"route", read_route}, {"factor", read_factor},  {"jobs", read_jobs},     {"matrix", read_matrix_text},
      {"plans", read_plans}, {"traffic", read_traffic}};
  return all;
}

void broken(const std::string& what) {
  std::fprintf(stderr, "%s\n", what.c_str());
  std::abort();
}

}  // namespace torusim::fuzz
