// The text of a head that counts, made of what the language has of it.
#include "HeadText.h"

#include "regtt/IR/TypeRules.h"

using namespace regtt;
using namespace regtt::recognise;
using ir::BinaryOp;
using llvm::dyn_cast;

static std::string signOf(BinaryOp test) {
  switch (test) {
  case BinaryOp::Le:
    return " <= ";
  case BinaryOp::Gt:
    return " > ";
  case BinaryOp::Ge:
    return " >= ";
  case BinaryOp::Ne:
    return " != ";
  default:
    return " < ";
  }
}

/// `n` of a conversion that keeps every value of it, which what it is assigned
/// to may make.
const ir::Expr *recognise::withoutWidening(const ir::Expr *e) {
  const auto *cast = dyn_cast<ir::CastExpr>(e);
  if (!cast || cast->isWritten)
    return e;
  const auto to = ir::integerFormat(cast->type),
             from = ir::integerFormat(cast->operand->type);
  const bool isKept =
      (cast->op == ir::CastOp::IntToInt && to && from && from->bits > 1 &&
       to->bits >= from->bits) ||
      (cast->op == ir::CastOp::FloatToFloat &&
       ir::sizeOf(cast->type) > ir::sizeOf(cast->operand->type));
  return isKept ? withoutWidening(cast->operand) : e;
}

/// `i = 0`, `at = decltype(at)(v.data())` of an iterator.
static std::string setText(const LoopHead &head, const HostWords &words,
                           const std::string &value) {
  const std::string &name = head.counter->name;
  return name + " = " +
         (words.isIterator(head.counter)
              ? "decltype(" + name + ")(" + value + ")"
              : value);
}

/// `i = regtt_first`, or one more, where a test takes that away again.
static std::string againText(const LoopHead &head, const HostWords &words,
                             bool stepsInTest) {
  return setText(head, words,
                 std::string("regtt_first") + (stepsInTest ? " + 1" : ""));
}

std::string recognise::restartText(const LoopHead &head,
                                   const HostWords &words) {
  return againText(head, words, head.countsInTest || head.stepsAhead);
}

/// `int i = 0, n = size`, `i = 0`.
static std::string initialText(const LoopHead &head, HostWords words,
                               bool isC) {
  if (!head.isSet) // it is gone through more than once
    return againText(head, words, head.countsInTest);
  const auto setTo = [&](const ir::Expr *e) { return words.text(e); };
  if (!head.isDeclared)
    return setText(head, words, setTo(head.first));
  // Pointers may lead to what is const, which C++ knows.
  const bool isAuto = head.kind != LoopHead::Number && !isC;
  std::string text =
      isAuto ? "auto " + head.counter->name
             : words.declare(head.counter->type, head.counter->name);
  text += " = " + setTo(head.first);
  for (size_t k = 0; k < head.others.size(); ++k)
    if (head.others[k]->type == head.counter->type)
      text += ", " + head.others[k]->name + " = " + setTo(head.otherValues[k]);
  return text;
}

static std::string testText(const LoopHead &head, HostWords words) {
  const std::string left = head.counter->name +
                           (words.isIterator(head.counter) ? ".base()" : "") +
                           (head.countsInTest ? "--" : "");
  if (head.bound && head.bound->type == head.counter->type)
    return left + signOf(head.test) + head.bound->name;
  return left + signOf(head.test) +
         (head.kind == LoopHead::Number
              ? words.exact(withoutWidening(head.last))
              : words.text(head.last));
}

static std::string stepText(const LoopHead &head, HostWords words) {
  const std::string &name = head.counter->name;
  if (head.next) {
    words.names[head.counter] = name;
    return " " + name + " = " + words.text(head.next);
  }
  if (head.countsInTest)
    return "";
  if (head.step == 1 || head.step == -1)
    return (head.step > 0 ? " ++" : " --") + name;
  return " " + name + (head.step > 0 ? " += " : " -= ") +
         std::to_string(std::abs(head.step));
}

std::string recognise::headText(const LoopHead &head, const HostWords &words,
                                bool isC) {
  return "for (" + initialText(head, words, isC) + "; " +
         testText(head, words) + ";" + stepText(head, words) + ")";
}
