#include "testbench/reproduce/exhibit_reader.h"

#include <fmt/format.h>

#include <stdexcept>

#include "testbench/config/option.h"
#include "testbench/reproduce/outline.h"

namespace torusim {
namespace {

/// `run te-a1 -t torus:4x3 --set ports=one`.
Experiment read_command(const std::string& text) {
  Experiment experiment;
  const std::vector<std::string> words = parts_of(text, ' ');
  if (words.empty() || (words[0] != "run" && words[0] != "info")) {
    throw std::invalid_argument("neither run nor info: " + text);
  }
  experiment.runs = words[0] == "run";
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& word = words[i];
    const std::string name = word == "-t"             ? "topology"
                             : word.starts_with("--") ? word.substr(2)
                                                      : "algorithm";
    const Option* option = find_option(name);
    if (option == nullptr) throw std::invalid_argument("no option " + word);
    if (option->kind == Option::Kind::kFlag) {
      option->set(experiment.config, "true");
    } else {
      option->set(experiment.config, name == "algorithm" ? word : words.at(++i));
    }
  }
  return experiment;
}

Scope with(Scope scope, const Outcome& outcome) {
  const auto add = [&](const char* name, auto value) { scope.values[name] = static_cast<double>(value); };
  add("startups", outcome.startups);
  add("blocks", outcome.blocks);
  add("cycles", outcome.cycles);
  add("flit_hops", outcome.flit_hops);
  add("sum_loads", outcome.sum_loads);
  add("max_load", outcome.max_load);
  add("shares", outcome.shares);
  return scope;
}

/// The text up to a separator, and what follows it.
std::pair<std::string, std::string> split(const OutlineLine& line, std::string_view separator) {
  const std::size_t at = line.rest.find(separator);
  if (at == std::string::npos) throw std::invalid_argument(fmt::format("no '{}'", separator));
  return {line.rest.substr(0, at), line.rest.substr(at + separator.size())};
}

class ExhibitReader {
 public:
  explicit ExhibitReader(std::string name) : name_(std::move(name)) {}

  /// A block has a scope of its own; that of a part is where it stands.
  void read(const std::vector<OutlineLine>& block, const Scope& scope) {
    Scope own = scope;
    read_into(block, own);
  }

  std::vector<Exhibit> take() { return std::move(exhibits_); }

 private:
  void read_into(const std::vector<OutlineLine>& block, Scope& scope) {
    for (const OutlineLine& line : block) {
      try {
        read(line, scope);
      } catch (const std::exception& error) {
        const std::string place = name_ + ':';
        if (std::string_view(error.what()).starts_with(place)) throw;
        throw std::logic_error(fmt::format("{}{}: {}", place, line.number, error.what()));
      }
    }
  }

  void read(const OutlineLine& line, Scope& scope) {
    const auto is = [&](std::string_view key) { return line.key == key; };
    if (is("let")) {
      const auto [name, expression] = split(line, " = ");
      scope.values[name] = evaluate(expression, scope);
    } else if (is("say")) {
      const std::string all = line.joined(), name = all.substr(0, all.find(' '));
      scope.values[name] = expand(all == name ? "" : all.substr(name.size() + 1), scope);
    } else if (is("for")) {
      loop(line, scope);
    } else if (is("if")) {
      if (number_of(evaluate(line.rest, scope)) != 0) read(line.block, scope);
    } else if (is("part")) {
      parts_[line.rest] = &line.block;
    } else if (is("use")) {
      const auto part = parts_.find(line.rest);
      if (part == parts_.end()) throw std::invalid_argument("no part " + line.rest);
      read_into(*part->second, scope);
    } else if (is("exhibit")) {
      exhibits_.push_back({expand(line.rest, scope), "", "", {}, "", {}});
      read(line.block, scope);
    } else if (is("-")) {
      return;  // an item of the loop
    } else if (exhibits_.empty()) {
      throw std::invalid_argument("not in an exhibit: " + line.key);
    } else if (is("row")) {
      exhibits_.back().points.push_back({parts_of(expand(line.rest, scope), '|'), "", std::nullopt});
      read(line.block, scope);
    } else if (!of_exhibit(line, scope, exhibits_.back())) {
      if (exhibits_.back().points.empty()) throw std::invalid_argument("not in a row: " + line.key);
      of_row(line, scope, exhibits_.back().points.back());
    }
  }

  void loop(const OutlineLine& line, const Scope& scope) {
    std::vector<std::vector<std::string>> items;
    for (const OutlineLine& inner : line.block) {
      if (inner.key == "-") items.push_back(parts_of(expand(inner.joined(), scope), '|'));
    }
    const auto [names, listed] = split(line, " in");
    const std::vector<std::string> words = parts_of(expand(listed, scope), ' ');
    const std::size_t dots = words.empty() ? std::string::npos : words[0].find("..");
    if (dots != std::string::npos) {
      const double last = number_of(words[0].substr(dots + 2)),
                   step = words.size() == 3 ? std::stod(words[2]) : 1;
      for (double i = number_of(words[0].substr(0, dots)); i <= last; i += step)
        items.push_back({text_of(i)});
    } else {
      for (const std::string& word : words) items.push_back(parts_of(word, ','));
    }
    const std::vector<std::string> variables = parts_of(names, ',');
    for (const std::vector<std::string>& item : items) {
      if (item.size() != variables.size()) {
        throw std::invalid_argument(fmt::format("{} values for '{}'", item.size(), names));
      }
      Scope inner = scope;
      for (std::size_t i = 0; i < item.size(); ++i) inner.values[variables[i]] = item[i];
      read(line.block, inner);
    }
  }

  static bool of_exhibit(const OutlineLine& line, const Scope& scope, Exhibit& exhibit) {
    const auto text = [&] { return expand(line.joined(), scope); };
    if (line.key == "title") {
      exhibit.title = text();
    } else if (line.key == "text") {
      exhibit.text = text();
    } else if (line.key == "unit") {
      exhibit.unit = text();
    } else if (line.key == "columns") {
      exhibit.columns = parts_of(text(), '|');
    } else if (line.key == "plot") {
      const auto labels = parts_of(text(), '|'), columns = parts_of(labels.at(0), ' ');
      exhibit.plot = Plot{std::stoi(columns.at(0)), std::stoi(columns.at(1)), std::stoi(columns.at(2)),
                          labels.at(1), labels.at(2)};
    } else {
      return false;
    }
    return true;
  }

  static void of_row(const OutlineLine& line, const Scope& scope, Point& point) {
    const auto is = [&](std::string_view key) { return line.key == key; };
    const std::string whole = line.joined();
    const auto number = [&] { return number_of(evaluate(whole, scope)); };
    if (is("printed")) {
      point.printed = expand(whole, scope);
    } else if (is("why")) {
      point.why = expand(whole, scope);
    } else if (is("note")) {
      point.note = expand(whole, scope);
    } else if (is("formula")) {
      const Value value = evaluate(whole, scope);
      point.formula = text_of(value).empty() ? std::nullopt : std::optional(number_of(value));
    } else if (is("ask")) {
      point.experiment = read_command(expand(whole, scope));
    } else if (is("over")) {
      point.over = read_command(expand(whole, scope));
    } else if (is("takes")) {
      point.counting = number();
    } else if (is("budget")) {
      point.least_budget = number();
    } else if (is("value")) {
      check_expression(whole, with(scope, {}));
      point.value_of = [=](const Outcome& outcome) {
        return number_of(evaluate(whole, with(scope, outcome)));
      };
    } else if (is("count")) {
      check_expression(whole, scope);
      point.counted = [=] { return number_of(evaluate(whole, scope)); };
    } else {
      throw std::invalid_argument("unknown key " + line.key);
    }
  }

  std::string name_;
  std::vector<Exhibit> exhibits_;
  std::map<std::string, const std::vector<OutlineLine>*> parts_;
};

}  // namespace

std::vector<Exhibit> read_exhibits(const std::string& name, std::string_view text,
                                   const Functions& functions) {
  const std::vector<OutlineLine> outline = read_outline(text);
  ExhibitReader reader(name);
  reader.read(outline, {&functions});
  return reader.take();
}

}  // namespace torusim
