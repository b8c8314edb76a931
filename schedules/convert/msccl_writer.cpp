#include <fmt/format.h>

#include <map>
#include <pugixml.hpp>
#include <set>

#include "schedules/convert/export.h"
#include "schedules/convert/msccl_layout.h"
#include "schedules/core/error.h"

namespace torusim {
namespace {

using Place = MscclPlace;

/// Consecutive chunks here that go to consecutive chunks there.
struct Piece {
  Place from, to;
  int count = 1;
};

/// The scratch buffer of a GPU: the lowest free places first.
class Scratch {
 public:
  int take() {
    if (free_.empty()) return size_++;
    const int place = *free_.begin();
    free_.erase(free_.begin());
    return place;
  }
  /// Free from the next phase on, because in this one the place may still be read.
  void give(int place) { given_.push_back(place); }
  void next_phase() {
    free_.insert(given_.begin(), given_.end());
    given_.clear();
  }
  int size() const { return size_; }

 private:
  std::set<int> free_;
  std::vector<int> given_;
  int size_ = 0;
};

struct ThreadBlock {
  int send = -1, receive = -1;
  pugi::xml_node xml;
  std::vector<pugi::xml_node> steps;
};

class Gpu {
 public:
  Gpu(pugi::xml_node xml, int id, const MscclLayout& layout)
      : xml_(xml), id_(id), by_phase_(layout.exchange()), places_(layout.blocks()) {
    for (int j = 0; j < layout.inputs(id); ++j) {
      places_[layout.reduces() ? j : *layout.index({id, j})] = Place{'i', j};
    }
  }

  std::optional<Place>& place(std::int64_t block) { return places_[block]; }
  Scratch& scratch() { return scratch_; }

  /// The thread block for sends to (or receives from) a peer.
  int thread_block(int peer, bool sends) {
    const auto [found, fresh] = by_peer_.emplace(std::pair(peer, sends), static_cast<int>(blocks_.size()));
    if (fresh) {
      ThreadBlock block;
      (sends ? block.send : block.receive) = peer;
      block.xml = xml_.append_child("tb");
      block.xml.append_attribute("id") = found->second;
      block.xml.append_attribute("send") = block.send;
      block.xml.append_attribute("recv") = block.receive;
      block.xml.append_attribute("chan") = 0;
      blocks_.push_back(block);
    }
    return found->second;
  }

  /// A step of an exchange, which uses places of the scratch buffer again, waits for all steps of the phase
  /// before. Any other step waits for those that wrote what it reads, or that used what it writes.
  void step(int block, const char* type, const Piece& piece) {
    const bool writes = type[0] != 's';
    std::map<int, int> needs;  // the last step of each thread block
    const auto wait_for = [&](const Step& other) {
      if (other.block == block) return;
      int& last = needs.emplace(other.block, other.step).first->second;
      last = std::max(last, other.step);
    };
    if (by_phase_) {
      // The first step of a thread block in this phase waits; later ones need not wait again.
      for (const auto& [other, last] : before_) {
        if (!current_.contains(block)) wait_for({other, last});
      }
    }
    const Place used = writes ? piece.to : piece.from;
    for (int i = 0; i < piece.count && !by_phase_; ++i) {
      const Uses& uses = uses_[{used.buffer, used.offset + i}];
      if (uses.written) wait_for(*uses.written);
      for (const Step& reader : uses.readers) {
        if (writes) wait_for(reader);
      }
    }
    while (needs.size() > 1) {
      append(block, "nop", {}, *needs.rbegin());
      needs.erase(std::prev(needs.end()));
    }
    append(block, type, piece, needs.empty() ? std::pair(-1, -1) : std::pair<int, int>(*needs.begin()));
    current_[block] = last_step(block);
    for (int i = 0; i < piece.count && !by_phase_; ++i) {
      Uses& uses = uses_[{used.buffer, used.offset + i}];
      const Step step{block, last_step(block)};
      writes ? void(uses = {step, {}}) : uses.readers.push_back(step);
    }
  }

  void next_phase() {
    if (!current_.empty()) before_ = std::move(current_);
    current_.clear();
    scratch_.next_phase();
  }

  void finish() {
    for (const auto& [block, step] : needed_) {
      blocks_[block].steps[step].attribute("hasdep") = 1;
    }
    xml_.attribute("s_chunks") = scratch_.size();
  }

  int id() const { return id_; }

 private:
  struct Step {
    int block = 0, step = 0;
  };
  /// The step that wrote a place last, and those that have read it since.
  struct Uses {
    std::optional<Step> written;
    std::vector<Step> readers;
  };
  int last_step(int block) const { return static_cast<int>(blocks_[block].steps.size()) - 1; }
  void append(int block, const char* type, const Piece& piece, std::pair<int, int> need) {
    pugi::xml_node xml = blocks_[block].xml.append_child("step");
    const std::string from(1, piece.from.buffer), to(1, piece.to.buffer);
    xml.append_attribute("s") = static_cast<int>(blocks_[block].steps.size());
    blocks_[block].steps.push_back(xml);
    xml.append_attribute("type") = type;
    xml.append_attribute("srcbuf") = from.c_str();
    xml.append_attribute("srcoff") = piece.from.offset;
    xml.append_attribute("dstbuf") = to.c_str();
    xml.append_attribute("dstoff") = piece.to.offset;
    xml.append_attribute("cnt") = std::string_view(type) == "nop" ? 0 : piece.count;
    xml.append_attribute("depid") = need.first;
    xml.append_attribute("deps") = need.second;
    xml.append_attribute("hasdep") = 0;
    if (need.first >= 0) needed_.insert(need);
  }

  pugi::xml_node xml_;
  int id_;
  bool by_phase_;
  std::map<std::pair<char, int>, Uses> uses_;
  std::vector<std::optional<Place>> places_;  // of every block; empty: not here
  Scratch scratch_;
  std::vector<ThreadBlock> blocks_;
  std::map<std::pair<int, bool>, int> by_peer_;
  std::map<int, int> before_, current_;   // last step of a thread block in the phase before, and in this one
  std::set<std::pair<int, int>> needed_;  // steps that another waits for
};

class MscclWriter {
 public:
  explicit MscclWriter(Schedule& schedule)
      : stored_(StoredSchedule::copy_of(schedule)), layout_(topology(), stored_.info().collective) {
    const NodeId nodes = topology().nodes();
    if (nodes > kMaxMscclNodes) {
      throw InputError(fmt::format("{} has {} nodes; MSCCL algorithms are written for at most {}",
                                   topology().name(), nodes, kMaxMscclNodes));
    }
    if (!stored_.info().collective.named()) {
      throw InputError(
          fmt::format("{} is a schedule of messages; MSCCL needs named blocks", stored_.info().name));
    }
  }

  void write(std::ostream& out) {
    begin();
    for (const Phase& phase : stored_.phases()) add_phase(phase);
    for (Gpu& gpu : gpus_) gpu.finish();
    document_.save(out, "  ", pugi::format_indent | pugi::format_no_declaration);
    out.flush();
    if (!out) throw InputError("cannot write the MSCCL algorithm: write failed");
  }

 private:
  const Topology& topology() const { return stored_.info().topology; }

  void begin() {
    pugi::xml_node algo = document_.append_child("algo");
    algo.append_attribute("name") = stored_.info().name.c_str();
    algo.append_attribute("proto") = "Simple";
    algo.append_attribute("nchannels") = 1;
    algo.append_attribute("nchunksperloop") =
        std::max(layout_.inputs(stored_.info().collective.root), layout_.outputs());
    algo.append_attribute("ngpus") = topology().nodes();
    algo.append_attribute("coll") = layout_.name();
    if (stored_.info().collective.has_root()) algo.append_attribute("root") = stored_.info().collective.root;
    algo.append_attribute("inplace") = layout_.reduces() ? 1 : 0;
    algo.append_attribute("outofplace") = layout_.reduces() ? 0 : 1;
    algo.append_attribute("minBytes") = 0;
    algo.append_attribute("maxBytes") = 0;
    algo.append_child(pugi::node_comment).set_value(fmt::format(" {} ", kExportMark).c_str());
    for (int g = 0; g < topology().nodes(); ++g) {
      pugi::xml_node xml = algo.append_child("gpu");
      xml.append_attribute("id") = g;
      xml.append_attribute("i_chunks") = layout_.inputs(g);
      xml.append_attribute("o_chunks") = layout_.outputs();
      xml.append_attribute("s_chunks") = 0;
      Gpu& gpu = gpus_.emplace_back(xml, g, layout_);
      // A thread block of its own for the blocks that stay, of which an exchange has one.
      if (layout_.inputs(g) == 0 || layout_.reduces()) continue;
      const Block first{g, layout_.exchange() ? g : 0};
      const int count = layout_.exchange() ? 1 : layout_.inputs(g);
      gpu.step(gpu.thread_block(-1, false), "cpy",
               {{'i', first.destination}, *layout_.output(g, first), count});
      gpu.next_phase();
    }
  }

  void add_phase(const Phase& phase) {
    const auto& transfers = phase.transfers;
    std::vector<std::vector<Piece>> received;  // of each transfer
    for (const Transfer& transfer : transfers) {
      Gpu& sender = gpus_[transfer.source];
      Gpu& receiver = gpus_[transfer.destination];
      const int out = sender.thread_block(receiver.id(), true);
      receiver.thread_block(sender.id(), false);
      received.push_back(pieces(transfer, sender, receiver));
      for (const Piece& piece : received.back()) {
        sender.step(out, "s", piece);
      }
    }
    for (std::size_t i = 0; i < transfers.size(); ++i) {
      Gpu& receiver = gpus_[transfers[i].destination];
      const int in = receiver.thread_block(transfers[i].source, false);
      for (const Piece& piece : received[i]) {
        layout_.reduces() ? reduce(receiver, in, piece, transfers[i].adds) : receiver.step(in, "r", piece);
      }
    }
    arrive();
    for (Gpu& gpu : gpus_) gpu.next_phase();
  }

  /// Arrivals are added to chunks that the GPU has data of, and copied where it has none; a step has chunks
  /// of one kind.
  void reduce(Gpu& gpu, int block, const Piece& piece, bool adds) {
    const auto adds_to = [&](int chunk) { return adds && gpu.place(chunk).has_value(); };
    for (int first = 0; first < piece.count;) {
      Piece part{piece.from, piece.to};
      part.to.offset += first;
      part.from = part.to;
      const bool sum = adds_to(part.to.offset);
      while (first + part.count < piece.count && adds_to(part.to.offset + part.count) == sum) ++part.count;
      gpu.step(block, sum ? "rrc" : "r", part);
      for (int i = 0; i < part.count; ++i) {
        const int chunk = part.to.offset + i;
        gpu.place(chunk) = Place{'i', chunk};
      }
      first += part.count;
    }
  }

  /// The receiver gets the blocks at the end of the phase. In an exchange, and wherever parts of chunks move,
  /// the sender has them no longer.
  std::vector<Piece> pieces(const Transfer& transfer, Gpu& sender, Gpu& receiver) {
    std::vector<Piece> pieces;
    if (transfer.blocks.empty()) {
      throw InputError(
          fmt::format("a message from {} to {} has no blocks, and MSCCL has no steps without chunks",
                      topology().node_name(transfer.source), topology().node_name(transfer.destination)));
    }
    transfer.blocks.for_each(topology(), [&](Block block) {
      const auto index = layout_.index(block);
      if (!index || !sender.place(*index)) {
        throw InputError(fmt::format("node {} sends block {}, which it does not hold; see torusim check",
                                     topology().node_name(transfer.source),
                                     block_name(topology(), stored_.info().collective, block)));
      }
      const Place from = *sender.place(*index);
      const auto output = layout_.output(receiver.id(), block);
      const Place to = output ? *output : Place{'s', receiver.scratch().take()};
      if (from.buffer == 's' && layout_.exchange()) sender.scratch().give(from.offset);
      if (layout_.exchange() || !stored_.info().collective.keeps()) sender.place(*index).reset();
      if (!layout_.reduces()) arriving_.push_back({receiver.id(), *index, to});
      if (!pieces.empty() && from.follows(pieces.back().from, pieces.back().count) &&
          to.follows(pieces.back().to, pieces.back().count)) {
        ++pieces.back().count;
      } else {
        pieces.push_back({from, to});
      }
    });
    return pieces;
  }

  void arrive() {
    for (const auto& [gpu, block, place] : arriving_) gpus_[gpu].place(block) = place;
    arriving_.clear();
  }

  struct Arrival {
    int gpu;
    std::int64_t block;
    Place place;
  };

  StoredSchedule stored_;
  const MscclLayout layout_;
  pugi::xml_document document_;
  std::vector<Gpu> gpus_;
  std::vector<Arrival> arriving_;
};

}  // namespace

void write_msccl(Schedule& schedule, std::ostream& out) { MscclWriter(schedule).write(out); }

}  // namespace torusim
