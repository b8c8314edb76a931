#include "schedules/convert/goal_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>

#include "schedules/convert/goal_binary.h"
#include "schedules/convert/goal_text.h"
#include "schedules/core/error.h"

namespace torusim {
namespace {

using text::Cursor;

class GoalProgramReader : private GoalText {
 public:
  explicit GoalProgramReader(text::LineSource source) : GoalText(std::move(source)) {}

  ProgramFile read() {
    read_all();
    return {builder_->finish(), notes()};
  }

 private:
  void header(std::int64_t count) override { builder_.emplace(file(), static_cast<std::int32_t>(count)); }

  void begin_rank(std::int64_t rank) override { builder_->begin_rank(static_cast<std::int32_t>(rank)); }

  void wait(std::size_t later, std::size_t earlier, bool started) override {
    builder_->wait(static_cast<OperationId>(later), static_cast<OperationId>(earlier), started);
  }

  void operation(Cursor& cursor, const Statement& read) override {
    Operation operation;
    switch (read.kind) {
      case Statement::Kind::kCompute:
        break;
      case Statement::Kind::kSend:
        operation.kind = Operation::Kind::kSend;
        break;
      case Statement::Kind::kReceive:
        operation.kind = Operation::Kind::kReceive;
        break;
    }
    if (read.tag < -1 || read.tag >= std::int64_t{Operation::kAnyTag}) {
      cursor.fail(read.at, fmt::format("tag {} is outside 0..{}", read.tag, Operation::kAnyTag - 1));
    }
    operation.tag = read.tag < 0 ? Operation::kAnyTag : static_cast<std::uint32_t>(read.tag);
    operation.cpu = place(cursor, read.at, "cpu", read.cpu);
    operation.nic = place(cursor, read.at, "nic", read.nic);
    operation.peer = static_cast<std::int32_t>(read.peer);
    operation.size = read.amount;
    operation.line = static_cast<std::uint32_t>(line());
    builder_->add(operation);
  }

  static std::uint8_t place(Cursor& cursor, std::size_t at, const char* what, std::int64_t number) {
    if (number < 0 || number > UINT8_MAX) {
      cursor.fail(at, fmt::format("{} {} is outside 0..{}", what, number, UINT8_MAX));
    }
    return static_cast<std::uint8_t>(number);
  }

  std::optional<ProgramBuilder> builder_;
};

}  // namespace

bool is_binary_goal(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return false;
  std::ifstream file(path, std::ios::binary);
  char first[kGoalMagic.size()] = {};
  file.read(first, sizeof first);
  return file && std::string_view(first, sizeof first) == kGoalMagic;
}

ProgramFile read_goal_program(const std::string& path) {
  if (is_binary_goal(path)) {
    std::ifstream file(path, std::ios::binary);
    const auto size = static_cast<std::uint64_t>(std::filesystem::file_size(path));
    const ReadBytes read = [&](std::uint64_t begin, std::uint64_t end) {
      std::string bytes(static_cast<std::size_t>(std::min(end, size) - std::min(begin, size)), 0);
      file.seekg(static_cast<std::streamoff>(begin));
      if (!bytes.empty() && !file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()))) {
        throw InputError(fmt::format("{}: cannot be read", path));
      }
      return bytes;
    };
    return {read_goal_binary(read, path), {}};
  }
  return GoalProgramReader(text::LineSource::open(path, text::HashComments::kNo)).read();
}

ProgramFile read_goal_program_text(std::string text, std::string name) {
  return GoalProgramReader(
             text::LineSource::from_text(std::move(text), std::move(name), text::HashComments::kNo))
      .read();
}

}  // namespace torusim
