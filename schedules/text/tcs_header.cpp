#include "schedules/text/tcs_header.h"

#include <fmt/format.h>

#include <algorithm>

#include "schedules/core/error.h"
#include "schedules/core/failed_network.h"
#include "schedules/core/suggestion.h"
#include "schedules/text/tcs_nodes.h"

namespace torusim::text {

void check_name(const Cursor& cursor) {
  const std::string_view name = cursor.rest();
  const auto control = std::find_if(name.begin(), name.end(),
                                    [](unsigned char c) { return (c < 0x20 && c != 0x09) || c == 0x7f; });
  if (control == name.end()) return;
  cursor.fail(cursor.at() + static_cast<std::size_t>(control - name.begin()),
              fmt::format("a name holds no control characters, such as {}", clean_text({&*control, 1})));
}

std::vector<std::string> TcsHeader::keywords() {
  return {"tcs",       "name",  "generator", "collective", "topology", "ports",
          "switching", "block", "sync",      "claims",     "signals",  "without"};
}

bool TcsHeader::statement(std::string_view keyword, std::size_t at, Cursor& cursor) {
  const auto known = keywords();
  if (std::find(known.begin(), known.end(), keyword) == known.end()) return false;
  if (seen_.empty() && keyword != "tcs") cursor.fail(at, "the first statement must be 'tcs 1'");
  if (std::find(seen_.begin(), seen_.end(), keyword) != seen_.end()) {
    cursor.fail(at, fmt::format("'{}' occurs twice", keyword));
  }
  seen_.emplace_back(keyword);
  cursor.skip_blanks();
  if (keyword == "name" || keyword == "generator") {
    if (cursor.at_end()) cursor.fail(cursor.at(), fmt::format("'{}' needs a text", keyword));
    check_name(cursor);
    (keyword == "name" ? info_.name : info_.generator) = cursor.rest();
    return true;
  }
  if (keyword == "tcs") tcs(cursor);
  if (keyword == "collective") collective(cursor);
  if (keyword == "switching") only(cursor, "switching", "wormhole", {"vct", "saf", "circuit", "bubble"});
  if (keyword == "topology") topology(cursor);
  if (keyword == "ports") ports(cursor);
  if (keyword == "block") block(cursor);
  if (keyword == "sync") sync(cursor);
  if (keyword == "claims") claims(cursor);
  if (keyword == "signals") info_.has_signals = true;
  if (keyword == "without") without(cursor);
  cursor.expect_end();
  return true;
}

ScheduleInfo TcsHeader::finish(const Cursor& cursor) const {
  if (seen_.empty()) cursor.fail(0, "the first statement must be 'tcs 1'");
  if (!topology_) cursor.fail(0, "the header has no topology; write for example 'topology torus 8x8'");
  ScheduleInfo info = info_;
  info.topology = *topology_;
  return info;
}

void TcsHeader::tcs(Cursor& cursor) {
  const std::size_t at = cursor.at();
  const std::int64_t version = cursor.number("the version of the format");
  if (version != 1)
    cursor.fail(at, fmt::format("version {} of the format; this program reads version 1", version));
}

void TcsHeader::collective(Cursor& cursor) {
  const std::size_t at = cursor.at();
  const std::string_view word = cursor.word();
  const auto kind = collective_kind(word);
  if (!kind) {
    std::vector<std::string> known;
    for (const auto k : kCollectiveKinds) known.emplace_back(to_text(k));
    cursor.fail(at, fmt::format("unknown collective '{}'{}", word, suggestion(word, known)));
  }
  Collective& collective = info_.collective;
  collective.kind = *kind;
  while (!cursor.at_end()) {
    const std::size_t key_at = cursor.at();
    const std::string_view key = cursor.word();
    const bool reduces = collective.reduces();
    if ((!collective.copies() && !reduces) || !cursor.accept('=')) {
      cursor.fail(key_at, reduces               ? "expected root=NODE or pieces=N"
                          : collective.copies() ? "expected root=NODE, pieces=N or repeats=N"
                          : collective.named()  ? "a complete exchange has no root, pieces or repeats"
                                                : "messages have no root, pieces or repeats");
    }
    if (!topology_) cursor.fail(key_at, fmt::format("'{}=' comes after 'topology'", key));
    const std::size_t value_at = cursor.at();
    const bool has_root = *kind == Collective::Kind::kBroadcast || *kind == Collective::Kind::kReduce ||
                          *kind == Collective::Kind::kAllReduce;
    if (key == "root" && has_root) {
      collective.root = parse_node(cursor, *topology_, {});
      collective.rooted = *kind == Collective::Kind::kAllReduce;
    } else if (key == "pieces") {
      collective.pieces = static_cast<int>(cursor.number("a number of pieces"));
      const int most = collective.most_pieces(topology_->nodes());
      if (collective.pieces < 1 || collective.pieces > most) {
        cursor.fail(value_at, fmt::format("{} pieces; pieces are named as nodes are, so there are 1 to {}",
                                          collective.pieces, most));
      }
    } else if (key == "repeats" && !reduces) {
      collective.repeats = cursor.number("a number of blocks");
    } else {
      cursor.fail(key_at,
                  fmt::format("{} {} has no '{}='; it has {}pieces=N{}", word.starts_with('a') ? "an" : "a",
                              word, key, has_root ? (reduces ? "root=NODE and " : "root=NODE, ") : "",
                              reduces ? "" : " and repeats=N"));
    }
  }
}

void TcsHeader::only(Cursor& cursor, std::string_view what, std::string_view value,
                     std::vector<std::string> later) {
  const std::size_t at = cursor.at();
  const std::string_view found = cursor.word();
  if (found == value) return;
  if (std::find(later.begin(), later.end(), found) != later.end()) {
    cursor.fail(at,
                fmt::format("{} '{}' is not supported yet by this version; it has {}", what, found, value));
  }
  later.insert(later.begin(), std::string(value));
  cursor.fail(at, fmt::format("unknown {} '{}'{}", what, found, suggestion(found, later)));
}

void TcsHeader::topology(Cursor& cursor) {
  const std::size_t at = cursor.at();
  const std::size_t shape = (cursor.word(), cursor.skip_blanks(), cursor.at());
  cursor.field();
  const std::string_view text = cursor.since(at);
  if (shape == at) cursor.fail(at, "expected a topology like torus 8x8");
  try {
    topology_ = Topology::parse(text);
  } catch (const InputError& error) {
    cursor.fail(at, error.what());
  }
}

void TcsHeader::ports(Cursor& cursor) {
  const std::size_t at = cursor.at();
  if (!topology_) cursor.fail(at, "'ports' comes after 'topology', which sets the maximum");
  const int most = topology_->network_ports();
  if (cursor.accept("all")) {
    info_.ports = most;
    return;
  }
  info_.ports = static_cast<int>(cursor.number("a number of ports, or all"));
  if (info_.ports < 1 || info_.ports > most) {
    cursor.fail(at, fmt::format("{} ports; a node of {} has 1 to {}", info_.ports, topology_->name(), most));
  }
}

void TcsHeader::without(Cursor& cursor) {
  const std::size_t begin = cursor.at();
  if (!topology_) cursor.fail(begin, "'without' comes after 'topology'");
  auto failures = std::make_shared<FailedNetwork>(*topology_);
  const auto located = [&](std::size_t at, const auto& act) {
    try {
      act();
    } catch (const InputError& error) {
      cursor.fail(at, error.what());
    }
  };
  do {
    const std::size_t at = cursor.at();
    const NodeId node = parse_node(cursor, *topology_, {});
    located(at, [&] { failures->fail_node(node); });
  } while (cursor.accept(','));
  located(begin, [&] { failures->check_whole(); });
  topology_ = topology_->with_failures(std::move(failures));
}

void TcsHeader::block(Cursor& cursor) {
  const std::size_t at = cursor.at();
  const std::int64_t flits = cursor.number("the flits of a block");
  if (flits > kMostBlock) {
    cursor.fail(at, fmt::format("a block of {} flits; at most {}", flits, kMostBlock));
  }
  info_.block_flits = static_cast<int>(flits);
}

void TcsHeader::sync(Cursor& cursor) {
  const std::size_t at = cursor.at();
  const std::string_view found = cursor.word();
  std::vector<std::string> known;
  for (const auto sync : {Synchronisation::kNone, Synchronisation::kBarrier, Synchronisation::kLocal,
                          Synchronisation::kPriority, Synchronisation::kSwitch, Synchronisation::kData}) {
    known.push_back(to_text(sync));
    if (found == known.back()) {
      info_.sync = sync;
      return;
    }
  }
  cursor.fail(at, fmt::format("unknown synchronisation '{}'{}", found, suggestion(found, known)));
}

void TcsHeader::claims(Cursor& cursor) {
  if (cursor.at_end()) cursor.fail(cursor.at(), "expected link-disjoint or shortest-paths");
  while (!cursor.at_end()) {
    const std::size_t at = cursor.at();
    const std::string_view claim = cursor.word();
    if (claim == "link-disjoint") {
      info_.claims.link_disjoint = true;
    } else if (claim == "shortest-paths") {
      info_.claims.shortest_paths = true;
    } else {
      cursor.fail(at, fmt::format("unknown claim '{}'{}", claim,
                                  suggestion(claim, {"link-disjoint", "shortest-paths"})));
    }
  }
}

}  // namespace torusim::text
