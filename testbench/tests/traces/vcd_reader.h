#pragma once
/// Reads back what a VCD file says: the changes of every signal by its full name, strings unescaped.

#include <cstdint>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace torusim::test {

class VcdReader {
 public:
  struct Change {
    std::int64_t time;
    std::string value;  ///< of a vector: binary without leading zeros
  };

  explicit VcdReader(const std::string& path) {
    std::ifstream file(path);
    if (!file) throw std::runtime_error("cannot read " + path);
    std::vector<std::string> scopes;
    std::int64_t now = 0;
    for (std::string line; std::getline(file, line);) {
      std::istringstream words(line);
      std::string word, kind, width, identifier, name;
      words >> word;
      if (word == "$scope") {
        words >> kind >> name;
        scopes.push_back(name);
      } else if (word == "$upscope") {
        scopes.pop_back();
      } else if (word == "$var") {
        words >> kind >> width >> identifier >> name;
        std::string full;
        for (const std::string& scope : scopes) full += scope + ".";
        names_[identifier].push_back(full + name);
        changes_[full + name];
      } else if (word[0] == '#') {
        now = std::stoll(word.substr(1));
        times_.push_back(now);
      } else if (word[0] == 'b' || word[0] == 's') {
        words >> identifier;
        add(identifier, now, word[0] == 's' ? unescaped(word.substr(1)) : word.substr(1));
      } else if (word[0] == '0' || word[0] == '1') {
        add(word.substr(1), now, word.substr(0, 1));
      }
    }
  }

  bool has(const std::string& name) const { return changes_.count(name) != 0; }
  const std::vector<Change>& changes(const std::string& name) const { return changes_.at(name); }
  /// The value in cycle `time`.
  std::string at(const std::string& name, std::int64_t time) const {
    std::string value = "never written";
    for (const Change& change : changes_.at(name)) {
      if (change.time <= time) value = change.value;
    }
    return value;
  }
  int number_at(const std::string& name, std::int64_t time) const {
    return static_cast<int>(std::stoll(at(name, time), nullptr, 2));
  }
  std::size_t signals() const { return changes_.size(); }
  const std::vector<std::int64_t>& times() const { return times_; }

 private:
  static std::string unescaped(const std::string& text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '\\') {
        result += static_cast<char>(std::stoi(text.substr(i + 1, 3), nullptr, 8));
        i += 3;
      } else {
        result += text[i];
      }
    }
    return result;
  }
  void add(const std::string& identifier, std::int64_t time, const std::string& value) {
    for (const std::string& name : names_.at(identifier)) changes_[name].push_back({time, value});
  }

  std::map<std::string, std::vector<std::string>> names_;
  std::map<std::string, std::vector<Change>> changes_;
  std::vector<std::int64_t> times_;
};

}  // namespace torusim::test
