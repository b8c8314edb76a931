#pragma once
/// The critical path told: where the time went, who was in the way, and the chain of messages from cycle 0 to
/// the last delivery.

#include <string>
#include <vector>

#include "testbench/report/explanation.h"

namespace torusim {

/// A line of the chain: `begin` is `end` where it is a moment.
struct StoryLine {
  enum class Kind {
    kWorm,     ///< a worm begins, or the run ends
    kFree,     ///< nothing is in the way
    kBlocked,  ///< waits for others at one channel and for one reason
  };
  Kind kind;
  Cycle begin, end;
  std::string text;
};
/// "worm", "free", "blocked".
const char* to_text(StoryLine::Kind kind);

/// The whole chain, from cycle 0 to the end.
std::vector<StoryLine> story_lines(const Explanation& run);

/// Lines of text. Of a long chain the middle is left out, which it says; critical_path.csv has every step.
std::string story(const Explanation& run);

/// What a step of the chain is, as a clause: `waits for +x of node 3, which belongs to SP1 message 31 (3 >
/// 5)`.
std::string step_words(const Explanation& run, const Step& step);

}  // namespace torusim
