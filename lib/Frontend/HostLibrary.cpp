// What calls of the library's functions in host code read and write: nothing of
// the user's but what they are handed, and what that lets them call.
#include "HostCode.h"

#include "HostPlaces.h"
#include "regtt/Frontend/Model/Walk.h"

#include <clang/Basic/SourceManager.h>

using namespace regtt;
using namespace clang;

bool HostCode::isOfLibrary(const Decl *decl) const {
  return decl->isInStdNamespace() ||
         context.getSourceManager().isInSystemHeader(decl->getLocation());
}

/// What the library's functions look at as a whole: an iterator, a smart
/// pointer. Of containers their elements are what counts.
void HostCode::readObjects(const CallExpr *e) {
  const auto read = [&](const Expr *object) {
    object = object->IgnoreParenImpCasts();
    if (object->isLValue() && object->getType()->isRecordType() &&
        !HostPlaces::owns(object->getType()) &&
        !isa<MaterializeTemporaryExpr, CallExpr>(object))
      reads.push_back({object, conditions == 0 && !inCallee});
  };
  if (const auto *member = dyn_cast<CXXMemberCallExpr>(e);
      member &&
      !member->getImplicitObjectArgument()->getType()->isPointerType())
    read(member->getImplicitObjectArgument());
  for (const Expr *argument : e->arguments())
    read(argument);
}

/// What the library may call where it is handed `argument`: the function, or
/// the call operator, with its body; null where that is not known. Nothing
/// where it cannot be called.
static std::optional<const FunctionDecl *> calledBack(const Expr *argument) {
  const Expr *e = plain(argument);
  const QualType type = e->getType().getNonReferenceType();
  const FunctionDecl *definition = nullptr;
  if (type->isFunctionType() || type->isFunctionPointerType()) {
    if (const auto *address = dyn_cast<UnaryOperator>(e))
      e = plain(address->getSubExpr());
    const auto *name = dyn_cast<DeclRefExpr>(e);
    const auto *function =
        name ? dyn_cast<FunctionDecl>(name->getDecl()) : nullptr;
    return function && function->hasBody(definition) ? definition : nullptr;
  }
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition())
    return std::nullopt;
  const auto *name = record->getIdentifier();
  if (record->isInStdNamespace())
    return name && (name->getName().contains("function") ||
                    name->getName().contains("_Bind") ||
                    name->getName() == "packaged_task" ||
                    name->getName() == "reference_wrapper")
               ? std::optional<const FunctionDecl *>(nullptr)
               : std::nullopt;
  std::optional<const FunctionDecl *> result;
  for (const NamedDecl *found : record->lookup(
           record->getASTContext().DeclarationNames.getCXXOperatorName(
               OO_Call))) {
    const auto *method = dyn_cast<CXXMethodDecl>(found);
    result =
        !result && method && method->hasBody(definition) ? definition : nullptr;
  }
  return result;
}

/// What the library is handed to call may change nothing but what it is handed
/// in turn.
void HostCode::callBack(const CallExpr *e, const Expr *argument) {
  const auto called = calledBack(argument);
  if (!called)
    return;
  if (!*called || !active.insert(*called).second)
    return stop(e);
  HostCode inside(context, Collected);
  inside.active = active;
  inside.inCallee = true;
  for (const ParmVarDecl *param : (*called)->parameters())
    inside.own.insert(param);
  inside.add((*called)->getBody());
  active.erase(*called);
  const bool writes = llvm::any_of(inside.writes, [](const Expr *target) {
    const Expr *root = wholeArray(target);
    while (const auto *member = dyn_cast<MemberExpr>(root)) {
      if (member->isArrow())
        return true;
      root = wholeArray(member->getBase());
    }
    const VarDecl *var = namedVariable(root);
    return !var || !isa<ParmVarDecl>(var);
  });
  if (inside.effect || inside.ordered || writes)
    return stop(e);
  reads.insert(reads.end(), inside.reads.begin(), inside.reads.end());
}

/// A value of the library's through which its holder's elements are written.
static bool leadsElsewhere(QualType type, const HostCode &code) {
  const auto *record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!record || !code.isOfLibrary(record) || !record->getIdentifier())
    return false;
  static const llvm::StringRef names[] = {
      "span", "reference_wrapper", "unique_ptr", "shared_ptr", "weak_ptr"};
  return record->getName().contains("iterator") ||
         record->getName().contains("Iterator") ||
         llvm::is_contained(names, record->getName());
}

/// `v.begin()`: v.
void HostCode::writeContainers(const Expr *iterator) {
  bool found = false;
  const auto visit = [&](auto &&self, const clang::Stmt *s) -> void {
    const auto *e = dyn_cast_or_null<Expr>(s);
    if (!e)
      return;
    const auto *record = e->getType()->getAsCXXRecordDecl();
    if (e->isLValue() && record && record->isInStdNamespace() &&
        !leadsElsewhere(e->getType(), *this) &&
        !isa<MaterializeTemporaryExpr>(e)) {
      found = true;
      return write(iterator, e);
    }
    for (const clang::Stmt *child : e->children())
      self(self, child);
  };
  visit(visit, iterator);
  if (!found)
    stop(iterator);
}

/// What an argument for a parameter of type `param` leads to may be written.
/// `oneObject`: of what a pointer leads to, no more than that object.
void HostCode::handedOver(const Expr *argument, QualType param,
                          bool oneObject) {
  const bool reference = param->isReferenceType();
  if (leadsElsewhere(argument->getType(), *this))
    return writeContainers(argument);
  if (reference && !argument->isGLValue())
    return; // a temporary
  // Clang materialises one for a reference to bind to.
  if (reference && isa<MaterializeTemporaryExpr>(argument->IgnoreParens()))
    return;
  if ((!reference && !param->isPointerType()) ||
      param->getPointeeType().isConstQualified() ||
      param->isFunctionPointerType())
    return;
  // `FILE *`: nothing of the user's.
  if (const auto *record = param->getPointeeType()->getAsRecordDecl();
      !reference && record &&
      context.getSourceManager().isInSystemHeader(record->getLocation()))
    return;
  const Expr *object = plain(argument);
  while (returnsArgument(object)) // of std::move(x), x
    object = plain(cast<CallExpr>(object)->getArg(0));
  // A place in an array, by `a + k`: some of its elements.
  while (const auto *sum = dyn_cast<BinaryOperator>(object)) {
    if (reference || sum->getOpcode() != BO_Add)
      break;
    oneObject = false;
    object = plain(sum->getLHS()->getType()->isPointerType() ? sum->getLHS()
                                                             : sum->getRHS());
  }
  const auto *address = dyn_cast<UnaryOperator>(object);
  if (!reference && !oneObject && address &&
      isa<ArraySubscriptExpr, CXXOperatorCallExpr>(
          plain(address->getSubExpr())))
    return stop(argument); // how many elements is not known
  if (!reference && address && address->getOpcode() == UO_AddrOf)
    object = address->getSubExpr();
  else if (!reference && !object->getType()->isArrayType() &&
           !argument->IgnoreParenImpCasts()->getType()->isArrayType())
    return stop(argument); // of a pointer's target the extent is not known
  if (reference && isa<CXXOperatorCallExpr, CallExpr>(object) &&
      !object->getType()->isArithmeticType()) {
    // `out << a << b`: what it is called on has been looked at.
    const auto *call = cast<CallExpr>(object);
    if (call->getDirectCallee() && call->getDirectCallee()->isInStdNamespace())
      return;
  }
  write(argument, object);
}

/// `memset` and the like: functions of plain memory.
static bool countsBytes(const FunctionDecl *callee) {
  if (!callee->getIdentifier())
    return false;
  llvm::StringRef name = callee->getName();
  name.consume_front("__builtin_");
  return name == "memset" || name == "memcpy" || name == "memmove";
}

/// Whether what such a call writes is within the object it is handed.
static bool fillsOneObject(const CallExpr *e, const ASTContext &context) {
  if (e->getNumArgs() < 3)
    return false;
  const QualType object = plain(e->getArg(0))->getType();
  const auto bytes = e->getArg(2)->getIntegerConstantExpr(context);
  const QualType pointee =
      object->isPointerType() ? object->getPointeeType() : QualType();
  return bytes && !pointee.isNull() && !pointee->isIncompleteType() &&
         *bytes <= context.getTypeSizeInChars(pointee).getQuantity();
}

/// Whether a function of C writes one number through each pointer it is handed.
static bool fillsNumbers(const FunctionDecl *callee) {
  static const llvm::StringRef names[] = {"frexp", "modf", "remquo", "sincos"};
  if (!callee->getIdentifier())
    return false;
  llvm::StringRef name = callee->getName();
  name.consume_front("__builtin_");
  return llvm::is_contained(names, name) ||
         llvm::is_contained(names, name.drop_back());
}

/// Whether it matters before or after which other calls a call of the library's
/// stands: it prints, reads, draws random numbers, takes memory.
static bool hasOrder(const CallExpr *e, const FunctionDecl *callee) {
  const auto isStream = [](QualType type) {
    const auto *record = type.getNonReferenceType()->getAsCXXRecordDecl();
    return record && record->getIdentifier() &&
           record->getName().contains("stream");
  };
  if (llvm::any_of(e->arguments(),
                   [&](const Expr *arg) { return isStream(arg->getType()); }))
    return true;
  if (const Expr *object = calledObject(e);
      object && isStream(object->getType()))
    return true;
  if (callee->isInStdNamespace() || !callee->getIdentifier())
    return false;
  if (const Expr *object = calledObject(e); object && isGrowing(object))
    return false;
  return !countsBytes(callee) && !callee->getName().starts_with("str");
}

/// What a member function is called of: of `p->clear()`, `*p`.
const Expr *HostCode::objectOf(const CXXMemberCallExpr *e) const {
  Expr *object = e->getImplicitObjectArgument();
  const QualType type = object->getType();
  return type->isPointerType()
             ? UnaryOperator::Create(context, object, UO_Deref,
                                     type->getPointeeType(), VK_LValue,
                                     OK_Ordinary, object->getBeginLoc(), false,
                                     FPOptionsOverride())
             : object;
}

bool regtt::looksAround(const FunctionDecl *callee) {
  if (!callee->getIdentifier())
    return false;
  static const llvm::StringRef names[] = {
      "fesetround",      "fegetround",      "feclearexcept",   "feraiseexcept",
      "fetestexcept",    "fegetexceptflag", "fesetexceptflag", "fegetenv",
      "fesetenv",        "feholdexcept",    "feupdateenv",     "feenableexcept",
      "fedisableexcept", "use_count",       "expired",         "lock",
      "owner_before"};
  return llvm::is_contained(names, callee->getName());
}

/// A call of a function without a body that could be looked at, of the
/// library's: it writes what it is handed, and nothing else of the user's.
void HostCode::outside(const CallExpr *e, const FunctionDecl *callee) {
  if (callee->isNoReturn())
    return stop(e);
  if (!ordered && hasOrder(e, callee))
    ordered = e;
  if (const auto *member = dyn_cast<CXXMemberCallExpr>(e);
      member && member->getMethodDecl() && !member->getMethodDecl()->isConst())
    write(e, objectOf(member));
  unsigned first = 0;
  if (const auto *op = dyn_cast<CXXOperatorCallExpr>(e))
    if (const auto *method = dyn_cast<CXXMethodDecl>(callee)) {
      first = 1;
      if (!method->isConst())
        handedOver(op->getArg(0),
                   context.getLValueReferenceType(op->getArg(0)->getType()));
    }
  for (unsigned k = first; k < e->getNumArgs(); ++k)
    handedOver(e->getArg(k),
               k - first < callee->getNumParams()
                   ? callee->getParamDecl(k - first)->getType()
                   : e->getArg(k)->getType(),
               countsBytes(callee) ? fillsOneObject(e, context)
                                   : fillsNumbers(callee));
}
