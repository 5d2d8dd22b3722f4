// What an expression reads and writes itself; calls by their callees'
// summaries, and what the library does by what it is given.
#include "Effects.h"

#include "Unit.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>

using namespace regtt::toir;
using clang::FunctionDecl;
using clang::VarDecl;
using llvm::dyn_cast;
using llvm::isa;

/// Whether objects of that type end with the user's code, in a container, too.
static bool endsWithCode(clang::QualType type) {
  if (hasOwnDestructor(type))
    return true;
  const auto *library =
      llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
          type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl());
  if (!library || !isLibraryType(clang::QualType(library->getTypeForDecl(), 0)))
    return false;
  return llvm::any_of(library->getTemplateArgs().asArray(), [](const auto &a) {
    return a.getKind() == clang::TemplateArgument::Type &&
           endsWithCode(a.getAsType());
  });
}

/// Of a library's function that is given such a value: whether it may call the
/// user's code.
static bool isCallable(clang::QualType type) {
  if (type->isFunctionPointerType())
    return true;
  const auto *record = type->getAsCXXRecordDecl();
  if (!record || !isLibraryType(type))
    return record;
  return record->getIdentifier() &&
         llvm::StringSwitch<bool>(record->getName())
             .Cases("function", "move_only_function", "packaged_task", true)
             .Case("reference_wrapper", true)
             .Default(false);
}

namespace {

class Collector : public clang::RecursiveASTVisitor<Collector> {
public:
  Collector(Effects &effects,
            const llvm::DenseMap<const FunctionDecl *, CallEffects> &known,
            Accesses &found, CallEffects *own)
      : known(known), effects(effects), found(found), own(own) {}

  bool shouldVisitImplicitCode() const { return true; }
  bool TraverseLambdaExpr(clang::LambdaExpr *e) {
    for (clang::Expr *init : e->capture_inits())
      TraverseStmt(init);
    return true;
  }
  bool TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr *) {
    return true;
  }

  bool VisitDeclRefExpr(clang::DeclRefExpr *e) {
    const auto *variable = dyn_cast<VarDecl>(e->getDecl());
    if (!variable)
      return true;
    if (variable->hasLocalStorage() &&
        !variable->getType()->isReferenceType()) {
      found.reads.insert(variable->getCanonicalDecl());
      found.readsMemory |= !own && effects.isShared(variable);
    } else if (!variable->isConstexpr()) {
      found.readsMemory = true;
    }
    return true;
  }
  bool VisitMemberExpr(clang::MemberExpr *e) {
    found.readsMemory |= e->isArrow();
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator *e) {
    found.readsMemory |= e->getOpcode() == clang::UO_Deref;
    if (e->isIncrementDecrementOp())
      write(e->getSubExpr());
    return true;
  }
  bool VisitArraySubscriptExpr(clang::ArraySubscriptExpr *) {
    return found.readsMemory = true;
  }
  bool VisitBinaryOperator(clang::BinaryOperator *e) {
    if (e->isAssignmentOp())
      write(e->getLHS());
    return true;
  }
  bool VisitCXXNewExpr(clang::CXXNewExpr *) { return all(); }
  bool VisitCXXDeleteExpr(clang::CXXDeleteExpr *) { return all(); }
  bool VisitCXXThrowExpr(clang::CXXThrowExpr *) { return all(); }
  bool VisitAsmStmt(clang::AsmStmt *) { return all(); }
  bool VisitImplicitCastExpr(clang::ImplicitCastExpr *e) {
    const bool isVolatile = e->getCastKind() == clang::CK_LValueToRValue &&
                            e->getSubExpr()->getType().isVolatileQualified();
    return isVolatile ? all() : true;
  }
  // What is there ends somewhere.
  bool VisitVarDecl(VarDecl *variable) {
    return endsWithCode(variable->getType()) ? all() : true;
  }
  bool VisitCXXBindTemporaryExpr(clang::CXXBindTemporaryExpr *e) {
    return endsWithCode(e->getType()) ? all() : true;
  }

  bool VisitCXXConstructExpr(clang::CXXConstructExpr *e) {
    const auto *constructor = e->getConstructor();
    if (isMemberwise(constructor) || constructor->isTrivial())
      return true;
    call(constructor, nullptr, false,
         llvm::ArrayRef(e->getArgs(), e->getNumArgs()));
    return true;
  }
  bool VisitCallExpr(clang::CallExpr *e) {
    const FunctionDecl *callee = e->getDirectCallee();
    if (!callee)
      return all();
    const auto *method = dyn_cast<clang::CXXMethodDecl>(callee);
    if (method && !(callee = Effects::certainMethod(method, e)))
      return all();
    // std::function and the like.
    if (method && isLibrary(method) &&
        method->getOverloadedOperator() == clang::OO_Call)
      return all();
    auto arguments = llvm::ArrayRef(e->getArgs(), e->getNumArgs());
    if (const auto *member = dyn_cast<clang::CXXMemberCallExpr>(e)) {
      const auto *access =
          dyn_cast<clang::MemberExpr>(member->getCallee()->IgnoreParens());
      call(callee, member->getImplicitObjectArgument(),
           access && access->isArrow(), arguments);
    } else if (isa<clang::CXXOperatorCallExpr>(e) &&
               isa<clang::CXXMethodDecl>(callee) &&
               !llvm::cast<clang::CXXMethodDecl>(callee)->isStatic()) {
      call(callee, arguments[0], false, arguments.drop_front());
    } else {
      call(callee, nullptr, false, arguments);
    }
    return true;
  }

private:
  const llvm::DenseMap<const FunctionDecl *, CallEffects> &known;
  Effects &effects;
  Accesses &found;
  CallEffects *own; ///< of the function whose body this is; or null

  bool all() {
    found.readsMemory = found.writesMemory = found.usesLibrary = true;
    return true;
  }

  void call(const FunctionDecl *callee, const clang::Expr *object, bool isArrow,
            llvm::ArrayRef<const clang::Expr *> arguments) {
    found.readsMemory = true;
    const FunctionDecl *body = nullptr;
    if (!isLibrary(callee) && callee->hasBody(body)) {
      if (own)
        own->callees.push_back(body);
      const auto summary = known.find(body);
      if (summary == known.end()) {
        if (!own)
          apply(effects.summary(body), object, isArrow, arguments);
        return; // of a body: taken up with the next round
      }
      return apply(summary->second, object, isArrow, arguments);
    }
    const auto *method = dyn_cast<clang::CXXMethodDecl>(callee);
    if (Effects::isPureLibrary(callee) || Effects::isAccessor(callee))
      return;
    if (!isLibrary(callee))
      found.writesMemory = true;
    found.usesLibrary = true;
    if (method && object && !method->isConst())
      change(object, isArrow);
    for (unsigned k = 0; k < arguments.size(); ++k) {
      const clang::QualType type = k < callee->getNumParams()
                                       ? callee->getParamDecl(k)->getType()
                                       : clang::QualType();
      const bool isConst =
          !type.isNull() && (!type->isReferenceType() ||
                             type->getPointeeType().isConstQualified());
      const clang::QualType given = arguments[k]->getType();
      if (!isConst && !(type.isNull() && arguments[k]->isPRValue()))
        write(arguments[k]);
      // What it is given to call, or to write through.
      const bool isCalled = isCallable(given);
      const bool isWritten =
          given->isPointerType() && !(type.isNull() ? given : type)
                                         .getNonReferenceType()
                                         ->getPointeeType()
                                         .isConstQualified();
      found.writesMemory |= isCalled || (isWritten && !method);
    }
  }

  void apply(const CallEffects &summary, const clang::Expr *object,
             bool isArrow, llvm::ArrayRef<const clang::Expr *> arguments) {
    found.writesMemory |= summary.writesMemory;
    found.usesLibrary |= summary.usesLibrary;
    if (summary.writesThis && object)
      change(object, isArrow);
    for (unsigned k = 0;
         k < std::min(arguments.size(), summary.writesParam.size()); ++k)
      if (summary.writesParam[k])
        write(arguments[k]);
  }

  void change(const clang::Expr *object, bool isArrow) {
    if (!isArrow)
      return write(object);
    if (isa<clang::CXXThisExpr>(object->IgnoreParenImpCasts()) && own)
      own->writesThis = true;
    else
      found.writesMemory = true;
  }

  /// What the glvalue `e` lies in is changed.
  void write(const clang::Expr *e) {
    e = e->IgnoreParenImpCasts();
    if (const auto *member = dyn_cast<clang::MemberExpr>(e)) {
      return change(member->getBase(), member->isArrow());
    }
    if (isa<clang::MaterializeTemporaryExpr>(e))
      return;
    if (e->getType().isVolatileQualified())
      all();
    if (const auto *cast = dyn_cast<clang::ExplicitCastExpr>(e))
      return write(cast->getSubExpr());
    if (const auto *element = dyn_cast<clang::ArraySubscriptExpr>(e)) {
      const clang::Expr *base = element->getBase()->IgnoreParens();
      const auto *decay = dyn_cast<clang::ImplicitCastExpr>(base);
      if (decay && decay->getCastKind() == clang::CK_ArrayToPointerDecay)
        return write(decay->getSubExpr());
    }
    if (const auto *star = dyn_cast<clang::UnaryOperator>(e))
      if (star->getOpcode() == clang::UO_Deref)
        return change(star->getSubExpr(), true);
    if (const auto *call = dyn_cast<clang::CXXOperatorCallExpr>(e))
      if (const auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(
              call->getDirectCallee()))
        if (call->getOperator() == clang::OO_Subscript && isLibrary(method))
          return write(call->getArg(0));
    if (const auto *reference = dyn_cast<clang::DeclRefExpr>(e)) {
      const auto *variable = dyn_cast<VarDecl>(reference->getDecl());
      if (variable && variable->hasLocalStorage() &&
          !reference->refersToEnclosingVariableOrCapture()) {
        if (!variable->getType()->isReferenceType()) {
          found.writes.insert(variable->getCanonicalDecl());
          found.writesMemory |= !own && effects.isShared(variable);
          return;
        }
        const auto *param = dyn_cast<clang::ParmVarDecl>(variable);
        if (param && own) {
          const unsigned index = param->getFunctionScopeIndex();
          if (own->writesParam.size() <= index)
            own->writesParam.resize(index + 1);
          own->writesParam[index] = true;
          return;
        }
      }
    }
    if (e->isPRValue() && !e->getType()->isPointerType())
      return;
    found.writesMemory = true;
  }
};

} // namespace

void regtt::toir::collect(
    Effects &effects,
    const llvm::DenseMap<const FunctionDecl *, CallEffects> &known,
    Accesses &found, CallEffects *own, const clang::Stmt *s) {
  Collector(effects, known, found, own)
      .TraverseStmt(const_cast<clang::Stmt *>(s));
}
