// ASTRA-sim on a torusim network: the files that ASTRA-sim's analytical networks take, and the options of the
// adapter in place of a network configuration. docs/astra-sim.md
#include <algorithm>
#include <cxxopts/cxxopts.hpp>
#include <iostream>
#include <numeric>
#include <remote_memory_backend/analytical/AnalyticalRemoteMemory.hh>

#include "adapter.h"
#include "astra-sim/common/Logging.hh"
#include "astra-sim/system/Sys.hh"

namespace {

struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

std::vector<int> numbers_in(const std::string& text) {
  std::vector<int> numbers;
  for (std::size_t at = 0; (at = text.find_first_of("0123456789", at)) != std::string::npos;) {
    const std::size_t end = std::min(text.find_first_not_of("0123456789", at), text.size());
    numbers.push_back(std::stoi(text.substr(at, std::min<std::size_t>(end - at, 9))));
    at = end;
  }
  return numbers;
}

// The dimensions of ASTRA-sim. Its first dimension counts fastest, torusim's last one.
std::vector<int> dimensions_of(const std::string& topology, int nodes, const std::string& given) {
  std::vector<int> dimensions = numbers_in(given.empty() ? topology : given);
  if (given.empty()) std::reverse(dimensions.begin(), dimensions.end());
  const auto product = std::accumulate(dimensions.begin(), dimensions.end(), 1L, std::multiplies<>());
  if (product == nodes) return dimensions;
  if (!given.empty()) throw UsageError("--logical-dimensions " + given + " are not the nodes of " + topology);
  return {nodes};
}

cxxopts::Options options() {
  cxxopts::Options options("astra_torusim", "ASTRA-sim on a torusim network");
  const auto text = [](const char* standard) {
    return cxxopts::value<std::string>()->default_value(standard);
  };
  const auto real = [](const char* standard) { return cxxopts::value<double>()->default_value(standard); };
  const auto whole = [](const char* standard) {
    return cxxopts::value<std::int64_t>()->default_value(standard);
  };
  options.add_options()("help", "this text");
  options.add_options("ASTRA-sim")("workload-configuration", "prefix of the workload files", text(""))(
      "comm-group-configuration", "communicator groups", text("empty"))(
      "system-configuration", "system file", text(""))("logging-configuration", "logging", text("empty"))(
      "num-queues-per-dim", "queues per dimension", cxxopts::value<int>()->default_value("1"))(
      "comm-scale", "factor of message sizes", real("1"))(
      "injection-scale", "factor of injection", real("1"))("rendezvous-protocol", "rendezvous",
                                                           cxxopts::value<bool>()->default_value("false"));
  options.add_options("torusim")("topology", "network topology, such as torus:4x4", text(""))(
      "network", "other options of torusim_create(), such as \"--link-delay 20 --reserve 64\"", text(""))(
      "channels", "injection and ejection channels of a node", cxxopts::value<int>()->default_value("1"))(
      "clock", "cycles per ns", real("1"))("flit-bytes", "bytes of data in a flit", whole("64"))(
      "max-flits", "flits of a worm, head included; longer messages are several worms", whole("1073741824"))(
      "logical-dimensions",
      "dimensions of ASTRA-sim, such as 4,4; empty: those of the topology, the last first", text(""));
  return options;
}

AdapterOptions adapter_options(const cxxopts::ParseResult& given) {
  AdapterOptions adapter;
  const auto topology = given["topology"].as<std::string>();
  if (topology.empty()) throw UsageError("--topology is missing, for example --topology torus:4x4");
  if (given["workload-configuration"].as<std::string>().empty())
    throw UsageError("--workload-configuration is missing");
  if (given["system-configuration"].as<std::string>().empty())
    throw UsageError("--system-configuration is missing");
  adapter.network = "-t " + topology + " " + given["network"].as<std::string>();
  adapter.channels = given["channels"].as<int>();
  adapter.cycles_per_ns = given["clock"].as<double>();
  adapter.flit_bytes = given["flit-bytes"].as<std::int64_t>();
  adapter.max_flits = given["max-flits"].as<std::int64_t>();
  if (adapter.channels < 1) throw UsageError("--channels is at least 1");
  if (!(adapter.cycles_per_ns > 0)) throw UsageError("--clock is a number of cycles per ns above 0");
  if (adapter.flit_bytes < 1) throw UsageError("--flit-bytes is at least 1");
  if (adapter.max_flits < 2 || adapter.max_flits > 1 << 30) throw UsageError("--max-flits is 2 to 2^30");
  return adapter;
}

int simulate(const cxxopts::ParseResult& given) {
  const auto text = [&](const char* name) { return given[name].as<std::string>(); };
  TorusSimulation simulation(adapter_options(given));
  const std::vector<int> dimensions =
      dimensions_of(text("topology"), simulation.nodes(), text("logical-dimensions"));
  const std::vector<int> queues(dimensions.size(), given["num-queues-per-dim"].as<int>());
  AstraSim::LoggerFactory::init(text("logging-configuration"));
  Analytical::AnalyticalRemoteMemory memory("");
  std::vector<std::unique_ptr<TorusApi>> networks;
  std::vector<AstraSim::Sys*> systems;  // ASTRA-sim's networks never delete them, and neither does this
  for (int node = 0; node < simulation.nodes(); ++node) {
    networks.push_back(std::make_unique<TorusApi>(node, simulation));
    systems.push_back(new AstraSim::Sys(
        node, text("workload-configuration"), text("comm-group-configuration"), text("system-configuration"),
        &memory, networks.back().get(), dimensions, queues, given["injection-scale"].as<double>(),
        given["comm-scale"].as<double>(), given["rendezvous-protocol"].as<bool>()));
  }
  for (AstraSim::Sys* system : systems) system->workload->fire();
  simulation.run();
  AstraSim::LoggerFactory::shutdown();
  const auto finished =
      std::count_if(networks.begin(), networks.end(), [](auto& n) { return n->finished(); });
  std::cout << finished << " of " << simulation.nodes() << " NPUs finished, " << simulation.now() << " ns, "
            << simulation.worms() << " worms, " << simulation.flit_hops() << " flit hops\n";
  std::cerr << simulation.unanswered();
  return finished == simulation.nodes() ? 0 : 1;
}

}  // namespace

int main(int argc, char* argv[]) {
  try {
    cxxopts::Options known = options();
    const auto given = known.parse(argc, argv);
    if (given.count("help") > 0) {
      std::cout << known.help() << "\n";
      return 0;
    }
    return simulate(given);
  } catch (const cxxopts::OptionException& error) {
    std::cerr << "astra_torusim: " << error.what() << "\n";
    return 2;
  } catch (const UsageError& error) {
    std::cerr << "astra_torusim: " << error.what() << "\n";
    return 2;
  } catch (const Deadlock& error) {
    std::cerr << "astra_torusim: deadlock\n" << error.what();
    return 4;
  } catch (const std::exception& error) {
    std::cerr << "astra_torusim: " << error.what() << "\n";
    return 3;
  }
}
