// Computed numbers of nodes, as sums of data with constant factors; numbers in
// a std::array; expressions that have the same value.
#include "regtt/Frontend/Model/Numbers.h"
#include "regtt/Frontend/Model/Links.h"
#include "regtt/Frontend/Model/Walk.h"

#include <clang/AST/DeclCXX.h>
#include <llvm/ADT/FoldingSet.h>

#include <map>

using namespace regtt;
using namespace clang;

const FieldDecl *regtt::heldArray(QualType type) {
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record || !record->isInStdNamespace() || !record->getIdentifier() ||
      record->getName() != "array" || record->field_empty() ||
      !record->field_begin()->getType()->isConstantArrayType())
    return nullptr;
  return *record->field_begin();
}

namespace {

/// What a sum is made of: a datum of the node (`path`), or a uniform.
using Atom = std::pair<char, unsigned>;

/// `constant + sum of factor * atom`.
struct Sum {
  std::map<Atom, int64_t> factors;
  int64_t constant = 0;

  void add(const Sum &other, int64_t factor) {
    for (const auto &[atom, times] : other.factors)
      if ((factors[atom] += factor * times) == 0)
        factors.erase(atom);
    constant += factor * other.constant;
  }
  bool operator==(const Sum &other) const {
    return factors == other.factors && constant == other.constant;
  }
};

class SumReader {
public:
  SumReader(const Function &function, const ASTContext &ast)
      : function(function), ast(ast) {}

  std::optional<Sum> read(const Expr *e) const {
    Sum sum;
    if (const auto value = e->getIntegerConstantExpr(ast)) {
      const auto number = value->tryExtValue();
      if (!number || value->getSignificantBits() > 48)
        return std::nullopt;
      sum.constant = *number;
      return sum;
    }
    if (const auto *parens = dyn_cast<ParenExpr>(e))
      return read(parens->getSubExpr());
    if (const auto *cast = dyn_cast<CastExpr>(e))
      return cuts(cast) ? std::nullopt : read(cast->getSubExpr());
    if (const auto access = function.accesses.find(e);
        access != function.accesses.end()) {
      if (!access->second.parts.empty())
        return std::nullopt;
      sum.factors[{'p', access->second.path}] = 1;
      return sum;
    }
    if (const auto uniform = function.uniforms.find(e);
        uniform != function.uniforms.end()) {
      sum.factors[{'u', uniform->second}] = 1;
      return sum;
    }
    if (const auto *name = dyn_cast<DeclRefExpr>(e)) {
      const auto *var = dyn_cast<VarDecl>(name->getDecl());
      const bool local = var && var->isLocalVarDecl() && var->getInit() &&
                         !var->getInit()->containsErrors() &&
                         !isReassigned(function.decl->getBody(), var);
      return local ? read(var->getInit()) : std::nullopt;
    }
    if (const auto *unary = dyn_cast<UnaryOperator>(e))
      return negated(unary);
    const auto *binary = dyn_cast<BinaryOperator>(e);
    return binary ? read(binary) : std::nullopt;
  }

private:
  /// Whether a value may not be the same after `cast`.
  bool cuts(const CastExpr *cast) const {
    const Expr *from = cast->getSubExpr();
    const bool keeps =
        cast->getCastKind() == CK_LValueToRValue ||
        cast->getCastKind() == CK_NoOp ||
        (cast->getCastKind() == CK_IntegralCast &&
         ast.getTypeSize(cast->getType()) >= ast.getTypeSize(from->getType()));
    return !keeps;
  }

  std::optional<Sum> negated(const UnaryOperator *e) const {
    const auto inner =
        e->getOpcode() == UO_Minus ? read(e->getSubExpr()) : std::nullopt;
    if (!inner)
      return std::nullopt;
    Sum sum;
    sum.add(*inner, -1);
    return sum;
  }

  std::optional<Sum> read(const BinaryOperator *e) const {
    const auto left = read(e->getLHS()), right = read(e->getRHS());
    if (!left || !right)
      return std::nullopt;
    Sum sum;
    switch (e->getOpcode()) {
    case BO_Add:
    case BO_Sub:
      sum.add(*left, 1);
      sum.add(*right, e->getOpcode() == BO_Add ? 1 : -1);
      return sum;
    case BO_Mul: {
      const bool constantLeft = left->factors.empty();
      if (!constantLeft && !right->factors.empty())
        return std::nullopt;
      sum.add(constantLeft ? *right : *left,
              constantLeft ? left->constant : right->constant);
      return sum;
    }
    case BO_Shl:
      if (!right->factors.empty() || right->constant < 0 ||
          right->constant > 16)
        return std::nullopt;
      sum.add(*left, int64_t(1) << right->constant);
      return sum;
    default:
      return std::nullopt;
    }
  }

  const Function &function;
  const ASTContext &ast;
};

} // namespace

static bool mentionsThis(const clang::Stmt *s) {
  return isa<CXXThisExpr>(s) || llvm::any_of(s->children(), [](const Stmt *c) {
           return c && mentionsThis(c);
         });
}

/// Whether two expressions of the same class differ in their operands only.
static bool sameHead(const Expr *a, const Expr *b) {
  if (const auto *member = dyn_cast<MemberExpr>(a))
    return member->getMemberDecl() == cast<MemberExpr>(b)->getMemberDecl();
  if (const auto *unary = dyn_cast<UnaryOperator>(a))
    return unary->getOpcode() == cast<UnaryOperator>(b)->getOpcode();
  if (const auto *binary = dyn_cast<BinaryOperator>(a))
    return binary->getOpcode() == cast<BinaryOperator>(b)->getOpcode();
  if (const auto *written = dyn_cast<ExplicitCastExpr>(a))
    return written->getTypeAsWritten().getCanonicalType() ==
           cast<ExplicitCastExpr>(b)->getTypeAsWritten().getCanonicalType();
  if (const auto *converted = dyn_cast<ImplicitCastExpr>(a))
    return converted->getCastKind() ==
               cast<ImplicitCastExpr>(b)->getCastKind() &&
           converted->getType().getCanonicalType() ==
               b->getType().getCanonicalType();
  return isa<ArraySubscriptExpr, ConditionalOperator, CallExpr>(a);
}

bool regtt::sameSpelling(const Expr *a, const Expr *b, const ASTContext &ast) {
  a = a->IgnoreParenImpCasts();
  b = b->IgnoreParenImpCasts();
  // Clang tells `leaf` from `this->leaf`.
  if (!mentionsThis(a)) {
    llvm::FoldingSetNodeID left, right;
    a->Profile(left, ast, true);
    b->Profile(right, ast, true);
    return left == right;
  }
  if (a->getStmtClass() != b->getStmtClass())
    return false;
  if (isa<CXXThisExpr>(a))
    return true;
  return sameHead(a, b) &&
         llvm::equal(a->children(), b->children(),
                     [&](const Stmt *left, const Stmt *right) {
                       const auto *one = dyn_cast_or_null<Expr>(left);
                       const auto *other = dyn_cast_or_null<Expr>(right);
                       return one && other && sameSpelling(one, other, ast);
                     });
}

bool regtt::sameNumbers(const Function &function, const Expr *a, const Expr *b,
                        const ASTContext &ast) {
  if (sameSpelling(a, b, ast))
    return true;
  const SumReader reader(function, ast);
  const auto left = reader.read(a), right = reader.read(b);
  return left && right && *left == *right;
}

namespace {

class Likeness {
public:
  Likeness(const Function &function, const ASTContext &ast)
      : function(function), ast(ast) {}

  bool same(const Expr *a, const Expr *b) const {
    a = firstValue(a);
    b = firstValue(b);
    if (sameSpelling(a, b, ast))
      return a->getType().getCanonicalType() == b->getType().getCanonicalType();
    if (const auto [left, right] = inBoth(function.accesses, a, b);
        left || right)
      return left && right && sameAccess(*left, *right);
    if (const auto [left, right] = inBoth(function.nullTests, a, b);
        left || right)
      return left && right && left->whenPresent == right->whenPresent &&
             sameLink(left->link, right->link);
    if (const auto [left, right] = inBoth(function.listSizes, a, b);
        left || right)
      return left && right && left->group == right->group &&
             left->isEmpty == right->isEmpty;
    if (const auto [left, right] = inBoth(function.uniforms, a, b);
        left || right)
      return left && right && *left == *right;
    if (const auto [left, right] = inBoth(function.helperCalls, a, b);
        (left || right) && !(left && right && *left == *right))
      return false;
    if (a->getStmtClass() != b->getStmtClass())
      return false;
    if (isa<DeclRefExpr>(a))
      return sameVariable(variableOf(a), variableOf(b));
    return sameHead(a, b) &&
           llvm::equal(a->children(), b->children(),
                       [&](const Stmt *left, const Stmt *right) {
                         const auto *one = dyn_cast_or_null<Expr>(left);
                         const auto *other = dyn_cast_or_null<Expr>(right);
                         return one && other && same(one, other);
                       });
  }

private:
  template <class Map, class Value = typename Map::mapped_type>
  static std::pair<const Value *, const Value *>
  inBoth(const Map &map, const Expr *a, const Expr *b) {
    const auto left = map.find(a), right = map.find(b);
    return {left == map.end() ? nullptr : &left->second,
            right == map.end() ? nullptr : &right->second};
  }

  bool sameOrNone(const Expr *a, const Expr *b) const {
    return a && b ? same(a, b) : !a && !b;
  }

  bool sameAccess(const Access &a, const Access &b) const {
    const auto sameSelector = [&](const regtt::Selector &left,
                                  const regtt::Selector &right) {
      return left.field == right.field && sameOrNone(left.index, right.index);
    };
    return a.path == b.path && a.isEmpty == b.isEmpty &&
           llvm::equal(a.parts, b.parts, sameSelector) &&
           a.element.array == b.element.array &&
           a.element.from == b.element.from &&
           a.element.fromThis == b.element.fromThis &&
           llvm::equal(a.element.offsets, b.element.offsets,
                       [&](const Expr *left, const Expr *right) {
                         return same(left, right);
                       });
  }

  bool sameLink(const Expr *a, const Expr *b) const {
    const auto [left, right] =
        inBoth(function.children, linkExpr(a), linkExpr(b));
    return left && right && left->group == right->group &&
           sameOrNone(left->index, right->index);
  }

  /// What `e` reads: of a local that keeps its first value, what that is.
  const Expr *firstValue(const Expr *e) const {
    while (true) {
      e = e->IgnoreParens();
      const auto *cast = dyn_cast<ImplicitCastExpr>(e);
      const VarDecl *var = isa<DeclRefExpr>(e) ? variableOf(e) : nullptr;
      if (cast && (cast->getCastKind() == CK_LValueToRValue ||
                   cast->getCastKind() == CK_NoOp))
        e = cast->getSubExpr();
      else if (var && isKept(var))
        e = var->getInit();
      else
        return e;
    }
  }

  /// Two names of one object.
  bool sameVariable(const VarDecl *a, const VarDecl *b) const {
    if (!a || !b)
      return false;
    const Role left = function.roles.lookup(a),
               right = function.roles.lookup(b);
    return left.kind == Role::Object && left.base != Base::Element &&
           left == right;
  }

  bool isKept(const VarDecl *var) const {
    return var->isLocalVarDecl() && var->getInit() &&
           var->getType()->isArithmeticType() &&
           function.roles.lookup(var).kind == Role::Value &&
           ast.hasSameUnqualifiedType(var->getType(),
                                      var->getInit()->getType()) &&
           !isReassigned(function.decl->getBody(), var);
  }

  const Function &function;
  const ASTContext &ast;
};

} // namespace

bool regtt::sameValue(const Function &function, const Expr *a, const Expr *b,
                      const ASTContext &ast) {
  return Likeness(function, ast).same(a, b);
}
