// Algorithms of the library's that call what they are given for each element,
// or compare and add elements: the loops that the standard, and of `reduce`
// libstdc++, says they are.
//
//     std::count_if(v.begin(), v.end(), [&](const Point &p) {..})
//  -> var %count: i64 = 0:i64
//     for { var %k: i64 = 0:i64 } while lt(load %k, size(%v)) ... {
//       let %t = call @lambda(refof %f, refof data(%v)[load %k])
//       if load %t { store %count = add(load %count, 1:i64) }
//     }
//     load %count
//
// A row of the table says what one is given and which of the loops it is. Where
// it is not seen how many elements there are, or what is called, they stay
// calls.
#include "ElementLoops.h"
#include "ElementRanges.h"
#include "FunctionObjects.h"

using namespace regtt;
using namespace regtt::toir;
using ir::BinaryOp;

namespace {
enum class Form {
  Fold,      ///< `sum = f(sum, g(a, b))`
  FourByOne, ///< the same with elements taken four by four
  Count,
  Find,
  IsAny,
  IsNone,
  Each,
  Search, ///< the first that no other is better than
  Store,  ///< `out[k] = f(a, b)`
};

/// What is called for elements where no function object is given.
enum class Usual { None, Sum, Product, Equal };

struct Row {
  llvm::StringLiteral name;
  Form form;
  unsigned ranges;      ///< the first with its end
  unsigned values;      ///< what it begins with, what is looked for
  unsigned functions;   ///< that are given
  bool negates = false; ///< what the predicate says
  Usual usual = Usual::None;
};

constexpr Row rows[] = {
    {"accumulate", Form::Fold, 1, 1, 1},
    {"inner_product", Form::Fold, 2, 1, 2},
    {"reduce", Form::FourByOne, 1, 1, 0, false, Usual::Sum},
    {"reduce", Form::FourByOne, 1, 1, 1},
    {"transform_reduce", Form::FourByOne, 1, 1, 2},
    {"transform_reduce", Form::FourByOne, 2, 1, 0, false, Usual::Product},
    {"transform_reduce", Form::FourByOne, 2, 1, 2},
    {"count", Form::Count, 1, 1, 0, false, Usual::Equal},
    {"count_if", Form::Count, 1, 0, 1},
    {"find", Form::Find, 1, 1, 0, false, Usual::Equal},
    {"find_if", Form::Find, 1, 0, 1},
    {"find_if_not", Form::Find, 1, 0, 1, true},
    {"any_of", Form::IsAny, 1, 0, 1},
    {"none_of", Form::IsNone, 1, 0, 1},
    {"all_of", Form::IsNone, 1, 0, 1, true},
    {"equal", Form::IsNone, 2, 0, 0, true, Usual::Equal},
    {"equal", Form::IsNone, 2, 0, 1, true},
    {"for_each", Form::Each, 1, 0, 1},
    {"min_element", Form::Search, 1, 0, 1},
    {"max_element", Form::Search, 1, 0, 1},
    {"transform", Form::Store, 2, 0, 1},
    {"transform", Form::Store, 3, 0, 1},
};

class AppliedAlgorithm {
public:
  AppliedAlgorithm(Body &body, const LibraryUse &use)
      : body(body), use(use), index(body.unit.module.intType(ir::IntType::I64)),
        here(body.at(body.make.loc)), loops(body) {}

  /// The row whose arguments these are; null: none, or they are not taken.
  const Row *known(bool isUsed) {
    const bool isRepeated = body.loopAlone() && !body.unit.runsWhole;
    if (use.object || !use.callee->isInStdNamespace() || isRepeated)
      return nullptr;
    for (const Row &each : rows)
      if (use.name == each.name && isOf(each) &&
          (each.form != Form::Each || !isUsed))
        return &each;
    return nullptr;
  }

  /// Whether all of it is known; what it gives is `result`.
  bool run(const Row &row, const ir::Expr *&result) {
    this->row = &row;
    if (!prepare())
      return false;
    result = loop();
    return isSound;
  }

private:
  using Args = llvm::ArrayRef<const clang::Expr *>;

  Args functionsOf(const Row &row) const {
    return Args(use.arguments).take_back(row.functions);
  }

  bool isOf(const Row &row) const {
    const size_t count = row.ranges + 1 + row.values + row.functions;
    if (use.arguments.size() != count || startsOf(row).empty() ||
        body.type(use.arguments[0]->getType()) !=
            body.type(use.arguments[1]->getType()))
      return false;
    for (const clang::Expr *value :
         Args(use.arguments).slice(row.ranges + 1, row.values))
      if (copiesItself(value->getType()) || hasOwnDestructor(value->getType()))
        return false;
    return llvm::all_of(functionsOf(row), [&](const clang::Expr *given) {
      return FunctionObject::of(use.callee, given) && isApart(given);
    });
  }

  /// Whether it can be made after all else that the call is given.
  bool isApart(const clang::Expr *function) const {
    return llvm::none_of(use.arguments, [&](const clang::Expr *other) {
      return other != function && body.unit.effects.conflict(function, other);
    });
  }

  /// Where each range begins, the one that is written last; empty: one is none
  /// of elements side by side.
  std::vector<const clang::Expr *> startsOf(const Row &row) const {
    std::vector<const clang::Expr *> result = {use.arguments[0]};
    for (unsigned k = 1; k < row.ranges; ++k)
      result.push_back(use.arguments[1 + k]);
    for (const clang::Expr *each : result)
      if (!elementOf(body, each))
        return {};
    return result;
  }

  /// Evaluates what it is given.
  bool prepare() {
    std::vector<Operand> operands;
    for (const clang::Expr *given :
         Args(use.arguments).drop_back(row->functions))
      operands.push_back(
          {given, [this, given] { return body.copied(given, false); }});
    std::vector<const ir::Expr *> made = body.sequence(operands, Order::Open);
    if (llvm::is_contained(made, nullptr))
      return false;
    for (const clang::Expr *given : functionsOf(*row)) {
      functions.push_back(*FunctionObject::of(use.callee, given));
      isPure &= functions.back().isPure(body);
      if (!functions.back().make(body, objects.emplace_back()))
        return false;
    }
    length = lengthBetween(body, made[0], made[1]);
    if (!length || (row->form == Form::FourByOne && !isPure))
      return false;
    // What is called, and what is stored, may change where they are.
    const bool isFixed = isPure && row->form != Form::Store;
    length = isFixed ? length : body.pin(length);
    for (unsigned k = 0; k < row->ranges; ++k) {
      const ir::Expr *start = plainPointer(made[k == 0 ? 0 : k + 1]);
      starts.push_back(isFixed ? start : body.pin(start));
    }
    if (row->values)
      value = made[row->ranges + 1];
    return true;
  }

  const ir::Expr *number(int64_t value) {
    return body.unit.module.integer(index, value);
  }
  const ir::Expr *sum(const ir::Expr *a, int64_t b) {
    return b ? body.make.binary(BinaryOp::Add, a, number(b)) : a;
  }
  Handed element(unsigned range, const ir::Expr *k) {
    return {body.make.pointee(starts[range], k)};
  }
  Handed read(const ir::Variable *variable) {
    return {body.make.place(variable)};
  }

  /// What was called gives `e`, of that type.
  const ir::Expr *sound(const ir::Type *type, const ir::Expr *e) {
    e = convertedTo(body, type, e);
    isSound &= e != nullptr;
    return e;
  }
  const ir::Expr *call(unsigned function, llvm::ArrayRef<Handed> handed) {
    return functions[function].call(body, objects[function], handed);
  }
  void set(const ir::Variable *variable, const ir::Expr *value) {
    if ((value = sound(variable->type, value)))
      loops.store(variable, value);
  }
  void when(const ir::Expr *condition, llvm::function_ref<void()> emit) {
    condition = sound(body.unit.module.boolType(), condition);
    if (condition)
      loops.when(condition, emit);
  }

  void repeat(const ir::Expr *from, const ir::Expr *to,
              ElementLoops::Emitted emit) {
    loops.loop(
        from,
        [&](const ir::Expr *k) {
          return body.make.binary(BinaryOp::Lt, k, to);
        },
        emit);
  }

  /// Of the elements number `k`: what is summed up, stored or asked.
  std::vector<Handed> elements(const ir::Expr *k) {
    std::vector<Handed> result;
    const unsigned read = row->ranges - (row->form == Form::Store);
    for (unsigned range = 0; range < read; ++range)
      result.push_back(element(range, k));
    return result;
  }

  /// What is asked about the elements number `k`.
  const ir::Expr *answer(const ir::Expr *k) {
    std::vector<Handed> handed = elements(k);
    if (row->usual == Usual::Equal && handed.size() == 1)
      handed.push_back({nullptr, value});
    const ir::Expr *found =
        row->usual == Usual::Equal
            ? FunctionObject::plain(BinaryOp::Eq).call(body, nullptr, handed)
            : call(0, handed);
    found = sound(body.unit.module.boolType(), found);
    return found && row->negates ? body.make.unary(ir::UnaryOp::LNot, found)
                                 : found;
  }

  const ir::Expr *loop() {
    switch (row->form) {
    case Form::Fold:
    case Form::FourByOne:
      return folded();
    case Form::Count:
      return counted();
    case Form::Find:
      return body.make.binary(BinaryOp::PtrAdd, starts[0], loops.load(found()));
    case Form::IsAny:
    case Form::IsNone:
      return isThere();
    case Form::Each:
      repeat(number(0), length, [&](const ir::Expr *k) { apply(k); });
      return nullptr;
    case Form::Search:
      return best();
    case Form::Store:
      return stored();
    }
    return nullptr;
  }

  //===--- Sums -----------------------------------------------------------===//

  /// The elements number `k`, or what a second function makes of them.
  Handed term(const ir::Expr *k) {
    const std::vector<Handed> handed = elements(k);
    if (functions.size() == 2)
      return made(call(1, handed));
    return row->usual == Usual::Product
               ? made(FunctionObject::plain(BinaryOp::Mul)
                          .call(body, nullptr, handed))
               : handed[0];
  }
  Handed made(const ir::Expr *value) {
    isSound &= value != nullptr;
    return {nullptr, value};
  }
  const ir::Expr *together(const Handed &a, const Handed &b) {
    if ((!a.place && !a.value) || (!b.place && !b.value))
      return nullptr;
    return functions.empty() ? FunctionObject::plain(BinaryOp::Add)
                                   .call(body, nullptr, {a, b})
                             : call(0, {a, b});
  }

  const ir::Expr *folded() {
    const ir::Variable *total = loops.local("sum", value->type, value);
    const ir::Expr *from = number(0);
    if (row->form == Form::FourByOne) {
      length = body.pin(length);
      const ir::Expr *fours =
          body.pin(body.make.binary(BinaryOp::Div, length, number(4)));
      from = body.pin(body.make.binary(BinaryOp::Mul, fours, number(4)));
      repeat(number(0), fours, [&](const ir::Expr *k) {
        const ir::Expr *first = body.make.binary(BinaryOp::Mul, k, number(4));
        const ir::Variable *pairs[2];
        for (unsigned pair : {0, 1})
          pairs[pair] =
              kept(total->type, together(term(sum(first, 2 * pair)),
                                         term(sum(first, 2 * pair + 1))));
        const ir::Variable *four =
            pairs[0] && pairs[1]
                ? kept(total->type, together(read(pairs[0]), read(pairs[1])))
                : nullptr;
        if (four)
          set(total, together(read(total), read(four)));
      });
    }
    repeat(from, length, [&](const ir::Expr *k) {
      set(total, together(read(total), term(k)));
    });
    return loops.load(total);
  }
  const ir::Variable *kept(const ir::Type *type, const ir::Expr *value) {
    value = sound(type, value);
    return value ? loops.local("part", type, value) : nullptr;
  }

  //===--- Answers --------------------------------------------------------===//

  const ir::Expr *counted() {
    const ir::Variable *count = loops.local("count", index, number(0));
    repeat(number(0), length, [&](const ir::Expr *k) {
      when(answer(k), [&] { set(count, sum(loops.load(count), 1)); });
    });
    return loops.load(count);
  }

  /// The number of the first that is asked for, or how many there are.
  const ir::Variable *found() {
    const ir::Variable *found = loops.local("found", index, length);
    repeat(number(0), length, [&](const ir::Expr *k) {
      when(answer(k), [&] {
        loops.store(found, k);
        loops.leaveLoop();
      });
    });
    return found;
  }

  const ir::Expr *isThere() {
    const ir::Type *type = body.unit.module.boolType();
    const bool isAny = row->form == Form::IsAny;
    const ir::Variable *result =
        loops.local("is", type, body.unit.module.boolean(!isAny));
    repeat(number(0), length, [&](const ir::Expr *k) {
      when(answer(k), [&] {
        loops.store(result, body.unit.module.boolean(isAny));
        loops.leaveLoop();
      });
    });
    return loops.load(result);
  }

  void apply(const ir::Expr *k) {
    isSound &= functions[0].run(body, objects[0], elements(k));
  }

  const ir::Expr *best() {
    const ir::Variable *best = loops.local("best", index, number(0));
    repeat(number(1), length, [&](const ir::Expr *k) {
      Handed first = element(0, loops.load(best)), second = element(0, k);
      if (use.name == "min_element")
        std::swap(first, second);
      when(call(0, {first, second}), [&] { loops.store(best, k); });
    });
    return body.make.binary(BinaryOp::PtrAdd, starts[0], loops.load(best));
  }

  const ir::Expr *stored() {
    const ir::Expr *to = starts.back();
    repeat(number(0), length, [&](const ir::Expr *k) {
      const ir::Place *place = body.make.pointee(to, k);
      if (const ir::Expr *value = sound(place->type, call(0, elements(k))))
        body.emit(body.unit.module.store(place, value, here));
    });
    return body.make.binary(BinaryOp::PtrAdd, to, length);
  }

  Body &body;
  const LibraryUse &use;
  const ir::Type *index;
  ir::Location here;
  ElementLoops loops;
  const Row *row = nullptr;
  std::vector<FunctionObject> functions;
  std::vector<const ir::Expr *> objects, starts;
  const ir::Expr *length = nullptr, *value = nullptr;
  bool isPure = true, isSound = true;
};

} // namespace

const ir::Expr *regtt::toir::appliedAlgorithm(Body &body, const LibraryUse &use,
                                              bool isUsed, bool &isKnown) {
  AppliedAlgorithm algorithm(body, use);
  const Row *row = algorithm.known(isUsed);
  if (!row)
    return nullptr;
  const ir::Expr *result = nullptr;
  const ir::BlockStatement *made =
      body.capture([&] { isKnown = algorithm.run(*row, result); });
  if (!isKnown)
    return nullptr;
  body.splice(made);
  return result;
}

/// Whether nothing of the user's runs where such objects are copied, and where
/// an iterator that is one leads to such; `isScalar`: nor where they are added
/// and compared.
static bool isPlain(clang::QualType type, bool isScalar,
                    const clang::ASTContext &context) {
  type = type.getNonReferenceType();
  if (const clang::QualType to = Types::iteratedPointer(type); !to.isNull())
    type = to;
  if (type->isPointerType())
    type = type->getPointeeType();
  return !type.isVolatileQualified() &&
         (isScalar ? type->isScalarType()
                   : type.isTriviallyCopyableType(context));
}

std::optional<std::vector<const clang::FunctionDecl *>>
regtt::toir::appliedFunctions(const clang::FunctionDecl *algorithm,
                              llvm::ArrayRef<const clang::Expr *> arguments) {
  if (!algorithm->getIdentifier() || !algorithm->isInStdNamespace() ||
      llvm::isa<clang::CXXMethodDecl>(algorithm))
    return std::nullopt;
  for (const Row &row : rows) {
    const size_t count = row.ranges + 1 + row.values + row.functions;
    if (algorithm->getName() != row.name || arguments.size() != count ||
        row.form == Form::Store)
      continue;
    std::vector<const clang::FunctionDecl *> result;
    bool isKnown = true;
    for (const clang::Expr *each : arguments.drop_back(row.functions))
      isKnown &= isPlain(each->getType(), row.functions == 0,
                         algorithm->getASTContext());
    for (const clang::Expr *each : arguments.take_back(row.functions)) {
      const auto called = FunctionObject::of(algorithm, each);
      isKnown &= called.has_value();
      if (called && called->function())
        result.push_back(called->function());
    }
    if (isKnown)
      return result;
  }
  return std::nullopt;
}
