// Sizes and times in every reader and option: near the limits of 31, 53 and 63 bits they are exact, or
// refused.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <sstream>

#include "models/contract/time_limits.h"
#include "schedules/chakra/chakra_program.h"
#include "schedules/convert/cm_program.h"
#include "schedules/convert/export.h"
#include "schedules/convert/goal_binary.h"
#include "schedules/convert/goal_program.h"
#include "schedules/convert/mscclpp_program.h"
#include "schedules/core/read_number.h"
#include "schedules/core/traffic_matrix.h"
#include "schedules/tests/chakra/trace_writer.h"
#include "schedules/tests/convert/plan_text.h"
#include "schedules/tests/own_directory.h"
#include "schedules/tests/refusal.h"
#include "schedules/text/tcs_reader.h"
#include "testbench/config/jobs_file.h"
#include "testbench/config/load_program.h"
#include "testbench/config/option.h"
#include "testbench/config/units.h"

namespace torusim {
namespace {

using Wide = __int128;
constexpr int kFlitBytes = 1'000'000;

ProgramSchedule on_path(Program program, Decimal cycles_per_unit = 1) {
  ProgramSettings settings;
  for (std::int32_t rank = 0; rank < program.ranks(); ++rank) settings.node_of_rank.push_back(rank);
  settings.flit_bytes = kFlitBytes;
  settings.cycles_per_unit = cycles_per_unit;
  return ProgramSchedule(std::move(program), Topology::parse("path:2"), std::move(settings));
}

/// The cycles of the first computation or delay, or the flits of the first message.
std::int64_t first_of(const ProgramSchedule& schedule) {
  for (const Operation& operation : schedule.program().operations) {
    if (operation.kind == Operation::Kind::kSend) return schedule.flits(operation);
    if (operation.size > 0) return schedule.cycles(operation);
  }
  return 0;
}

/// A file of two ranks, each of one operation.
std::string goal(const std::string& first, const std::string& second) {
  return "num_ranks 2\nrank 0 {\n" + first + "\n}\nrank 1 {\n" + second + "\n}\n";
}

std::string binary_goal(char type, std::uint64_t size) {
  std::string text;
  const auto number = [&](std::uint64_t value, int length) {
    for (int i = 0; i < length; ++i) text += static_cast<char>(value >> (8 * i) & 255);
  };
  number(4223, 8), number(2, 4), number(1, 1), number(1, 1);
  for (const int at : {38, 89, 89, 97}) number(static_cast<std::uint64_t>(at), 8);
  number(1, 4), number(1, 4), number(0, 4);
  number(0, 4), number(static_cast<unsigned char>(type), 1), number(1, 4), number(size, 8),
      number(0, 4 + 1 + 1);
  text.append(16 + 8, 0);
  return text;
}

std::int64_t traced(const test::NodeMessage& node) {
  const std::vector<ChakraTrace> traces{read_chakra_text(test::trace_of({node}), "t.0.et"),
                                        read_chakra_text(test::trace_of({}), "t.1.et")};
  const Topology topology = Topology::parse("path:2");
  return first_of(on_path(chakra_program(traces, "t", topology, {0, 1}, {}).program));
}

std::uint64_t of(const std::string& number) {  // saturates, as a file of 64 bits cannot say more
  std::uint64_t value = 0;
  return read_number(number, value) ? value : UINT64_MAX;
}

std::int64_t of_goal(const std::string& first, const std::string& second, Decimal cycles_per_unit = 1) {
  return first_of(on_path(read_goal_program_text(goal(first, second), "f").program, cycles_per_unit));
}
std::int64_t of_binary_goal(char type, const std::string& size) {
  return first_of(on_path(read_goal_binary_text(binary_goal(type, of(size)), "f")));
}
std::int64_t of_connection(const std::string& start, const std::string& size) {
  Program program =
      read_cm_program_text("Nodes 2\nConnections 1\n0->1 start " + start + " size " + size + "\n", "f")
          .program;
  const Decimal unit = program.ns_per_unit;
  return first_of(on_path(std::move(program), unit));
}
std::int64_t of_plan(const std::string& number) {
  const std::int64_t bytes = bytes_of(number + "B", kMostAmount);
  if (bytes == 0) return bytes;  // 0 stands for chunks of a flit
  return read_mscclpp_text(test::ring_all_gather(4).json(), "f", {1, bytes, 0}).chunks.chunk_bytes;
}
std::int64_t of_schedule(const std::string& blocks) {
  const auto schedule = read_tcs_text(
      "tcs 1\ntopology path 2\ncollective messages\nphase p\n0 > 1 n=" + blocks + "\nend 1\n", "f");
  Phase phase;
  schedule->next(phase);
  ScheduleInfo info = schedule->info();
  info.block_flits = 1'000'000;
  return message_bytes(info, phase.transfers.at(0), 1000) / 1'000'000'000;
}
std::int64_t of_matrix(const std::string& bytes) {
  std::istringstream text("0," + bytes + "\n0,0\n");
  return read_matrix(text, "f", 2, kFlitBytes).total();
}
std::int64_t of_job(const std::string& start) {
  const std::string text = "[[job]]\nrun = \"direct\"\nnodes = \"(*)\"\nstart = " + start + "\n";
  return cycles_of(read_jobs_text(text, "f").at(0).start, 0, kLongestStartup);
}
std::int64_t of_map(const std::string& node) {
  const test::OwnDirectory own("amounts");
  RunConfig config;
  config.algorithm = (own.path() / "f.goal").string();
  config.map = (own.path() / "map").string();
  config.topology = "ring:8";
  std::ofstream(config.algorithm) << goal("", "");
  std::ofstream(config.map) << "(" << node << ")\n0\n";
  return load_program(config)->node_of(0);
}

struct AmountReader {
  const char* name;
  std::function<std::int64_t(const std::string&)> read;
  std::int64_t factor = 1, divisor = 1;  // of the exact result
};

const std::vector<AmountReader>& amount_readers() {
  using Text = const std::string&;
  static const std::vector<AmountReader> kReaders{
      {"calc of GOAL", [](Text n) { return of_goal("calc " + n, ""); }},
      {"the same at 1.5 GHz",
       [](Text n) {
         return of_goal("calc " + n, "", {15, -1});
       },
       3, 2},
      {"send of GOAL", [](Text n) { return of_goal("send " + n + "b to 1", ""); }, 1, kFlitBytes},
      {"calc of binary GOAL", [](Text n) { return of_binary_goal(3, n); }},
      {"send of binary GOAL", [](Text n) { return of_binary_goal(1, n); }, 1, kFlitBytes},
      {"COMP_NODE", [](Text n) { return of(n) == 0 ? 0 : traced(test::NodeMessage::compute(1, of(n))); },
       1000},
      {"COMM_SEND_NODE", [](Text n) { return traced(test::NodeMessage::send(1, 1, of(n))); }, 1, kFlitBytes},
      {"size of a connection", [](Text n) { return of_connection("0", n); }, 1, kFlitBytes},
      {"start of a connection", [](Text n) { return n == "0" ? 0 : of_connection(n, "1"); }, 1, 1000},
      {"buffer of a plan", of_plan, 1, 4},
      {"blocks of a schedule text", of_schedule},
      {"bytes of a matrix", of_matrix, 1, kFlitBytes},
      {"start of a job", of_job},
      {"node of a map", of_map},
      {"o of a host", [](Text n) { return parse_host("o=" + n, 0).overhead; }},
      {"o in s at 1 GHz", [](Text n) { return parse_host("o=" + n + "s", 1e9).overhead; }, 1'000'000'000},
      {"O of a host", [](Text n) { return parse_host("O=" + n, 0).busy(10); }, 9},
      {"S of a host", [](Text n) { return parse_host("S=" + n, 0).rendezvous; }},
      {"ns at 1 GHz", [](Text n) { return cycles_of(n + "ns", 1e9, kMostAmount); }},
      {"ps at 312.5 MHz", [](Text n) { return cycles_of(n + "ps", 312.5e6, kMostAmount); }, 1, 3200},
      {"s at 1 GHz", [](Text n) { return cycles_of(n + "s", 1e9, kMostAmount); }, 1'000'000'000},
      {"kB in flits", [](Text n) { return flits_of(n + "kB", 16, kMostAmount); }, 1000, 16},
      {"GiB in bytes", [](Text n) { return bytes_of(n + "GiB", kMostAmount); }, 1 << 30}};
  return kReaders;
}

std::vector<std::string> edges() {
  std::vector<std::string> numbers;
  for (const int bit : {0, 31, 53, 62, 63, 64}) {
    for (const int more : {-1, 0, 1}) {
      const Wide number = (Wide{1} << bit) + more;
      const auto low = static_cast<std::uint64_t>(number);
      numbers.push_back(number >> 64 == 0 ? fmt::format("{}", low)
                                          : fmt::format("1844674407370955161{}", 6 + more));
    }
  }
  for (const char* other : {"999999941", "1000000000", "1000000001", "4611686018427387904000"})
    numbers.emplace_back(other);
  return numbers;
}

Wide wide(const std::string& digits) {
  Wide value = 0;
  for (const char c : digits) value = 10 * value + (c - '0');
  return value;
}

TEST(Amounts, AreExactOrRefusedInEveryReader) {
  for (const AmountReader& reader : amount_readers()) {
    int exact = 0;
    for (const std::string& number : edges()) {
      SCOPED_TRACE(fmt::format("{}: {}", reader.name, number));
      try {
        const std::int64_t found = reader.read(number);
        const Wide expected = (wide(number) * reader.factor + reader.divisor - 1) / reader.divisor;
        EXPECT_TRUE(found == expected) << found;
        ++exact;
      } catch (const std::runtime_error& refusal) {
        const bool ours =
            dynamic_cast<const InputError*>(&refusal) || dynamic_cast<const UsageError*>(&refusal);
        EXPECT_TRUE(ours) << refusal.what();
        EXPECT_NE(number, "1") << refusal.what();
      }
    }
    EXPECT_GE(exact, 2) << reader.name;
  }
}

TEST(Amounts, AreExactOrRefusedInEveryOption) {
  for (const Option& option : option_table()) {
    if (option.kind != Option::Kind::kNumber) continue;
    const bool flits = option.unit == "flits";
    for (const std::string& number : edges()) {
      for (const char* unit : {"", option.unit == "cycles" ? "ns" : flits ? "B" : ""}) {
        RunConfig config;
        config.clock = 1e9;
        config.flit_bytes = 1;
        const auto set = [&] {
          option.set(config, number + unit);
          convert_units(config);
        };
        if (test::refusal<UsageError>(set) == "accepted") {
          EXPECT_EQ(option.get(config), number) << option.name << unit;
        }
      }
    }
  }
}

TEST(Amounts, OfAllOperationsAreLimited) {
  const auto refusal = [](const char* first, const char* second) {
    return test::refusal([&] { on_path(read_goal_program_text(goal(first, second), "f").program); });
  };
  EXPECT_EQ(refusal("calc 4000000000000000000", "calc 611686018427387904"), "accepted");
  EXPECT_EQ(refusal("calc 4700000000000000000", "calc 4700000000000000000"),
            "f:3: with this operation, all computations and host costs take more than 2^62 cycles");
  std::string sends;
  for (int i = 0; i < 4296; ++i) sends += "send 1073741823000000b to 1\n";
  EXPECT_EQ(refusal(sends.c_str(), ""),
            "f:4297: with this operation, all messages have more than 2^62 bytes");
}

TEST(Amounts, HaveDecimals) {
  EXPECT_EQ(cycles_of("1.5ns", 1e9, 100), 2);
  EXPECT_EQ(cycles_of("0.3us", 1e8, 100), 30);
  EXPECT_EQ(cycles_of("1.000000000000000001s", 1e9, kMostAmount), 1'000'000'000);  // within a billionth
}

TEST(Amounts, RefuseWhatIsMissingOrTooMuch) {
  EXPECT_EQ(test::refusal<UsageError>([] { cycles_of("20ns", 0, 100); }),
            "must be cycles, because a time needs --clock, such as 1GHz");
  EXPECT_EQ(test::refusal<UsageError>([] { cycles_of("200ns", 1e9, 100); }), "must be at most 100 cycles");
  EXPECT_EQ(test::refusal<UsageError>([] { cycles_of("101", 0, 100); }),
            "must be cycles, 0 to 100, or a time");
  EXPECT_EQ(test::refusal<UsageError>([] { cycles_of("-1", 1e9, 100); }),
            "must be cycles, 0 to 100, or a time");
  EXPECT_NE(test::refusal<UsageError>([] { cycles_of("2KiB", 1e9, 100); }), "accepted");
  EXPECT_EQ(test::refusal<UsageError>([] { flits_of("1KiB", 0, 100); }),
            "must be flits, because a size needs --flit-bytes, such as 16");
  EXPECT_EQ(test::refusal<UsageError>([] { flits_of("1e30GB", 1, 100); }).substr(0, 7), "must be");
}

}  // namespace
}  // namespace torusim
