// What a loop by itself does not show: who else leads to the variables around
// it, and whose values count when it is over.
#include "Around.h"

#include "KeptAddresses.h"
#include "LocalUse.h"
#include "ReadBehind.h"
#include "Types.h"

#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/DenseSet.h>

#include <map>

using namespace regtt;
using namespace regtt::toir;

namespace {

/// Variables that a function names and does not declare.
class Undeclared {
public:
  explicit Undeclared(const ir::Function &function)
      : declared(function.params.begin(), function.params.end()) {
    ir::walk(function.body, [&](const ir::Statement *s) {
      declared.insert(ir::declaredBy(s));
      if (const auto *each = llvm::dyn_cast<ir::RangeLoopStatement>(s)) {
        declared.insert(each->variable);
        look(each->clauses);
      }
      if (const auto *loop = llvm::dyn_cast<ir::LoopStatement>(s))
        look(loop->clauses);
    });
    ir::walk(function.body, [&](const ir::Statement *s) {
      ir::forEachPlace(s, [&](const ir::Place *place) { look(place); });
    });
    ir::walkExprs(function.body, [&](const ir::Expr *e) { look(e); });
  }

  std::vector<const ir::Variable *> found; ///< in the order of their uses

private:
  void look(const std::vector<ir::Clause> &clauses) {
    for (const ir::Clause &clause : clauses) {
      const auto inner = [&](const ir::Expr *part) { look(part); };
      if (clause.place) {
        look(clause.place);
        ir::walk(clause.place, inner);
      }
      if (clause.value)
        ir::walk(clause.value, inner);
    }
  }
  void look(const ir::Expr *e) {
    if (const auto *value = llvm::dyn_cast<ir::ValueExpr>(e))
      look(value->variable);
    if (const ir::Place *place = ir::placeOf(e))
      look(place);
  }
  void look(const ir::Place *place) {
    if (const ir::Variable *variable = place->variable())
      look(variable);
  }
  void look(const ir::Variable *variable) {
    if (declared.insert(variable).second)
      found.push_back(variable);
  }

  llvm::DenseSet<const ir::Variable *> declared;
};

/// What the loop names and somebody else has the address of, handed to a
/// function of which nothing is known.
class Addressed {
public:
  Addressed(const LoweredUnit &unit, const PairedLoop &paired,
            const clang::ASTContext &context)
      : unit(unit), function(paired.function), ofFunction(paired.function),
        kept(context) {
    for (const auto &[decl, variable] : unit.variables)
      declarations[variable] = decl;
  }

  /// Whoever only passes an address on has no other way to the variable.
  std::vector<const ir::Expr *>
  addresses(llvm::ArrayRef<const ir::Variable *> around) {
    ir::Module &module = *unit.module;
    std::vector<const ir::Expr *> result;
    for (const ir::Variable *variable : around) {
      const clang::VarDecl *decl = declarations.lookup(variable);
      const ir::Place *place = module.place(variable);
      if (!decl || variable->type->isReference() || variable->isConst)
        continue;
      if (ofFunction.isShared(decl) && kept.keeps(function, decl))
        result.push_back(module.referenceTo(place));
      else if (ofFunction.sharesElements(decl) && hasElements(variable->type))
        result.push_back(elementOf(place));
    }
    for (ir::Global *global : module.globals())
      for (const auto &[decl, known] : unit.globals)
        if (known == global && global->linkage == ir::Linkage::Internal &&
            ofFile(decl).isShared(decl))
          result.push_back(module.referenceTo(module.place(global)));
    return result;
  }

private:
  /// Whether it is a container, or may have one in it, whose elements lie
  /// elsewhere.
  static bool hasElements(const ir::Type *type) {
    if (const auto *array = llvm::dyn_cast<ir::ArrayType>(type))
      return hasElements(array->element);
    if (const auto *record = llvm::dyn_cast<ir::StructType>(type))
      return !record->isComplete() ||
             llvm::any_of(record->fields(), [](const ir::Field &field) {
               return hasElements(field.type);
             });
    return llvm::isa<ir::LibraryType>(type);
  }

  /// What the file of a variable does with it.
  const LocalUse &ofFile(const clang::VarDecl *decl) {
    const clang::ASTContext *context = &decl->getASTContext();
    return ofFiles.try_emplace(context, *context).first->second;
  }
  /// An address of one of its elements.
  const ir::Expr *elementOf(const ir::Place *container) {
    ir::Module &module = *unit.module;
    const auto *type =
        llvm::dyn_cast<ir::LibraryType>(container->variable()->type);
    if (!type || !ir::elementOf(type) || ir::keyOf(type))
      return module.referenceTo(container);
    const ir::Type *size = module.intType(ir::IntType::U64);
    return module.referenceTo(
        module.element(container, module.integer(size, 0)));
  }

  const LoweredUnit &unit;
  const clang::FunctionDecl *function;
  const LocalUse ofFunction;
  std::map<const clang::ASTContext *, LocalUse> ofFiles;
  KeptAddresses kept;
  llvm::DenseMap<const ir::Variable *, const clang::VarDecl *> declarations;
};

/// Of variables that the loop's clauses give to iterations.
std::vector<const ir::Expr *> handedOnly(const LoweredUnit &unit,
                                         const PairedLoop &paired,
                                         const ir::Function &alone,
                                         const clang::ASTContext &context) {
  std::vector<const ir::Expr *> result;
  KeptAddresses addresses(context);
  const auto look = [&](const ir::Clause &clause) {
    const bool isGiven = clause.kind == ir::Clause::Private ||
                         clause.kind == ir::Clause::FirstPrivate ||
                         clause.kind == ir::Clause::Reduction;
    const ir::Variable *variable =
        isGiven && clause.place ? clause.place->wholeVariable() : nullptr;
    for (const auto &[decl, known] : unit.variables) {
      if (!variable || known != variable)
        continue;
      if (!addresses.keeps(paired.function, decl))
        result.push_back(
            unit.module->referenceTo(unit.module->place(variable)));
    }
  };
  ir::walk(alone.body, [&](const ir::Statement *s) {
    const auto *each = llvm::dyn_cast<ir::RangeLoopStatement>(s);
    const auto *loop = llvm::dyn_cast<ir::LoopStatement>(s);
    for (const ir::Clause &clause : each   ? each->clauses
                                    : loop ? loop->clauses
                                           : std::vector<ir::Clause>())
      look(clause);
  });
  return result;
}

/// Scalars that the loop sets, and whose values something may look at when it
/// is over.
std::vector<const ir::Expr *> valuesAfter(const LoweredUnit &unit,
                                          const PairedLoop &paired,
                                          const ir::Function &alone) {
  llvm::DenseSet<const ir::Variable *> set;
  ir::walk(alone.body, [&](const ir::Statement *s) {
    const auto *store = llvm::dyn_cast<ir::StoreStatement>(s);
    if (store && store->place->wholeVariable())
      set.insert(store->place->wholeVariable());
  });
  const ReadBehind behind(paired.function, paired.loop);
  std::vector<const ir::Expr *> result;
  for (const ir::Variable *variable : Undeclared(alone).found) {
    if (!set.contains(variable))
      continue;
    const auto known = llvm::find_if(unit.variables, [&](const auto &each) {
      return each.second == variable;
    });
    if (known != unit.variables.end() && behind.mayBe(known->first))
      result.push_back(unit.module->load(unit.module->place(variable)));
  }
  return result;
}

/// Whether nothing may change an object of that type, whoever leads to it. What
/// it owns elsewhere, as a container does, something may.
bool isFixed(clang::QualType type, const clang::ASTContext &context) {
  const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
  return type.isConstQualified() && type.isTriviallyCopyableType(context) &&
         !(record && record->hasDefinition() && record->hasMutableFields());
}

/// `&step` of `int *const by = &step`; null of others.
const ir::Expr *fixedAddress(const LoweredUnit &unit,
                             llvm::ArrayRef<const ir::Variable *> found,
                             const ir::Variable *pointer) {
  const auto declared = llvm::find_if(
      unit.variables, [&](const auto &each) { return each.second == pointer; });
  if (declared == unit.variables.end() || !pointer->type->isPointer() ||
      !declared->first->hasLocalStorage() ||
      !declared->first->getType().isConstQualified() ||
      !declared->first->getInit())
    return nullptr;
  const auto *address = llvm::dyn_cast<clang::UnaryOperator>(
      declared->first->getInit()->IgnoreParens());
  const auto *name =
      address && address->getOpcode() == clang::UO_AddrOf
          ? llvm::dyn_cast<clang::DeclRefExpr>(address->getSubExpr())
          : nullptr;
  const auto *named =
      name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
  const auto to = named ? unit.variables.find(named) : unit.variables.end();
  return to != unit.variables.end() && !to->second->type->isReference() &&
                 llvm::is_contained(found, to->second)
             ? unit.module->addressOf(unit.module->place(to->second))
             : nullptr;
}

/// Values of variables that are pointers in the language and iterators in the
/// user's text.
std::vector<const ir::Expr *>
iterators(const LoweredUnit &unit, llvm::ArrayRef<const ir::Variable *> found) {
  std::vector<const ir::Expr *> result;
  for (const auto &[decl, variable] : unit.variables)
    if (llvm::is_contained(found, variable) &&
        !Types::iteratedPointer(decl->getType()).isNull())
      result.push_back(unit.module->load(unit.module->place(variable)));
  return result;
}

} // namespace

void toir::declareAround(const LoweredUnit &unit, const PairedLoop &paired,
                         const clang::ASTContext &context) {
  ir::Module &module = *unit.module;
  ir::Function *alone = module.findFunction("loop");
  if (!alone || !alone->body)
    return;
  const std::vector<const ir::Variable *> found = Undeclared(*alone).found;
  const auto hand = [&](std::vector<ir::Statement *> &to,
                        std::vector<const ir::Expr *> given,
                        const char *what = "around") {
    if (given.empty())
      return;
    auto *call = module.make<ir::LibraryCallStatement>();
    call->name = what;
    call->arguments = std::move(given);
    to.push_back(call);
  };
  std::vector<ir::Statement *> around;
  if (paired.function->isTemplateInstantiation()) {
    auto *call = module.make<ir::LibraryCallStatement>();
    call->name = "instantiated";
    around.push_back(call);
  }
  for (const auto &[decl, variable] : unit.variables)
    if (llvm::is_contained(found, variable))
      const_cast<ir::Variable *>(variable)->isConst |=
          isFixed(decl->getType(), context);
  std::vector<ir::Statement *> pointers;
  for (const ir::Variable *variable : found) {
    const ir::Expr *address = fixedAddress(unit, found, variable);
    (address ? pointers : around).push_back(module.var(variable, address));
  }
  around.insert(around.end(), pointers.begin(), pointers.end());
  hand(around, Addressed(unit, paired, context).addresses(found));
  hand(around, handedOnly(unit, paired, *alone, context), "handed");
  hand(around, iterators(unit, found), "iterators");
  auto &statements = alone->body->statements;
  hand(statements, valuesAfter(unit, paired, *alone));
  statements.insert(statements.begin(), around.begin(), around.end());
}
