// Whether the order of evaluation can be seen, and what calls change: summaries
// of functions, which follow from each other. What text accesses is in
// Accesses.
#include "Effects.h"

#include "Unit.h"
#include "regtt/Frontend/Library.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>

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

/// Of numbers, what runs no code of the user's: `std::max_element(p, q)`.
static bool isPureAlgorithm(const FunctionDecl *function) {
  const llvm::StringRef name = function->getName();
  const bool isProduct = name == "inner_product";
  const unsigned wanted = isProduct ? 4 : name == "accumulate" ? 3 : 2;
  if ((wanted == 2 && name != "max_element" && name != "min_element") ||
      !function->isInStdNamespace() || function->getNumParams() != wanted)
    return false;
  const auto leadsToNumbers = [&](unsigned param) {
    clang::QualType type = function->getParamDecl(param)->getType();
    if (const clang::QualType pointer = Types::iteratedPointer(type);
        !pointer.isNull())
      type = pointer;
    return type->isPointerType() && type->getPointeeType()->isArithmeticType();
  };
  return leadsToNumbers(0) && (!isProduct || leadsToNumbers(2)) &&
         (wanted == 2 ||
          function->getParamDecl(wanted - 1)->getType()->isArithmeticType());
}

bool Effects::makesValue(const FunctionDecl *callee) {
  const auto *constructor = dyn_cast<clang::CXXConstructorDecl>(callee);
  const clang::CXXRecordDecl *of =
      constructor ? constructor->getParent() : nullptr;
  const auto *made =
      llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(of);
  return made && of->isInStdNamespace() && of->getIdentifier() &&
         llvm::all_of(made->getTemplateArgs().asArray(),
                      [](const clang::TemplateArgument &argument) {
                        return argument.getKind() ==
                                   clang::TemplateArgument::Type &&
                               argument.getAsType()->isScalarType();
                      }) &&
         llvm::StringSwitch<bool>(of->getName())
             .Cases("pair", "optional", "complex", true)
             .Default(false);
}

bool Effects::copiesBytes(const FunctionDecl *callee, clang::QualType given) {
  const auto *method = dyn_cast<clang::CXXMethodDecl>(callee);
  const auto *optional = method
                             ? dyn_cast<clang::ClassTemplateSpecializationDecl>(
                                   method->getParent())
                             : nullptr;
  if (!optional || !optional->isInStdNamespace() ||
      optional->getName() != "optional")
    return false;
  const clang::ASTContext &context = callee->getASTContext();
  const clang::QualType held = optional->getTemplateArgs()[0].getAsType();
  given = given.getNonReferenceType();
  return (held->isScalarType() && given->isScalarType()) ||
         (held.isTriviallyCopyableType(context) &&
          context.hasSameUnqualifiedType(held, given));
}

bool Effects::isPureLibrary(const FunctionDecl *function) {
  if (!function->getIdentifier() || isa<clang::CXXMethodDecl>(function))
    return false;
  if (function->hasAttr<clang::ConstAttr>())
    return true;
  const llvm::StringRef name = function->getName();
  if (findLibraryFunction(*function))
    return name != "swap" && name != "exchange";
  if (isPureAlgorithm(function))
    return true;
  return llvm::StringSwitch<bool>(name)
      .Cases("get", "begin", "end", "cbegin", "cend", "size", "data", true)
      .Cases("make_pair", "make_tuple", "tie", "distance", "next", "prev", true)
      .Case("make_optional", true)
      .Cases("as_const", "addressof", "ref", "cref", "to_string", true)
      .Cases("strcmp", "strlen", "memcmp", "abs", "labs", "bit_cast", true)
      .Cases("strncmp", "strnlen", true)
      .Cases("isdigit", "isalpha", "isspace", "lower_bound", true)
      .Cases("is_constant_evaluated", "launder", "move_if_noexcept", true)
      .Cases("empty", "ssize", "gcd", "lcm", "midpoint", true)
      .Cases("__builtin_expect", "__builtin_is_constant_evaluated", true)
      .Cases("__addressof", "__builtin_addressof", true)
      .Default(false);
}

const clang::CXXMethodDecl *
Effects::certainMethod(const clang::CXXMethodDecl *method,
                       const clang::CallExpr *e) {
  if (!method->isVirtual())
    return method;
  const auto *access =
      dyn_cast<clang::MemberExpr>(e->getCallee()->IgnoreParens());
  if (access && access->hasQualifier())
    return method;
  const clang::Expr *object = access ? access->getBase() : nullptr;
  return object ? method->getDevirtualizedMethod(object, false) : nullptr;
}

Accesses Effects::of(const clang::Stmt *s) {
  Accesses found;
  collect(*this, summaries, found, nullptr, s);
  return found;
}

//===--- Conflicts --------------------------------------------------------===//

/// Whether C and C++ let what lies in memory as one of the types be accessed as
/// the other: as its signed or unsigned form, and as characters.
static bool mayBeAccessedAs(const clang::Type *a, const clang::Type *b) {
  const auto isAnything = [](const clang::Type *type) {
    return type->isCharType() || type->isStdByteType() ||
           !type->isScalarType() || type->isEnumeralType();
  };
  if (isAnything(a) || isAnything(b))
    return true;
  if (a->isPointerType() || b->isPointerType())
    return a->isPointerType() && b->isPointerType();
  if (a->isRealFloatingType() || b->isRealFloatingType())
    return a == b;
  const auto isBool = [](const clang::Type *t) { return t->isBooleanType(); };
  if (isBool(a) || isBool(b))
    return a == b;
  return true; // integers
}

/// The type of a field's number, or of those of its array.
static const clang::Type *numberOf(const clang::FieldDecl *field) {
  return field->getType()
      ->getBaseElementTypeUnsafe()
      ->getCanonicalTypeUnqualified()
      .getTypePtr();
}

bool MemoryUse::meets(const MemoryUse &other) const {
  if (none() || other.none())
    return false;
  const auto typesMeet = [](const MemoryUse &a, const MemoryUse &b) {
    return llvm::any_of(a.types, [&](const clang::Type *type) {
      return llvm::any_of(b.fields,
                          [&](const clang::FieldDecl *field) {
                            return mayBeAccessedAs(numberOf(field), type);
                          }) ||
             llvm::any_of(b.types, [&](const clang::Type *each) {
               return mayBeAccessedAs(each, type);
             });
    });
  };
  return any || other.any || typesMeet(*this, other) ||
         typesMeet(other, *this) ||
         llvm::any_of(fields, [&](const auto *field) {
           return other.fields.contains(field);
         });
}

void MemoryUse::add(const MemoryUse &other) {
  any |= other.any;
  types.insert(other.types.begin(), other.types.end());
  fields.insert(other.fields.begin(), other.fields.end());
}

bool CallEffects::changesNothing() const {
  return writes.none() && !usesLibrary && ofThis == Change::None &&
         llvm::all_of(ofParam,
                      [](Change change) { return change == Change::None; });
}

static bool conflicts(const Accesses &x, const Accesses &y) {
  const auto disturbs = [](const Accesses &writer, const Accesses &other) {
    for (const VarDecl *variable : writer.writes)
      if (other.reads.count(variable) || other.writes.count(variable))
        return true;
    return writer.memoryWritten.meets(other.memoryRead) ||
           writer.memoryWritten.meets(other.memoryWritten);
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
    where.memoryRead.add(more.memoryRead);
    where.memoryWritten.add(more.memoryWritten);
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
      const auto *decay =
          dyn_cast<clang::ImplicitCastExpr>(element->getBase()->IgnoreParens());
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
  collect(effects, known, found, &own, function->getBody());
  if (const auto *constructor = dyn_cast<clang::CXXConstructorDecl>(function))
    for (const clang::CXXCtorInitializer *init : constructor->inits())
      collect(effects, known, found, &own, init->getInit());
  own.reads.add(found.memoryRead);
  own.writes.add(found.memoryWritten);
  own.usesLibrary |= found.usesLibrary;
  const auto isAsBefore = [](const MemoryUse &a, const MemoryUse &b) {
    return a.any == b.any && a.fields.size() == b.fields.size() &&
           a.types.size() == b.types.size();
  };
  CallEffects &old = known[function];
  const bool more = !isAsBefore(old.reads, own.reads) ||
                    !isAsBefore(old.writes, own.writes) ||
                    old.usesLibrary != own.usesLibrary ||
                    old.ofThis != own.ofThis || old.ofParam != own.ofParam ||
                    old.parts.size() != own.parts.size();
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
  bool result = effects.changesNothing() &&
                !isa<clang::CXXConstructorDecl>(function) &&
                !function->getReturnType()->isVoidType();
  llvm::SmallPtrSet<const FunctionDecl *, 8> seen;
  std::vector<const FunctionDecl *> open = effects.callees;
  while (result && !open.empty()) {
    const FunctionDecl *next = open.back();
    open.pop_back();
    result = next != body && !(isTraversal && isTraversal(next));
    if (seen.insert(next).second)
      for (const FunctionDecl *callee : summary(next).callees)
        open.push_back(callee);
  }
  return pure[body] = result;
}

bool Effects::isShared(const VarDecl *variable) {
  const auto *function = llvm::dyn_cast_or_null<FunctionDecl>(
      variable->getParentFunctionOrMethod());
  const FunctionDecl *body = nullptr;
  if (!function || !function->hasBody(body))
    return true;
  std::unique_ptr<LocalUse> &known = uses[body];
  if (!known)
    known = std::make_unique<LocalUse>(body);
  return known->isShared(variable);
}
