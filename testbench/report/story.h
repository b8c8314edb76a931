#pragma once
/// The critical path as text: where the time went, which worms blocked it, and the chain of messages from
/// cycle 0 to the last delivery.

#include <string>
#include <vector>

#include "testbench/report/explanation.h"

namespace torusim {

/// A line of the chain; `begin` equals `end` for an event without duration.
struct StoryLine {
  enum class Kind {
    kWorm,     ///< a worm begins, or the run ends
    kFree,     ///< the worm is not blocked
    kBlocked,  ///< the worm waits at one channel for one reason
  };
  Kind kind;
  Cycle begin, end;
  std::string text;
  Cycle cycles;  ///< of the line's steps
};
/// "worm", "free", "blocked".
const char* to_text(StoryLine::Kind kind);

/// The whole chain, from cycle 0 to the end.
std::vector<StoryLine> story_lines(const Explanation& run);

/// The story as lines of text. The text of a long chain omits its middle and reports this; critical_path.csv
/// has every step.
std::string story(const Explanation& run);
/// The story of a measurement of traffic: parts of the latency, the busiest links, where packets wait.
std::string traffic_story(const Explanation& run);
/// The sentence about a run whose history overflowed.
std::string too_long();

/// The story in numbers: the kinds of steps of the chain with their cycles, places and worms in the way, the
/// bounds, and all lines of the chain; `text` is story(). Of traffic: traffic_explanation_json().
nlohmann::ordered_json explanation_json(const Explanation& run);
/// A measurement of traffic in numbers: the result, the first and last cycle of the window, and the `places`:
/// every link with flits or waits in the window; `text` is traffic_story().
nlohmann::ordered_json traffic_explanation_json(const Explanation& run);

/// A step of the chain as a clause: `waits for +x of node 3, which belongs to SP1 message 31 (3 > 5)`.
std::string step_words(const Explanation& run, const Step& step);

}  // namespace torusim
