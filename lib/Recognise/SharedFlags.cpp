// Finds what is set to one value, and lets it be an array.
#include "SharedFlags.h"

#include "CombinedUses.h"
#include "Deferral.h"
#include "LocalUses.h"
#include "NestedLoops.h"
#include "SharedScalars.h"

#include "regtt/IR/Equality.h"
#include "regtt/IR/Mapper.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

namespace {

class Flags {
public:
  Flags(Recogniser &site, ir::Function &host, const ir::Statement *loop,
        ir::BlockStatement *&body, std::vector<ir::Clause> &clauses)
      : site(site), module(site.module), host(host), loop(loop), body(body),
        clauses(clauses) {}

  void run() {
    ir::walk(static_cast<const ir::Statement *>(body),
             [&](const ir::Statement *s) {
               if (const ir::Variable *made = ir::declaredBy(s))
                 own.insert(made);
             });
    ir::walk(static_cast<const ir::Statement *>(body),
             [&](const ir::Statement *s) { look(s); });
    for (const auto &[variable, flag] : found)
      if (flag.value && isOnlySet(variable))
        share(variable, *flag.value);
  }

private:
  struct Flag {
    const ir::Expr *value = nullptr; ///< null: there is more than one
    ir::Location loc;
  };

  /// Made of constants alone.
  static bool isConstant(const ir::Expr *e) {
    bool result = true;
    ir::walk(e, [&](const ir::Expr *part) {
      result &= isa<ir::BoolExpr, ir::IntExpr, ir::FloatExpr, ir::CastExpr,
                    ir::UnaryExpr, ir::BinaryExpr>(part);
    });
    return result;
  }

  static bool mayBeFlag(const ir::Variable *variable) {
    const ir::Type *type = variable->type;
    return variable->kind == ir::Variable::Local && !variable->isVolatile &&
           (type->isBool() || type->isInt() || type->isFloat()) &&
           ir::sizeOf(type).value_or(0) <= 8;
  }

  void look(const ir::Statement *s) {
    const auto *store = dyn_cast<ir::StoreStatement>(s);
    const ir::Variable *variable =
        store ? store->place->wholeVariable() : nullptr;
    if (!variable || !mayBeFlag(variable) || own.count(variable))
      return;
    const auto [at, isNew] = found.insert({variable, {store->value, s->loc}});
    Flag &flag = at->second;
    if (!isConstant(store->value) ||
        (!isNew && flag.value && !ir::equal(flag.value, store->value)))
      flag.value = nullptr;
  }

  bool isOnlySet(const ir::Variable *variable) const {
    const bool isNamed = llvm::any_of(clauses, [&](const ir::Clause &clause) {
      return clause.place && clause.place->variable() == variable &&
             clause.kind != ir::Clause::Fixpoint;
    });
    bool isRead = isNamedInHead(loop, body, variable);
    ir::walkExprs(static_cast<const ir::Statement *>(body),
                  [&](const ir::Expr *e) {
                    const ir::Place *place = ir::placeOf(e);
                    isRead |= place && place->variable() == variable;
                  });
    return !isNamed && !isLeftToHost(body, variable) && !isRead;
  }

  void share(const ir::Variable *variable, const ir::Expr &value) {
    const ir::Location loc = found.find(variable)->second.loc;
    const ir::Variable *pointer = pointAhead(
        site, host, loop, clauses, module.place(variable), variable->name, loc);
    site.flags[pointer] = variable;
    const ir::Type *number = module.intType(ir::IntType::I32);
    ir::Mapper mapper(module);
    mapper.onDeclare = [](const ir::Variable *declared) { return declared; };
    mapper.onStatement = [&](const ir::Statement *s)
        -> std::optional<std::vector<ir::Statement *>> {
      const auto *store = dyn_cast<ir::StoreStatement>(s);
      if (!store || store->place->wholeVariable() != variable)
        return std::nullopt;
      return std::vector<ir::Statement *>{module.store(
          module.deref(module.place(pointer), module.integer(number, 0)),
          &value, s->loc)};
    };
    body = mapper.block(body);
  }

  Recogniser &site;
  ir::Module &module;
  ir::Function &host;
  const ir::Statement *loop;
  ir::BlockStatement *&body;
  std::vector<ir::Clause> &clauses;
  llvm::SmallPtrSet<const ir::Variable *, 16> own; ///< that it declares
  llvm::MapVector<const ir::Variable *, Flag> found;
};

} // namespace

const ir::Variable *Recogniser::flagAt(const ir::Place *place) const {
  const auto *root = place ? std::get_if<ir::DataRoot>(&place->root) : nullptr;
  if (!root || root->kind != ir::DataRoot::Element)
    return nullptr;
  const SharedArray *array = sharedArrayOf(kernel.data[root->number].number);
  return array ? flags.lookup(array->place.variable) : nullptr;
}

void recognise::shareFlags(Recogniser &site, ir::Function &host,
                           const ir::Statement *loop, ir::BlockStatement *&body,
                           std::vector<ir::Clause> &clauses) {
  if (isNested(body))
    Flags(site, host, loop, body, clauses).run();
}
