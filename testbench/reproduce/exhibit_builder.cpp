#include "testbench/reproduce/exhibit_builder.h"

#include <fmt/format.h>

#include <sstream>
#include <stdexcept>

#include "testbench/config/option.h"

namespace torusim {
namespace {

/// `run te-a1 -t torus:4x3 --set ports=one`.
Experiment read_command(const std::string& text) {
  Experiment experiment;
  std::istringstream words(text);
  std::string word;
  words >> word;
  if (word != "run" && word != "info") throw std::logic_error("neither run nor info: " + text);
  experiment.runs = word == "run";
  while (words >> word) {
    const std::string name = word == "-t"             ? "topology"
                             : word.starts_with("--") ? word.substr(2)
                                                      : "algorithm";
    const Option* option = find_option(name);
    if (option == nullptr) throw std::logic_error(fmt::format("no option {} in '{}'", word, text));
    if (option->kind == Option::Kind::kFlag) {
      word = "true";
    } else if (name != "algorithm" && !(words >> word)) {
      throw std::logic_error(fmt::format("no value of {} in '{}'", name, text));
    }
    option->set(experiment.config, word);
  }
  return experiment;
}

}  // namespace

std::string cell(double value) { return fmt::format("{}", value); }

Row& Row::ask(const std::string& command, std::function<double(const Outcome&)> value) {
  point().experiment = read_command(command);
  point().value_of = std::move(value);
  return *this;
}

Row& Row::over(const std::string& command) {
  point().over = read_command(command);
  return *this;
}

Row& Row::budget(double seconds) {
  point().least_budget = seconds;
  return *this;
}

Row& Row::count(std::function<double()> value, double seconds) {
  point().counted = std::move(value);
  point().counting = seconds;
  return *this;
}

Row& Row::why(std::string reason) {
  point().why = std::move(reason);
  return *this;
}

Row& Row::note(std::string remark) {
  point().note = std::move(remark);
  return *this;
}

std::string equal_torus(int side, int dimensions) {
  std::string text = fmt::format("torus:{}", side);
  for (int d = 1; d < dimensions; ++d) text += fmt::format("x{}", side);
  return text;
}

}  // namespace torusim
