#include "models/foreign/plugin/library_router.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "models/foreign/guest_call.h"
#include "schedules/core/error.h"

namespace torusim::rtl {
namespace {

static_assert(TORUSIM_ROUTER_DATA_WORDS == std::tuple_size_v<Data>);
static_assert(TORUSIM_ROUTER_DIMENSIONS == Topology::kMaxDimensions);

/// Runs `call` of the library `name`; an exception becomes text.
template <typename Call>
std::string thrown_by(const std::string& name, Call call) {
  const GuestCall guest(name);
  try {
    call();
    return {};
  } catch (const std::exception& error) {
    return fmt::format("it threw: {}", error.what());
  } catch (...) {
    return "it threw an object that is not a std::exception";
  }
}

void* create(const torusim_router_api& api, const std::string& text, const std::string& node_name,
             const torusim_router_site& site) {
  std::array<char, 512> error{};
  void* router = nullptr;
  std::string reason = thrown_by(text, [&] { router = api.create(&site, error.data(), error.size()); });
  error.back() = 0;
  if (router != nullptr) return router;
  if (reason.empty()) reason = error.front() != 0 ? error.data() : "it gives no reason";
  throw InputError(fmt::format("{} cannot be made for node {}: {}", text, node_name, reason));
}

}  // namespace

LibraryRouter::LibraryRouter(const torusim_router_api& api, std::string text, const std::string& node_name,
                             const torusim_router_site& site)
    : api_(api),
      text_(std::move(text)),
      ports_(site.ports),
      words_(api.limits.data_bits > 0 ? (api.limits.data_bits + 63) / 64 : TORUSIM_ROUTER_DATA_WORDS),
      in_(ports_, (site.modes & TORUSIM_ROUTER_PHASE_GATES) != 0),
      out_(ports_),
      router_(create(api, text_, node_name, site)) {
  if (succeeds("reset", [&] { return api_.reset(router_); })) return;
  api_.destroy(router_);
  throw InputError(failure_);
}

LibraryRouter::~LibraryRouter() {
  const GuestCall call(text_);
  api_.destroy(router_);
}

std::string LibraryRouter::reason() const {
  const GuestCall call(text_);
  const char* const text = api_.error == nullptr ? nullptr : api_.error(router_);
  return text == nullptr ? "it gives no reason" : text;
}

template <typename Call>
bool LibraryRouter::succeeds(const char* name, Call call) {
  int status = 0;
  std::string why = thrown_by(text_, [&] { status = call(); });
  if (why.empty() && status == 0) return true;
  if (why.empty()) why = reason();
  failure_ = fmt::format("{}: {}() failed: {}", text_, name, why);
  return false;
}

void LibraryRouter::tick(Cycle now, const RouterWires& inputs, RouterWires& outputs) {
  outputs.clear();
  if (!failure_.empty()) return;
  for (int p = 0; p < ports_; ++p) {
    const Forward flit = inputs.flit(p);
    torusim_flit& pins = in_.forward[p];
    pins.valid = flit.valid;
    if (flit.valid) {
      check_width(flit.data, words_);
      pins.head = flit.head;
      pins.tail = flit.tail;
      pins.vc = flit.vc;
      std::copy(flit.data.begin(), flit.data.end(), pins.data);
    }
    const Backward back = inputs.back(p);
    in_.backward[p] = {back.credit, back.credit_vc, back.ack, back.ack_vc};
  }
  for (std::size_t p = 0; p < in_.gates.size(); ++p)
    in_.gates[p] = {inputs.gates[p].limit, inputs.gates[p].next};
  if (!succeeds("clock", [&] { return api_.clock(router_, now, &in_.wires, &out_.wires); })) return;
  for (int p = 0; p < ports_; ++p) {
    const torusim_flit& pins = out_.forward[p];
    if (pins.valid != 0) {
      Forward flit{true, pins.head != 0, pins.tail != 0, pins.vc, {}};
      std::copy(std::begin(pins.data), std::end(pins.data), flit.data.begin());
      outputs.put(p, flit);
    }
    const torusim_credit& back = out_.backward[p];
    outputs.put(p, Backward{back.credit != 0, back.credit_vc, back.ack != 0, back.ack_vc});
  }
}

bool LibraryRouter::trace(const std::string& path) {
  if (api_.trace == nullptr) {
    throw InputError(fmt::format(
        "--trace-rtl: {} provides no internal waves; set TRACE in its torusim_add_router()", text_));
  }
  traced_ = true;
  if (succeeds("trace", [&] { return api_.trace(router_, path.c_str()); })) return true;
  throw InputError(failure_);
}

bool LibraryRouter::idle() const {
  const GuestCall call(text_);
  return api_.idle != nullptr && api_.idle(router_) != 0;
}

int LibraryRouter::settles_after() const {
  return api_.settle_cycles > 0 ? api_.settle_cycles : ForeignRouter::settles_after();
}

}  // namespace torusim::rtl
