#pragma once
/// The messages of a file from outside on their way into a schedule: what each carries, how large a block is,
/// which class it has. For formats that have sizes in bytes and no blocks.

#include <string>
#include <vector>

#include "schedules/convert/message_graph.h"
#include "schedules/convert/outside.h"

namespace torusim {

struct OutsideMessage {
  std::int64_t source = 0;
  std::int64_t destination = 0;
  std::int64_t bytes = 0;
  std::int64_t mark = 0;  ///< tag or prio
  std::int64_t line = 0;
  std::optional<Transfer> known;  ///< from a remark
  std::optional<int> step;
};

class OutsideMessages {
 public:
  OutsideMessages(std::string file, ScheduleInfo info, const OutsideOptions& options, int flit_bytes);

  /// Throws InputError for ranks that do not exist or a remark that belongs to another message.
  MessageGraph::Id add(OutsideMessage message);
  MessageGraph& graph() { return graph_; }

  /// `names`: of the phases, if the file has them. Messages without remarks get the blocks that
  /// OutsideOptions::collective gives them; throws InputError when they cannot have them. Decisions of the
  /// reader are added to `notes`.
  StoredSchedule finish(const std::vector<std::string>& names, std::vector<std::string>& notes);

 private:
  /// Why messages are no complete exchange, and the line that says so.
  struct Objection {
    std::int64_t line;
    std::string what;
  };
  using Indices = std::vector<std::size_t>;  // into messages_

  void check_rank(std::int64_t rank, std::int64_t line) const;
  void give_blocks(std::vector<std::string>& notes);
  std::optional<Objection> objection_to_exchange(const Indices& open) const;
  void name_blocks(const Indices& open);
  void count_blocks(const Indices& open, bool size_known);
  std::int64_t flits_of(const OutsideMessage& message) const;
  void set_block(std::int64_t flits, std::int64_t line);
  void check_sizes() const;
  void number_classes();
  [[noreturn]] void fail(std::int64_t line, const std::string& what) const;

  std::string file_;
  ScheduleInfo info_;
  const OutsideOptions& options_;
  const int flit_bytes_;
  MessageGraph graph_;
  std::vector<OutsideMessage> messages_;
  std::vector<MessageGraph::Id> ids_;
};

}  // namespace torusim
