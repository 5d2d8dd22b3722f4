// Comparisons of pairs and tuples: the first members decide, the next ones
// where those are the same.
//
//     hit < hits[k]  ->  orelse(lt(%hit.first, %hits[%k].first),
//                               andalso(lnot(lt(%hits[%k].first, %hit.first)),
//                                       lt(%hit.second, %hits[%k].second)))
//
// Since C++20 the library compares them by `<=>`: what is neither less nor
// greater because it is not ordered decides, too.
#include "Optionals.h"
#include "Tuples.h"

#include "regtt/IR/TypeRules.h"

using namespace regtt;
using namespace regtt::toir;
using llvm::dyn_cast;

namespace {

using Op = ir::BinaryOp;
using Places = llvm::ArrayRef<const ir::Place *>;

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
    return of(op, members(a), members(b));
  }

  /// Of what has several parts: the first ones decide, and so on.
  const ir::Expr *of(Op op, Places a, Places b) {
    if (a.size() == 1)
      return of(op, a[0], b[0]);
    if (op == Op::Ne)
      return negation(of(Op::Eq, a, b));
    const Places restA = a.drop_front(), restB = b.drop_front();
    if (op == Op::Eq)
      return body.make.logical(true, of(op, a[0], b[0]), of(op, restA, restB));
    if (body.unit.module.isCpp20)
      return body.make.select(of(Op::Eq, a[0], b[0]), of(op, restA, restB),
                              of(op == Op::Le   ? Op::Lt
                                 : op == Op::Ge ? Op::Gt
                                                : op,
                                 a[0], b[0]));
    if (op == Op::Gt)
      return of(Op::Lt, b, a);
    if (op == Op::Le)
      return negation(of(Op::Lt, b, a));
    if (op == Op::Ge)
      return negation(of(Op::Lt, a, b));
    return body.make.logical(false, of(op, a[0], b[0]),
                             body.make.logical(true,
                                               negation(of(op, b[0], a[0])),
                                               of(op, restA, restB)));
  }

private:
  std::vector<const ir::Place *> members(const ir::Place *pair) {
    return {body.make.member(pair, "first"), body.make.member(pair, "second")};
  }
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
  if (isOptional(a->getType()) || isOptional(b->getType()))
    return optionalComparison(body, kind, a, b);
  if (op && isTuple(a->getType()) && isTuple(b->getType()))
    return tupleComparison(body, kind, a, b);
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

const ir::Expr *
regtt::toir::comparisonOfParts(Body &body, clang::OverloadedOperatorKind kind,
                               llvm::ArrayRef<const ir::Expr *> a,
                               llvm::ArrayRef<const ir::Expr *> b) {
  const auto op = comparisonOf(kind);
  if (!op || a.empty() || a.size() != b.size())
    return nullptr;
  std::vector<const ir::Place *> places[2];
  for (size_t k = 0; k < a.size(); ++k) {
    places[0].push_back(body.make.pointee(a[k]));
    places[1].push_back(body.make.pointee(b[k]));
    if (places[0][k]->type != places[1][k]->type ||
        !isOfNumbers(places[0][k]->type))
      return nullptr;
  }
  return Comparison(body).of(*op, places[0], places[1]);
}
