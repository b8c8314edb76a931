#include "testbench/config/model_build.h"

#include <fmt/format.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <thread>
#include <utility>
#include <vector>

#include "schedules/core/error.h"
#include "testbench/process/child_process.h"
#include "testbench/process/content_hash.h"

namespace torusim {
namespace {

namespace fs = std::filesystem;

constexpr const char* kAdaptor = "models/foreign/plugin/verilated_library.cpp.in";
constexpr const char* kRuntime = "runtime";
constexpr int kLinesOfLog = 8;

/// The first line that a command prints on standard output; empty if it fails.
std::string first_line(const std::string& command) {
  std::FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return "";
  std::array<char, 512> line{};
  if (std::fgets(line.data(), line.size(), pipe) == nullptr) line[0] = 0;
  std::string text = line.data();
  if (pclose(pipe) != 0) return "";
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

std::string last_lines(const fs::path& log) {
  std::ifstream file(log);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  std::string text;
  const std::size_t from = lines.size() > kLinesOfLog ? lines.size() - kLinesOfLog : 0;
  for (std::size_t i = from; i < lines.size(); ++i) text += "\n  " + lines[i];
  return text;
}

void write(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw InputError(fmt::format("{}: cannot be written", path.string()));
}

/// The template of torusim_add_router(), for the router of rtl/.
std::string adaptor(std::string text, const rtl::RtlParameters& parameters) {
  const bool one_stage = parameters.delay == 1;
  std::string modes = "TORUSIM_ROUTER_TRANSIT_FIRST | TORUSIM_ROUTER_STORE_AND_FORWARD";
  if (one_stage) modes += " | TORUSIM_ROUTER_CUT_THROUGH";
  if (parameters.gate > 0) modes += " | TORUSIM_ROUTER_PHASE_GATES";
  if (parameters.bubble > 0) modes += " | TORUSIM_ROUTER_BUBBLE";
  std::vector<std::pair<std::string, std::string>> values{
      {"NAME", "router"},
      {"OWN_RTL", "1"},
      {"ONE_STAGE", one_stage ? "1" : "0"},
      {"FLAGS", "TORUSIM_ROUTER_CYCLE_EXACT | TORUSIM_ROUTER_THREAD_SAFE"},
      {"HAS_ACKS", "true"},
      {"HAS_IDLE", "true"},
      {"HAS_GATES", parameters.gate > 0 ? "1" : "0"},
      {"MODES", modes},
      {"SETTLE_CYCLES", std::to_string(parameters.delay)},
      {"RESET_CYCLES", "2"},
      {"QUIET_CYCLES", "0"},
      {"LIMIT_ports", std::to_string(parameters.ports)},
      {"LIMIT_vcs", std::to_string(parameters.vcs)},
      {"LIMIT_slots", std::to_string(parameters.depth)},
      {"LIMIT_data", std::to_string(parameters.data)}};
  for (const char* any :
       {"local_ports", "dimensions", "classes", "lanes", "reserve_min", "reserve_max", "shared_max"}) {
    values.emplace_back(std::string("LIMIT_") + any, "0");
  }
  for (const auto& [name, value] : values) {
    const std::string place = "@" + name + "@";
    for (std::size_t at = 0; (at = text.find(place, at)) != std::string::npos;) {
      text.replace(at, place.size(), value);
    }
  }
  return text;
}

/// One step of the build in `directory`.
void step(const std::vector<ChildProcess>& programs, const fs::path& directory,
          const std::function<bool()>& interrupted) {
  const int jobs = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  const ChildFailure failure = run_children(programs, jobs, directory, interrupted);
  if (failure.code == 0) return;
  const ChildProcess& failed = programs[failure.place];
  throw InputError(fmt::format("building an RTL model: {} ends with {}{}", failed.arguments.front(),
                               failure.code, last_lines(failed.log)));
}

/// The sources that are compiled as one file, because common headers take most of the compilation.
struct Unit {
  std::string name, optimisation;
  std::vector<std::string> sources;  // as they are included
};

/// The model that Verilator has made in `directory`, its adaptor, and Verilator's runtime.
std::vector<Unit> units(const ModelTools& tools, const fs::path& directory) {
  Unit fast{"fast", "-O2", {"adaptor.cpp"}};
  Unit slow{"slow", "-O0", {}};  // code that runs once is not optimised
  Unit runtime{kRuntime, "-O1", {}};
  for (const auto& entry : fs::directory_iterator(directory / "model")) {
    const std::string name = entry.path().filename().string();
    if (entry.path().extension() != ".cpp") continue;
    const bool once = name.find("__Slow") != std::string::npos || name.find("__Syms") != std::string::npos;
    (once ? slow : fast).sources.push_back("model/" + name);
  }
  for (const char* shared : {"verilated.cpp", "verilated_threads.cpp"}) {  // the second since Verilator 5
    if (fs::exists(tools.verilator_root / "include" / shared)) runtime.sources.emplace_back(shared);
  }
  std::sort(fast.sources.begin() + 1, fast.sources.end());
  std::sort(slow.sources.begin(), slow.sources.end());
  return {fast, slow, runtime};
}

std::vector<std::string> compilation(const ModelTools& tools, const Unit& unit, const fs::path& directory,
                                     const std::string& object) {
  const fs::path source = directory / (unit.name + ".cpp"), include = tools.verilator_root / "include";
  std::string text;
  for (const std::string& part : unit.sources) text += fmt::format("#include \"{}\"\n", part);
  write(source, text);
  std::vector<std::string> words = tools.compiler;
  words.insert(words.end(), {"-std=c++20",
                             unit.optimisation,
                             "-fPIC",
                             "-w",
                             "-fvisibility=hidden",
                             "-DVL_USER_FINISH",
                             "-DVL_USER_STOP",
                             "-DVL_USER_FATAL",
                             "-DVM_TRACE=0",
                             "-DVM_TRACE_VCD=0",
                             "-DVM_TRACE_FST=0",
                             "-DVM_COVERAGE=0",
                             "-DVM_SC=0",
                             "-I.",
                             "-Imodel",
                             "-I" + include.string(),
                             "-I" + (include / "vltstd").string(),
                             "-c",
                             source.string(),
                             "-o",
                             object});
  return words;
}

}  // namespace

std::vector<std::string> compiler_words(const std::string& text) {
  if (text.find('/') != std::string::npos && access(text.c_str(), X_OK) == 0) return {text};
  std::vector<std::string> words;
  char quote = 0;
  bool inside = false;  // a word
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote == 0 && (c == ' ' || c == '\t')) {
      inside = false;
      continue;
    }
    if (!inside) words.emplace_back();
    inside = true;
    if (c == quote) {
      quote = 0;
    } else if (quote == 0 && (c == '\'' || c == '"')) {
      quote = c;
    } else if (c == '\\' && quote != '\'' && i + 1 < text.size()) {
      words.back() += text[++i];
    } else {
      words.back() += c;
    }
  }
  return words;
}

std::optional<ModelTools> find_model_tools() {
  ModelTools tools;
  tools.version = first_line("verilator --version 2>/dev/null");
  if (tools.version.empty()) return std::nullopt;
  tools.verilator_root = first_line("verilator --getenv VERILATOR_ROOT 2>/dev/null");
  const char* const compiler = std::getenv("CXX");
  tools.compiler = compiler_words(compiler != nullptr ? compiler : "");
  if (tools.compiler.empty()) tools.compiler = {"c++"};
  // Machines that share a home directory share its cache.
  std::string command;
  for (const std::string& word : tools.compiler) {
    command += '\'';
    for (const char c : word) command += c == '\'' ? std::string("'\\''") : std::string(1, c);
    command += "' ";
  }
  utsname machine{};
  uname(&machine);
  tools.version += '\n' + first_line(command + "--version 2>/dev/null") + '\n' + machine.machine;
  return tools;
}

std::string model_prefix(const rtl::RtlParameters& parameters) {
  return fmt::format("router-{}-{}-{}-{}-{}{}{}", parameters.ports, parameters.vcs, parameters.depth,
                     parameters.data, parameters.gate > 0 ? fmt::format("gate{}-", parameters.gate) : "",
                     parameters.bubble > 0 ? "bubble-" : "",
                     parameters.delay > 1 ? fmt::format("delay{}-", parameters.delay) : "");
}

std::string model_file(const rtl::RtlParameters& parameters, const ModelTools& tools) {
  std::uint64_t hash = content_hash(tools.version);
  for (const KitFile& file : rtl_kit()) hash = content_hash(file.text, content_hash(file.path, hash));
  return fmt::format("{}{:016x}.so", model_prefix(parameters), hash);
}

std::string runtime_file(const ModelTools& tools) {
  return fmt::format("runtime-{:016x}.o", content_hash(tools.version));
}

void build_model(const rtl::RtlParameters& parameters, const ModelTools& tools, const fs::path& directory,
                 const std::string& name, const fs::path& runtime, const std::function<bool()>& interrupted) {
  std::vector<std::string> verilate{"verilator",
                                    "--cc",
                                    "--Mdir",
                                    "model",
                                    "--top-module",
                                    parameters.delay > 1 ? "torusim_pipelined_router" : "torusim_router",
                                    "--prefix",
                                    "Vrouter",
                                    "-Wno-fatal",
                                    "-Wno-lint",
                                    "-Wno-style",
                                    fmt::format("-GPORTS={}", parameters.ports),
                                    fmt::format("-GVCS={}", parameters.vcs),
                                    fmt::format("-GDEPTH={}", parameters.depth),
                                    fmt::format("-GDATA={}", parameters.data)};
  if (parameters.delay == 1) {
    verilate.push_back(fmt::format("-GGATE_BITS={}", parameters.gate));
    verilate.push_back(fmt::format("-GBUBBLE={}", parameters.bubble));
  }
  for (const KitFile& file : rtl_kit()) {
    const fs::path path(file.path);
    if (path == kAdaptor) {
      write(directory / "adaptor.cpp", adaptor(std::string(file.text), parameters));
    } else {
      write(directory / path, std::string(file.text));
    }
    if (path.extension() == ".sv") verilate.push_back(path.string());
  }
  step({{verilate, directory / "verilator.log"}}, directory, interrupted);

  std::vector<ChildProcess> compilations;
  std::vector<std::string> link = tools.compiler;
  link.insert(link.end(), {"-shared", "-Wl,-Bsymbolic", "-o", name});
  for (const Unit& unit : units(tools, directory)) {
    if (unit.name == kRuntime && !runtime.empty()) {
      link.push_back(runtime);
      continue;
    }
    const std::string object = unit.name + ".o";
    compilations.push_back({compilation(tools, unit, directory, object), directory / (object + ".log")});
    link.push_back(object);
  }
  step(compilations, directory, interrupted);
  step({{link, directory / "link.log"}}, directory, interrupted);
}

}  // namespace torusim
