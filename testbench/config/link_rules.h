#pragma once
/// Delays and rates of links as users write them: a value for all, then exceptions by dimension and by link.

#include <map>
#include <optional>
#include <string>

#include "models/contract/uneven_links.h"
#include "testbench/config/run_config.h"

namespace torusim {

struct SubNetwork;

/// Reads `8`, `1,z=8` or `1,z=8,(3,4)+x=20`; without a first number the value for all is 1. Throws UsageError
/// `must be ..`.
LinkRules parse_link_delays(const std::string& text);
std::string link_delays_text(const LinkRules& delays);
inline constexpr const char* kLinkDelays = "1..255, or by dimension and link, such as 1,z=8,(3,4)+x=20";

/// Reads rates, `1` or `1/4`, in the same form; the values are intervals in cycles.
LinkRules parse_link_rates(const std::string& text);
std::string link_rates_text(const LinkRules& rates);
inline constexpr const char* kLinkRates =
    "1 or 1/2..1/255, or by dimension and link, such as z=1/4,(3,4)+x=1/8";

/// The links of this configuration, if they differ from each other or are slow. Throws UsageError for a
/// dimension or link that does not exist, or is given twice.
std::optional<UnevenLinks> uneven_links(const RunConfig& config, const Topology& topology);
/// The times of the links as options of algorithms that plan by them: `intervals`, of a flit, and `hops`, of
/// a head, if they are not those of standard links. `1,1,4,4` are those of the ports, and `/12:8` channels
/// that differ, numbered by node and port.
std::map<std::string, std::string> planned_links(const RunConfig& config, const Topology& topology);
/// The same for a part of the network: a channel has the longest interval, and all hops, on its way.
std::map<std::string, std::string> planned_links(const RunConfig& config, const Topology& whole,
                                                 const SubNetwork& part);
/// Delays, and rates other than 1, as part of a sentence: `3 cycles`, `1,z=8 cycles, rate 1,z=1/4`.
std::string links_text(const RunConfig& config);
/// The longest delay of a link.
int longest_link_delay(const RunConfig& config, const Topology& topology);

}  // namespace torusim
