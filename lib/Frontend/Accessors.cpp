// Accessors: functions that do nothing but return something of an object's,
//
//     Node *left() const { return left_; }
//     Node *child(int k) const { return children_[k].get(); }
//     const std::vector<Node *> &children() const { return children_; }
//     const Node &node(int i) const { return nodes_[i]; }
//
// stand for what they return. What they are called with may be the index of a
// part. Functions that return numbers and structs of them are helpers
// (CallLowering.cpp).
#include "Attributes.h"
#include "FunctionLowering.h"
#include "regtt/Frontend/Model/Links.h"

using namespace regtt;
using namespace clang;

const Expr *regtt::onlyReturns(const FunctionDecl *callee) {
  const auto *body = dyn_cast_or_null<CompoundStmt>(callee->getBody());
  const auto *leave = body && body->size() == 1
                          ? dyn_cast<ReturnStmt>(body->body_front())
                          : nullptr;
  const Expr *value = leave ? leave->getRetValue() : nullptr;
  if (!value)
    return nullptr;
  // A copy of a container holds the same elements.
  if (const auto *copy = dyn_cast<CXXConstructExpr>(plain(value));
      copy && copy->getConstructor()->isCopyConstructor())
    return copy->getArg(0);
  return value;
}

/// Whether a function that returns `type` is looked through: what it leads to
/// is an object that is not handed on as a value.
static bool leadsToObject(QualType type, ASTContext &context) {
  if (type->isReferenceType())
    type = type->getPointeeType();
  if (type->isPointerType())
    return type->getPointeeType()->isRecordType() ||
           type->getPointeeType()->isPointerType();
  return type->isRecordType() && !isCopyable(type, context);
}

/// Binds the parameters of an accessor as the call does; false where that is
/// not known.
bool FunctionLowering::bindAccessor(const CallExpr *e, Function &accessor) {
  bool arrow;
  if (const Expr *object = calledObject(e, &arrow)) {
    accessor.thisRole = bindObject(object, arrow);
    if (!accessor.thisRole || (accessor.thisRole->kind == Role::Object &&
                               accessor.thisRole->base == Base::Element))
      return false;
  }
  for (unsigned k = 0; k < accessor.decl->getNumParams(); ++k) {
    const ParmVarDecl *param = accessor.decl->getParamDecl(k);
    const Expr *argument = argumentOf(e, k);
    Role role;
    if (pointedRecord(param->getType())) {
      const auto bound =
          bindObject(argument, param->getType()->isPointerType());
      if (!bound)
        return false;
      role = *bound;
    } else if (isOwnNumber(argument)) {
      role.kind = Role::Object;
      role.base = Base::Node;
      role.number = nodeNumber;
    }
    if (role.kind == Role::Object && role.base == Base::Element)
      return false;
    accessor.roles[param] = role;
  }
  return true;
}

/// Whether a parameter of `type` has the number that `argument` is.
static bool keepsNumber(const Expr *argument, QualType type,
                        const ASTContext &context) {
  const QualType from = plain(argument)->getType();
  if (from->isBooleanType() || context.hasSameUnqualifiedType(from, type))
    return true;
  return from->isIntegerType() && type->isIntegerType() &&
         !type->isBooleanType() &&
         context.getTypeSize(type) >= context.getTypeSize(from);
}

/// What is returned where `index` is one of the accessor's, in the words of its
/// caller; null where it cannot be said.
static const Expr *inCaller(const Expr *index, const CallExpr *call,
                            const FunctionDecl *accessor,
                            const ASTContext &context) {
  if (index->isIntegerConstantExpr(context))
    return index;
  const auto *param = dyn_cast_or_null<ParmVarDecl>(namedVariable(index));
  if (!param || param->getDeclContext() != accessor)
    return nullptr;
  const Expr *argument = argumentOf(call, param->getFunctionScopeIndex());
  return keepsNumber(argument, param->getType(), context) ? argument : nullptr;
}

std::optional<FunctionLowering::Place>
FunctionLowering::accessed(const CallExpr *e) {
  const FunctionDecl *callee = e->getDirectCallee(), *definition = nullptr;
  const auto *method = dyn_cast_or_null<CXXMethodDecl>(callee);
  if (!callee || isa<CXXOperatorCallExpr>(e) || isRecursive(e) ||
      (method && method->isVirtual()) || callee->isInStdNamespace() ||
      !hasBody(callee, definition) ||
      llvm::is_contained(active, definition->getCanonicalDecl()))
    return std::nullopt;
  const Expr *value = onlyReturns(definition);
  Function accessor;
  accessor.decl = definition;
  if (!value || !bindAccessor(e, accessor))
    return std::nullopt;
  // A link is the pointer that holds it, however it is handed on.
  const QualType type = callee->getReturnType();
  const QualType of = type->isReferenceType() ? type->getPointeeType() : type;
  const bool link = of->isPointerType() || isNodeObject(of);
  active.push_back(definition->getCanonicalDecl());
  FunctionLowering lowering(builder, accessor, active);
  auto result = lowering.object(link ? linkExpr(value) : value);
  active.pop_back();
  if (!result || result->element.from || result->element.fromThis)
    return std::nullopt;
  ASTContext &context = builder.context;
  llvm::SmallVector<const Expr *, 2> indices;
  for (Selector &part : result->parts) {
    if (part.index &&
        !(part.index = inCaller(part.index, e, definition, context)))
      return std::nullopt;
    indices.push_back(part.index);
  }
  for (const Expr *&offset : result->element.offsets) {
    if (!(offset = inCaller(offset, e, definition, context)))
      return std::nullopt;
    indices.push_back(offset);
  }
  // What is no index is not evaluated.
  for (const Expr *argument : e->arguments())
    if (argument->HasSideEffects(context) &&
        llvm::count(indices, argument) != 1)
      return std::nullopt;
  return result;
}

std::optional<FunctionLowering::Place>
FunctionLowering::accessedObject(const CallExpr *e) {
  const FunctionDecl *callee = e->getDirectCallee();
  return callee && leadsToObject(callee->getReturnType(), builder.context)
             ? accessed(e)
             : std::nullopt;
}

/// `left(i)`, of a function that computes the number of a child from its own,
/// which is a slot.
bool FunctionLowering::computedAccess(const CallExpr *e, const Expr *key) {
  const FunctionDecl *callee = e->getDirectCallee(), *definition = nullptr;
  const auto *method = dyn_cast_or_null<CXXMethodDecl>(callee);
  if (!callee || isa<CXXOperatorCallExpr>(e) || isRecursive(e) ||
      (method && method->isVirtual()) || !hasBody(callee, definition))
    return false;
  const Expr *value = onlyReturns(definition);
  const Expr *object = calledObject(e);
  if (!value || (object && !isa<CXXThisExpr>(plain(object))))
    return false;
  for (const Expr *argument : e->arguments())
    if (!isOwnNumber(argument))
      return false;
  // Its parameters are other names for the number.
  Role own;
  own.kind = Role::Object;
  own.base = Base::Node;
  own.number = nodeNumber;
  for (const ParmVarDecl *param : definition->parameters())
    function.roles[param] = own;
  const unsigned before = builder.diagnostics.errors();
  expr(value);
  if (builder.diagnostics.errors() != before)
    return true; // said already
  if (!isOnNodeAlone(value))
    return false;
  function.children[key] = {computedGroup(value), nullptr};
  return true;
}
