/// Topologies, nodes and ports as text.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "schedules/core/dimension_name.h"
#include "schedules/core/error.h"
#include "schedules/core/factor_catalogue.h"
#include "schedules/core/suggestion.h"
#include "schedules/core/topology.h"
#include "schedules/core/twist.h"

namespace torusim {
namespace {

// Seams of twisted tori as text, behind the sides.
//
// `~x+y4+z4~y+z2`: a hop over the wrap of x in direction + adds 4 to y and 4 to z; a hop over the wrap of y
// adds 2 to z. `-z2` subtracts 2. Dimensions from the fourth on have the names of routes: `~d3+x2+d4:1`.
//
// `~` alone: the seams of TPU v4 for the shape. k x k x 2k: x and y shift z by k. k x 2k x nk, n k even: x
// shifts y by k and z by nk/2.

/// The seams of the short form, if the shape has this form.
std::optional<std::vector<Seam>> seams_of_shape(std::span<const Dimension> dimensions) {
  if (dimensions.size() != 3) return std::nullopt;
  const std::int64_t k = dimensions[0].side, y = dimensions[1].side, z = dimensions[2].side;
  const int half = static_cast<int>(z / 2);
  if (y == k && z == 2 * k) return {{{0, {0, 0, half}}, {1, {0, 0, half}}}};
  if (y == 2 * k && z % k == 0 && z >= 2 * k && z % 2 == 0) return {{{0, {0, dimensions[0].side, half}}}};
  return std::nullopt;
}

std::string nearest_shape(std::span<const Dimension> dimensions) {
  std::vector<std::int64_t> sides;
  for (const Dimension& dimension : dimensions) sides.push_back(dimension.side);
  std::ranges::sort(sides);
  const std::int64_t k = sides[0];
  if (sides.size() != 3 || std::abs(sides[1] - k) <= std::abs(sides[1] - 2 * k)) {
    return fmt::format("torus:{}x{}x{}~", k, k, 2 * k);
  }
  std::int64_t n = std::max<std::int64_t>(2, (sides[2] + k / 2) / k);
  if (n * k % 2 != 0) ++n;
  return fmt::format("torus:{}x{}x{}~", k, 2 * k, n * k);
}

/// Reads seams from left to right.
class SeamReader {
 public:
  SeamReader(std::string_view text, int dimensions) : text_(text), dimensions_(dimensions) {}

  std::vector<Seam> seams() {
    std::vector<Seam> result;
    do {
      Seam& seam = result.emplace_back();
      seam.dimension = dimension();
      if (!at('+') && !at('-')) bad("expected + or - and what the seam adds, such as x+z4");
      while (at('+') || at('-')) shift(seam);
    } while (skip('~'));
    if (!text_.empty()) bad("expected +, -, ~ or the end");
    return result;
  }

 private:
  bool at(char c) const { return !text_.empty() && text_.front() == c; }
  bool skip(char c) {
    if (!at(c)) return false;
    text_.remove_prefix(1);
    return true;
  }
  [[noreturn]] void bad(const char* why) const {
    throw InputError(fmt::format("seam at '{}': {}", text_, why));
  }
  int number() {
    int value = 0;
    const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), value);
    if (error != std::errc() || text_.front() == '-') bad("expected a number");
    text_.remove_prefix(static_cast<std::size_t>(end - text_.data()));
    return value;
  }
  int dimension() {
    for (const auto& [name, d] : {std::pair('x', 0), {'y', 1}, {'z', 2}}) {
      if (at(name) && d < dimensions_) {
        text_.remove_prefix(1);
        return d;
      }
    }
    const std::string_view before = text_;
    const int d = skip('d') && !text_.empty() ? number() : -1;
    if (d >= 3 && d < dimensions_) return d;
    text_ = before;
    throw InputError(fmt::format("seam at '{}': expected a dimension, {}x to {}", text_,
                                 dimensions_ == 1 ? "only " : "", dimension_name(dimensions_ - 1)));
  }
  void shift(Seam& seam) {
    const int sign = skip('+') ? 1 : (skip('-'), -1);
    const int d = dimension();
    if (d >= 3 && !skip(':')) bad("expected : behind the dimension, such as +d3:1");
    if (seam.offset[static_cast<std::size_t>(d)] != 0) bad("the seam shifts a dimension twice");
    const std::string_view before = text_;
    const int offset = number();
    if (offset == 0) {
      text_ = before;
      bad("a seam shifts a dimension by 1 or more");
    }
    seam.offset[static_cast<std::size_t>(d)] = sign * offset;
  }

  std::string_view text_;
  int dimensions_;
};

/// `text` begins behind the first `~`. Throws InputError that states the problem without its place.
std::vector<Seam> parse_seams(std::string_view text, std::span<const Dimension> dimensions) {
  if (!text.empty()) return SeamReader(text, static_cast<int>(dimensions.size())).seams();
  if (auto seams = seams_of_shape(dimensions)) return *seams;
  throw InputError(fmt::format(
      "~ twists shapes of k x k x 2k and k x 2k x nk with nk even, the nearest is {}; other seams "
      "are named, such as ~x+y2",
      nearest_shape(dimensions)));
}

/// The seams in the form that parse_seams() reads, with the first `~`. The short form `~` is used if it means
/// the same seams.
std::string seams_text(const Topology& topology) {
  if (!topology.twisted()) return "";
  const std::vector<Seam>& seams = topology.twist()->seams();
  std::vector<Dimension> dimensions;
  for (int d = 0; d < topology.dimensions(); ++d) dimensions.push_back(topology.dimension(d));
  if (seams_of_shape(dimensions) == seams) return "~";
  std::string result;
  for (const Seam& seam : seams) {
    result += "~" + dimension_name(seam.dimension);
    for (int d = 0; d < topology.dimensions(); ++d) {
      const int offset = seam.offset[static_cast<std::size_t>(d)];
      if (offset != 0) result += fmt::format("+{}{}{}", dimension_name(d), d < 3 ? "" : ":", offset);
    }
  }
  return result;
}

/// A word that a topology may begin with.
struct LineKind {
  std::string_view name;
  Line line;                  // of a side without suffix
  std::string_view suffixes;  // that a side may have
  bool one_side;
};
constexpr LineKind kKinds[] = {
    {"torus", Line::kRing, "mk", false},      {"mesh", Line::kArray, "k", false},
    {"ring", Line::kRing, "", true},          {"path", Line::kArray, "", true},
    {"complete", Line::kComplete, "", false}, {"hypercube", Line::kComplete, "", true}};

/// Whose factors are named one by one.
constexpr std::string_view kProduct = "product";

const LineKind* find_kind(std::string_view name) {
  const auto kind = std::ranges::find(kKinds, name, &LineKind::name);
  return kind == std::end(kKinds) ? nullptr : &*kind;
}

std::string nearest_kind(std::string_view name) {
  std::vector<std::string> names;
  for (const LineKind& kind : kKinds) names.emplace_back(kind.name);
  names.emplace_back(kProduct);
  return nearest(name, names);
}

/// `4`, `3m`, `5k`, a name of factor_catalogue.h or a file.
Dimension factor(std::string_view text) {
  if (text.empty()) throw InputError("a factor is empty");
  if (text.front() < '0' || text.front() > '9') {
    auto graph = make_factor(text);
    const int nodes = graph->nodes();
    return {nodes, Line::kGraph, std::move(graph)};
  }
  int side = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), side);
  const std::string_view suffix = text.substr(static_cast<std::size_t>(end - text.data()));
  if (error == std::errc::result_out_of_range) throw InputError("a side is too large");
  if (suffix.empty()) return {side, Line::kRing};
  if (suffix == "m") return {side, Line::kArray};
  if (suffix == "k") return {side, Line::kComplete};
  throw InputError(
      fmt::format("factor '{}': a side is followed by m (path), k (complete) or nothing (ring); a "
                  "file whose name begins with a digit is ./{}",
                  text, text));
}

/// Passes errors of a factor to `bad`, but not errors in files, which have a place.
template <typename Bad>
std::vector<Dimension> factors(std::string_view text, const Bad& bad) {
  std::vector<Dimension> result;
  while (true) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string_view name = text.substr(0, comma);
    try {
      result.push_back(factor(name));
    } catch (const InputError& error) {
      if (is_factor_file(name)) throw;
      throw bad(error.what());
    }
    if (comma == text.size()) return result;
    text.remove_prefix(comma + 1);
  }
}

}  // namespace

Topology Topology::parse(std::string_view text) {
  const auto bad = [&](const std::string& why) {
    return InputError(
        fmt::format("topology '{}': {}; write for example torus:16x16, mesh:16x32, torus:8x8m, ring:16, "
                    "path:9, hypercube:4, complete:5, torus:4x5k, torus:4x4x8~ or product:petersen,4",
                    text, why));
  };
  const auto colon = text.find_first_of(": ");
  if (colon == std::string_view::npos) throw bad("no sides given");
  const auto name = text.substr(0, colon);
  if (name == kProduct) {
    auto all = factors(text.substr(colon + 1), bad);
    try {
      return Topology(std::move(all));
    } catch (const InputError& error) {
      throw bad(error.what());
    }
  }
  const LineKind* const kind = find_kind(name);
  if (kind == nullptr)
    throw bad(fmt::format("unknown kind '{}', the nearest is '{}'", name, nearest_kind(name)));

  std::vector<Dimension> dimensions;
  const std::size_t twist = std::min(text.find('~'), text.size());
  if (twist < text.size() && kind->name != "torus") throw bad("only a torus has seams (~)");
  const char* at = text.data() + colon + 1;
  const char* const end = text.data() + twist;
  while (true) {
    int side = 0;
    const auto [next, error] = std::from_chars(at, end, side);
    if (error == std::errc::result_out_of_range) throw bad("a side is too large");
    if (error != std::errc() || next == at) throw bad("a side is not a number");
    at = next;
    Line line = kind->line;
    if (at != end && kind->suffixes.find(*at) != std::string_view::npos) {
      line = *at++ == 'm' ? Line::kArray : Line::kComplete;
    }
    dimensions.push_back({side, line});
    if (at == end) break;
    if (*at++ != 'x') throw bad("sides are joined by x");
  }
  if (kind->one_side && dimensions.size() != 1) throw bad("a ring, path or hypercube has one number");
  if (kind->name == "hypercube") {
    const int count = dimensions.front().side;
    if (count < 1 || count > kMaxDimensions) {
      throw bad(fmt::format("a hypercube has 1 to {} dimensions", int{kMaxDimensions}));
    }
    dimensions.assign(count, {2, Line::kComplete});
  }
  try {
    std::vector<Seam> seams;
    // Reports sides that no topology may have.
    const bool sides = std::ranges::all_of(dimensions, [](const Dimension& d) { return d.side > 1; });
    if (twist < text.size() && sides) seams = parse_seams(text.substr(twist + 1), dimensions);
    return with_seams(std::move(dimensions), std::move(seams));
  } catch (const InputError& error) {
    throw bad(error.what());
  }
}

std::string Topology::name() const {
  const auto any = [&](Line line) {
    return std::ranges::any_of(dimensions_, [&](const Dimension& d) { return d.line == line; });
  };
  if (has_graph()) {
    std::string result = "product:";
    for (int d = 0; d < dimensions(); ++d) {
      const char* suffix = line(d) == Line::kArray ? "m" : complete(d) ? "k" : "";
      result += d == 0 ? "" : ",";
      result += graph(d) ? graph(d)->name() : fmt::format("{}{}", side(d), suffix);
    }
    return result;
  }
  const bool twos = std::ranges::all_of(dimensions_, [](const Dimension& d) { return d.side == 2; });
  const Line main = any(Line::kRing) ? Line::kRing : any(Line::kArray) ? Line::kArray : Line::kComplete;
  if (main == Line::kComplete && twos) return fmt::format("hypercube:{}", dimensions());
  if (dimensions() == 1 && main != Line::kComplete) {
    return fmt::format("{}:{}", main == Line::kRing ? "ring" : "path", side(0));
  }
  std::string result = main == Line::kRing ? "torus:" : main == Line::kArray ? "mesh:" : "complete:";
  for (int d = 0; d < dimensions(); ++d) {
    const char* suffix = line(d) == main ? "" : line(d) == Line::kArray ? "m" : "k";
    result += fmt::format("{}{}{}", d == 0 ? "" : "x", side(d), suffix);
  }
  return result + seams_text(*this);
}

std::string Topology::node_name(NodeId node) const {
  if (dimensions() == 1) return fmt::format("{}", node);
  std::string result = "(";
  for (int d = 0; d < dimensions(); ++d)
    result += fmt::format("{}{}", d == 0 ? "" : ",", coordinate(node, d));
  return result + ")";
}

std::string Topology::node_suffix(NodeId node) const {
  std::string result;
  for (int d = 0; d < dimensions(); ++d)
    result += fmt::format("{}{}", d == 0 ? "" : "_", coordinate(node, d));
  return result;
}

std::string Topology::port_name(int port) const {
  const int d = port_dimension(port);
  if (jumps(d)) return fmt::format("+{}{}{}", dimension_name(d), d < 3 ? "" : ":", port_step(port));
  return (port_step(port) > 0 ? "+" : "-") + dimension_name(d);
}

std::string Topology::port_suffix(int port) const {
  const int d = port_dimension(port);
  if (jumps(d)) return fmt::format("{}{}{}", dimension_name(d), d < 3 ? "" : "_", port_step(port));
  return dimension_name(d) + (port_step(port) > 0 ? "p" : "m");
}

}  // namespace torusim
