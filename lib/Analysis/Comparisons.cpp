#include "regtt/Analysis/Comparisons.h"

using namespace regtt;
using ir::BinaryOp;

BinaryOp regtt::reversed(BinaryOp op) {
  switch (op) {
  case BinaryOp::Lt:
    return BinaryOp::Gt;
  case BinaryOp::Gt:
    return BinaryOp::Lt;
  case BinaryOp::Le:
    return BinaryOp::Ge;
  case BinaryOp::Ge:
    return BinaryOp::Le;
  default:
    return op;
  }
}

BinaryOp regtt::negated(BinaryOp op) {
  switch (op) {
  case BinaryOp::Eq:
    return BinaryOp::Ne;
  case BinaryOp::Ne:
    return BinaryOp::Eq;
  case BinaryOp::Lt:
    return BinaryOp::Ge;
  case BinaryOp::Ge:
    return BinaryOp::Lt;
  case BinaryOp::Gt:
    return BinaryOp::Le;
  case BinaryOp::Le:
    return BinaryOp::Gt;
  default:
    return op;
  }
}
