#pragma once
/// Makes a model of the RTL router with the parameters that a run needs: a library as a user's own are
/// (models/foreign/plugin), by Verilator and a C++ compiler.

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "models/foreign/rtl_model.h"

namespace torusim {

struct ModelTools {
  std::string version;  ///< what `verilator --version` says
  std::filesystem::path verilator_root;
  std::vector<std::string> compiler;  ///< $CXX in words, else c++
};

/// What a shell would make of $CXX, so `ccache g++` and `'/opt/my tools/g++' -m64` are understood: words
/// between blanks, quotes and backslashes. The path of a program, blanks or not, is one word.
std::vector<std::string> compiler_words(const std::string& text);

/// Nothing when PATH has no verilator that answers.
std::optional<ModelTools> find_model_tools();

/// `router-5-20-4-128-` and a number for the sources and Verilator's version, `.so`.
std::string model_file(const rtl::RtlParameters& parameters, const ModelTools& tools);
/// What the names of all models with these parameters begin with.
std::string model_prefix(const rtl::RtlParameters& parameters);

/// Makes the library `name` in `directory`, which is empty. Throws InputError with the last lines of output
/// of Verilator or the compiler, and InterruptedError.
void build_model(const rtl::RtlParameters& parameters, const ModelTools& tools,
                 const std::filesystem::path& directory, const std::string& name,
                 const std::function<bool()>& interrupted);

}  // namespace torusim
