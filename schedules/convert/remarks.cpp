#include "schedules/convert/remarks.h"

#include <fmt/format.h>

#include <filesystem>
#include <sstream>

#include "schedules/core/error.h"
#include "schedules/text/tcs_transfer.h"
#include "schedules/text/tcs_writer.h"

namespace torusim {

void Remarks::statement(text::Cursor& cursor, std::int64_t line) {
  line_ = line;
  cursor.skip_blanks();
  const std::size_t at = cursor.at();
  const std::string_view keyword = cursor.word();
  if (keyword == "phase") {
    cursor.skip_blanks();
    text::check_name(cursor);
    phases_.emplace_back(cursor.rest());
  } else if (keyword == "flit-bytes") {
    cursor.skip_blanks();
    const std::size_t value_at = cursor.at();
    const std::int64_t bytes = cursor.number("the bytes of a flit");
    if (bytes < 1 || bytes > 1'000'000) cursor.fail(value_at, "a flit has 1 to 1000000 bytes");
    flit_bytes_ = static_cast<int>(bytes);
    cursor.expect_end();
  } else if (!header_.statement(keyword, at, cursor)) {
    cursor.fail(at, fmt::format("unknown remark '{}'", keyword));
  }
}

Transfer Remarks::transfer(text::Cursor& cursor) const {
  Transfer transfer;
  text::parse_transfer(cursor, header_.finish(cursor), {}, transfer);
  return transfer;
}

ScheduleInfo Remarks::info(const OutsideOptions& options, std::int64_t nodes, std::int64_t line) const {
  ScheduleInfo info;
  if (present()) {
    info = header_.finish(text::Cursor(file_, line_, ""));
    if (options.topology && !(*options.topology == info.topology)) {
      throw InputError(
          fmt::format("{} is for {}, not for {}", file_, info.topology.name(), options.topology->name()));
    }
    if (options.collective != Reading::kAuto || options.routes != Routes::kDor) {
      throw InputError(
          fmt::format("{}:{}: remarks give its collective and routes; --collective and --routes are for "
                      "files without remarks",
                      file_, line_));
    }
  } else if (options.topology) {
    info.topology = *options.topology;
    info.name = std::filesystem::path(file_).stem().string();
    info.ports = options.ports.value_or(info.topology.network_ports());
  } else {
    throw InputError(fmt::format("{}:{}: {} ranks, but no topology; name one, for example -t ring:{}", file_,
                                 line, nodes, nodes));
  }
  if (info.topology.nodes() != nodes) {
    throw InputError(fmt::format("{}:{}: {} ranks, but {} has {} nodes", file_, line, nodes,
                                 info.topology.name(), info.topology.nodes()));
  }
  if (info.ports < 1 || info.ports > info.topology.network_ports()) {
    throw InputError(fmt::format("{}: {} ports; a node of {} has 1 to {}", file_, info.ports,
                                 info.topology.name(), info.topology.network_ports()));
  }
  if (options.block) info.block_flits = *options.block;
  return info;
}

std::vector<std::string> remark_lines(const ScheduleInfo& info, const std::vector<Phase>& phases,
                                      int flit_bytes) {
  ScheduleInfo kept = info;
  kept.has_signals = false;
  if (kept.sync == Synchronisation::kLocal) kept.sync = Synchronisation::kBarrier;
  std::vector<std::string> lines;
  std::istringstream header(tcs_header(kept));
  for (std::string line; std::getline(header, line);) lines.push_back(line);
  lines.push_back(fmt::format("flit-bytes {}", flit_bytes));
  for (const Phase& phase : phases) lines.push_back("phase " + phase.name);
  return lines;
}

std::int64_t message_bytes(const ScheduleInfo& info, const Transfer& transfer, int flit_bytes) {
  const std::int64_t block = std::int64_t{info.block_flits} * flit_bytes;
  const std::int64_t blocks = transfer.block_count();
  if (block > 0 && blocks > (std::int64_t{1} << 62) / block) {
    throw InputError(fmt::format("a message from {} to {} of {} blocks of {} bytes exceeds 2^62 bytes",
                                 transfer.source, transfer.destination, blocks, block));
  }
  return blocks * block;
}

}  // namespace torusim
