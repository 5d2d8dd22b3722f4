// Functions that look at characters side by side, as loops: those of the C
// library, and comparisons of the library's strings.
//
//     strcmp(%a, %b) < 0
//  -> var %order: i32 = 0:i32
//     for { var %k: u64 = 0:u64 } while true ... {
//       if orelse(ne(%a[%k], %b[%k]), eq(%a[%k], 0), eq(%b[%k], 0)) {
//         store %order = sub(inttoint<i32>(%a[%k]), inttoint<i32>(%b[%k]))
//         break } }
//     lt(load %order, 0:i32)
//
// Characters are compared as unsigned ones, as the library does it. Of what
// says an order only the sign is laid down: where more of it is looked at, and
// in the text of an annotated loop, which the host file repeats, the call stays
// one by name.
#include "ElementLoops.h"
#include "LibraryCalls.h"

#include <llvm/ADT/StringSwitch.h>

using namespace regtt;
using namespace regtt::toir;
using ir::BinaryOp;
using llvm::dyn_cast;

namespace {

class Characters {
public:
  explicit Characters(Body &body)
      : body(body), m(body.unit.module), loops(body),
        size(m.intType(ir::IntType::U64)), order(m.intType(ir::IntType::I32)) {}

  /// How many there are in front of the first that is 0, of `most` at most.
  const ir::Expr *lengthOf(const ir::Expr *first, const ir::Expr *most) {
    const ir::Variable *length = loops.local("length", size, zero());
    loops.loop(
        zero(),
        [&](const ir::Expr *k) {
          return most ? less(k, most) : isOther(at(first, k));
        },
        [&](const ir::Expr *k) {
          if (most)
            endAtZero(first, k);
          loops.store(length,
                      body.make.binary(BinaryOp::Add, k, m.integer(size, 1)));
        });
    return loops.load(length);
  }

  /// Less than 0, 0 or more: what the first difference says, among the first
  /// `most`, or among all up to the first 0. Of `plain` text none is looked at
  /// behind a 0.
  const ir::Expr *ordered(const ir::Expr *a, const ir::Expr *b,
                          const ir::Expr *most, bool endsAtZero,
                          ExprList plain = {}) {
    const ir::Variable *found =
        loops.local("order", order, m.integer(order, 0));
    loops.loop(
        zero(),
        [&](const ir::Expr *k) {
          return most ? less(k, most) : m.boolean(true);
        },
        [&](const ir::Expr *k) {
          endAtZero(plain, k);
          const ir::Expr *ends = differ(at(a, k), at(b, k));
          if (endsAtZero)
            for (const ir::Expr *text : {a, b})
              ends = body.make.logical(false, ends, isZero(at(text, k)));
          loops.when(ends, [&] {
            loops.store(found,
                        body.make.binary(BinaryOp::Sub, asNumber(at(a, k)),
                                         asNumber(at(b, k))));
            loops.leaveLoop();
          });
        });
    return loops.load(found);
  }

  /// Whether the first `count` are the same, if `condition` holds.
  const ir::Expr *areEqual(const ir::Expr *condition, const ir::Expr *a,
                           const ir::Expr *b, const ir::Expr *count,
                           ExprList plain) {
    const ir::Variable *equal = loops.local("equal", m.boolType(), condition);
    loops.when(loops.load(equal), [&] {
      loops.loop(
          zero(), [&](const ir::Expr *k) { return less(k, count); },
          [&](const ir::Expr *k) {
            endAtZero(plain, k);
            loops.when(differ(at(a, k), at(b, k)), [&] {
              loops.store(equal, m.boolean(false));
              loops.leaveLoop();
            });
          });
    });
    return loops.load(equal);
  }

  const ir::Expr *asSize(const ir::Expr *e) {
    return body.make.cast(ir::CastOp::IntToInt, size, e);
  }
  const ir::Expr *less(const ir::Expr *a, const ir::Expr *b) {
    return body.make.binary(BinaryOp::Lt, a, b);
  }

private:
  const ir::Expr *zero() { return m.integer(size, 0); }
  const ir::Expr *at(const ir::Expr *first, const ir::Expr *k) {
    return body.make.load(body.make.pointee(first, k));
  }
  const ir::Expr *isOther(const ir::Expr *e) {
    return body.make.binary(BinaryOp::Ne, e, m.integer(e->type, 0));
  }
  const ir::Expr *isZero(const ir::Expr *e) {
    return body.make.binary(BinaryOp::Eq, e, m.integer(e->type, 0));
  }
  const ir::Expr *differ(const ir::Expr *a, const ir::Expr *b) {
    if (a->type != b->type) {
      a = asUnsigned(a);
      b = asUnsigned(b);
    }
    return body.make.binary(BinaryOp::Ne, a, b);
  }
  void endAtZero(ExprList plain, const ir::Expr *k) {
    for (const ir::Expr *text : plain)
      loops.when(isZero(at(text, k)), [&] { loops.leaveLoop(); });
  }
  const ir::Expr *asUnsigned(const ir::Expr *e) {
    const ir::Type *type = m.intType(ir::IntType::U8);
    return e->type == type ? e : body.make.cast(ir::CastOp::IntToInt, type, e);
  }
  /// What an unsigned character says.
  const ir::Expr *asNumber(const ir::Expr *e) {
    return body.make.cast(ir::CastOp::IntToInt, order, asUnsigned(e));
  }

  Body &body;
  ir::Module &m;
  ElementLoops loops;
  const ir::Type *size, *order;
};

/// A pointer to characters as the call's `const void *` was made of it.
const clang::Expr *withoutVoid(const clang::Expr *e) {
  while (const auto *cast = dyn_cast<clang::CastExpr>(e->IgnoreParens())) {
    if (cast->getCastKind() != clang::CK_BitCast &&
        cast->getCastKind() != clang::CK_NoOp)
      break;
    const clang::QualType to = cast->getType()->getPointeeType();
    if (cast->getCastKind() == clang::CK_BitCast &&
        (to.isNull() || !to->isVoidType()))
      break;
    e = cast->getSubExpr();
  }
  return e;
}

bool isCharacter(clang::QualType type) {
  return type->isCharType() && !type.isVolatileQualified();
}

/// A string or a view of one of plain characters, compared in the usual way.
bool isString(Body &body, clang::QualType type) {
  if (!type->isRecordType() || !isLibraryType(type))
    return false;
  const auto *made = llvm::dyn_cast_or_null<ir::LibraryType>(body.type(type));
  const ir::Type *element =
      made && made->arguments.size() == 1 ? made->typeArgument(0) : nullptr;
  return element && element == body.unit.module.intType(ir::IntType::Char) &&
         (made->name == "std::basic_string" ||
          made->name == "std::basic_string_view");
}

bool isPlainText(clang::QualType type) {
  if (!type->isPointerType() && !type->isArrayType())
    return false;
  return isCharacter(type->isPointerType()
                         ? type->getPointeeType()
                         : type->castAsArrayTypeUnsafe()->getElementType());
}

} // namespace

//===--- The C library's --------------------------------------------------===//

namespace {
struct CFunction {
  unsigned texts; ///< how many of its arguments lead to characters
  bool isBounded; ///< the argument behind says how many there are at most
  bool endsAtZero;
};
} // namespace

static std::optional<CFunction> cFunction(llvm::StringRef name) {
  name.consume_front("__builtin_");
  return llvm::StringSwitch<std::optional<CFunction>>(name)
      .Case("strlen", CFunction{1, false, true})
      .Case("strnlen", CFunction{1, true, true})
      .Case("strcmp", CFunction{2, false, true})
      .Case("strncmp", CFunction{2, true, true})
      .Case("memcmp", CFunction{2, true, false})
      .Default(std::nullopt);
}

static const ir::Expr *cCall(Body &body, const LibraryUse &use,
                             const CFunction &function) {
  std::vector<Operand> operands;
  for (unsigned k = 0; k < use.arguments.size(); ++k) {
    const clang::Expr *given =
        k < function.texts ? withoutVoid(use.arguments[k]) : use.arguments[k];
    operands.push_back({given, [&body, given] { return body.value(given); }});
  }
  const auto values = body.sequence(operands, Order::Open);
  if (llvm::is_contained(values, nullptr))
    return nullptr;
  Characters make(body);
  const ir::Expr *most =
      function.isBounded ? make.asSize(values.back()) : nullptr;
  const ir::Expr *found =
      function.texts == 1
          ? make.lengthOf(values[0], most)
          : make.ordered(values[0], values[1], most, function.endsAtZero);
  const ir::Type *type = body.type(use.callee->getReturnType());
  return found && type && found->type != type
             ? body.make.cast(ir::CastOp::IntToInt, type, found)
             : found;
}

//===--- Strings ----------------------------------------------------------===//

namespace {
/// One side of a comparison.
struct Text {
  const ir::Expr *first = nullptr, *length = nullptr;
  bool isPlain = false; ///< it ends with the first 0
};
} // namespace

/// What a view that is made for a call is one of: the string, a view, or the
/// text that ends with a 0.
static const clang::Expr *viewedBy(const clang::Expr *e) {
  for (;;) {
    e = e->IgnoreParens();
    if (!e->getType()->isRecordType())
      return e;
    const clang::Expr *inner = nullptr;
    if (const auto *full = dyn_cast<clang::FullExpr>(e))
      inner = full->getSubExpr();
    else if (const auto *made = dyn_cast<clang::MaterializeTemporaryExpr>(e))
      inner = made->getSubExpr();
    else if (const auto *cast = dyn_cast<clang::ImplicitCastExpr>(e))
      inner = cast->getSubExpr();
    else if (const auto *called = dyn_cast<clang::CXXMemberCallExpr>(e))
      inner = isViewOfString(called) ? called->getImplicitObjectArgument()
                                     : nullptr;
    else if (const auto *made = dyn_cast<clang::CXXConstructExpr>(e))
      inner = made->getNumArgs() == 1 && isLibraryType(made->getType()) &&
                      made->getType()->getAsCXXRecordDecl()->getName() ==
                          "basic_string_view"
                  ? made->getArg(0)
                  : nullptr;
    if (!inner ||
        (!inner->getType()->isRecordType() && !isPlainText(inner->getType())))
      return e;
    e = inner;
  }
}

/// `value`: of a string where it is, of other text its address.
static Text textOf(Body &body, Characters &make, const clang::Expr *e,
                   const ir::Expr *value) {
  if (e->getType()->isRecordType()) {
    const ir::Place *place = body.make.pointee(value);
    return {body.make.read(ir::ReadOp::Data, place),
            body.make.read(ir::ReadOp::Size, place)};
  }
  if (const auto *literal =
          dyn_cast<clang::StringLiteral>(e->IgnoreParenImpCasts())) {
    const llvm::StringRef text = literal->getString();
    return {value,
            body.make.integer(body.unit.module.intType(ir::IntType::U64),
                              int64_t(std::min(text.find('\0'), text.size())))};
  }
  return {value, make.lengthOf(value, nullptr), true};
}

/// `a < b` of strings, views of them and pointers to characters; without an
/// operator less than 0, 0 or more.
static const ir::Expr *compared(Body &body, std::optional<BinaryOp> op,
                                const clang::Expr *a, const clang::Expr *b) {
  const auto operand = [&](const clang::Expr *e) -> Operand {
    const bool isObject = e->getType()->isRecordType();
    return {e, [&body, e, isObject] {
              return isObject ? body.reference(e) : body.value(e);
            }};
  };
  const auto values = body.sequence({operand(a), operand(b)}, Order::Open);
  if (!values[0] || !values[1])
    return nullptr;
  Characters make(body);
  ir::Module &m = body.unit.module;
  const Text left = textOf(body, make, a, values[0]);
  const Text right = textOf(body, make, b, values[1]);
  std::vector<const ir::Expr *> plain;
  for (const Text &text : {left, right})
    if (text.isPlain)
      plain.push_back(text.first);
  if (op == BinaryOp::Eq || op == BinaryOp::Ne) {
    const ir::Expr *equal =
        make.areEqual(body.make.binary(BinaryOp::Eq, left.length, right.length),
                      left.first, right.first, left.length, plain);
    return op == BinaryOp::Eq ? equal
                              : body.make.unary(ir::UnaryOp::LNot, equal);
  }
  const ir::Expr *order =
      make.ordered(left.first, right.first,
                   body.make.select(make.less(left.length, right.length),
                                    left.length, right.length),
                   false, plain);
  // Of two that begin alike the shorter one is less.
  const ir::Expr *zero = m.integer(order->type, 0);
  const ir::Expr *isAlike = body.make.binary(BinaryOp::Eq, order, zero);
  if (op)
    return body.make.select(isAlike,
                            body.make.binary(*op, left.length, right.length),
                            body.make.binary(*op, order, zero));
  const ir::Expr *isLonger = make.less(right.length, left.length);
  return body.make.select(
      isAlike,
      body.make.select(
          make.less(left.length, right.length), m.integer(order->type, -1),
          body.make.cast(ir::CastOp::IntToInt, order->type, isLonger)),
      order);
}

static bool areTexts(Body &body, const clang::Expr *a, const clang::Expr *b) {
  const bool isString[] = {::isString(body, a->getType()),
                           ::isString(body, b->getType())};
  return (isString[0] || isString[1]) &&
         (isString[0] || isPlainText(a->getType())) &&
         (isString[1] || isPlainText(b->getType()));
}

const ir::Expr *regtt::toir::textComparison(Body &body,
                                            clang::OverloadedOperatorKind kind,
                                            const clang::Expr *a,
                                            const clang::Expr *b) {
  const auto op = comparisonOf(kind);
  a = viewedBy(a);
  b = viewedBy(b);
  return op && !body.loopAlone() && areTexts(body, a, b)
             ? compared(body, *op, a, b)
             : nullptr;
}

bool regtt::toir::isViewOfString(const clang::CXXMemberCallExpr *e) {
  const auto *conversion =
      llvm::dyn_cast_or_null<clang::CXXConversionDecl>(e->getMethodDecl());
  const auto *to = conversion
                       ? conversion->getConversionType()->getAsCXXRecordDecl()
                       : nullptr;
  return to && to->isInStdNamespace() && to->getName() == "basic_string_view" &&
         conversion->getParent()->isInStdNamespace() &&
         conversion->getParent()->getName() == "basic_string" &&
         !e->getImplicitObjectArgument()->getType()->isPointerType();
}

/// `a.compare(b)`
static bool isCompared(Body &body, const LibraryUse &use) {
  return use.object && use.name == "compare" && use.arguments.size() == 1 &&
         !use.object->getType()->isPointerType() &&
         areTexts(body, use.object, viewedBy(use.arguments[0])) &&
         onlySignIsUsed(body, use.e);
}

const ir::Expr *regtt::toir::textCall(Body &body, const LibraryUse &use,
                                      bool &isKnown) {
  if (const auto *member = dyn_cast<clang::CXXMemberCallExpr>(use.e);
      member && isViewOfString(member)) {
    isKnown = true;
    return body.make.library("std::basic_string_view",
                             body.type(use.e->getType()),
                             {body.make.reference(use.objectPlace(body))});
  }
  if (body.loopAlone())
    return nullptr;
  if (isCompared(body, use)) {
    isKnown = true;
    return compared(body, std::nullopt, use.object, viewedBy(use.arguments[0]));
  }
  const auto known = use.object ? std::nullopt : cFunction(use.name);
  if (!known ||
      use.arguments.size() != known->texts + (known->isBounded ? 1 : 0) ||
      (known->texts == 2 && !onlySignIsUsed(body, use.e)))
    return nullptr;
  for (unsigned k = 0; k < known->texts; ++k) {
    const clang::QualType type = withoutVoid(use.arguments[k])->getType();
    if (!type->isPointerType() || !isCharacter(type->getPointeeType()))
      return nullptr;
  }
  isKnown = true;
  return cCall(body, use, *known);
}
