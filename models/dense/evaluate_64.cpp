#include "models/dense/evaluate.h"
#include "models/dense/shapes.h"

namespace torusim::dense {

template <typename Shape>
Evaluate evaluate_64() {
  return &evaluate<Shape, Bits>;
}

template Evaluate evaluate_64<Small<1>>();
template Evaluate evaluate_64<Small<2>>();
template Evaluate evaluate_64<Small<3>>();
template Evaluate evaluate_64<Small<4>>();
template Evaluate evaluate_64<Large<1>>();
template Evaluate evaluate_64<Large<2>>();
template Evaluate evaluate_64<Large<3>>();
template Evaluate evaluate_64<Large<4>>();

}  // namespace torusim::dense
