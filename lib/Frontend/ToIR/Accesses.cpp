// What an expression reads and writes itself; calls by their callees'
// summaries, and what the library does by what it is given.
#include "Effects.h"

#include "AccessedFields.h"
#include "FunctionObjects.h"
#include "HiddenCode.h"
#include "Unit.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>

using namespace regtt::toir;
using clang::FunctionDecl;
using clang::VarDecl;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;

namespace {

/// What is changed of an object: all of it, or these fields.
struct Part {
  bool all = true;
  llvm::SmallVector<const clang::FieldDecl *, 4> fields;
};

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

  // Naming an object reads nothing of it; what is in a local is taken to be
  // read.
  bool VisitDeclRefExpr(clang::DeclRefExpr *e) {
    if (const VarDecl *variable = ownVariable(e)) {
      found.reads.insert(variable->getCanonicalDecl());
      found.memoryRead.any |= !own && effects.isShared(variable);
    }
    return true;
  }
  bool TraverseMemberExpr(clang::MemberExpr *e) {
    const clang::FieldDecl *field = fieldOf(e);
    return field ? read(e, field) : RecursiveASTVisitor::TraverseMemberExpr(e);
  }
  bool TraverseArraySubscriptExpr(clang::ArraySubscriptExpr *e) {
    const clang::FieldDecl *field = fieldOf(e);
    return field ? read(e, field)
                 : RecursiveASTVisitor::TraverseArraySubscriptExpr(e);
  }
  bool VisitMemberExpr(clang::MemberExpr *e) {
    found.memoryRead.any |= !e->getType()->isRecordType();
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator *e) {
    found.memoryRead.any |= e->getOpcode() == clang::UO_Deref;
    if (e->isIncrementDecrementOp())
      write(e->getSubExpr());
    return true;
  }
  bool VisitArraySubscriptExpr(clang::ArraySubscriptExpr *) {
    return found.memoryRead.any = true;
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
    if (e->getCastKind() != clang::CK_LValueToRValue)
      return true;
    if (e->getSubExpr()->getType().isVolatileQualified())
      return all();
    copies(e->getSubExpr());
    return true;
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
    if (isMemberwise(constructor) || constructor->isTrivial()) {
      if (constructor->isCopyOrMoveConstructor())
        copies(e->getArg(0));
      return true;
    }
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
      return virtualCall(e, method);
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
  /// Any of those that override it.
  bool virtualCall(clang::CallExpr *e, const clang::CXXMethodDecl *method) {
    const auto *access =
        dyn_cast<clang::MemberExpr>(e->getCallee()->IgnoreParens());
    const auto overriders = effects.overriders(method);
    if (!access || overriders.empty())
      return all();
    for (const clang::CXXMethodDecl *each : overriders)
      call(each, access->getBase(), access->isArrow(),
           llvm::ArrayRef(e->getArgs(), e->getNumArgs()));
    return true;
  }

  const llvm::DenseMap<const FunctionDecl *, CallEffects> &known;
  Effects &effects;
  Accesses &found;
  CallEffects *own; ///< of the function whose body this is; or null

  bool all() {
    found.memoryRead.any = found.memoryWritten.any = found.usesLibrary = true;
    return true;
  }

  /// The variable that `e` names, or a part of it.
  static const VarDecl *namedBy(const clang::DeclRefExpr *e) {
    const auto *part = dyn_cast<clang::BindingDecl>(e->getDecl());
    return dyn_cast_or_null<VarDecl>(part ? part->getDecomposedDecl()
                                          : e->getDecl());
  }

  /// The variable of this function that `e` names and that holds what it is.
  static const VarDecl *ownVariable(const clang::DeclRefExpr *e) {
    const VarDecl *variable = namedBy(e);
    return variable && variable->hasLocalStorage() &&
                   !variable->getType()->isReferenceType() &&
                   !e->refersToEnclosingVariableOrCapture()
               ? variable
               : nullptr;
  }

  /// The value at `e` is loaded: of a variable or a global; what has steps is
  /// seen by itself, but for a struct as a whole.
  void copies(const clang::Expr *e) {
    const bool isStruct = e->getType()->isRecordType();
    e = e->IgnoreParenImpCasts();
    while (const auto *member = dyn_cast<clang::MemberExpr>(e)) {
      if (!isStruct || member->isArrow())
        break;
      e = member->getBase()->IgnoreParens();
    }
    const auto *name = dyn_cast<clang::DeclRefExpr>(e);
    const VarDecl *variable = name ? namedBy(name) : nullptr;
    const bool isKnown =
        variable && (ownVariable(name) || variable->isConstexpr());
    if (isKnown || !(name ? variable != nullptr : isStruct))
      return;
    // A reference leads to what lies somewhere as its type.
    const clang::QualType type = e->getType().getCanonicalType();
    if (name && variable->getType()->isReferenceType() && type->isScalarType())
      found.memoryRead.types.insert(
          type->getCanonicalTypeUnqualified().getTypePtr());
    else
      found.memoryRead.any = true;
  }

  /// Reads `field`, at the end of `e`: its steps are not read, but the pointers
  /// and the numbers among them.
  bool read(clang::Expr *e, const clang::FieldDecl *field) {
    while (true) {
      e = e->IgnoreParens();
      if (auto *member = dyn_cast<clang::MemberExpr>(e)) {
        e = member->getBase();
        if (!member->isArrow())
          continue;
      } else if (auto *element = dyn_cast<clang::ArraySubscriptExpr>(e)) {
        if (const clang::Expr *array = arrayOf(element)) {
          TraverseStmt(element->getIdx());
          e = const_cast<clang::Expr *>(array);
          continue;
        }
        TraverseStmt(element->getIdx());
        e = element->getBase();
      } else if (auto *star = dyn_cast<clang::UnaryOperator>(e);
                 star && star->getOpcode() == clang::UO_Deref) {
        e = star->getSubExpr();
      } else if (auto *name = dyn_cast<clang::DeclRefExpr>(e)) {
        const VarDecl *variable = ownVariable(name);
        if (variable)
          found.reads.insert(variable->getCanonicalDecl());
        if (!variable || (!own && effects.isShared(variable)))
          found.memoryRead.fields.insert(field);
        return true;
      }
      found.memoryRead.fields.insert(field);
      return TraverseStmt(e);
    }
  }

  void call(const FunctionDecl *callee, const clang::Expr *object, bool isArrow,
            llvm::ArrayRef<const clang::Expr *> arguments) {
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
    found.memoryRead.any = true;
    if (const auto called = appliedFunctions(callee, arguments)) {
      for (const FunctionDecl *each : *called)
        callsBack(each);
      return;
    }
    const auto *method = dyn_cast<clang::CXXMethodDecl>(callee);
    if (Effects::isPureLibrary(callee) || Effects::isAccessor(callee))
      return;
    if (!isLibrary(callee))
      found.memoryWritten.any = true;
    // What containers, iterators and streams change is theirs.
    found.usesLibrary |=
        method ? method->isStatic() : !callee->isOverloadedOperator();
    if (method && object && !method->isConst())
      change(object, isArrow, {});
    for (unsigned k = 0; k < arguments.size(); ++k) {
      const clang::QualType type = k < callee->getNumParams()
                                       ? callee->getParamDecl(k)->getType()
                                       : clang::QualType();
      const bool isConst =
          !type.isNull() && (!type->isReferenceType() ||
                             type->getPointeeType().isConstQualified());
      const clang::QualType given = arguments[k]->getType();
      const bool isHeld = Effects::copiesBytes(callee, given);
      const bool isCopied =
          (isHeld || Effects::makesValue(callee)) && arguments[k]->isLValue();
      if (!isConst && !isCopied &&
          !(type.isNull() && arguments[k]->isPRValue()))
        write(arguments[k]);
      // What it is given to call, or to write through.
      const bool isCalled = isCallable(given) && !isHeld;
      const bool isWritten =
          given->isPointerType() && !(type.isNull() ? given : type)
                                         .getNonReferenceType()
                                         ->getPointeeType()
                                         .isConstQualified();
      found.memoryWritten.any |= isCalled || (isWritten && !method);
    }
  }

  /// The library calls `callee` of elements, wherever they are.
  void callsBack(const FunctionDecl *callee) {
    const FunctionDecl *body = nullptr;
    if (!callee->hasBody(body))
      return void(all());
    if (own)
      own->callees.push_back(body);
    const auto summary = known.find(body);
    if (summary == known.end() && own)
      return; // taken up with the next round
    const CallEffects &effects =
        summary == known.end() ? this->effects.summary(body) : summary->second;
    apply(effects, nullptr, false, {});
    found.memoryWritten.any |= effects.ofThis != Change::None ||
                               llvm::any_of(effects.ofParam, [](Change change) {
                                 return change != Change::None;
                               });
  }

  void apply(const CallEffects &summary, const clang::Expr *object,
             bool isArrow, llvm::ArrayRef<const clang::Expr *> arguments) {
    found.memoryRead.add(summary.reads);
    found.memoryWritten.add(summary.writes);
    found.usesLibrary |= summary.usesLibrary;
    Part parts{false, {summary.parts.begin(), summary.parts.end()}};
    const auto part = [&](Change change) {
      return change == Change::All ? Part() : parts;
    };
    if (summary.ofThis != Change::None && object)
      change(object, isArrow, part(summary.ofThis));
    for (unsigned k = 0; k < std::min(arguments.size(), summary.ofParam.size());
         ++k)
      if (summary.ofParam[k] == Change::All)
        write(arguments[k]);
      else if (summary.ofParam[k] == Change::Parts)
        write(arguments[k], parts);
  }

  void note(Change &known, const Part &part) {
    known = std::max(known, part.all ? Change::All : Change::Parts);
    own->parts.insert(part.fields.begin(), part.fields.end());
  }
  void writeMemory(const Part &part) {
    found.memoryWritten.any |= part.all;
    found.memoryWritten.fields.insert(part.fields.begin(), part.fields.end());
  }

  void change(const clang::Expr *object, bool isArrow, const Part &part) {
    if (!isArrow)
      return write(object, part);
    if (isa<clang::CXXThisExpr>(object->IgnoreParenImpCasts()) && own)
      note(own->ofThis, part);
    else
      writeMemory(part);
  }

  /// Writes through the reference that `e` returns; whether it is known to lead
  /// into what the function is handed.
  bool into(const clang::CallExpr *e) {
    const FunctionDecl *callee = e->getDirectCallee();
    const auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(callee);
    if (!callee || isLibrary(callee) || (method && method->isVirtual()))
      return false;
    const ReturnedPlaces places = returnedPlaces(callee);
    const auto *member = dyn_cast<clang::CXXMemberCallExpr>(e);
    const bool isOperator = isa<clang::CXXOperatorCallExpr>(e) && method;
    if (!places.isKnown || (places.ofThis && !member && !isOperator))
      return false;
    if (places.ofThis && member) {
      const auto *access =
          dyn_cast<clang::MemberExpr>(member->getCallee()->IgnoreParens());
      change(member->getImplicitObjectArgument(), access && access->isArrow(),
             {});
    } else if (places.ofThis) {
      write(e->getArg(0), {});
    }
    for (const unsigned param : places.params)
      write(e->getArg(param + isOperator), {});
    return true;
  }

  void write(const clang::Expr *e) {
    Part part;
    if (const auto *field = fieldOf(e->IgnoreParenImpCasts())) {
      part.all = false;
      part.fields.push_back(field);
    }
    write(e, part);
  }

  /// `part` of what the glvalue `e` lies in is changed.
  void write(const clang::Expr *e, const Part &part) {
    e = e->IgnoreParenImpCasts();
    if (const auto *member = dyn_cast<clang::MemberExpr>(e))
      return change(member->getBase(), member->isArrow(), part);
    if (isa<clang::MaterializeTemporaryExpr>(e))
      return;
    if (e->getType().isVolatileQualified())
      all();
    if (const auto *cast = dyn_cast<clang::ExplicitCastExpr>(e))
      return write(cast->getSubExpr(), {});
    if (const auto *element = dyn_cast<clang::ArraySubscriptExpr>(e))
      if (const clang::Expr *array = arrayOf(element))
        return write(array, part);
    if (const auto *star = dyn_cast<clang::UnaryOperator>(e))
      if (star->getOpcode() == clang::UO_Deref)
        return change(star->getSubExpr(), true, part);
    if (const auto *choice = dyn_cast<clang::ConditionalOperator>(e)) {
      write(choice->getTrueExpr());
      return write(choice->getFalseExpr());
    }
    if (const auto *call = dyn_cast<clang::CallExpr>(e); call && into(call))
      return;
    if (const auto *call = dyn_cast<clang::CXXOperatorCallExpr>(e))
      if (const auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(
              call->getDirectCallee()))
        if (call->getOperator() == clang::OO_Subscript && isLibrary(method))
          return write(call->getArg(0), part);
    if (const auto *reference = dyn_cast<clang::DeclRefExpr>(e)) {
      const VarDecl *variable = namedBy(reference);
      if (variable && variable->hasLocalStorage() &&
          !reference->refersToEnclosingVariableOrCapture()) {
        if (!variable->getType()->isReferenceType()) {
          found.writes.insert(variable->getCanonicalDecl());
          if (!own && effects.isShared(variable))
            writeMemory(part);
          return;
        }
        const auto *param = dyn_cast<clang::ParmVarDecl>(variable);
        if (param && own) {
          const unsigned index = param->getFunctionScopeIndex();
          if (own->ofParam.size() <= index)
            own->ofParam.resize(index + 1, Change::None);
          return note(own->ofParam[index], part);
        }
      }
    }
    if (e->isPRValue() && !e->getType()->isPointerType())
      return;
    writeMemory(part);
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
