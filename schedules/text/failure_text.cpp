#include "schedules/text/failure_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "schedules/core/dimension_name.h"
#include "schedules/core/error.h"
#include "schedules/core/failed_network.h"
#include "schedules/core/mix_bits.h"
#include "schedules/core/suggestion.h"
#include "schedules/text/cursor.h"

namespace torusim {
namespace {

using text::Cursor;

constexpr const char* kFailureForms =
    "failures are links such as (3,4)+x or (3,4)+x:one-way, nodes such as (7,7), random:2% or random:3";

class FailureReader {
 public:
  FailureReader(const Topology& intact, std::string_view text, std::uint64_t seed)
      : topology_(intact),
        cursor_("", 1, text),
        seed_(seed),
        failures_(std::make_shared<FailedNetwork>(intact)) {}

  std::shared_ptr<const Failures> read() {
    cursor_.skip_blanks();
    do {
      cursor_.skip_blanks();
      if (cursor_.accept("random:")) {
        read_share();
      } else {
        read_item();
      }
      cursor_.skip_blanks();
    } while (cursor_.accept(','));
    cursor_.expect_end();
    for (const Share& share : shares_) draw(share);  // among live links, at any place of the list
    failures_->check_whole();
    return failures_;
  }

 private:
  /// A share of all links, or a number of links.
  struct Share {
    std::size_t at = 0;
    std::int64_t number = 0;
    bool percent = false;
  };

  void read_share() {
    Share share{cursor_.at()};
    share.number = cursor_.number("a share such as 2%, or a number of links");
    share.percent = cursor_.accept('%');
    if (share.percent && share.number > 100) cursor_.fail(share.at, "a share is 0% to 100%");
    shares_.push_back(share);
  }

  void draw(const Share& share) {
    const std::int64_t all = all_links(topology_);
    std::vector<Failures::Link> links = failures_->live_links();
    const std::int64_t wanted = share.percent ? (all * share.number + 50) / 100 : share.number;
    if (wanted > static_cast<std::int64_t>(links.size())) {
      cursor_.fail(share.at, fmt::format("{} links cannot fail, {} are left", wanted, links.size()));
    }
    if (wanted == 0 && share.percent && share.number > 0) {
      cursor_.fail(share.at, fmt::format("{}% of {} links is no link", share.number, all));
    }
    std::mt19937_64 random(seed_);
    shuffle_alike(links, random);
    links.resize(static_cast<std::size_t>(wanted));
    std::ranges::sort(links, {}, [](const Failures::Link& link) { return std::pair(link.node, link.port); });
    for (const Failures::Link& link : links) failures_->fail_link(link);
  }

  void read_item() {
    const NodeId node = read_node();
    if (cursor_.peek() != '+' && cursor_.peek() != '-') return failures_->fail_node(node);
    const int port = read_port();
    const bool one_way = cursor_.accept(":one-way");
    failures_->fail_link({node, port, one_way});
  }

  NodeId read_node() {
    const std::size_t at = cursor_.at();
    if (!cursor_.accept('(')) {
      const std::int64_t node = cursor_.number("a node or a link");
      if (node >= topology_.nodes()) {
        cursor_.fail(at, fmt::format("node {} is outside 0..{}", node, topology_.nodes() - 1));
      }
      return static_cast<NodeId>(node);
    }
    Topology::Coordinates place{};
    for (int d = 0; d < topology_.dimensions(); ++d) {
      if (d > 0) cursor_.expect(',', "between coordinates");
      cursor_.skip_blanks();
      const std::size_t begin = cursor_.at();
      const std::int64_t value = cursor_.number("a coordinate");
      if (value >= topology_.side(d)) {
        cursor_.fail(begin, fmt::format("coordinate {} = {} is outside 0..{}", dimension_name(d), value,
                                        topology_.side(d) - 1));
      }
      place[static_cast<std::size_t>(d)] = static_cast<int>(value);
      cursor_.skip_blanks();
    }
    cursor_.expect(')', "after the coordinates");
    return topology_.node(place);
  }

  /// The longest name that fits: +x2 is no +x.
  int read_port() {
    const std::size_t at = cursor_.at();
    int found = -1;
    std::vector<std::string> names;
    for (int port = 0; port < topology_.network_ports(); ++port) {
      names.push_back(topology_.port_name(port));
      const bool longer = found < 0 || names.back().size() > names[static_cast<std::size_t>(found)].size();
      if (cursor_.starts_with(names.back()) && longer) found = port;
    }
    const std::string_view rest = cursor_.rest();
    const std::string_view word = rest.substr(0, rest.find_first_of(", "));
    const std::string_view bare = word.substr(0, word.find(":one-way"));
    if (found < 0 || names[static_cast<std::size_t>(found)] != bare) {
      cursor_.fail(at, fmt::format("no port {} on {}, the nearest is {}", word, topology_.name(),
                                   nearest(bare, names)));
    }
    cursor_.go_to(at + bare.size());
    return found;
  }

  const Topology& topology_;
  Cursor cursor_;
  const std::uint64_t seed_;
  std::shared_ptr<FailedNetwork> failures_;
  std::vector<Share> shares_;
};

}  // namespace

std::shared_ptr<const Failures> parse_failures(const Topology& intact, std::string_view text,
                                               std::uint64_t seed) {
  if (text.empty() || text == "none") return nullptr;
  FailureReader reader(intact, text, seed);
  try {
    return reader.read();
  } catch (const InputError& error) {
    constexpr std::string_view kPlace = ":1:";  // no file, the first line; the column follows
    const std::string_view what = error.what();
    if (!what.starts_with(kPlace)) throw InputError(fmt::format("{}: {}", text, what));
    throw UsageError(fmt::format("'{}', column {}; {}", text, what.substr(kPlace.size()), kFailureForms));
  }
}

}  // namespace torusim
