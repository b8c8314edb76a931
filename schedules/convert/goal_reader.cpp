#include "schedules/convert/goal_reader.h"

#include <fmt/format.h>

#include <deque>
#include <map>

#include "schedules/convert/goal_text.h"
#include "schedules/convert/outside_messages.h"
#include "schedules/convert/remarks.h"

namespace torusim {
namespace {

using text::Cursor;
using Id = MessageGraph::Id;

struct Receive {
  std::int64_t rank, source, bytes, tag, line;
  Id id;
};

class GoalReader : private GoalText {
 public:
  GoalReader(text::LineSource source, const OutsideOptions& options)
      : GoalText(std::move(source)), options_(options), remarks_(file()) {}

  OutsideSchedule read() {
    read_all();
    add_sends();
    for (const auto& [later, earlier, started] : waits_) {
      messages_->graph().wait(ids_[later], ids_[earlier], started);
    }
    match();
    std::vector<std::string> notes = GoalText::notes();
    if (calculations_ > 0) {
      notes.push_back(fmt::format(
          "{} calculations take no time in a schedule; their dependencies are kept (torusim run takes the "
          "file as a program, with their times)",
          calculations_));
    }
    if (places_ > 0) notes.push_back(fmt::format("{} cpu and nic numbers are ignored", places_));
    StoredSchedule schedule =
        messages_->finish(by_remarks() ? remarks_.phases() : std::vector<std::string>(), notes);
    return {std::move(schedule), std::move(notes)};
  }

 private:
  /// An operation; sends become messages when all of them are known, because the tags number the steps.
  struct Send {
    OutsideMessage message;
    std::size_t operation;
  };

  bool by_remarks() const { return remarks_.present() && options_.steps == Steps::kAuto; }

  void header(std::int64_t count) override {
    messages_.emplace(file(), remarks_.info(options_, count, line()), options_,
                      remarks_.flit_bytes().value_or(options_.flit_bytes));
  }

  void remark(Cursor& cursor) override {
    if (!in_rank()) {
      remarks_.statement(cursor, line());
    } else {
      known_ = remarks_.transfer(cursor);
    }
  }

  void wait(std::size_t later, std::size_t earlier, bool started) override {
    waits_.push_back({later, earlier, started});
  }

  void operation(Cursor& /*cursor*/, const Statement& read) override {
    if (read.cpu != 0) ++places_;
    if (read.nic != 0) ++places_;
    switch (read.kind) {
      case Statement::Kind::kCompute:
        if (read.amount > 0) ++calculations_;
        ids_.push_back(messages_->graph().add_event(line()));
        break;
      case Statement::Kind::kSend:
        sends_.push_back(
            {{rank(), read.peer, read.amount, read.tag, line(), std::move(known_), {}}, ids_.size()});
        ids_.push_back(-1);
        known_.reset();
        break;
      case Statement::Kind::kReceive:
        ids_.push_back(messages_->graph().add_event(line()));
        receives_.push_back({rank(), read.peer, read.amount, read.tag, line(), ids_.back()});
        break;
    }
  }

  void add_sends() {
    std::map<std::int64_t, int> steps;  // by tag
    for (const Send& send : sends_) steps[send.message.mark] = 0;
    int next = 0;
    for (auto& [tag, step] : steps) step = next++;
    for (Send& send : sends_) {
      OutsideMessage& message = send.message;
      if (options_.steps == Steps::kTag) message.step = steps[message.mark];
      if (by_remarks()) {
        const auto phases = static_cast<std::int64_t>(remarks_.phases().size());
        if (message.mark < 1 || message.mark > phases) {
          fail(message.line,
               fmt::format("tag {}, but the remarks name phases 1 to {}", message.mark, phases));
        }
        message.step = static_cast<int>(message.mark) - 1;
      }
      ids_[send.operation] = messages_->add(message);
    }
  }

  /// Every receive waits for its message.
  void match() {
    std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t>, std::deque<std::size_t>> waiting;
    for (std::size_t i = 0; i < sends_.size(); ++i) {
      const OutsideMessage& message = sends_[i].message;
      waiting[{message.destination, message.source, message.mark}].push_back(i);
    }
    std::vector<bool> taken(sends_.size());
    const auto take = [&](const Receive& receive, std::size_t send) {
      const OutsideMessage& message = sends_[send].message;
      taken[send] = true;
      if (message.bytes != receive.bytes) {
        fail(receive.line, fmt::format("receives {} bytes, but the message of line {} has {}", receive.bytes,
                                       message.line, message.bytes));
      }
      messages_->graph().wait(receive.id, ids_[sends_[send].operation]);
    };
    std::map<std::int64_t, std::vector<const Receive*>> any;  // by rank
    for (const Receive& receive : receives_) {
      if (receive.source < 0 || receive.tag < 0) {
        any[receive.rank].push_back(&receive);
        continue;
      }
      auto& queue = waiting[{receive.rank, receive.source, receive.tag}];
      if (queue.empty()) {
        fail(receive.line, fmt::format("no send of rank {} to {} with tag {} is left for this receive",
                                       receive.source, receive.rank, receive.tag));
      }
      take(receive, queue.front());
      queue.pop_front();
    }
    for (std::size_t i = 0; i < sends_.size(); ++i) {
      const OutsideMessage& message = sends_[i].message;
      if (taken[i]) continue;
      auto& open = any[message.destination];
      const auto fits = std::find_if(open.begin(), open.end(), [&](const Receive* receive) {
        return (receive->source < 0 || receive->source == message.source) &&
               (receive->tag < 0 || receive->tag == message.mark);
      });
      if (fits == open.end()) {
        fail(message.line, fmt::format("no receive of rank {} takes this message", message.destination));
      }
      take(**fits, i);
      open.erase(fits);
    }
    for (const auto& [rank, open] : any) {
      if (!open.empty()) fail(open.front()->line, "no message is left for this receive");
    }
  }

  struct Requirement {
    std::size_t later, earlier;
    bool started;
  };

  const OutsideOptions& options_;
  Remarks remarks_;
  std::optional<OutsideMessages> messages_;
  std::optional<Transfer> known_;  // what the remark before a send says of it
  std::vector<Id> ids_;            // of every operation of the file; -1: a send not yet added
  std::vector<Send> sends_;
  std::vector<Receive> receives_;
  std::vector<Requirement> waits_;
  std::int64_t calculations_ = 0;
  std::int64_t places_ = 0;
};

}  // namespace

OutsideSchedule read_goal(const std::string& path, const OutsideOptions& options) {
  return GoalReader(text::LineSource::open(path, text::HashComments::kNo), options).read();
}

OutsideSchedule read_goal_text(std::string text, std::string name, const OutsideOptions& options) {
  return GoalReader(text::LineSource::from_text(std::move(text), std::move(name), text::HashComments::kNo),
                    options)
      .read();
}

}  // namespace torusim
