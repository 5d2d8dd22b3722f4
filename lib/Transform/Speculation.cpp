// What may be evaluated where the program would not have evaluated it.
#include "Speculation.h"
#include "FunctionReads.h"

#include "regtt/Analysis/CountedLoop.h"
#include "regtt/IR/Equality.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::kernel;
using llvm::dyn_cast;
using llvm::isa;

Speculation::Speculation(const Kernel &kernel) : kernel(kernel) {
  if (kernel.enter && kernel.enter->body)
    addRanges(*kernel.enter);
}

//===--- Ranges of indices ------------------------------------------------===//

/// The counters of loops that declare them are what the loop says in all of its
/// body; what has one value is what that value is.
void Speculation::addRanges(const ir::Function &function) {
  ir::walk(function.body, [&](const ir::Statement *s) {
    const auto *let = dyn_cast<ir::LetStatement>(s);
    if (const auto known = let ? rangeOf(let->value) : std::nullopt)
      ranges[let->variable] = *known;
    const auto *loop = dyn_cast<ir::LoopStatement>(s);
    if (!loop || !loop->init)
      return;
    const auto counted = countedLoop(function, *loop);
    if (!counted || counted->trips <= 0)
      return;
    ir::walk(loop->init, [&](const ir::Statement *inner) {
      const auto *own = dyn_cast<ir::VarStatement>(inner);
      const int last = counted->value(counted->trips - 1);
      if (own && own->variable == counted->variable)
        ranges[own->variable] = {std::min(counted->first, last),
                                 std::max(counted->first, last)};
    });
  });
}

static const ir::Variable *variableOf(const ir::Expr *e) {
  if (const auto *value = dyn_cast<ir::ValueExpr>(e))
    return value->variable;
  const auto *load = dyn_cast<ir::LoadExpr>(e);
  return load ? load->place->wholeVariable() : nullptr;
}

std::optional<Speculation::Range> Speculation::rangeOf(const ir::Expr *e) {
  const auto format = ir::integerFormat(e->type);
  if (!format)
    return std::nullopt;
  if (e->type->isBool())
    return Range{0, 1};
  if (const auto *number = dyn_cast<ir::IntExpr>(e)) {
    const llvm::APInt value = number->value();
    const bool isSmall =
        format->isSigned ? value.isSignedIntN(32) : value.isIntN(31);
    return isSmall ? std::optional(Range{
                         format->isSigned ? value.getSExtValue()
                                          : int64_t(value.getZExtValue()),
                         format->isSigned ? value.getSExtValue()
                                          : int64_t(value.getZExtValue())})
                   : std::nullopt;
  }
  if (const auto *cast = dyn_cast<ir::CastExpr>(e)) {
    const auto inner = cast->op == ir::CastOp::IntToInt ? rangeOf(cast->operand)
                                                        : std::nullopt;
    const bool isKept = inner && inner->low >= 0 && format->bits > 1 &&
                        inner->high < int64_t(1)
                                          << std::min(format->bits - 1, 31u);
    return isKept ? inner : std::nullopt;
  }
  if (const auto *choice = dyn_cast<ir::SelectExpr>(e)) {
    const auto left = rangeOf(choice->whenTrue);
    const auto right = rangeOf(choice->whenFalse);
    return left && right
               ? std::optional(Range{std::min(left->low, right->low),
                                     std::max(left->high, right->high)})
               : std::nullopt;
  }
  if (const auto *binary = dyn_cast<ir::BinaryExpr>(e)) {
    const auto right = rangeOf(binary->right);
    if (binary->op == ir::BinaryOp::And && right && right->low >= 0 &&
        right->low == right->high)
      return Range{0, right->high};
    const auto left = rangeOf(binary->left);
    if (!left || !right || format->bits < 32)
      return std::nullopt;
    Range result = {left->low + right->low, left->high + right->high};
    if (binary->op == ir::BinaryOp::Sub)
      result = {left->low - right->high, left->high - right->low};
    else if (binary->op != ir::BinaryOp::Add)
      return std::nullopt;
    const bool isKept =
        result.high < int64_t(1) << 31 &&
        result.low >= (format->isSigned ? -(int64_t(1) << 31) : 0);
    return isKept ? std::optional(result) : std::nullopt;
  }
  const ir::Variable *variable = variableOf(e);
  const auto known = variable ? ranges.find(variable) : ranges.end();
  return known != ranges.end() ? std::optional(known->second) : std::nullopt;
}

/// `e` without the casts around it that lose nothing of it: one of the two is
/// an index into an array exactly where the other is.
static const ir::Expr *withoutCasts(const ir::Expr *e) {
  while (const auto *cast = dyn_cast<ir::CastExpr>(e)) {
    const auto from = ir::integerFormat(cast->operand->type);
    const auto to = ir::integerFormat(e->type);
    if (cast->op != ir::CastOp::IntToInt || !from || !to ||
        to->bits < from->bits)
      break;
    e = cast->operand;
  }
  return e;
}

/// Whether `from + index` is less than `extent`, and `index` not negative.
bool Speculation::isWithin(const ir::Expr *index, uint64_t extent,
                           int64_t from) {
  const auto range = rangeOf(index);
  if (range && range->low >= 0 &&
      static_cast<uint64_t>(from + range->high) < extent)
    return true;
  const ir::Expr *bare = withoutCasts(index);
  if (const auto *sum = dyn_cast<ir::BinaryExpr>(bare);
      sum && sum->op == ir::BinaryOp::Add)
    for (const auto &[term, other] :
         {std::pair(sum->left, sum->right), std::pair(sum->right, sum->left)})
      if (const auto first = rangeOf(term);
          first && first->low == first->high && first->low >= 0 &&
          first->low + from < static_cast<int64_t>(extent) &&
          isWithin(other, extent, from + first->low))
        return true;
  return llvm::any_of(facts, [&](const Fact &fact) {
    return fact.extent != 0 && fact.extent + from <= extent &&
           ir::equal(fact.index, bare);
  });
}

//===--- What has been an index -------------------------------------------===//

/// Whether `e` has one value wherever it stands.
static bool isFixed(const ir::Expr *e) {
  bool result = true;
  ir::walk(e, [&](const ir::Expr *inner) {
    if (const auto *value = dyn_cast<ir::ValueExpr>(inner))
      result &= value->variable->isFixed();
    else
      result &= isa<ir::IntExpr, ir::CastExpr, ir::BinaryExpr>(inner);
  });
  return result;
}

static const ir::Type *rootType(const ir::Place *place) {
  if (const ir::Variable *variable = place->variable())
    return variable->type;
  const auto *data = std::get_if<ir::DataRoot>(&place->root);
  return data ? data->type : nullptr;
}

/// Calls `found` with each index into an array, and how many elements it has; 0
/// where that is not known.
template <typename OnIndex>
static void forEachIndex(const ir::Place *place, OnIndex found) {
  const ir::Type *type = rootType(place);
  if (const ir::Global *global = place->global())
    type = global->type;
  for (const ir::Step &step : place->steps) {
    if (const auto *field = std::get_if<ir::FieldStep>(&step)) {
      type = field->field->type;
    } else if (const auto *at = std::get_if<ir::IndexStep>(&step)) {
      const auto *array = llvm::dyn_cast_or_null<ir::ArrayType>(type);
      found(at->index, array ? array->count : 0);
      type = array ? array->element : nullptr;
    } else {
      type = nullptr;
    }
  }
}

void Speculation::assume(const ir::Place *place) {
  forEachIndex(place, [&](const ir::Expr *index, uint64_t extent) {
    const ir::Expr *bare = withoutCasts(index);
    if (extent && isFixed(bare))
      facts.push_back({bare, extent});
  });
  const auto *data = std::get_if<ir::DataRoot>(&place->root);
  if (data && data->kind == ir::DataRoot::Element &&
      isFixed(withoutCasts(data->index)))
    facts.push_back({withoutCasts(data->index), 0, data});
}

void Speculation::assume(const ir::Expr *e) {
  // The address of what is one past the end is not looked at.
  if (const auto *load = dyn_cast<ir::LoadExpr>(e))
    assume(load->place);
  bool isFirst = true;
  ir::forEachOperand(e, [&](const ir::Expr *operand) {
    if (isFirst || !isa<ir::LogicalExpr, ir::SelectExpr>(e))
      assume(operand);
    isFirst = false;
  });
}

bool Speculation::descend(const ir::Statement *s, const ir::Statement *target) {
  bool found = s == target;
  if (const auto *block = dyn_cast<ir::BlockStatement>(s)) {
    for (const ir::Statement *inner : block->statements) {
      if (found)
        break;
      if (const auto *let = dyn_cast<ir::LetStatement>(inner))
        assume(let->value);
      else
        found = descend(inner, target);
    }
    return found;
  }
  const size_t before = facts.size();
  ir::forEachChild(s, [&](const ir::Statement *child) {
    if (found)
      return;
    found = descend(child, target);
    if (!found)
      facts.truncate(before);
  });
  return found;
}

void Speculation::enter(const ir::Statement *s) {
  facts.clear();
  if (!descend(kernel.enter->body, s))
    facts.clear();
}

//===--- Failures ---------------------------------------------------------===//

static bool dividesByZero(const ir::Expr *e) {
  const auto *division = dyn_cast<ir::BinaryExpr>(e);
  if (!division || !e->type->isInt() ||
      (division->op != ir::BinaryOp::Div && division->op != ir::BinaryOp::Rem))
    return false;
  const ir::Expr *by = division->right;
  while (const auto *cast = dyn_cast<ir::CastExpr>(by))
    by = cast->operand;
  const auto *constant = dyn_cast<ir::IntExpr>(by);
  return !constant || constant->value().isZero();
}

/// What linearising has to follow a pointer of the node for is there on some
/// condition only.
bool Speculation::mayFailAt(const ir::DataRoot &root) {
  switch (root.kind) {
  case ir::DataRoot::Node:
    return root.number < kernel.data.size() &&
           isThroughPointer(kernel.data[root.number].steps);
  case ir::DataRoot::Element:
    return llvm::none_of(facts, [&](const Fact &fact) {
      return fact.element && fact.element->number == root.number &&
             ir::equal(fact.index, withoutCasts(root.index));
    });
  case ir::DataRoot::Linked: // there may be no such node
    return true;
  case ir::DataRoot::Own:
  case ir::DataRoot::Shared:
  case ir::DataRoot::Host:
    return false;
  }
  return true;
}

bool Speculation::mayFail(const ir::Place *place) {
  const auto *data = std::get_if<ir::DataRoot>(&place->root);
  bool result = std::holds_alternative<ir::PointeeRoot>(place->root) ||
                (data && mayFailAt(*data));
  // A reference leads to what there is.
  const ir::Variable *variable = place->variable();
  const bool isReference = variable && variable->type->isReference();
  for (const auto &[number, step] : llvm::enumerate(place->steps)) {
    const auto *deref = std::get_if<ir::DerefStep>(&step);
    result |= deref && (number != 0 || !isReference || deref->offset);
    result |= std::holds_alternative<ir::ElementStep>(step);
  }
  forEachIndex(place, [&](const ir::Expr *index, uint64_t extent) {
    result = result || !isWithin(index, extent);
  });
  return result;
}

bool Speculation::fails(const ir::Expr *e) {
  if (const ir::Place *place = ir::placeOf(e))
    return mayFail(place);
  if (const auto *call = dyn_cast<ir::CallExpr>(e))
    return mayFail(call->callee);
  const auto *call = dyn_cast<ir::LibraryCallExpr>(e);
  if (call && call->name == "rt::child")
    return llvm::any_of(kernel.slots,
                        [](const SlotGroup &slots) {
                          return isThroughPointer(slots.steps);
                        }) ||
           (!kernel.list() && !isWithin(call->arguments[0], kernel.numSlots));
  return isOfOtherNode(e) || dividesByZero(e) || isa<ir::ContainerReadExpr>(e);
}

bool Speculation::mayFail(const ir::Expr *e) {
  bool result = false;
  ir::walk(e, [&](const ir::Expr *inner) { result = result || fails(inner); });
  return result;
}

bool Speculation::mayFail(const ir::Function *function) {
  // One that calls itself is taken to.
  const auto [known, isNew] = called.try_emplace(function, true);
  if (!isNew)
    return known->second;
  bool result = false;
  if (function->body) {
    addRanges(*function);
    ir::walkExprs(function->body,
                  [&](const ir::Expr *e) { result = result || fails(e); });
    ir::walk(function->body, [&](const ir::Statement *s) {
      const auto *call = dyn_cast<ir::CallStatement>(s);
      const auto *loop = dyn_cast<ir::LoopStatement>(s);
      result = result || isa<ir::TrapStatement>(s) ||
               (call && mayFail(call->callee)) ||
               (loop && !indexLoop(*function, *loop));
      ir::forEachPlace(s, [&](const ir::Place *place) {
        result = result || mayFail(place);
      });
    });
  }
  return called[function] = result;
}
