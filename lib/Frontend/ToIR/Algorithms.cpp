// Algorithms of the library's over numbers that lie side by side, as the loops
// that the standard says they are:
//
//     std::max_element(v.begin(), v.end())
//  -> var %best: i64 = 0:i64
//     for { var %k: i64 = 1:i64 } while lt(load %k, size(%v)) ... {
//       if lt(load data(%v)[load %best], load data(%v)[load %k]) {
//         store %best = load %k
//       }
//     }
//     ptradd(data(%v), load %best)
//
// Where it is not seen how many elements there are, and in the text of an
// annotated loop, which the host file repeats, they stay calls by name.
#include "ElementLoops.h"
#include "ElementRanges.h"
#include "HeapLoops.h"
#include "LibraryCalls.h"

#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::toir;
using ir::BinaryOp;
using llvm::dyn_cast;
using llvm::isa;

namespace {

bool isNumber(const ir::Type *type) {
  return type && (type->isInt() || type->isFloat());
}

class Algorithm {
public:
  Algorithm(Body &body, const LibraryUse &use)
      : body(body), use(use), index(body.unit.module.intType(ir::IntType::I64)),
        here(body.at(body.make.loc)), loops(body) {}

  /// Whether it is one of those that are known, of arguments that are taken.
  bool isKnown() const {
    if (arrayFilled())
      return true;
    if (use.object || !use.callee->isInStdNamespace())
      return false;
    if (isHeap())
      return !body.loopAlone() && isOrdered();
    if (isSorted())
      return use.arguments.size() == 3 &&
             (!body.loopAlone() || body.unit.runsWhole) && isOfElements();
    const bool isOfTwo = isSearch() || isReversal();
    const size_t wanted = isOfTwo ? 2 : isProduct() ? 4 : 3;
    if ((!isOfTwo && !isSum() && !isProduct() && use.name != "fill") ||
        use.arguments.size() != wanted ||
        !isNumber(elementOf(body, use.arguments[0])) ||
        body.type(use.arguments[0]->getType()) !=
            body.type(use.arguments[1]->getType()))
      return false;
    if (isOfTwo)
      return true;
    const ir::Type *element =
        ir::pointeeOf(body.type(use.arguments[0]->getType()));
    const ir::Type *value = body.type(use.arguments.back()->getType());
    // Each product, too, is of the type of the sum.
    if (isProduct())
      return element == value && sumsUp(element, value) &&
             isNumber(elementOf(body, use.arguments[2])) &&
             ir::pointeeOf(body.type(use.arguments[2]->getType())) == element;
    // Characters may lie anywhere, also where the pointers do.
    return isSum() ? sumsUp(element, value)
                   : isNumber(value) && ir::sizeOf(element) > 1 &&
                         (element->isFloat() || !value->isFloat());
  }

  const ir::Expr *run(bool isUsed) {
    if (const ir::LibraryType *array = arrayFilled())
      return fill(array);
    std::vector<Operand> operands;
    // The library's own orders have nothing in them.
    const llvm::ArrayRef<const clang::Expr *> arguments = use.arguments;
    for (const clang::Expr *given :
         arguments.take_front(isHeap() ? 2 : arguments.size()))
      operands.push_back(
          {given, [this, given] { return body.copied(given, false); }});
    std::vector<const ir::Expr *> values = body.sequence(operands, Order::Open);
    for (const ir::Expr *value : values)
      if (!value)
        return nullptr;
    const ir::Expr *length = lengthBetween(body, values[0], values[1]);
    if (!length && values.size() < arguments.size()) {
      values.push_back(body.copied(arguments[2], false));
      if (!values[2])
        return nullptr;
    }
    if (!length)
      return body.emitLibraryCall(libraryName(use.callee),
                                  isUsed
                                      ? body.type(use.callee->getReturnType())
                                      : body.unit.module.voidType(),
                                  values, isUsed);
    first = plainPointer(values[0]);
    if (isSearch())
      return search(length);
    if (isReversal())
      return reverse(length);
    if (isHeap())
      return heap(length);
    if (isSorted())
      return bound(length, values[2]);
    if (isProduct())
      factors = values[2];
    return isSum() || isProduct() ? sum(length, values.back())
                                  : fill(length, values[2]);
  }

private:
  /// The std::array of numbers in `a.fill(0)`; null: it is another call.
  const ir::LibraryType *arrayFilled() const {
    const auto *type = use.object && use.name == "fill" && !body.loopAlone()
                           ? llvm::dyn_cast_or_null<ir::LibraryType>(
                                 body.type(use.objectType()))
                           : nullptr;
    return type && type->name == "std::array" && use.arguments.size() == 1 &&
                   isNumber(type->typeArgument(0))
               ? type
               : nullptr;
  }

  bool isSearch() const {
    return use.name == "max_element" || use.name == "min_element";
  }
  bool isReversal() const { return use.name == "reverse"; }
  bool isSorted() const {
    return use.name == "lower_bound" || use.name == "upper_bound" ||
           use.name == "binary_search";
  }
  /// Whether what is looked for is a number as the elements are.
  bool isOfElements() const {
    const ir::Type *element = elementOf(body, use.arguments[0]);
    return isNumber(element) &&
           body.type(use.arguments[0]->getType()) ==
               body.type(use.arguments[1]->getType()) &&
           body.type(use.arguments[2]->getType()) == element;
  }
  bool isSum() const { return use.name == "accumulate"; }
  bool isHeap() const {
    return use.name == "push_heap" || use.name == "pop_heap" ||
           use.name == "sort_heap" || use.name == "make_heap";
  }

  /// Which of the library's own orders the third argument is, if there is one;
  /// empty: it is another.
  llvm::StringRef order() const {
    if (use.arguments.size() == 2)
      return "less";
    const auto *record = use.arguments[2]->getType()->getAsCXXRecordDecl();
    const bool isPlain = record && record->isInStdNamespace() &&
                         record->getIdentifier() &&
                         !use.arguments[2]->HasSideEffects(body.unit.context);
    const llvm::StringRef name = isPlain ? record->getName() : "";
    return name == "less" || name == "greater" ? name : "";
  }

  /// Whether it is about a heap of numbers or pairs, in an order of theirs.
  bool isOrdered() const {
    const size_t count = use.arguments.size();
    return (count == 2 || count == 3) &&
           isNumberOrPair(elementOf(body, use.arguments[0])) &&
           body.type(use.arguments[0]->getType()) ==
               body.type(use.arguments[1]->getType()) &&
           !order().empty();
  }
  bool isProduct() const { return use.name == "inner_product"; }

  /// Whether `sum + element` is computed in the type of the sum.
  static bool sumsUp(const ir::Type *element, const ir::Type *sum) {
    if (!isNumber(sum) || (!sum->isFloat() && element->isFloat()))
      return false;
    if (sum == element)
      return sum->isFloat() || ir::sizeOf(sum) >= 4;
    return sum->isFloat() == element->isFloat()
               ? ir::sizeOf(element) < ir::sizeOf(sum) && ir::sizeOf(sum) >= 4
               : true;
  }

  const ir::Expr *element(const ir::Expr *number) {
    return body.make.load(body.make.pointee(first, number));
  }

  /// `for (k = from; k < length; ++k)`
  void loop(int64_t from, const ir::Expr *length, ElementLoops::Emitted emit) {
    loops.loop(
        body.unit.module.integer(index, from),
        [&](const ir::Expr *k) {
          return body.make.binary(BinaryOp::Lt, k, length);
        },
        emit);
  }

  const ir::Expr *converted(const ir::Expr *e, const ir::Type *type) {
    if (!e || e->type == type)
      return e;
    return body.make.cast(!type->isFloat()     ? ir::CastOp::IntToInt
                          : e->type->isFloat() ? ir::CastOp::FloatToFloat
                                               : ir::CastOp::IntToFloat,
                          type, e);
  }

  /// The first of the greatest, or of the least.
  const ir::Expr *search(const ir::Expr *length) {
    const ir::Variable *best =
        loops.local("best", index, body.unit.module.integer(index, 0));
    loop(1, length, [&](const ir::Expr *k) {
      const ir::Expr *found = element(loops.load(best)), *other = element(k);
      if (use.name == "min_element")
        std::swap(found, other);
      loops.when(body.make.binary(BinaryOp::Lt, found, other),
                 [&] { loops.store(best, k); });
    });
    return body.make.binary(BinaryOp::PtrAdd, first, loops.load(best));
  }

  /// The first element that is not less, or that is greater, by halves; or
  /// whether one is neither.
  ///
  ///     while lt(0, load %count) {
  ///       let %half = div(load %count, 2)
  ///       if lt(load %first[load %from + %half], %value) { ... }
  const ir::Expr *bound(const ir::Expr *length, const ir::Expr *value) {
    ir::Module &m = body.unit.module;
    const auto number = [&](int64_t n) { return m.integer(index, n); };
    const auto sum = [&](const ir::Expr *a, const ir::Expr *b) {
      return body.make.binary(BinaryOp::Add, a, b);
    };
    value = body.pin(value);
    pinFirst();
    const ir::Variable *from = loops.local("from", index, number(0));
    const ir::Variable *count = loops.local("count", index, length);
    auto *made = m.make<ir::LoopStatement>(here);
    made->form = ir::LoopForm::While;
    made->condition =
        body.make.binary(BinaryOp::Lt, number(0), loops.load(count));
    made->body = body.capture([&] {
      const ir::Variable *half = loops.local(
          "half", index,
          body.make.binary(BinaryOp::Div, loops.load(count), number(2)));
      const ir::Expr *middle = element(sum(loops.load(from), loops.load(half)));
      const ir::Expr *isAhead =
          use.name == "upper_bound"
              ? body.make.unary(ir::UnaryOp::LNot,
                                body.make.binary(BinaryOp::Lt, value, middle))
              : body.make.binary(BinaryOp::Lt, middle, value);
      const ir::Variable *ahead = loops.local("ahead", isAhead->type, isAhead);
      loops.when(loops.load(ahead), [&] {
        const ir::Expr *next = sum(loops.load(half), number(1));
        loops.store(from, sum(loops.load(from), next));
        loops.store(count,
                    body.make.binary(BinaryOp::Sub, loops.load(count), next));
      });
      loops.when(body.make.unary(ir::UnaryOp::LNot, loops.load(ahead)),
                 [&] { loops.store(count, loops.load(half)); });
    });
    body.emit(made);
    if (use.name != "binary_search")
      return body.make.binary(BinaryOp::PtrAdd, first, loops.load(from));
    return m.andAlso(
        body.make.binary(BinaryOp::Lt, loops.load(from), length),
        body.make.unary(
            ir::UnaryOp::LNot,
            body.make.binary(BinaryOp::Lt, value, element(loops.load(from)))),
        here);
  }

  /// From the first to the last, in the type of the value that it begins with.
  const ir::Expr *sum(const ir::Expr *length, const ir::Expr *value) {
    const ir::Type *type = value->type;
    const ir::Variable *sum = loops.local("sum", type, value);
    loop(0, length, [&](const ir::Expr *k) {
      const ir::Expr *next = converted(element(k), type);
      if (factors)
        next = body.make.binary(
            BinaryOp::Mul, next,
            body.make.load(body.make.pointee(plainPointer(factors), k)));
      loops.store(sum, body.make.binary(BinaryOp::Add, loops.load(sum), next));
    });
    return loops.load(sum);
  }

  /// Where the elements are changed, numbers by which they are found are read
  /// ahead.
  void pinFirst() {
    bool isCounted = false;
    ir::walk(first, [&](const ir::Expr *part) {
      isCounted |= isa<ir::LoadExpr>(part) && !part->type->isPointer();
    });
    if (isCounted)
      first = body.pin(first);
  }

  /// The first and the last change places, then the next ones, up to the
  /// middle.
  const ir::Expr *reverse(const ir::Expr *length) {
    ir::Module &m = body.unit.module;
    length = body.pin(length);
    pinFirst();
    const ir::Expr *half =
        body.pin(body.make.binary(BinaryOp::Div, length, m.integer(index, 2)));
    loop(0, half, [&](const ir::Expr *k) {
      const ir::Expr *other = body.make.binary(
          BinaryOp::Sub,
          body.make.binary(BinaryOp::Sub, length, m.integer(index, 1)), k);
      const ir::Variable *kept =
          loops.local("kept", ir::pointeeOf(first->type), element(k));
      body.emit(m.store(body.make.pointee(first, k), element(other), here));
      body.emit(
          m.store(body.make.pointee(first, other), loops.load(kept), here));
    });
    return nullptr;
  }

  const ir::Expr *heap(const ir::Expr *length) {
    length = body.pin(length);
    pinFirst();
    HeapLoops loops(body, first, order() == "greater");
    if (use.name == "push_heap")
      loops.push(length);
    else if (use.name == "pop_heap")
      loops.pop(length);
    else if (use.name == "sort_heap")
      loops.sort(length);
    else
      loops.make(length);
    return nullptr;
  }

  /// What is stored is read once, and so are numbers by which it is found where
  /// and how often.
  const ir::Expr *fill(const ir::Expr *length, const ir::Expr *value) {
    value = body.pin(converted(value, ir::pointeeOf(first->type)));
    length = body.pin(length);
    pinFirst();
    loop(0, length, [&](const ir::Expr *k) {
      body.emit(
          body.unit.module.store(body.make.pointee(first, k), value, here));
    });
    return nullptr;
  }

  const ir::Expr *fill(const ir::LibraryType *array) {
    const ir::Place *whole = use.objectPlace(body);
    whole = whole ? body.pin(whole) : nullptr;
    const ir::Expr *value = body.copied(use.arguments[0], false);
    const auto *count = std::get_if<int64_t>(&array->arguments[1]);
    if (!whole || !value || !count)
      return nullptr;
    value = body.pin(converted(value, array->typeArgument(0)));
    loop(0, body.unit.module.integer(index, *count), [&](const ir::Expr *k) {
      body.emit(
          body.unit.module.store(body.make.element(whole, k), value, here));
    });
    return nullptr;
  }

  Body &body;
  const LibraryUse &use;
  const ir::Type *index;
  ir::Location here;
  ElementLoops loops;
  const ir::Expr *first = nullptr;
  const ir::Expr *factors = nullptr; ///< the first that others are factors of
};

} // namespace

const ir::Expr *regtt::toir::algorithmCall(Body &body, const LibraryUse &use,
                                           bool isUsed, bool &isKnown) {
  Algorithm algorithm(body, use);
  isKnown = algorithm.isKnown();
  return isKnown ? algorithm.run(isUsed) : nullptr;
}
