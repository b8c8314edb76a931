#include "testbench/config/router_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "models/contract/foreign_placement.h"
#include "models/foreign/plugin/router_library.h"
#include "models/foreign/rtl_models.h"
#include "schedules/core/error.h"
#include "schedules/core/read_number.h"
#include "schedules/text/node_selection.h"

namespace torusim::rtl {
namespace {

/// The `=` of NODES=ROUTER: the first that is not part of a comparison.
std::size_t find_assignment(std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '=') continue;
    if (at + 1 < text.size() && text[at + 1] == '=') {
      ++at;
    } else if (at == 0 || std::string_view("<>!").find(text[at - 1]) == std::string_view::npos) {
      return at;
    }
  }
  return std::string_view::npos;
}

struct Group {
  std::string_view nodes, router;
};

std::vector<Group> groups(std::string_view text) {
  std::vector<Group> result;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(';', begin), text.size());
    const std::string_view group = trimmed(text.substr(begin, end - begin));
    begin = end + 1;
    if (group.empty()) throw UsageError("a group between semicolons is empty");
    const std::size_t assignment = find_assignment(group);
    const bool named = assignment != std::string_view::npos;
    result.push_back(
        {trimmed(group.substr(0, assignment)), named ? trimmed(group.substr(assignment + 1)) : "rtl"});
  }
  return result;
}

/// The router of a group: `rtl`, `model` or a library.
enum class Kind { kModel, kRtl, kLibrary };
struct Choice {
  Kind kind = Kind::kModel;
  std::shared_ptr<const RouterLibrary> library;
};

class Libraries {
 public:
  explicit Libraries(const Hardware& hardware) : hardware_(hardware) {}
  Choice choose(std::string_view router) {
    if (router == "model") return {};
    if (router == "rtl") return {Kind::kRtl, nullptr};
    const std::string path(router);
    // A text that does not look like a path is a misspelt word.
    if (path.find_first_of("./") == std::string::npos) {
      throw UsageError(
          fmt::format("'{}' is not a router; use rtl, model, or the path of a library such as ./{}.so", path,
                      path.empty() ? "libmine" : path));
    }
    return {Kind::kLibrary, load(path)};
  }
  std::shared_ptr<const RouterLibrary> load(const std::string& path) {
    auto& library = loaded_[path];
    if (!library) {
      library = std::make_shared<const RouterLibrary>(path);
      library->check(hardware_);
    }
    return library;
  }

 private:
  const Hardware& hardware_;
  std::map<std::string, std::shared_ptr<const RouterLibrary>> loaded_;
};

}  // namespace

std::vector<std::string> router_libraries(std::string_view text) {
  std::vector<std::string> result;
  for (const auto& [nodes, router] : groups(text)) {
    const bool word = router == "rtl" || router == "model";
    if (!word && std::find(result.begin(), result.end(), router) == result.end()) result.emplace_back(router);
  }
  return result;
}

ForeignPlacement place_routers(const Hardware& hardware, std::string_view text, std::uint64_t seed,
                               const std::function<std::string()>& rtl_library) {
  Libraries libraries(hardware);
  std::map<NodeId, Choice> chosen;
  for (const auto& [nodes, router] : groups(text)) {
    const Choice choice = libraries.choose(router);
    for (const NodeId node : select_nodes(hardware.topology, nodes, seed)) chosen[node] = choice;
  }
  std::erase_if(chosen, [](const auto& entry) { return entry.second.kind == Kind::kModel; });

  const bool has_rtl = std::any_of(chosen.begin(), chosen.end(),
                                   [](const auto& entry) { return entry.second.kind == Kind::kRtl; });
  if (has_rtl && hardware.lanes > 2) throw UsageError("our RTL routers have one or two lanes (--lanes)");
  const std::string path = has_rtl && rtl_library ? rtl_library() : "";
  if (!path.empty()) {
    for (auto& [node, choice] : chosen) {
      if (choice.kind == Kind::kRtl) choice.library = libraries.load(path);
    }
  }

  ForeignPlacement placement;
  for (const auto& [node, choice] : chosen) {
    placement.rtl_nodes.push_back(node);
    if (choice.library && !choice.library->cycle_exact()) placement.own_timing.push_back(node);
    if (choice.library && !choice.library->thread_safe()) placement.thread_safe = false;
  }
  placement.foreign_router = [chosen](const Hardware& hardware, NodeId node) {
    const Choice& choice = chosen.at(node);
    return choice.library ? choice.library->make(hardware, node) : make_rtl_router(hardware, node);
  };
  return placement;
}

}  // namespace torusim::rtl
