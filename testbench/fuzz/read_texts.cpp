// Readers of schedules and their parts.
#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "schedules/core/error.h"
#include "schedules/core/factor_catalogue.h"
#include "schedules/core/traffic_matrix.h"
#include "schedules/text/node_selection.h"
#include "schedules/text/tcs_reader.h"
#include "schedules/text/tcs_transfer.h"
#include "schedules/text/tcs_writer.h"
#include "testbench/fuzz/targets.h"

namespace torusim::fuzz {
namespace {

// Small, so that a forall in a forall of the fuzzer's does not look like a hang.
constexpr TcsLimits kLimits{1 << 10, 1 << 12};

std::string written(Schedule& schedule) {
  std::ostringstream out;
  write_tcs(schedule, out);
  return out.str();
}

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

void read_tcs(std::string_view text) {
  const auto schedule = read_tcs_text(std::string(text), "fuzz", kLimits);
  const std::string once = written(*schedule);
  if (written(*read_tcs_text(once, "again", kLimits)) != once) broken("not the same text again:\n" + once);
}

void read_route(std::string_view text) {
  for (const char* shape : {"ring:16", "torus:4x6", "mesh:3x4x5", "torus:2x2x2x2m"}) {
    const Topology topology = Topology::parse(shape);
    const NodeId to = topology.nodes() / 2;
    text::Cursor cursor("fuzz", 1, text);
    try {
      const Route route = text::parse_route(cursor, topology, {}, 0, to);
      if (route.end_node(topology, 0) != to) broken("the route ends elsewhere: " + route.text());
      const std::string once = route.text();
      text::Cursor again("again", 1, once);
      if (!once.empty() && !(text::parse_route(again, topology, {}, 0, to) == route)) broken(once);
    } catch (const InputError&) {
    }
  }
}

void read_nodes(std::string_view text) {
  for (const char* shape : {"ring:16", "torus:4x6", "mesh:3x4x5", "torus:2x2x2x2m"}) {
    const Topology topology = Topology::parse(shape);
    try {
      select_nodes(topology, text, 1);
    } catch (const UsageError&) {
    }
  }
}

void read_factor(std::string_view text) {
  const FactorGraph graph = torusim::read_factor(text, "fuzz");
  for (int node = 0; node < graph.nodes(); ++node) {
    for (int port = 0; port < graph.ports(); ++port) {
      const int far = graph.neighbor(node, port), back = graph.opposite(port);
      if (graph.neighbor(far, back) != node ||
          graph.has_channel(node, port) != graph.has_channel(far, back)) {
        broken("a port does not lead back");
      }
    }
  }
}

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
