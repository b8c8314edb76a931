#pragma once
/// The messages of a file from outside on their way into a schedule: what each carries, how large a block is,
/// which class it has. For formats that know sizes in bytes and nothing of blocks.

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

  /// `names`: of the phases, if the file has them. Without remarks, a message from s to d is block s:d of a
  /// complete exchange: throws InputError when a pair has two messages or sizes differ.
  StoredSchedule finish(const std::vector<std::string>& names);

 private:
  void check_rank(std::int64_t rank, std::int64_t line) const;
  void name_blocks();
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
