#include "schedules/core/seam_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "schedules/core/dimension_name.h"
#include "schedules/core/error.h"

namespace torusim {
namespace {

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

}  // namespace

std::vector<Seam> parse_seams(std::string_view text, std::span<const Dimension> dimensions) {
  if (!text.empty()) return SeamReader(text, static_cast<int>(dimensions.size())).seams();
  if (auto seams = seams_of_shape(dimensions)) return *seams;
  throw InputError(fmt::format(
      "~ twists shapes of k x k x 2k and k x 2k x nk with nk even, the nearest is {}; other seams "
      "are named, such as ~x+y2",
      nearest_shape(dimensions)));
}

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

}  // namespace torusim
