// Pointers that are compared, tested for null or kept in the query: `p !=
// q->self`, `n->body != q`, `q->nearest = n->point`. On a device they are the
// numbers that addresses are on the host: data of the records as any other.
//
//     if (n->body != q) ...      -> if (n.body != q.address) ...
//     q->nearest = n->point;     -> q.nearest = n.point;
#include "FunctionLowering.h"
#include "regtt/Frontend/Model/Links.h"

#include <clang/AST/RecordLayout.h>

using namespace regtt;
using namespace clang;

/// Whether a conversion between these classes moves the address.
static bool movesAddress(const CastExpr *cast, const ASTContext &context) {
  const CXXRecordDecl *at =
      cast->getSubExpr()->getType()->getPointeeCXXRecordDecl();
  for (const CXXBaseSpecifier *base : cast->path()) {
    const auto *parent = base->getType()->getAsCXXRecordDecl();
    if (!at || base->isVirtual() ||
        !context.getASTRecordLayout(at).getBaseClassOffset(parent).isZero())
      return true;
    at = parent;
  }
  return false;
}

/// `e` without parentheses and conversions that keep the address; null where
/// one does not, or makes a pointer of a number.
static const Expr *keptAddress(const Expr *e, const ASTContext &context) {
  while (true) {
    e = e->IgnoreParens();
    if (const auto *cleanups = dyn_cast<ExprWithCleanups>(e)) {
      e = cleanups->getSubExpr();
      continue;
    }
    const auto *cast = dyn_cast<CastExpr>(e);
    if (!cast)
      return e;
    switch (cast->getCastKind()) {
    case CK_DerivedToBase:
    case CK_UncheckedDerivedToBase:
      if (movesAddress(cast, context))
        return nullptr;
      break;
    case CK_LValueToRValue:
    case CK_NoOp:
    case CK_BitCast:
    case CK_ArrayToPointerDecay:
    case CK_NullToPointer:
      break;
    default:
      return nullptr;
    }
    e = cast->getSubExpr();
  }
}

static bool isNull(const Expr *e, ASTContext &context) {
  return e->getType()->isNullPtrType() ||
         e->IgnoreParenImpCasts()->isNullPointerConstant(
             context, Expr::NPC_ValueDependentIsNotNull) != Expr::NPCK_NotNull;
}

/// The type of pointers as numbers; of an array of them, an array of those.
static QualType numberType(QualType type, ASTContext &context) {
  if (const auto *array = context.getAsConstantArrayType(type))
    return context.getConstantArrayType(
        numberType(array->getElementType(), context), array->getSize(), nullptr,
        ArraySizeModifier::Normal, 0);
  return context.getSizeType();
}

/// The pointer that the lvalue `e` holds, as data of node, query or element.
std::optional<FunctionLowering::Place>
FunctionLowering::heldPointer(const Expr *e) {
  if (anyPointee(e->getType(), builder.context).isNull() ||
      (!e->getType()->isPointerType() &&
       e->getType()->getAsRecordDecl() == nullptr))
    return std::nullopt;
  auto place = object(e);
  if (!place || place->shared ||
      !(place->lastField || place->base == Base::Query))
    return std::nullopt;
  const bool raw = e->getType()->isPointerType();
  const QualType datum = place->datum;
  if (datum.isNull() || (!raw && !place->parts.empty()))
    return std::nullopt;
  place->type = builder.context.getSizeType();
  place->datum = raw ? numberType(datum, builder.context) : place->type;
  return place;
}

/// Where the object lies that the pointer `e` leads to.
std::optional<FunctionLowering::Place>
FunctionLowering::objectAddress(const Expr *e) {
  // Another name for a pointer in the query, which may lead to nothing.
  if (const auto role = function.roles.find(namedVariable(e));
      role != function.roles.end() && isBehindQuery(role->second) &&
      e->getType()->isPointerType()) {
    Place held;
    held.base = Base::Query;
    held.number = role->second.number;
    held.steps.assign(role->second.steps.begin(), role->second.steps.end() - 1);
    held.type = held.datum = builder.context.getSizeType();
    return held;
  }
  const auto found = pointee(e);
  if (!found)
    return std::nullopt;
  Place place = *found;
  if (place.shared)
    return place;
  if (!place.parts.empty() ||
      (place.base == Base::Query && place.number >= firstScratch))
    return std::nullopt;
  // Where an array holds a pointer, not where that leads.
  if (place.base == Base::Element && place.steps.empty() &&
      !anyPointee(place.type, builder.context).isNull())
    return std::nullopt;
  place.type = place.datum = builder.context.getSizeType();
  const bool behindPointer =
      !place.steps.empty() && place.steps.back().kind == PathStep::Deref;
  if (behindPointer && place.base != Base::Element) {
    place.steps.pop_back(); // the pointer itself
    return place;
  }
  // A node that is a number has no object of its own.
  if (traversal.nodesAreNumbers && place.base == Base::Node)
    return std::nullopt;
  // A value that the loop computes ahead is no object of the user's.
  if (place.base == Base::Query) {
    const QueryLoop &loop = builder.model.loop;
    const int input = loop.operands[place.number].input;
    if (input >= 0 && !loop.inputs[input].type.isNull())
      return std::nullopt;
  }
  // Of parts of nodes and elements the records hold no addresses.
  if (place.base != Base::Query && !place.steps.empty() && !behindPointer)
    return std::nullopt;
  place.address = true;
  return place;
}

/// Records what the pointer `e` is as a number. Returns whether it is one.
bool FunctionLowering::address(const Expr *e, Use use) {
  const Expr *held = keptAddress(e, builder.context);
  const Expr *key = plain(e);
  if (!held)
    return false;
  if (use == Read && isNull(e, builder.context))
    return true; // printed as 0
  const unsigned before = builder.diagnostics.errors();
  std::optional<Place> place;
  if (held->isLValue())
    place = heldPointer(held);
  if (!place && builder.diagnostics.errors() == before && use == Read)
    place = objectAddress(held);
  if (builder.diagnostics.errors() != before)
    return true; // said already
  if (place && !place->shared) {
    access(key, *place, use);
    return true;
  }
  return use == Read && sharedAddress(key, held, place);
}

/// A pointer that all iterations share, or the address of what they do.
bool FunctionLowering::sharedAddress(const Expr *key, const Expr *held,
                                     const std::optional<Place> &place) {
  const auto add = [&](const ValueDecl *decl, const std::string &text,
                       const PathSteps &steps) {
    const size_t known = traversal.uniforms.size();
    uniform(key, decl, builder.context.getSizeType(), "(size_t)(" + text + ")",
            steps, Read);
    if (traversal.uniforms.size() != known)
      traversal.uniforms.back().address = true;
    return true;
  };
  // A pointer outside all functions.
  if (const VarDecl *var = namedVariable(held);
      var && !function.roles.count(var) && var->hasGlobalStorage() &&
      !var->isStaticLocal() && var->getType()->isPointerType()) {
    const auto text = hostName(var, held->getExprLoc());
    return !text || add(var, *text, {});
  }
  // A field of what iterations share that is a pointer.
  if (isa<MemberExpr>(held) && held->getType()->isPointerType()) {
    const auto field = object(held);
    return field && field->shared && field->parts.empty() &&
           add(field->lastField, field->hostText, field->steps);
  }
  if (!place || !place->parts.empty())
    return false;
  const auto *name = dyn_cast<DeclRefExpr>(held);
  const ValueDecl *decl = name ? name->getDecl() : nullptr;
  llvm::StringRef text = place->hostText;
  if (place->lastField)
    return add(decl, "&(" + text.str() + ")", {});
  const bool pointer = text.consume_back("->");
  if (!pointer)
    text.consume_back(".");
  return add(decl, (pointer ? "" : "&") + text.str(), {});
}

/// Where a truth value is wanted: a pointer, which stands for itself.
void FunctionLowering::condition(const Expr *e) {
  const Expr *test = plain(e);
  const bool pointer = test->getType()->isPointerType();
  if (!nullTest(test) && !(pointer && address(test, Read)))
    expr(e);
}

/// A comparison of pointers, an assignment to one of the query's, or a test
/// for null.
bool FunctionLowering::pointerOperation(const Expr *e) {
  ASTContext &context = builder.context;
  if (const Expr *smart = testedSmartPointer(e)) {
    const auto place = heldPointer(smart);
    if (!place)
      return false;
    access(e, *place, Read);
    return true;
  }
  const auto isPointer = [&](const Expr *side) {
    return !anyPointee(side->getType(), context).isNull() ||
           side->getType()->isNullPtrType();
  };
  // Of smart pointers.
  if (const auto *op = dyn_cast<CXXOperatorCallExpr>(e)) {
    const bool equality = op->getOperator() == OO_EqualEqual ||
                          op->getOperator() == OO_ExclaimEqual;
    if (!equality || op->getNumArgs() != 2 || !isPointer(op->getArg(0)) ||
        !isPointer(op->getArg(1)) || !op->getDirectCallee() ||
        !op->getDirectCallee()->isInStdNamespace())
      return false;
    return addresses(op->getArg(0), op->getArg(1));
  }
  const auto *op = dyn_cast<BinaryOperator>(e);
  if (!op || !isPointer(op->getLHS()) || !isPointer(op->getRHS()))
    return false;
  if (op->isComparisonOp())
    return addresses(op->getLHS(), op->getRHS());
  if (op->getOpcode() != BO_Assign)
    return false;
  const auto target = heldPointer(op->getLHS()->IgnoreParens());
  return target && address(op->getRHS(), Read) && address(op->getLHS(), Write);
}

/// Records both pointers. Returns false if neither is an address.
bool FunctionLowering::addresses(const Expr *left, const Expr *right) {
  for (const Expr *side : {left, right}) {
    const VarDecl *var = namedVariable(side);
    const auto role = var ? function.roles.find(var) : function.roles.end();
    if (role != function.roles.end() &&
        (role->second.kind == Role::Link || role->second.kind == Role::Value))
      return false; // a child's number, or a pointer to a local
  }
  const bool known[] = {address(left, Read), address(right, Read)};
  if (known[0] != known[1]) {
    const Expr *unknown = known[0] ? right : left;
    report(unknown->getBeginLoc(), Diag::RTT2042)
        << builder.sourceText(unknown);
  }
  return known[0] || known[1];
}
