#pragma once
/// Builds a model of the RTL router with the parameters that a run needs, by Verilator and a C++ compiler.
/// The model is a library like a user's (models/foreign/plugin).

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/foreign/rtl_model.h"

namespace torusim {

struct ModelTools {
  std::string version;  ///< first lines of `verilator --version` and `$CXX --version`, and the processor
  std::filesystem::path verilator_root;
  std::vector<std::string> compiler;  ///< $CXX in words, else c++
};

/// The words of $CXX, split as by a shell with its quotes and backslashes: `ccache g++`, `'/opt/my tools/g++'
/// -m64`. A text that is the path of a program is one word, even with blanks.
std::vector<std::string> compiler_words(const std::string& text);

/// The tools that PATH and $CXX give; nullopt when PATH has no working verilator.
std::optional<ModelTools> find_model_tools();

/// The file name of a model: `router-5-20-4-128-`, a hash of the sources and the tools, `.so`.
std::string model_file(const rtl::RtlParameters& parameters, const ModelTools& tools);
/// The beginning of the file names of all models with these parameters.
std::string model_prefix(const rtl::RtlParameters& parameters);

/// The file name of Verilator's runtime, compiled, which all models of these tools share.
std::string runtime_file(const ModelTools& tools);

/// Makes the library `name` in `directory`, which is empty. Compiles Verilator's runtime there, as runtime.o,
/// unless the path `runtime` is one. Throws InputError with the last lines of output
/// of Verilator or the compiler, and InterruptedError.
void build_model(const rtl::RtlParameters& parameters, const ModelTools& tools,
                 const std::filesystem::path& directory, const std::string& name,
                 const std::filesystem::path& runtime, const std::function<bool()>& interrupted);

struct KitFile {
  std::string_view path;  ///< path in the source tree
  std::string_view text;
};

/// The sources of the RTL router and of its library, as they were when this program was built. Fitting models
/// are built from these copies.
const std::vector<KitFile>& rtl_kit();

}  // namespace torusim
