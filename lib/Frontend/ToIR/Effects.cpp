// Reads and writes of Clang's expressions; calls by their callees' summaries.
#include "Effects.h"

#include "Unit.h"
#include "regtt/Frontend/Library.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>

using namespace regtt;
using namespace regtt::toir;
using clang::FunctionDecl;
using clang::VarDecl;
using llvm::dyn_cast;
using llvm::isa;

bool Effects::isAccessor(const FunctionDecl *function) {
  const auto *method = dyn_cast<clang::CXXMethodDecl>(function);
  if (!method || !isLibrary(method))
    return false;
  switch (method->getOverloadedOperator()) {
  case clang::OO_Subscript: {
    const llvm::StringRef name = method->getParent()->getName();
    return name != "map" && name != "unordered_map";
  }
  case clang::OO_Star:
  case clang::OO_Arrow:
    return true;
  default:
    break;
  }
  return method->getIdentifier() &&
         llvm::StringSwitch<bool>(method->getName())
             .Cases("at", "front", "back", "top", "begin", "end", "data", true)
             .Cases("get", "base", "value", "real", "imag", true)
             .Cases("rbegin", "rend", "find", true)
             .Default(false);
}

bool Effects::isPureLibrary(const FunctionDecl *function) {
  if (!function->getIdentifier() || isa<clang::CXXMethodDecl>(function))
    return false;
  if (function->hasAttr<clang::ConstAttr>())
    return true;
  const llvm::StringRef name = function->getName();
  if (findLibraryFunction(*function))
    return name != "swap" && name != "exchange";
  return llvm::StringSwitch<bool>(name)
      .Cases("get", "begin", "end", "cbegin", "cend", "size", "data", true)
      .Cases("make_pair", "make_tuple", "tie", "distance", "next", "prev", true)
      .Cases("as_const", "addressof", "ref", "cref", "to_string", true)
      .Cases("strcmp", "strlen", "memcmp", "abs", "labs", "bit_cast", true)
      .Cases("isdigit", "isalpha", "isspace", "lower_bound", true)
      .Cases("is_constant_evaluated", "launder", "move_if_noexcept", true)
      .Cases("empty", "ssize", "gcd", "lcm", "midpoint", true)
      .Cases("__builtin_expect", "__builtin_is_constant_evaluated", true)
      .Cases("__addressof", "__builtin_addressof", true)
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
        !variable->getType()->isReferenceType())
      found.reads.insert(variable->getCanonicalDecl());
    else if (!variable->isConstexpr())
      found.readsMemory = true;
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
      const bool isCalled = given->isFunctionPointerType() ||
                            (given->isRecordType() && !isLibraryType(given));
      const bool isWritten =
          given->isPointerType() &&
          !(type.isNull() ? given : type)
               .getNonReferenceType()->getPointeeType().isConstQualified();
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

Accesses Effects::of(const clang::Stmt *s) {
  Accesses found;
  Collector(*this, summaries, found, nullptr)
      .TraverseStmt(const_cast<clang::Stmt *>(s));
  return found;
}

static bool conflicts(const Accesses &x, const Accesses &y) {
  const auto disturbs = [](const Accesses &writer, const Accesses &other) {
    for (const VarDecl *variable : writer.writes)
      if (other.reads.count(variable) || other.writes.count(variable))
        return true;
    return writer.writesMemory && (other.readsMemory || other.writesMemory);
  };
  return disturbs(x, y) || disturbs(y, x) || (x.usesLibrary && y.usesLibrary);
}

bool Effects::conflict(const clang::Expr *a, const clang::Expr *b) {
  return conflicts(of(a), of(b));
}

bool Effects::conflictsWithPlace(const clang::Expr *place,
                                 const clang::Expr *value) {
  // A member or an element is where its object is.
  Accesses where;
  const auto add = [&](const clang::Expr *e) {
    const Accesses more = of(e);
    where.reads.insert(more.reads.begin(), more.reads.end());
    where.writes.insert(more.writes.begin(), more.writes.end());
    where.readsMemory |= more.readsMemory;
    where.writesMemory |= more.writesMemory;
    where.usesLibrary |= more.usesLibrary;
  };
  while (place) {
    place = place->IgnoreParens();
    const auto *member = dyn_cast<clang::MemberExpr>(place);
    const auto *element = dyn_cast<clang::ArraySubscriptExpr>(place);
    const auto *star = dyn_cast<clang::UnaryOperator>(place);
    if (member && !member->isArrow()) {
      place = member->getBase();
      continue;
    }
    if (member) {
      add(member->getBase());
    } else if (element) {
      add(element->getIdx());
      const auto *decay = dyn_cast<clang::ImplicitCastExpr>(
          element->getBase()->IgnoreParens());
      if (decay && decay->getCastKind() == clang::CK_ArrayToPointerDecay) {
        place = decay->getSubExpr();
        continue;
      }
      add(element->getBase());
    } else if (star && star->getOpcode() == clang::UO_Deref) {
      add(star->getSubExpr());
    } else if (!isa<clang::DeclRefExpr>(place)) {
      add(place);
    }
    place = nullptr;
  }
  return conflicts(where, of(value));
}

/// One round over a body; whether it found more than was known.
static bool refine(Effects &effects,
                   llvm::DenseMap<const FunctionDecl *, CallEffects> &known,
                   const FunctionDecl *function) {
  Accesses found;
  CallEffects own;
  Collector collector(effects, known, found, &own);
  collector.TraverseStmt(function->getBody());
  if (const auto *constructor =
          dyn_cast<clang::CXXConstructorDecl>(function))
    for (const clang::CXXCtorInitializer *init : constructor->inits())
      collector.TraverseStmt(init->getInit());
  own.writesMemory |= found.writesMemory;
  own.usesLibrary |= found.usesLibrary;
  CallEffects &old = known[function];
  const bool more = old.writesMemory != own.writesMemory ||
                    old.usesLibrary != own.usesLibrary ||
                    old.writesThis != own.writesThis ||
                    old.writesParam != own.writesParam;
  old = std::move(own);
  return more;
}

const CallEffects &Effects::summary(const FunctionDecl *function) {
  if (const auto found = summaries.find(function); found != summaries.end())
    return found->second;
  std::vector<const FunctionDecl *> reached = {function};
  summaries[function];
  for (size_t k = 0; k < reached.size(); ++k) {
    refine(*this, summaries, reached[k]);
    const auto callees = summaries[reached[k]].callees;
    for (const FunctionDecl *callee : callees)
      if (!summaries.count(callee)) {
        summaries[callee];
        reached.push_back(callee);
      }
  }
  for (bool more = true; more;) {
    more = false;
    for (const FunctionDecl *each : reached)
      more |= refine(*this, summaries, each);
  }
  return summaries[function];
}

bool Effects::isPure(const FunctionDecl *function) {
  const FunctionDecl *body = nullptr;
  if (!function->hasBody(body) || isLibrary(function))
    return false;
  if (const auto found = pure.find(body); found != pure.end())
    return found->second;
  const CallEffects effects = summary(body);
  bool result = !effects.writesMemory && !effects.usesLibrary &&
                !effects.writesThis &&
                !llvm::is_contained(effects.writesParam, true) &&
                !isa<clang::CXXConstructorDecl>(function) &&
                !function->getReturnType()->isVoidType();
  llvm::SmallPtrSet<const FunctionDecl *, 8> seen;
  std::vector<const FunctionDecl *> open = effects.callees;
  while (result && !open.empty()) {
    const FunctionDecl *next = open.back();
    open.pop_back();
    result = next != body;
    if (seen.insert(next).second)
      for (const FunctionDecl *callee : summary(next).callees)
        open.push_back(callee);
  }
  return pure[body] = result;
}
