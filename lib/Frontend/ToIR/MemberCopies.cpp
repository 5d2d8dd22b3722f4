// Copy constructors and assignments that a user wrote and that do what the
// compiler's would:
//
//     Vec(const Vec &o) { for (int i = 0; i < 3; ++i) v[i] = o.v[i]; }
//     Vec(const Vec &o) : x(o.x), y(o.y) { z = o.z; }
//     Vec &operator=(const Vec &o) { x = o.x; y = o.y; z = o.z; return *this; }
//
// Each member is copied, all of it, and nothing else happens, so that it makes
// no difference how often objects are copied and where they lie. Of any other
// function nothing is known here.
#include "OddAttributes.h"
#include "Unit.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include <map>
#include <set>

using namespace regtt;
using namespace regtt::toir;
using clang::FieldDecl;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;

namespace {

/// A member, or an element of one.
struct Part {
  const FieldDecl *field = nullptr;
  const clang::Expr *index = nullptr;
};

/// How often, and as what, loops count.
struct Counter {
  const clang::VarDecl *variable = nullptr;
  uint64_t count = 0;
};

class MemberCopy {
public:
  explicit MemberCopy(const clang::CXXMethodDecl *function)
      : function(function), context(function->getASTContext()),
        from(function->getParamDecl(0)) {}

  bool run() {
    if (const auto *constructor = dyn_cast<clang::CXXConstructorDecl>(function))
      for (const auto *init : constructor->inits())
        if (!take(init))
          return false;
    return take(function->getBody(), {}) && isWhole();
  }

private:
  static const clang::Expr *plain(const clang::Expr *e) {
    return e->IgnoreParens()->IgnoreImplicit()->IgnoreParens();
  }

  bool isFrom(const clang::Expr *e) const {
    const auto *named =
        dyn_cast<clang::DeclRefExpr>(e->IgnoreParens()->IgnoreParenImpCasts());
    return named && named->getDecl() == from;
  }

  static bool isThisObject(const clang::Expr *e) {
    const auto *object = dyn_cast<clang::UnaryOperator>(plain(e));
    return object && object->getOpcode() == clang::UO_Deref &&
           llvm::isa<clang::CXXThisExpr>(plain(object->getSubExpr()));
  }

  /// What `e` names of the object that is made, or of the one that is copied.
  Part partOf(const clang::Expr *e, bool isMade) const {
    Part part;
    e = plain(e);
    if (const auto *element = dyn_cast<clang::ArraySubscriptExpr>(e)) {
      part.index = plain(element->getIdx());
      e = plain(element->getBase());
      if (!e->getType()->isConstantArrayType())
        return {};
    }
    const auto *member = dyn_cast<clang::MemberExpr>(e);
    if (!member)
      return {};
    const clang::Expr *base = plain(member->getBase());
    const bool isThere = isMade ? llvm::isa<clang::CXXThisExpr>(base)
                                : isFrom(base) && !member->isArrow();
    const auto *field = dyn_cast<FieldDecl>(member->getMemberDecl());
    // What is assigned to a reference goes elsewhere.
    if (isThere && field && field->getParent() == function->getParent() &&
        !field->getType()->isReferenceType())
      part.field = field;
    return part;
  }

  /// A copy of `to` from the same part of the other object, which is then
  /// copied, where it is a part of an array, as far as `counter` goes.
  bool copies(const Part &to, const Part &of, const Counter &counter) {
    if (!to.field || to.field != of.field || !to.index != !of.index)
      return false;
    if (!to.index) {
      whole.insert(to.field);
      return true;
    }
    const auto *array = context.getAsConstantArrayType(to.field->getType());
    const auto number = to.index->getIntegerConstantExpr(context);
    const auto other = of.index->getIntegerConstantExpr(context);
    if (number && other) {
      if (!llvm::APSInt::isSameValue(*number, *other) || number->isNegative() ||
          number->getZExtValue() >= array->getZExtSize())
        return false;
      elements[to.field].insert(number->getZExtValue());
      return true;
    }
    const auto isCounter = [&](const clang::Expr *e) {
      const auto *named = dyn_cast<clang::DeclRefExpr>(e);
      return named && counter.variable && named->getDecl() == counter.variable;
    };
    if (!isCounter(to.index) || !isCounter(of.index) ||
        counter.count > array->getZExtSize())
      return false;
    for (uint64_t k = 0; k < counter.count; ++k)
      elements[to.field].insert(k);
    return true;
  }

  //===--- Ahead of the body ----------------------------------------------===//

  bool take(const clang::CXXCtorInitializer *init) {
    const clang::Expr *e = init->getInit();
    const auto *made = dyn_cast<clang::CXXConstructExpr>(plain(e));
    const bool isCopy = made && made->getNumArgs() == 1 &&
                        made->getConstructor()->isCopyOrMoveConstructor() &&
                        isMemberwise(made->getConstructor()) &&
                        !isLibraryType(made->getType());
    if (init->isBaseInitializer()) {
      if (!isCopy || !isFrom(made->getArg(0)))
        return isEmpty(init->getBaseClass()->getAsCXXRecordDecl()) &&
               !e->HasSideEffects(context);
      bases.insert(init->getBaseClass()->getAsCXXRecordDecl());
      return true;
    }
    if (!init->isMemberInitializer())
      return false;
    const Part of = partOf(isCopy ? made->getArg(0) : e, false);
    if (of.field == init->getMember() && !of.index &&
        (isCopy || of.field->getType()->isScalarType())) {
      whole.insert(of.field);
      return true;
    }
    // What the body sets anyhow.
    return !e->HasSideEffects(context);
  }

  //===--- The body -------------------------------------------------------===//

  bool take(const clang::Stmt *s, const Counter &counter) {
    if (llvm::isa<clang::NullStmt>(s))
      return true;
    if (const auto *block = dyn_cast<clang::CompoundStmt>(s))
      return llvm::all_of(block->body(), [&](const clang::Stmt *inner) {
        return take(inner, counter);
      });
    if (const auto *loop = dyn_cast<clang::ForStmt>(s)) {
      const Counter counted = counterOf(loop);
      return !counter.variable && counted.variable &&
             take(loop->getBody(), counted);
    }
    if (const auto *end = dyn_cast<clang::ReturnStmt>(s))
      return !counter.variable && end->getRetValue() &&
             isThisObject(end->getRetValue());
    const auto *e = dyn_cast<clang::Expr>(s);
    if (!e)
      return false;
    e = plain(e);
    if (const auto *set = dyn_cast<clang::BinaryOperator>(e))
      return set->getOpcode() == clang::BO_Assign &&
             set->getType()->isScalarType() &&
             copies(partOf(set->getLHS(), true), partOf(set->getRHS(), false),
                    counter);
    if (const auto *set = dyn_cast<clang::CXXOperatorCallExpr>(e)) {
      const auto *method =
          dyn_cast_or_null<clang::CXXMethodDecl>(set->getDirectCallee());
      return method && method->isCopyAssignmentOperator() &&
             method->isTrivial() &&
             copies(partOf(set->getArg(0), true), partOf(set->getArg(1), false),
                    counter);
    }
    return false;
  }

  /// Of `for (int i = 0; i < 3; ++i)`, whose body assigns members alone.
  Counter counterOf(const clang::ForStmt *loop) const {
    const auto *init = dyn_cast_or_null<clang::DeclStmt>(loop->getInit());
    const auto *variable = init && init->isSingleDecl()
                               ? dyn_cast<clang::VarDecl>(init->getSingleDecl())
                               : nullptr;
    const auto *test = dyn_cast_or_null<clang::BinaryOperator>(loop->getCond());
    const auto *step = dyn_cast_or_null<clang::UnaryOperator>(loop->getInc());
    if (!variable || !variable->hasLocalStorage() || !variable->getInit() ||
        !variable->getType()->isIntegerType() ||
        variable->getType().isVolatileQualified() ||
        loop->getConditionVariable() || !test || !step ||
        (test->getOpcode() != clang::BO_LT &&
         test->getOpcode() != clang::BO_NE) ||
        !step->isIncrementOp())
      return {};
    const auto isIt = [&](const clang::Expr *e) {
      const auto *named = dyn_cast<clang::DeclRefExpr>(plain(e));
      return named && named->getDecl() == variable;
    };
    const auto first = variable->getInit()->getIntegerConstantExpr(context);
    const auto last = test->getRHS()->getIntegerConstantExpr(context);
    const bool counts = isIt(test->getLHS()) && isIt(step->getSubExpr()) &&
                        first && first->isZero() && last &&
                        !last->isNegative() && last->getActiveBits() < 8;
    return counts ? Counter{variable, last->getZExtValue()} : Counter();
  }

  //===--- All of it ------------------------------------------------------===//

  static bool isEmpty(const clang::CXXRecordDecl *record) {
    return record && record->isEmpty();
  }

  bool isWhole() const {
    const auto *record = function->getParent();
    for (const auto &base : record->bases()) {
      const auto *of = base.getType()->getAsCXXRecordDecl();
      if (!isEmpty(of) && !bases.count(of))
        return false;
    }
    return llvm::all_of(record->fields(), [&](const FieldDecl *field) {
      const auto known = elements.find(field);
      const auto *array = context.getAsConstantArrayType(field->getType());
      return !field->getType().isVolatileQualified() &&
             (whole.count(field) ||
              (array && known != elements.end() &&
               known->second.size() == array->getZExtSize()));
    });
  }

  const clang::CXXMethodDecl *const function;
  const clang::ASTContext &context;
  const clang::ParmVarDecl *const from;
  std::set<const FieldDecl *> whole;
  std::map<const FieldDecl *, std::set<uint64_t>> elements;
  std::set<const clang::CXXRecordDecl *> bases;
};

/// Whether statements stand behind a return, or handlers behind all.
bool returnsEarly(const clang::FunctionDecl *function) {
  const auto *body = dyn_cast<clang::CompoundStmt>(function->getBody());
  if (!body)
    return true;
  const auto isReturn = [](const clang::Stmt *s) {
    return llvm::isa<clang::ReturnStmt>(s);
  };
  for (const clang::Stmt *s : body->body())
    if (isReturn(s) ? s != body->body_back()
                    : llvm::any_of(s->children(), [&](const clang::Stmt *in) {
                        return in && isReturn(in);
                      }))
      return true;
  return false;
}

} // namespace

bool regtt::toir::copiesMembers(const clang::CXXMethodDecl *function) {
  const clang::FunctionDecl *body = nullptr;
  const auto *constructor = dyn_cast<clang::CXXConstructorDecl>(function);
  const bool isCopy = constructor ? constructor->isCopyOrMoveConstructor()
                                  : function->isCopyAssignmentOperator() ||
                                        function->isMoveAssignmentOperator();
  if (!isCopy || isLibrary(function) ||
      function->getParent()->isDynamicClass() ||
      function->getParent()->isUnion() || !function->hasBody(body))
    return false;
  clang::SourceLocation loc;
  const auto *defined = llvm::cast<clang::CXXMethodDecl>(body);
  const clang::QualType type = defined->getParamDecl(0)->getType();
  return defined->getNumParams() == 1 && type->isReferenceType() &&
         !type->getPointeeType().isVolatileQualified() &&
         !returnsEarly(defined) && oddAttributeOf(defined, loc).empty() &&
         MemberCopy(defined).run();
}

using Seen = std::set<const clang::CXXRecordDecl *>;

/// `seen`: what was asked about; a node's smart pointers lead to its own class.
static bool assignsItself(clang::QualType type, Seen &seen) {
  const auto *record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() ||
      !seen.insert(record->getCanonicalDecl()).second)
    return false;
  const bool isOfLibrary =
      isLibraryType(clang::QualType(record->getTypeForDecl(), 0));
  if (!isOfLibrary)
    for (const auto *method : record->methods())
      if ((method->isCopyAssignmentOperator() ||
           method->isMoveAssignmentOperator()) &&
          method->isUserProvided() && !copiesMembers(method))
        return true;
  // Elements that the library has elsewhere.
  if (const auto *made =
          dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
      made && isOfLibrary)
    for (const clang::TemplateArgument &argument :
         made->getTemplateArgs().asArray())
      if (argument.getKind() == clang::TemplateArgument::Type &&
          assignsItself(argument.getAsType(), seen))
        return true;
  return llvm::any_of(record->bases(),
                      [&](const auto &base) {
                        return assignsItself(base.getType(), seen);
                      }) ||
         llvm::any_of(record->fields(), [&](const FieldDecl *field) {
           return assignsItself(field->getType(), seen);
         });
}

bool regtt::toir::assignsItself(clang::QualType type) {
  Seen seen;
  return ::assignsItself(type, seen);
}

bool regtt::toir::isCopiedPlainly(clang::QualType type) {
  type = type->getBaseElementTypeUnsafe()->getCanonicalTypeUnqualified();
  const auto *record = type->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() ||
      type.isTriviallyCopyableType(record->getASTContext()))
    return true;
  if (isLibraryType(type) || hasOwnDestructor(type) ||
      record->isDynamicClass() || record->isUnion() || copiesItself(type))
    return false;
  return llvm::all_of(record->bases(),
                      [](const auto &base) {
                        return isCopiedPlainly(base.getType());
                      }) &&
         llvm::all_of(record->fields(), [](const FieldDecl *field) {
           return !field->getType().isVolatileQualified() &&
                  isCopiedPlainly(field->getType());
         });
}
