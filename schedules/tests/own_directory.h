#pragma once
/// A place for the files of a test.

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>

namespace torusim::test {

/// A directory of one process, empty at first and gone at the end: tests run side by side.
class OwnDirectory {
 public:
  explicit OwnDirectory(const std::string& name)
      : path_(std::filesystem::canonical(testing::TempDir()) / (name + "_" + std::to_string(getpid()))) {
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
  }
  ~OwnDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  OwnDirectory(const OwnDirectory&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  const std::filesystem::path path_;
};

}  // namespace torusim::test
