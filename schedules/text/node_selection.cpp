#include "schedules/text/node_selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <string>

#include "schedules/core/dimension_name.h"
#include "schedules/core/error.h"
#include "schedules/text/tcs_nodes.h"

namespace torusim {
namespace {

using text::Cursor;

constexpr const char* kForms = "nodes are all, none, random:25%, x%2==0 or a list such as 3,5..7,(0..3,*)";

class NodeSelector {
 public:
  NodeSelector(const Topology& topology, std::string_view text)
      : topology_(topology), text_(text), cursor_("", 1, text), chosen_(topology.nodes()) {}

  void read(std::uint64_t seed) {
    cursor_.skip_blanks();
    if (cursor_.accept("all")) {
      chosen_.assign(chosen_.size(), true);
    } else if (cursor_.accept("random:")) {
      read_share(seed);
    } else if (text_.find_first_of("=<>") != std::string_view::npos) {
      read_condition();
    } else if (!cursor_.accept("none")) {
      read_list();
    }
    cursor_.expect_end();
  }

  std::vector<NodeId> nodes() const {
    std::vector<NodeId> result;
    for (NodeId node = 0; node < topology_.nodes(); ++node) {
      if (chosen_[node]) result.push_back(node);
    }
    return result;
  }

 private:
  void read_share(std::uint64_t seed) {
    const std::size_t at = cursor_.at();
    const std::int64_t percent = cursor_.number("a share such as random:25%");
    cursor_.expect('%', "after the share");
    if (percent > 100) cursor_.fail(at, "a share is 0% to 100%");
    std::vector<NodeId> order(chosen_.size());
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), std::mt19937_64(seed));
    order.resize((static_cast<std::int64_t>(order.size()) * percent + 50) / 100);
    for (const NodeId node : order) chosen_[node] = true;
  }

  /// The coordinates are its variables, so it is read for every node.
  void read_condition() {
    std::vector<std::string> names;
    for (int d = 0; d < topology_.dimensions(); ++d) names.emplace_back(dimension_name(d));
    text::Variables variables;
    for (const std::string& name : names) variables.push_back({name, 0});
    const std::size_t begin = cursor_.at();
    for (NodeId node = 0; node < topology_.nodes(); ++node) {
      for (int d = 0; d < topology_.dimensions(); ++d) variables[d].value = topology_.coordinate(node, d);
      cursor_.go_to(begin);
      chosen_[node] = text::parse_condition(cursor_, variables);
    }
  }

  void read_list() {
    while (!cursor_.at_end()) {
      const char first = cursor_.peek();
      first == '(' || first == '*' ? read_coordinates() : read_numbers();
      const std::size_t after = cursor_.at();
      cursor_.skip_blanks();
      const bool comma = cursor_.accept(',');
      if (comma && cursor_.at_end()) cursor_.fail(cursor_.at(), "expected a node after the comma");
      if (!comma && cursor_.at() == after && !cursor_.at_end()) {
        cursor_.fail(after, fmt::format("expected a comma, found {}", cursor_.found()));
      }
    }
  }

  void read_numbers() {
    const std::size_t at = cursor_.at();
    const std::int64_t first = cursor_.number("a node");
    const std::int64_t last = cursor_.accept("..") ? cursor_.number("a node") : first;
    if (last < first) cursor_.fail(at, fmt::format("range {}..{} is empty", first, last));
    if (last >= topology_.nodes()) {
      cursor_.fail(at, fmt::format("node {} is outside 0..{}", last, topology_.nodes() - 1));
    }
    std::fill(chosen_.begin() + first, chosen_.begin() + last + 1, true);
  }

  void read_coordinates() {
    std::vector<std::vector<Range>> choices(topology_.dimensions());
    text::parse_node_set(cursor_, topology_, {}, choices.data());
    for (NodeId node = 0; node < topology_.nodes(); ++node) {
      bool inside = true;
      for (int d = 0; d < topology_.dimensions() && inside; ++d) {
        inside = std::ranges::any_of(
            choices[d], [&](const Range& range) { return range.contains(topology_.coordinate(node, d)); });
      }
      if (inside) chosen_[node] = true;
    }
  }

  const Topology& topology_;
  const std::string_view text_;
  Cursor cursor_;
  std::vector<bool> chosen_;
};

}  // namespace

std::vector<NodeId> select_nodes(const Topology& topology, std::string_view text, std::uint64_t seed) {
  NodeSelector selector(topology, text);
  try {
    selector.read(seed);
  } catch (const InputError& error) {
    constexpr std::string_view kPlace = ":1:";  // no file, the first line; the column follows
    throw UsageError(fmt::format("'{}', column {}; {}", text,
                                 std::string_view(error.what()).substr(kPlace.size()), kForms));
  }
  return selector.nodes();
}

}  // namespace torusim
