#include "testbench/fuzz/targets.h"

#include <cstdio>
#include <cstdlib>

#include "schedules/core/error.h"

namespace torusim::fuzz {
namespace {

template <Target read>
void refuse_or_read(std::string_view text) {
  try {
    read(text);
  } catch (const InputError&) {
  }
}

}  // namespace

const std::map<std::string, Target>& targets() {
  static const std::map<std::string, Target> all = {
      {"tcs", refuse_or_read<read_tcs>},       {"goal", refuse_or_read<read_goal>},
      {"cm", refuse_or_read<read_cm>},         {"msccl", refuse_or_read<read_msccl>},
      {"sweep", refuse_or_read<read_sweep>},   {"config", refuse_or_read<read_config>},
      {"chakra", refuse_or_read<read_chakra>}, {"nodes", refuse_or_read<read_nodes>},
      {"route", refuse_or_read<read_route>},   {"factor", refuse_or_read<read_factor>},
      {"jobs", refuse_or_read<read_jobs>},     {"matrix", refuse_or_read<read_matrix_text>},
      {"plans", refuse_or_read<read_plans>},   {"traffic", refuse_or_read<read_traffic>}};
  return all;
}

void broken(const std::string& what) {
  std::fprintf(stderr, "%s\n", what.c_str());
  std::abort();
}

}  // namespace torusim::fuzz
