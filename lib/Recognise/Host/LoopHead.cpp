// Reads the head of a loop, in words of what is around the loop: what the head
// declares besides its variable stands for its first value.
//
//     for { var %it: ptr @Q = data(%v)  var %end: ptr @Q = ptradd(...) }
//     while ne(load %it, load %end)           last: ptradd(...)
#include "LoopHead.h"
#include "HeadExprs.h"

#include "../Spelling.h"

#include "regtt/Analysis/ChainStep.h"
#include "regtt/Analysis/Changes.h"
#include "regtt/IR/Mapper.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using ir::BinaryOp;
using llvm::dyn_cast;

namespace {

class HeadReader {
public:
  HeadReader(ir::Module &module, const ir::LoopStatement &loop,
             const ir::Variable *counter,
             llvm::function_ref<void(Message)> refuse)
      : module(module), loop(loop), refuse(refuse), copy(module) {
    out.counter = counter;
    copy.onExpr = [this](const ir::Expr *e) { return knownValue(e); };
  }

  std::optional<LoopHead> run() {
    if (!out.counter || loop.form != ir::LoopForm::For || !loop.init)
      return notTaken(loop.loc, "a loop without a variable that it counts");
    for (const ir::Statement *s : loop.init->statements)
      if (!initial(s))
        return std::nullopt;
    isInit = false;
    if (!out.first) { // it goes on from what it has been
      out.isSet = false;
      out.first = module.load(module.place(out.counter), loop.loc);
    }
    if (!findKind())
      return notTaken(out.counter->loc, "what such a variable counts");
    if (loop.head)
      for (const ir::Statement *s : loop.head->statements)
        if (!ahead(s))
          return std::nullopt;
    if (!findStep())
      return notTaken(loop.loc, "what an iteration adds to the variable");
    if (!findTest())
      return std::nullopt;
    if (out.stepsAhead)
      out.first = module.binary(BinaryOp::Sub, out.first,
                                module.integer(out.counter->type, 1), loop.loc);
    return out;
  }

private:
  /// A note says what of it is not as it has to be.
  std::nullopt_t notTaken(ir::Location loc, const char *what) {
    refuse({Diag::RTT1101, loc ? loc : loop.loc, {}, {{loc, what}}});
    return std::nullopt;
  }

  //===--- What the head declares -----------------------------------------===//

  /// `load %end`, `%end`, where the head has set it once.
  const ir::Expr *knownValue(const ir::Expr *e) const {
    const ir::Variable *named = nullptr;
    if (const auto *value = dyn_cast<ir::ValueExpr>(e))
      named = value->variable;
    else if (const auto *load = dyn_cast<ir::LoadExpr>(e))
      named = load->place->wholeVariable();
    if (named && named == out.counter && isInit)
      return out.first;
    return named && named->type == e->type ? values.lookup(named) : nullptr;
  }

  /// An object by whatever the head calls it: `refof %__end1`.
  const ir::Expr *valueAt(const ir::Expr *e) {
    const ir::Place *place = ir::placeOf(e);
    const ir::Variable *named = place ? place->wholeVariable() : nullptr;
    const ir::Expr *known = named ? values.lookup(named) : nullptr;
    return known ? known : copy.expr(e);
  }

  bool set(const ir::Variable *variable, const ir::Expr *value) {
    if (!value)
      return notTaken(loop.loc, "a variable of the head without a value"),
             false;
    if (!variable->isFixed() && variable != out.counter &&
        (ir::mayChange(loop.body, variable) ||
         (loop.step && ir::mayChange(loop.step, variable))))
      return notTaken(loop.loc, "a variable of the head that changes"), false;
    values[variable] = value;
    return true;
  }

  /// A call of the library that only asks where a container begins and ends.
  const ir::Expr *asked(const ir::LibraryCallStatement &s) {
    const llvm::StringRef name = llvm::StringRef(s.name).rsplit("::").second;
    if (!s.result || !(name.ends_with("begin") || name.ends_with("end") ||
                       name == "operator!="))
      return nullptr;
    std::vector<const ir::Expr *> arguments;
    for (const ir::Expr *argument : s.arguments)
      arguments.push_back(name == "operator!=" ? argument
                                               : copy.expr(argument));
    return module.libraryCall(s.name, s.result->type, arguments, s.loc);
  }

  bool initial(const ir::Statement *s) {
    if (const auto *var = dyn_cast<ir::VarStatement>(s);
        var && var->variable == out.counter && var->init) {
      out.isDeclared = true;
      out.first = copy.expr(var->init);
      return true;
    }
    if (const auto *store = dyn_cast<ir::StoreStatement>(s);
        store && store->place->wholeVariable() == out.counter) {
      out.first = copy.expr(store->value);
      return true;
    }
    // `for (p = first, end = p + n; p != end; ++p)`; what is set ahead of the
    // variable does not know its first value.
    if (const auto *store = dyn_cast<ir::StoreStatement>(s);
        store && store->place->wholeVariable() &&
        (out.first || !reads(store->value, out.counter)) &&
        isOfHeadOnly(store->place->wholeVariable())) {
      out.setsOthers = true;
      return set(store->place->wholeVariable(), copy.expr(store->value));
    }
    return ahead(s, /*isInit=*/true);
  }

  /// The body has no name for it: where it is repeated, the head may not have
  /// been gone through.
  bool isOfHeadOnly(const ir::Variable *variable) const {
    bool result = true;
    ir::walkExprs(loop.body,
                  [&](const ir::Expr *e) { result &= !reads(e, variable); });
    return result && !ir::mayChange(loop.body, variable);
  }

  /// What stands ahead of the test, or of the loop where it `isInit`.
  bool ahead(const ir::Statement *s, bool isInit = false) {
    const auto declare = [&](const ir::Variable *variable,
                             const ir::Expr *value) {
      if (isInit) {
        out.others.push_back(variable);
        out.otherValues.push_back(value);
      }
      return set(variable, copy.expr(value));
    };
    if (const auto *let = dyn_cast<ir::LetStatement>(s))
      return declare(let->variable, let->value);
    if (const auto *var = dyn_cast<ir::VarStatement>(s); var && var->init)
      return declare(var->variable, var->init);
    if (const auto *called = dyn_cast<ir::LibraryCallStatement>(s))
      if (const ir::Expr *value = asked(*called))
        return set(called->result, value);
    // `i-- > 0` and `--i > 0` take one away before the iteration.
    if (const auto *store = dyn_cast<ir::StoreStatement>(s);
        store && store->place->wholeVariable() == out.counter &&
        !out.countsInTest && loop.step && loop.step->statements.empty() &&
        added(store->value) == -1)
      return findOldValues();
    const auto *called = dyn_cast<ir::CallStatement>(s);
    refuse(called ? unknownInHead(*called) : Message{Diag::RTT1102, s->loc});
    return false;
  }

  /// What knows the counter as it was ahead of its step: nothing but its value.
  bool findOldValues() {
    for (const auto &[variable, value] : values) {
      if (isCounter(value))
        old.insert(variable);
      else if (reads(value, out.counter))
        return notTaken(loop.loc, "what is made of the variable's old value"),
               false;
    }
    return out.countsInTest = true;
  }

  //===--- What it counts -------------------------------------------------===//

  bool findKind() {
    const ir::Type *type = out.counter->type;
    const auto format = ir::integerFormat(type);
    out.kind = type->isPointer()                  ? LoopHead::Pointer
               : llvm::isa<ir::LibraryType>(type) ? LoopHead::Iterator
                                                  : LoopHead::Number;
    if (out.kind == LoopHead::Pointer)
      return ir::sizeOf(ir::pointeeOf(type)).has_value() ||
             llvm::isa<ir::LibraryType>(ir::pointeeOf(type));
    if (out.kind == LoopHead::Iterator)
      return true;
    return format && format->bits > 1 && format->bits <= 64;
  }

  /// The counter, or its value before `i--`, as it is.
  bool isCounter(const ir::Expr *e) const {
    if (const auto *value = dyn_cast<ir::ValueExpr>(e)) {
      const ir::Expr *known = values.lookup(value->variable);
      return known && isCounter(known) &&
             (!out.countsInTest || old.count(value->variable));
    }
    const auto *load = dyn_cast<ir::LoadExpr>(e);
    return load && load->place->wholeVariable() == out.counter;
  }

  /// Conversions of the counter that lose nothing of its low bits.
  const ir::Expr *lowBits(const ir::Expr *e) const {
    const auto own = ir::integerFormat(out.counter->type);
    while (const auto *cast = dyn_cast<ir::CastExpr>(e)) {
      const auto to = ir::integerFormat(cast->type);
      if (cast->op != ir::CastOp::IntToInt || !own || !to ||
          to->bits < own->bits)
        break;
      e = cast->operand;
    }
    return e;
  }

  /// What is added to the counter to get `e`; 0: that is no constant.
  int added(const ir::Expr *e) const {
    const auto *sum = dyn_cast<ir::BinaryExpr>(lowBits(e));
    if (!sum || !isCounter(lowBits(sum->left)))
      return 0;
    if (sum->op == BinaryOp::Add || sum->op == BinaryOp::PtrAdd)
      return constant(sum->right);
    return sum->op == BinaryOp::Sub ? -constant(sum->right) : 0;
  }

  bool findStep() {
    if (out.countsInTest)
      return out.step = -1;
    if (!loop.step || loop.step->statements.size() != 1)
      return false;
    const ir::Statement *s = loop.step->statements.front();
    if (const auto *store = dyn_cast<ir::StoreStatement>(s);
        store && store->place->wholeVariable() == out.counter) {
      out.step = added(store->value);
      if (out.kind == LoopHead::Pointer)
        out.next = ir::chainStep(store->value, out.counter);
      if (out.next) {
        out.kind = LoopHead::Chain;
        out.step = 1;
      }
    }
    if (const auto *moved = dyn_cast<ir::LibraryCallStatement>(s);
        moved && out.kind == LoopHead::Iterator &&
        llvm::StringRef(moved->name).ends_with("::operator++"))
      if (const ir::Place *at = ir::placeOf(moved->arguments[0]))
        out.step = at->wholeVariable() == out.counter;
    return out.step != 0;
  }

  //===--- What ends it ---------------------------------------------------===//

  /// The counter, converted by the comparison at most, which keeps its value
  /// until the last conversion.
  bool isCompared(const ir::Expr *e) {
    const auto *cast = dyn_cast<ir::CastExpr>(e);
    if (cast && !cast->isWritten &&
        (cast->op == ir::CastOp::IntToInt ||
         cast->op == ir::CastOp::IntToFloat))
      e = cast->operand;
    while (const auto *inner = dyn_cast<ir::CastExpr>(e)) {
      const auto to = ir::integerFormat(inner->type),
                 from = ir::integerFormat(inner->operand->type);
      if (inner->op != ir::CastOp::IntToInt || inner->isWritten || !to ||
          !from || to->bits <= from->bits || (from->isSigned && !to->isSigned))
        break;
      e = inner->operand;
    }
    if (!isCounter(e))
      return false;
    // `--i > 0` is `i > 0` of a loop that begins with one less.
    if (out.countsInTest && llvm::isa<ir::LoadExpr>(e))
      out.stepsAhead = out.kind == LoopHead::Number;
    return !out.countsInTest || out.stepsAhead || llvm::isa<ir::ValueExpr>(e);
  }

  bool sides() {
    const ir::Expr *condition = loop.condition;
    while (const auto *value = dyn_cast<ir::ValueExpr>(condition)) {
      const ir::Expr *known = values.lookup(value->variable);
      if (!known)
        break;
      condition = known;
    }
    if (const auto *call = dyn_cast<ir::LibraryCallExpr>(condition);
        call && out.kind == LoopHead::Iterator && call->arguments.size() == 2) {
      const ir::Expr *left = withoutBase(call->arguments[0]);
      const ir::Place *at = ir::placeOf(left);
      out.test = BinaryOp::Ne;
      out.last = valueAt(withoutBase(call->arguments[1]));
      return at && at->wholeVariable() == out.counter;
    }
    // `while (q)`, `while (n--)`
    if (const auto *asked = dyn_cast<ir::CastExpr>(condition);
        asked && asked->type->isBool() && isCompared(asked->operand)) {
      const ir::Type *type = asked->operand->type;
      out.test = BinaryOp::Ne;
      out.compared = type;
      out.last = type->isPointer() ? module.null(type) : nullptr;
      if (ir::integerFormat(type))
        out.last = module.integer(type, 0);
      return out.last;
    }
    const auto *compared = dyn_cast<ir::BinaryExpr>(condition);
    if (!compared || !ir::isComparison(compared->op))
      return false;
    const ir::Expr *left = compared->left, *right = compared->right;
    out.test = compared->op;
    if (!isCompared(left)) {
      std::swap(left, right);
      out.test = reversed(out.test);
    }
    out.compared = left->type;
    out.last = copy.expr(right);
    if (const auto *value = dyn_cast<ir::ValueExpr>(right))
      out.bound = value->variable;
    else if (const auto *load = dyn_cast<ir::LoadExpr>(right))
      out.bound = load->place->wholeVariable();
    if (!llvm::is_contained(out.others, out.bound))
      out.bound = nullptr;
    return isCompared(left);
  }

  bool comparesNumbers() const {
    const auto format = ir::integerFormat(out.compared);
    const auto *real = dyn_cast<ir::FloatType>(out.compared);
    return (format && format->bits > 1 && format->bits <= 64) ||
           (real && (real->name == ir::FloatType::F32 ||
                     real->name == ir::FloatType::F64));
  }

  bool findTest() {
    const bool isNumber = out.kind == LoopHead::Number;
    if (!sides() || (isNumber && !comparesNumbers()) ||
        (out.countsInTest && reads(out.last, out.counter))) {
      notTaken(loop.loc, "such an end of the loop");
      return false;
    }
    if (out.stepsAhead)
      out.countsInTest = false;
    const bool up = out.step > 0;
    const bool isOne = out.step == 1 || out.step == -1 || isNumber;
    const auto format = ir::integerFormat(out.counter->type);
    const bool isUnsigned = format && !format->isSigned;
    // `for (i = n - 1; i < n; --i)` ends past zero.
    const bool pastZero =
        isNumber && !up && out.test == BinaryOp::Lt && isUnsigned;
    if (out.kind == LoopHead::Chain) {
      if (out.test != BinaryOp::Ne)
        notTaken(loop.loc, "such an end of the loop");
      return out.test == BinaryOp::Ne;
    }
    const bool isTaken = out.test == (up ? BinaryOp::Lt : BinaryOp::Gt) ||
                         (out.test == BinaryOp::Ne && isOne) || pastZero ||
                         (out.isInclusive() && !out.countsInTest);
    // No unsigned number is less than zero: such a loop does not end.
    const bool isEndless =
        !up && out.isInclusive() && isUnsigned && isZero(out.last);
    if (!isTaken || isEndless)
      notTaken(loop.loc, "such an end of the loop");
    return isTaken && !isEndless;
  }

  ir::Module &module;
  const ir::LoopStatement &loop;
  llvm::function_ref<void(Message)> refuse;
  ir::Mapper copy;
  llvm::DenseMap<const ir::Variable *, const ir::Expr *> values;
  /// What has the counter's value from ahead of its step in the test.
  llvm::SmallPtrSet<const ir::Variable *, 2> old;
  bool isInit = true; ///< what is read stands ahead of the loop
  LoopHead out;
};

} // namespace

std::optional<LoopHead>
recognise::loopHead(ir::Module &module, const ir::LoopStatement &loop,
                    const ir::Variable *counter,
                    llvm::function_ref<void(Message)> refuse) {
  return HeadReader(module, loop, counter, refuse).run();
}

Message recognise::unknownInHead(const ir::CallStatement &call) {
  return {Diag::RTT1102,
          call.loc,
          {},
          {{call.loc, "what '" + spelled(*call.callee) +
                          "' does is not known; call it ahead of the loop"}}};
}
