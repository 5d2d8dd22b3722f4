// How many elements two pointers have between them: as many as are added to
// the one to reach the other, or as their numbers in one array differ by.
//
//     v.begin(), v.end()   ->  size(%v)
//     a + i, a + j         ->  load %j - load %i
//     &a[2], &a[k] + 1     ->  load %k - 2 + 1
#include "ElementRanges.h"

#include "regtt/IR/Equality.h"

using namespace regtt;
using namespace regtt::toir;
using ir::BinaryOp;
using llvm::dyn_cast;

const ir::Type *regtt::toir::elementOf(Body &body, const clang::Expr *e) {
  const clang::QualType type = e->getType();
  if (type->isPointerType() ? type->getPointeeType().isVolatileQualified()
                            : !isLibraryType(type))
    return nullptr;
  const ir::Type *made = body.type(type);
  return made && made->isPointer() ? ir::pointeeOf(made) : nullptr;
}

const ir::Expr *regtt::toir::plainPointer(const ir::Expr *e) {
  const auto *cast = dyn_cast<ir::CastExpr>(e);
  return cast && cast->op == ir::CastOp::PtrToPtr &&
                 ir::pointeeOf(cast->operand->type) == ir::pointeeOf(e->type)
             ? plainPointer(cast->operand)
             : e;
}

namespace {

/// A pointer as another one and how many elements it is further.
struct Counted {
  const ir::Expr *from;
  const ir::Expr *by = nullptr; ///< null: none
};

} // namespace

static Counted counted(const ir::Expr *e) {
  e = plainPointer(e);
  const auto *sum = dyn_cast<ir::BinaryExpr>(e);
  return sum && sum->op == BinaryOp::PtrAdd
             ? Counted{plainPointer(sum->left), sum->right}
             : Counted{e};
}

static const ir::Expr *counter(Body &body, const ir::Expr *number) {
  return body.make.cast(ir::CastOp::IntToInt,
                        body.unit.module.intType(ir::IntType::I64), number);
}

/// Whether the last step of each leads into the same array.
static bool isOneArray(Body &body, const ir::Place &a, const ir::Place &b) {
  ir::Module &m = body.unit.module;
  return ir::equal(m.place(a.root, a.steps.drop_back()),
                   m.place(b.root, b.steps.drop_back()));
}

static const ir::Expr *seenLength(Body &body, const ir::Expr *from,
                                  const ir::Expr *to) {
  const Counted begin = counted(from), end = counted(to);
  if (end.by && ir::equal(end.from, plainPointer(from)))
    return counter(body, end.by);
  if (begin.by && end.by && ir::equal(begin.from, end.from))
    return body.make.binary(BinaryOp::Sub, counter(body, end.by),
                            counter(body, begin.by));
  const auto *a = dyn_cast<ir::AddressExpr>(begin.from);
  const auto *b = dyn_cast<ir::AddressExpr>(end.from);
  if (!a || !b || begin.by || a->place->steps.empty() ||
      b->place->steps.empty())
    return nullptr;
  const auto *low = std::get_if<ir::IndexStep>(&a->place->steps.back());
  const auto *high = std::get_if<ir::IndexStep>(&b->place->steps.back());
  if (!low || !high || !isOneArray(body, *a->place, *b->place))
    return nullptr;
  const ir::Expr *length = body.make.binary(
      BinaryOp::Sub, counter(body, high->index), counter(body, low->index));
  return end.by ? body.make.binary(BinaryOp::Add, length, counter(body, end.by))
                : length;
}

const ir::Expr *regtt::toir::distanceFrom(Body &body, const ir::Expr *pointer,
                                          const ir::Expr *from) {
  const Counted end = counted(pointer);
  return end.by && ir::equal(end.from, plainPointer(from))
             ? counter(body, end.by)
             : nullptr;
}

const ir::Expr *regtt::toir::lengthBetween(Body &body, const ir::Expr *from,
                                           const ir::Expr *to) {
  if (const ir::Expr *seen = seenLength(body, from, to))
    return seen;
  // Who goes along a row has numbers instead, of which this is the difference.
  return body.unit.runsWhole && from->type == to->type
             ? body.make.binary(BinaryOp::PtrDiff, to, from)
             : nullptr;
}
