#include <algorithm>
#include <memory>
#include <numeric>
#include <random>

#include "models/run/level_choice.h"
#include "models/run/program_time.h"
#include "schedules/algorithms/registry.h"
#include "schedules/convert/msccl_chunks.h"
#include "schedules/convert/mscclpp_program.h"
#include "schedules/core/jobs.h"
#include "schedules/tests/convert/plan_text.h"
#include "schedules/tests/convert/random_msccl.h"
#include "schedules/tests/random_program.h"
#include "testbench/tests/levels/any_case.h"
#include "testbench/tests/levels/full_text.h"
#include "testbench/tests/models/any_run.h"

namespace torusim::test {
namespace {

Job job_on(const Topology& whole, const std::string& part, std::int64_t start, PhaseOrder order) {
  SubNetwork place = SubNetwork::parse(whole, part);
  const auto schedule = make_schedule("direct", place.topology);
  std::vector<NodeId> nodes = place.node_of;
  const int block = *rc::gen::inRange(1, 6);
  return {"direct" + part,
          program_of(*schedule, block, 1, order),
          std::move(nodes),
          std::move(place),
          start,
          0,
          block};
}

/// Two jobs on nodes of their own, whose messages may meet.
ProgramSchedule any_jobs() {
  const Topology whole = Topology::parse("torus:4x4");
  std::vector<Job> jobs;
  jobs.push_back(job_on(whole, *rc::gen::element("(*,0..2/2)", "(0..2/2,*)", "(0..1,0..1)"),
                        *rc::gen::inRange(0, 30), {any_sync(), *rc::gen::inRange(0, 10)}));
  const char* const other = jobs[0].name == "direct(*,0..2/2)" ? "(*,1..3/2)" : "(3,1..3/2)";
  jobs.push_back(job_on(whole, other, 0, {}));
  jobs.back().inside.reset();
  jobs.back().message_class = *rc::gen::inRange(0, 2);
  return JobsSchedule::join("two", whole, std::move(jobs));
}

/// Chunks of an MSCCL algorithm or an MSCCL++ plan, with its ranks on any nodes.
ProgramSchedule any_chunks() {
  const Topology topology = Topology::parse(
      *rc::gen::element<std::string>("ring:6", "torus:2x3", "torus:4x3", "mesh:3x2", "torus:2x2x2"));
  const auto seed = *rc::gen::arbitrary<unsigned>();
  const int ranks = *rc::gen::inRange(2, 6);
  const ChunkSize size{*rc::gen::inRange(1, 60), 0};
  const auto collective =
      *rc::gen::element<std::string>("allgather", "broadcast", "alltoall", "allreduce", "reduce_scatter");
  ChunkProgram read = one_in(3) && ranks > 2
                          ? read_mscclpp_text(ring_all_gather(ranks).json(), "p.json", size)
                          : read_msccl_program_text(random_msccl(collective, ranks, seed).xml(), "f", size);
  ProgramSettings settings;
  settings.node_of_rank.resize(static_cast<std::size_t>(topology.nodes()));
  std::iota(settings.node_of_rank.begin(), settings.node_of_rank.end(), 0);
  std::shuffle(settings.node_of_rank.begin(), settings.node_of_rank.end(), std::mt19937(seed));
  settings.node_of_rank.resize(static_cast<std::size_t>(ranks));
  settings.flit_bytes = *rc::gen::inRange(1, 17);
  settings.chunks = std::make_shared<const ChunkMoves>(std::move(read.chunks));
  return ProgramSchedule(std::move(read.program), topology, std::move(settings));
}

}  // namespace

AnyCase any_program() {
  const auto kind = *rc::gen::weightedElement<std::string>({{3, "program"}, {1, "jobs"}, {2, "chunks"}});
  const Shape shape = *rc::gen::element(Shape::kProduct, Shape::kProduct, Shape::kTwisted);
  const auto program = std::make_shared<ProgramSchedule>(
      kind == "jobs"     ? any_jobs()
      : kind == "chunks" ? any_chunks()
                         : random_program(any_topology(shape, false), *rc::gen::arbitrary<unsigned>()));
  RunOptions options = options_for(*program, Synchronisation::kNone);
  draw_hardware(options.hardware, {.longest = 1 + program->longest()});
  options.startup = *rc::gen::inRange<Cycle>(0, 12);
  const bool limited = one_in(8);
  if (limited) options.max_cycles = *rc::gen::inRange<Cycle>(1, 600);

  AnyCase any;
  any.hardware = options.hardware;
  any.fits_dense = dense_fit(*program, options).unsupported_reason.empty();
  any.may_deadlock = may_deadlock(options.hardware);
  any.may_stop = limited;
  any.max_cycles = options.max_cycles;
  any.classes = classes_of(options.hardware);
  any.classes.insert(kind);
  any.simulate = [program, options](const Way& way) {
    const Outcome outcome = simulate_in(way, *program, options);
    if (outcome.end == Outcome::End::kWhole) {
      RC_ASSERT(cycles_without_contention(*program, options).has_value());
    }
    return outcome;
  };
  return any;
}

}  // namespace torusim::test
