// Comparisons of pairs: the first members decide, the second ones where those
// are the same.
//
//     hit < hits[k]  ->  orelse(lt(%hit.first, %hits[%k].first),
//                               andalso(lnot(lt(%hits[%k].first, %hit.first)),
//                                       lt(%hit.second, %hits[%k].second)))
//
// Since C++20 the library compares them by `<=>`: what is neither less nor
// greater because it is not ordered decides, too.
#include "LibraryCalls.h"

#include "regtt/IR/TypeRules.h"

using namespace regtt;
using namespace regtt::toir;
using llvm::dyn_cast;

namespace {

using Op = ir::BinaryOp;

bool isPair(const ir::Type *type) {
  const auto *library = llvm::dyn_cast_or_null<ir::LibraryType>(type);
  return library && library->name == "std::pair";
}

/// Made of numbers: the user's own comparisons are not looked for.
bool isOfNumbers(const ir::Type *type) {
  if (!isPair(type))
    return type && (type->isInt() || type->isFloat() || type->isBool());
  return isOfNumbers(ir::memberOf(type, "first")) &&
         isOfNumbers(ir::memberOf(type, "second"));
}

class Comparison {
public:
  explicit Comparison(Body &body) : body(body) {}

  const ir::Expr *of(Op op, const ir::Place *a, const ir::Place *b) {
    if (op == Op::Ne)
      return negation(of(Op::Eq, a, b));
    if (!isPair(a->type))
      return body.make.binary(op, number(a), number(b));
    const ir::Place *firstA = body.make.member(a, "first");
    const ir::Place *firstB = body.make.member(b, "first");
    const ir::Place *secondA = body.make.member(a, "second");
    const ir::Place *secondB = body.make.member(b, "second");
    if (op == Op::Eq)
      return body.make.logical(true, of(op, firstA, firstB),
                               of(op, secondA, secondB));
    if (body.unit.module.isCpp20)
      return body.make.select(of(Op::Eq, firstA, firstB),
                              of(op, secondA, secondB),
                              of(op == Op::Le   ? Op::Lt
                                 : op == Op::Ge ? Op::Gt
                                                : op,
                                 firstA, firstB));
    if (op == Op::Gt)
      return of(Op::Lt, b, a);
    if (op == Op::Le)
      return negation(of(Op::Lt, b, a));
    if (op == Op::Ge)
      return negation(of(Op::Lt, a, b));
    return body.make.logical(false, of(op, firstA, firstB),
                             body.make.logical(true,
                                               negation(of(op, firstB, firstA)),
                                               of(op, secondA, secondB)));
  }

private:
  const ir::Expr *negation(const ir::Expr *e) {
    return body.make.unary(ir::UnaryOp::LNot, e);
  }
  const ir::Expr *number(const ir::Place *place) {
    const ir::Expr *value = body.make.load(place);
    return value && value->type->isBool()
               ? body.make.cast(ir::CastOp::IntToInt,
                                body.unit.module.intType(ir::IntType::I32),
                                value)
               : value;
  }

  Body &body;
};

} // namespace

bool regtt::toir::isNumberOrPair(const ir::Type *type) {
  return isOfNumbers(type);
}

const ir::Expr *regtt::toir::lessThan(Body &body, const ir::Place *a,
                                      const ir::Place *b) {
  return Comparison(body).of(Op::Lt, a, b);
}

std::optional<Op>
regtt::toir::comparisonOf(clang::OverloadedOperatorKind kind) {
  switch (kind) {
  case clang::OO_Less:
    return Op::Lt;
  case clang::OO_LessEqual:
    return Op::Le;
  case clang::OO_Greater:
    return Op::Gt;
  case clang::OO_GreaterEqual:
    return Op::Ge;
  case clang::OO_EqualEqual:
    return Op::Eq;
  case clang::OO_ExclaimEqual:
    return Op::Ne;
  default:
    return std::nullopt;
  }
}

const ir::Expr *regtt::toir::pairComparison(Body &body,
                                            clang::OverloadedOperatorKind kind,
                                            const clang::Expr *a,
                                            const clang::Expr *b) {
  const auto op = comparisonOf(kind);
  if (!op || !a->getType()->isRecordType() ||
      !body.unit.context.hasSameUnqualifiedType(a->getType(), b->getType()))
    return nullptr;
  const ir::Type *type = body.type(a->getType());
  if (!isPair(type) || !isOfNumbers(type))
    return nullptr;
  const auto places = body.sequence({{a, [&] { return body.reference(a); }},
                                     {b, [&] { return body.reference(b); }}},
                                    Order::Open);
  if (!places[0] || !places[1])
    return nullptr;
  return Comparison(body).of(*op, body.pin(body.make.pointee(places[0])),
                             body.pin(body.make.pointee(places[1])));
}
