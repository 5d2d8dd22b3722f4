// Virtual calls of a loop's traversals: functions that ask of which class the
// object is.
//
//     left->hit(q)
//  -> call @Shape::hit(refof (*load %this->left), %q)
//
//     fn virtual @Shape::hit(%this: ref @Shape, %q: ref @Query) -> bool {
//       if eq(load %this->class, 0:i32) {
//         let %t: bool = call @Ball::hit(refof (*toderived<ptr @Ball>(
//             addressof (*%this))), %q)
//         return %t
//       }
//       ...
//       return false
//     }
//
// The classes are those that can be named where the loop stands. Of no other
// one is any node: linearising refuses it. So such a call stands for the user's
// only where its object is a node, which the recogniser sees to.
#include "Body.h"

#include "regtt/Frontend/VirtualMethods.h"
#include "regtt/IR/Mapper.h"

#include <clang/AST/RecordLayout.h>
#include <clang/Basic/SourceManager.h>

using namespace regtt;
using namespace regtt::toir;
using clang::CXXMethodDecl;
using clang::CXXRecordDecl;
using llvm::dyn_cast;

//===--- Classes ----------------------------------------------------------===//

/// The class that brings what tells classes, at the beginning of `record`;
/// null: it is not there.
static const CXXRecordDecl *toldBy(const CXXRecordDecl *record,
                                   const clang::ASTContext &context) {
  while (record && record->getNumVBases() == 0) {
    const CXXRecordDecl *base =
        context.getASTRecordLayout(record).getPrimaryBase();
    if (!base)
      return record;
    record = base;
  }
  return nullptr;
}

/// The outermost class that `decl` is in, or is; null: none.
static const CXXRecordDecl *outermost(const clang::Decl *decl) {
  const CXXRecordDecl *result = nullptr;
  for (const clang::DeclContext *in = clang::Decl::castToDeclContext(decl); in;
       in = in->getLexicalParent())
    if (const auto *record = dyn_cast<CXXRecordDecl>(in))
      result = record->getCanonicalDecl();
  return result;
}

/// Whether the class is complete where the loop stands: a member function sees
/// all of its own class.
bool Unit::isSeen(const CXXRecordDecl *record) const {
  const CXXRecordDecl *around = outermost(holder);
  return (around && around == outermost(record)) ||
         context.getSourceManager().isBeforeInTranslationUnit(
             record->getLocation(), holder->getEndLoc());
}

/// The classes that begin as `base` and are complete there.
const std::vector<const CXXRecordDecl *> &
Unit::seenFrom(const CXXRecordDecl *base) {
  const auto [known, isNew] = seen.try_emplace(base->getCanonicalDecl());
  if (isNew) {
    known->second = regtt::classesFrom(base, context);
    llvm::erase_if(known->second, [&](const CXXRecordDecl *record) {
      return !isSeen(record);
    });
  }
  return known->second;
}

/// Whether it may not be named where the loop stands, for it, or a class that
/// it is in, is private.
bool Unit::isHidden(const CXXRecordDecl *record) const {
  for (const clang::DeclContext *in = record; in; in = in->getParent())
    if (const auto *named = dyn_cast<CXXRecordDecl>(in);
        named && isPrivate(named))
      return true;
  return false;
}

const ir::StructType *Unit::classesFrom(const CXXRecordDecl *base,
                                        const std::string &method,
                                        clang::SourceLocation loc) {
  const auto odd = [&](const CXXRecordDecl *record) {
    return refuse(loc, Diag::RTT2008,
                  {method, "an object of class '" + nameOf(record, context) +
                               "' does not begin with its '" +
                               nameOf(base, context) + "'"});
  };
  const CXXRecordDecl *told = toldBy(base, context);
  if (!told)
    return odd(base);
  auto *type =
      const_cast<ir::StructType *>(llvm::dyn_cast_or_null<ir::StructType>(
          types.of(context.getRecordType(told), loc)));
  if (!type || type->classField())
    return type;
  std::vector<const ir::StructType *> found;
  bool areHidden = isHidden(told);
  for (const CXXRecordDecl *record : seenFrom(told)) {
    const auto *one = llvm::dyn_cast_or_null<ir::StructType>(
        types.of(context.getRecordType(record), loc));
    if (!one)
      return nullptr;
    if (one->isLocal())
      continue;
    if (!ir::beginsWith(one, type))
      return odd(record);
    classes[one] = record;
    areHidden |= isHidden(record);
    found.push_back(one);
  }
  if (found.empty())
    return refuse(loc, Diag::RTT2008,
                  {method, "it is virtual, and no class that has it can be "
                           "named where the loop stands"});
  module.setClasses(type, std::move(found), areHidden);
  return type;
}

//===--- Functions --------------------------------------------------------===//

std::vector<const CXXMethodDecl *>
Unit::overriders(const CXXMethodDecl *method) {
  std::vector<const CXXMethodDecl *> result;
  const CXXMethodDecl *first = firstOverridden(method);
  if (!isLoopAlone || !holder || !first)
    return result;
  auto &known = overridersOf[first];
  if (!known) {
    known.emplace();
    for (const CXXRecordDecl *record : seenFrom(first->getParent()))
      if (const CXXMethodDecl *own =
              first->getCorrespondingMethodInClass(record);
          own && !llvm::is_contained(*known, own))
        known->push_back(own);
  }
  return *known;
}

bool Unit::isEnteredVirtually(const CXXMethodDecl *method) {
  return isLoopAlone && holder && method->isVirtual() &&
         pairing.traversalOf(method) && overriders(method).size() > 1;
}

/// Why a call may not run `own` instead of `first`; empty: it may.
static std::string faultOf(const CXXMethodDecl *own,
                           const CXXMethodDecl *first) {
  if (own->getReturnType().getCanonicalType() !=
      first->getReturnType().getCanonicalType())
    return "it is virtual, and functions that override it return another type";
  return own->isPureVirtual() ? "it is virtual, and a class has no body of it"
                              : "";
}

namespace {

/// What is called of objects of some classes.
struct Overrider {
  const CXXMethodDecl *method;
  const ir::StructType *of; ///< the class that has it
  std::vector<size_t> classes;
};

/// Makes the body of a virtual function.
class Dispatch {
public:
  Dispatch(Unit &unit, ir::Function *made, const ir::StructType *told)
      : unit(unit), m(unit.module), made(made), told(told) {}

  ir::BlockStatement *body(llvm::ArrayRef<Overrider> overriders) {
    ir::BlockStatement *result = m.block({}, made->loc);
    auto &out = result->statements;
    const bool isValue = !made->type->result->isReference();
    for (const Overrider &each : overriders) {
      ir::BlockStatement *called = call(each);
      if (!called)
        return nullptr;
      out.push_back(m.ifThen(isOne(each.classes), called, nullptr, made->loc));
    }
    // Of another class is no node; a reference has to lead somewhere.
    if (!isValue)
      return out.push_back(call(overriders.back())), result;
    if (!made->type->result->isVoid())
      out.push_back(m.ret(unit.zero(made->type->result), made->loc));
    return result;
  }

  /// The object, as one of the class that has the function.
  const ir::Place *objectAs(const ir::StructType *of) {
    const ir::Variable *self = made->params[0];
    const ir::Place *whole = m.deref(m.place(self));
    return of == ir::pointeeOf(self->type)
               ? whole
               : m.pointee(m.cast(ir::CastOp::ToDerived, m.pointerTo(of),
                                  m.addressOf(whole, made->loc), false,
                                  made->loc));
  }

private:
  Unit &unit;
  ir::Module &m;
  ir::Function *const made;
  const ir::StructType *const told;

  const ir::Expr *isOne(llvm::ArrayRef<size_t> classes) {
    const ir::Place *at = m.deref(m.place(made->params[0]));
    while (at->type != told)
      at = m.field(at,
                   ir::baseTowards(llvm::cast<ir::StructType>(at->type), told));
    const ir::Expr *number = m.load(m.field(at, told->classField()), made->loc);
    const ir::Expr *result = nullptr;
    for (const size_t one : classes) {
      const ir::Expr *test =
          m.binary(ir::BinaryOp::Eq, number,
                   m.integer(number->type, int64_t(one), made->loc), made->loc);
      result = result ? m.orElse(result, test, made->loc) : test;
    }
    return result;
  }

  ir::BlockStatement *call(const Overrider &each) {
    const ir::Function *callee = unit.function(each.method);
    if (!callee || callee->params.size() != made->params.size())
      return nullptr;
    std::vector<const ir::Expr *> arguments = {
        m.referenceTo(objectAs(each.of), made->loc)};
    for (size_t k = 1; k < made->params.size(); ++k) {
      if (made->params[k]->type != callee->params[k]->type)
        return nullptr;
      arguments.push_back(m.load(m.place(made->params[k]), made->loc));
    }
    const ir::Type *type = made->type->result;
    if (made->isPure)
      return m.block({m.ret(m.call(callee, arguments, made->loc), made->loc)},
                     made->loc);
    ir::Variable *result =
        type->isVoid() ? nullptr
                       : m.variable(ir::Variable::Let, "t", type, made->loc);
    return m.block(
        {m.callStatement(callee, arguments, result, made->loc),
         m.ret(result ? m.load(m.place(result)) : nullptr, made->loc)},
        made->loc);
  }
};

} // namespace

/// What annotations of the functions that `made` runs say, in its own words.
static std::vector<ir::Clause> clausesOf(Unit &unit, ir::Function *made,
                                         Dispatch &dispatch,
                                         llvm::ArrayRef<Overrider> overriders) {
  std::vector<ir::Clause> result;
  for (const Overrider &each : overriders) {
    ir::Function *own = unit.function(each.method);
    const clang::FunctionDecl *body = nullptr;
    if (!own || !each.method->hasBody(body) ||
        !unit.pairing.ownDirective(each.method))
      continue;
    ir::Mapper words(unit.module);
    for (size_t k = 1; k < own->params.size(); ++k)
      words.variables[own->params[k]] = made->params[k];
    words.onPlace = [&](const ir::Place *place) -> const ir::Place * {
      const bool isObject =
          place->variable() == own->params[0] && place->steps.size() == 1;
      return isObject ? dispatch.objectAs(each.of) : nullptr;
    };
    for (ir::Clause clause : Body(unit, body, own).clausesOfTraversal()) {
      clause.place = clause.place ? words.place(clause.place) : nullptr;
      clause.value = clause.value ? words.expr(clause.value) : nullptr;
      result.push_back(std::move(clause));
    }
  }
  return result;
}

/// What is called of each of the classes that `told` tells.
static std::vector<Overrider> calledOf(Unit &unit, const CXXMethodDecl *first,
                                       const ir::StructType *told,
                                       std::string &fault) {
  std::vector<Overrider> result;
  for (size_t k = 0; k < told->classes().size(); ++k) {
    const CXXRecordDecl *record = unit.classes.lookup(told->classes()[k]);
    const CXXRecordDecl *base = first->getParent();
    if (record->getCanonicalDecl() != base->getCanonicalDecl() &&
        !record->isDerivedFrom(base))
      continue;
    const CXXMethodDecl *own = first->getCorrespondingMethodInClass(record);
    fault = own ? faultOf(own, first) : "it is virtual, and ambiguous";
    if (!fault.empty())
      return {};
    const auto known = llvm::find_if(
        result, [&](const Overrider &each) { return each.method == own; });
    if (known != result.end()) {
      known->classes.push_back(k);
      continue;
    }
    const auto *of = llvm::dyn_cast_or_null<ir::StructType>(
        unit.types.of(unit.context.getRecordType(own->getParent())));
    if (!of)
      return {};
    result.push_back({own, of, {k}});
  }
  if (result.empty())
    fault = "it is virtual, and no class that has it can be named where the "
            "loop stands";
  return result;
}

ir::Function *Unit::virtualFunction(const CXXMethodDecl *method,
                                    clang::SourceLocation loc) {
  const std::string name = method->getNameAsString();
  const auto odd = [&](const std::string &why) {
    return refuse(loc, Diag::RTT2008, {name, why});
  };
  const CXXMethodDecl *first = firstOverridden(method);
  if (!isLoopAlone)
    return odd("it is virtual");
  if (!holder)
    return odd("it is virtual, and called in another file than the loop's");
  if (!first)
    return odd("it is virtual, and overrides functions of several classes");
  if (ir::Function *known = virtualFunctions.lookup(first))
    return known;
  if (!context.getLangOpts().RTTI)
    return odd("it is virtual, and with -fno-rtti nothing tells classes");
  if (first->isVolatile() || first->isVariadic())
    return odd("it is virtual");
  const ir::StructType *told = classesFrom(first->getParent(), name, loc);
  const ir::FunctionType *type = told ? signature(first) : nullptr;
  if (!type)
    return nullptr;
  std::string fault;
  const std::vector<Overrider> overriders = calledOf(*this, first, told, fault);
  if (overriders.empty())
    return fault.empty() ? nullptr : odd(fault);
  ir::Function *made = module.createFunction(freeName(first), type,
                                             locate(first->getLocation()));
  virtualFunctions[first] = made;
  made->isVirtual = true;
  made->isTraversal = pairing.traversalOf(first) != nullptr;
  made->isPure = !made->isTraversal &&
                 llvm::all_of(overriders, [&](const Overrider &each) {
                   return effects.isPure(each.method);
                 });
  // As those are called who have an annotation, or a body.
  const CXXMethodDecl *shown = overriders.front().method;
  for (const Overrider &each : overriders)
    if (pairing.ownDirective(each.method))
      shown = each.method;
  if (const clang::FunctionDecl *body = nullptr; shown->hasBody(body))
    shown = llvm::cast<CXXMethodDecl>(body);
  if (made->isTraversal)
    made->loc = locate(shown->getLocation());
  module.parameter(made, "this");
  for (const clang::ParmVarDecl *param : shown->parameters())
    module.parameter(made,
                     param->getName().empty() ? "unnamed" : param->getName(),
                     locate(param->getLocation()));
  Dispatch dispatch(*this, made, told);
  made->body = dispatch.body(overriders);
  if (made->isTraversal)
    made->clauses = clausesOf(*this, made, dispatch, overriders);
  return made;
}
