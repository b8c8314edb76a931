#include "models/dense/evaluate.h"
#include "models/dense/shapes.h"

namespace torusim::dense {

template <typename Shape>
Evaluate evaluate_256() {
  return &evaluate<Shape, Bits256>;
}

template Evaluate evaluate_256<Small<1>>();
template Evaluate evaluate_256<Small<2>>();
template Evaluate evaluate_256<Small<3>>();
template Evaluate evaluate_256<Small<4>>();
template Evaluate evaluate_256<Large<1>>();
template Evaluate evaluate_256<Large<2>>();
template Evaluate evaluate_256<Large<3>>();
template Evaluate evaluate_256<Large<4>>();

}  // namespace torusim::dense
