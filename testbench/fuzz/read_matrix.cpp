#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "schedules/core/error.h"
#include "schedules/core/matrix_file.h"
#include "testbench/fuzz/targets.h"

namespace torusim::fuzz {
namespace {

constexpr int kFlitBytes = 16;

TrafficMatrix matrix_of_text(const std::string& text, NodeId nodes) {
  std::istringstream stream(text);
  return read_matrix(stream, "fuzz", nodes, kFlitBytes);
}

std::string text_of(const TrafficMatrix& matrix) {
  std::string text;
  for (NodeId source = 0; source < matrix.nodes(); ++source) {
    for (NodeId destination = 0; destination < matrix.nodes(); ++destination) {
      const std::size_t place = matrix.place(source, destination);
      const std::int64_t blocks = place < matrix.entries().size() ? matrix.entries()[place].blocks : 0;
      text += fmt::format("{}{}", destination > 0 ? "," : "", blocks * kFlitBytes);
    }
    text += "\n";
  }
  return text;
}

}  // namespace

/// Matrices of all-to-allv; what is read must be the same once written and read again.
void read_matrix_text(std::string_view text) {
  for (const NodeId nodes : {2, 4}) {
    try {
      const TrafficMatrix matrix = matrix_of_text(std::string(text), nodes);
      const TrafficMatrix again = matrix_of_text(text_of(matrix), nodes);
      const auto same = [](const TrafficMatrix::Entry& a, const TrafficMatrix::Entry& b) {
        return a.destination == b.destination && a.blocks == b.blocks;
      };
      if (matrix.total() != again.total() ||
          !std::equal(matrix.entries().begin(), matrix.entries().end(), again.entries().begin(),
                      again.entries().end(), same)) {
        broken("a matrix is another one once written and read again");
      }
    } catch (const InputError&) {
    }
  }
}

}  // namespace torusim::fuzz
