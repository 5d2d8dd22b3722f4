// What a traversal returns.
//
//     return c ? f(l) : f(r);   ->  if c { visit l return } else { visit r ...
//     } return f(l) + f(r);       ->  visit l  let %returned = load own(0)
//                                   visit r  let %returned2 = load own(0)
//                                   store own(0) = add(%returned, %returned2)
#include "Returns.h"

#include "LocalUses.h"
#include "Recogniser.h"
#include "ReturnedPointers.h"
#include "Spelling.h"

#include "regtt/Analysis/Changes.h"
#include "regtt/IR/Equality.h"
#include "regtt/IR/Mapper.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

namespace {

using List = std::vector<ir::Statement *>;

/// A temporary of the lowering's that `e` is the value of.
const ir::Variable *temporaryIn(const ir::Expr *e) {
  const ir::Variable *variable = heldIn(e);
  return variable && variable->kind == ir::Variable::Local &&
                 isTemporary(variable)
             ? variable
             : nullptr;
}

//===--- Where a value is found -------------------------------------------===//

class Sinking {
public:
  Sinking(ir::Module &module, const ir::BlockStatement *body) : module(module) {
    ir::walkExprs(body, [&](const ir::Expr *e) {
      const ir::Place *place = ir::placeOf(e);
      if (place && !isa<ir::LoadExpr>(e) && place->variable())
        addressed.insert(place->variable());
    });
  }

  void list(List &body) {
    for (size_t k = 0; k < body.size(); ++k)
      if (k + 1 < body.size() && sink(body, k))
        break;
    for (ir::Statement *s : body)
      ir::forEachChild(s, [&](ir::Statement *child) {
        if (auto *block = dyn_cast<ir::BlockStatement>(child))
          list(block->statements);
      });
  }

private:
  /// Whether number k took the return that follows it.
  bool sink(List &body, size_t k) {
    const auto *leave = dyn_cast<ir::ReturnStatement>(body[k + 1]);
    if (!leave || !leave->value)
      return false;
    if (auto *visit = dyn_cast<ir::VisitStatement>(body[k])) {
      const auto *value = dyn_cast<ir::ValueExpr>(leave->value);
      if (!value || !visit->result || value->variable != visit->result)
        return false;
      visit->result = nullptr; // it returns what the visit has returned
      body[k + 1] = module.ret(nullptr, leave->loc);
      body.resize(k + 2);
      return true;
    }
    const ir::Variable *held = temporaryIn(leave->value);
    if (!held || addressed.count(held))
      return false;
    if (const auto *store = dyn_cast<ir::StoreStatement>(body[k])) {
      if (store->place->wholeVariable() != held)
        return false;
      body[k] = module.ret(store->value, leave->loc);
      body.resize(k + 1);
      if (k > 0)
        sink(body, k - 1);
      return true;
    }
    auto *branch = dyn_cast<ir::IfStatement>(body[k]);
    if (!branch || !sets(branch, held))
      return false;
    into(*branch, held, *leave);
    body.resize(k + 1);
    return true;
  }

  static bool sets(const ir::Statement *s, const ir::Variable *variable) {
    bool result = false;
    ir::walk(s, [&](const ir::Statement *each) {
      const auto *store = dyn_cast<ir::StoreStatement>(each);
      result |= store && store->place->wholeVariable() == variable;
    });
    return result;
  }

  /// Each way of the branch returns. `if lnot(load %t)` asks for what is
  /// returned: of `a || b` the first that holds.
  void into(ir::IfStatement &branch, const ir::Variable *held,
            const ir::ReturnStatement &leave) {
    if (!branch.otherwise)
      branch.otherwise = module.block({}, branch.loc);
    if (const auto *negation = dyn_cast<ir::UnaryExpr>(branch.condition);
        negation && negation->op == ir::UnaryOp::LNot &&
        temporaryIn(negation->operand) == held) {
      branch.condition = negation->operand;
      std::swap(branch.then, branch.otherwise);
    }
    const bool isAsked = temporaryIn(branch.condition) == held;
    for (ir::BlockStatement *way : {branch.then, branch.otherwise}) {
      const ir::Expr *value = isAsked && !sets(way, held)
                                  ? module.boolean(way == branch.then)
                                  : leave.value;
      way->statements.push_back(module.ret(value, leave.loc));
    }
  }

  ir::Module &module;
  llvm::DenseSet<const ir::Variable *> addressed;
};

/// Of temporaries that are left: those that only their declaration sets, for
/// the statement behind it, and those that nothing looks at.
class Leftovers {
public:
  explicit Leftovers(ir::BlockStatement *body) {
    const LocalUses all = usesOf(body);
    ir::walk(static_cast<const ir::Statement *>(body),
             [&](const ir::Statement *s) {
               const auto *var = dyn_cast<ir::VarStatement>(s);
               if (var && isTemporary(var->variable))
                 uses[var->variable] = all.lookup(var->variable);
             });
    list(body->statements);
  }

private:
  void list(List &body) {
    List kept;
    for (size_t k = 0; k < body.size(); ++k) {
      const auto *var = dyn_cast<ir::VarStatement>(body[k]);
      const auto *store = dyn_cast<ir::StoreStatement>(body[k]);
      const auto found = uses.find(var     ? var->variable
                                   : store ? store->place->variable()
                                           : nullptr);
      if (found != uses.end() && found->second.loads == 0)
        continue;
      auto *next = k + 1 < body.size() ? dyn_cast<ir::IfStatement>(body[k + 1])
                                       : nullptr;
      if (var && found != uses.end() && next && var->init &&
          found->second.loads == 1 && found->second.changes == 0 &&
          found->second.isWhole &&
          temporaryIn(next->condition) == var->variable) {
        next->condition = var->init;
        continue;
      }
      kept.push_back(body[k]);
    }
    body = std::move(kept);
    for (ir::Statement *s : body)
      ir::forEachChild(s, [&](ir::Statement *child) {
        if (auto *block = dyn_cast<ir::BlockStatement>(child))
          list(block->statements);
      });
  }

  LocalUses uses;
};

} // namespace

void recognise::sinkReturns(ir::Module &module, ir::BlockStatement *body) {
  Sinking(module, body).list(body->statements);
  const Leftovers leftovers(body);
  joinChainedTests(module, body);
  const Leftovers joined(body);
}

//===--- Values that visits do not change ---------------------------------===//

/// Whether visits leave a datum of the query as it is. Parts of it may be rows
/// of their own, and two operands one object; what only the program has is
/// nothing else.
bool Recogniser::isLeft(unsigned row) const {
  const kernel::Datum &datum = kernel.data[row];
  return llvm::none_of(kernel.data, [&](const kernel::Datum &written) {
    if (written.owner != kernel::Owner::Query || !written.isWritten ||
        &written == &kernel.data[0]) // what is returned, a variable
      return false;
    if (kernel.program && !visitsWrite.count(&written - kernel.data.data()))
      return false;
    if (written.number != datum.number &&
        (written.isScratch() || datum.isScratch()))
      return false;
    const size_t common = std::min(written.steps.size(), datum.steps.size());
    return written.number != datum.number ||
           std::equal(written.steps.begin(),
                      written.steps.begin() +
                          static_cast<std::ptrdiff_t>(common),
                      datum.steps.begin());
  });
}

/// Whether `e` is the same after `between`, visits among it: of the node, of
/// what nothing writes, or of locals that nothing there sets.
static bool outlasts(const Recogniser &site, const ir::Expr *e,
                     llvm::ArrayRef<ir::Statement *> between) {
  bool result = true;
  ir::walk(e, [&](const ir::Expr *part) {
    result &= !isa<ir::CallExpr, ir::ContainerReadExpr, ir::AddressExpr>(part);
    const ir::Place *place = ir::placeOf(part);
    if (!place)
      return;
    const auto *root = std::get_if<ir::DataRoot>(&place->root);
    const ir::Variable *local = place->variable();
    result &= !place->isVolatile && !place->isIndirect();
    if (root)
      result &= root->kind == ir::DataRoot::Shared ||
                root->kind == ir::DataRoot::Node ||
                (root->kind == ir::DataRoot::Element &&
                 !site.kernel.data[root->number].isWritten) ||
                (root->kind == ir::DataRoot::Own && site.isLeft(root->number));
    else
      result &= local && llvm::none_of(between, [&](ir::Statement *s) {
                  return ir::mayChange(s, local);
                });
  });
  return result;
}

/// What an operand was before a visit that a later operand is made of:
///
///     let %t: i32 = load node(1: i32)
///     let %t.2: i32 = visit @f(%c)
///     return add(%t, %t.2)         ->  return add(load node(1: i32), %t.2)
static void keepNoOperands(const Recogniser &site, ir::BlockStatement *body) {
  const LocalUses uses = usesOf(body);
  ir::Module &module = site.module;
  ir::Mapper copy(module);
  llvm::DenseMap<const ir::Variable *, const ir::Expr *> values;
  llvm::DenseSet<const ir::Statement *> moved;
  const auto look = [&](ir::Statement *s) {
    auto *block = dyn_cast<ir::BlockStatement>(s);
    if (!block)
      return;
    const llvm::ArrayRef<ir::Statement *> all = block->statements;
    for (size_t k = 0; k + 2 < all.size(); ++k) {
      const auto *let = dyn_cast<ir::LetStatement>(all[k]);
      if (!let || !isTemporary(let->variable) ||
          uses.lookup(let->variable).loads != 1)
        continue;
      // Visits with values, up to the one statement that uses them all.
      size_t last = k + 1;
      while (last + 1 < all.size() && isa<ir::VisitStatement>(all[last]))
        ++last;
      bool isUsed = false;
      ir::forEachOperand(all[last], [&](const ir::Expr *operand) {
        ir::walk(operand, [&](const ir::Expr *e) {
          const auto *value = dyn_cast<ir::ValueExpr>(e);
          isUsed |= value && value->variable == let->variable;
        });
      });
      if (last == k + 1 || !isUsed || isa<ir::LoopStatement>(all[last]) ||
          !outlasts(site, let->value, all.slice(k + 1, last - k - 1)))
        continue;
      values[let->variable] = let->value;
      moved.insert(let);
    }
  };
  ir::walk(static_cast<ir::Statement *>(body), look);
  copy.onExpr = [&](const ir::Expr *e) -> const ir::Expr * {
    const auto *value = dyn_cast<ir::ValueExpr>(e);
    const ir::Expr *is = value ? values.lookup(value->variable) : nullptr;
    return is ? copy.expr(is) : nullptr;
  };
  copy.onStatement = [&](const ir::Statement *s) -> std::optional<List> {
    return moved.count(s) ? std::optional(List()) : std::nullopt;
  };
  if (!moved.empty())
    body->statements = copy.block(body)->statements;
}

//===--- The kernel's -----------------------------------------------------===//

bool Recogniser::returnsCopyable() {
  const ir::Type *type = traversal->type->result;
  if (type->isVoid() || isCopyable(type) || returnsPointers(*this))
    return true;
  refuse(call->loc, Diag::RTT2050,
         {spelled(*traversal), "it is '" + spelled(module, type) +
                                   "', neither a number nor a struct of "
                                   "numbers"});
  return false;
}

/// The first operand of a traversal that returns a value: what the loop's call
/// comes to.
void Recogniser::addReturned() {
  const ir::Type *type = keptOf(*this, traversal->type->result);
  if (type->isVoid())
    return;
  kernel.returnsValue = true;
  if (!programCalls.empty()) {
    const unsigned kept = addScratch("returned", type);
    written(row({Object::Own, kept, {}, type, nullptr}, nullptr, call->loc));
    return;
  }
  Operand made;
  made.name = "returned";
  made.prefix = "returned.";
  made.type = type;
  made.form = Operand::Local;
  made.local = call->result;
  iteration.operands.push_back(std::move(made));
  written(row({Object::Own, 0, {}, type, nullptr}, nullptr, call->loc));
}

/// Whether `e` is the same for all visits of an iteration, wherever it stands.
bool Recogniser::isKnownAhead(const ir::Expr *e) const {
  bool result = true;
  ir::walk(e, [&](const ir::Expr *part) {
    result &= !isa<ir::CallExpr, ir::ValueExpr, ir::ContainerReadExpr,
                   ir::AddressExpr>(part);
    const auto *child = dyn_cast<ir::LibraryCallExpr>(part);
    result &= !child || !child->name.starts_with("rt::");
    const ir::Place *place = ir::placeOf(part);
    if (!place)
      return;
    const auto *root = std::get_if<ir::DataRoot>(&place->root);
    result &=
        root && (root->kind == ir::DataRoot::Shared ||
                 (root->kind == ir::DataRoot::Own && isLeft(root->number)));
  });
  return result;
}

bool Recogniser::makeReturns() {
  if (!kernel.returnsValue)
    return true;
  std::vector<const ir::Expr *> values;
  for (auto &ways : ofNull) {
    for (const ir::Expr *&value : ways)
      value = ofNoNode(*this, value);
    for (const ir::Expr *value : ways)
      if (!isKnownAhead(value) || !ir::equal(value, ways[0])) {
        refuse(value->loc, Diag::RTT2051);
        return false;
      }
    values.push_back(ways.empty() ? nullptr : ways[0]);
  }
  // The first row of all.
  const ir::Place *datum = module.place(ir::DataRoot{
      ir::DataRoot::Own, 0, keptOf(*this, traversal->type->result), nullptr});
  sinkReturns(module, kernel.enter->body);
  keepNoOperands(*this, kernel.enter->body);
  const auto store = [&](ir::Function &function) {
    function.body = storeReturns(
        module, function.body, datum, [&](const ir::VisitStatement &visit) {
          // The last argument of a merged function says which.
          return values[values.size() > 1
                            ? llvm::cast<ir::IntExpr>(visit.arguments.back())
                                  ->low
                            : 0];
        });
  };
  store(*kernel.enter);
  if (kernel.program) {
    keepNoOperands(*this, kernel.program->body);
    store(*kernel.program);
  }
  const ir::Expr *value = values.empty() ? nullptr : values[0];
  if (!value || kernel.program)
    return true;
  kernel.absent = module.createFunction(
      module.freeName(kernel.name + "::absent"),
      module.functionType(module.voidType(), {}), traversal->loc);
  kernel.absent->body =
      module.block({module.store(datum, value, value->loc)}, value->loc);
  return true;
}

//===--- The datum --------------------------------------------------------===//

ir::BlockStatement *recognise::storeReturns(ir::Module &module,
                                            const ir::BlockStatement *body,
                                            const ir::Place *datum,
                                            OfNull ofNull) {
  ir::Mapper copy(module);
  unsigned kept = 0;
  copy.onStatement = [&](const ir::Statement *s) -> std::optional<List> {
    if (const auto *leave = dyn_cast<ir::ReturnStatement>(s);
        leave && leave->value)
      return List{module.store(datum, copy.expr(leave->value), s->loc,
                               ir::StoreKind::Plain),
                  module.ret(nullptr, s->loc)};
    const auto *visit = dyn_cast<ir::VisitStatement>(s);
    if (!visit)
      return std::nullopt;
    List out;
    if (const ir::Expr *value = ofNull(*visit))
      out.push_back(module.store(datum, value, s->loc));
    auto *made = module.make<ir::VisitStatement>(s->loc);
    made->callee = visit->callee;
    made->source = visit->source;
    for (const ir::Expr *argument : visit->arguments)
      made->arguments.push_back(copy.expr(argument));
    out.push_back(made);
    if (visit->result) {
      const std::string name =
          ++kept > 1 ? "returned" + std::to_string(kept) : "returned";
      ir::Variable *result = module.variable(ir::Variable::Let, name,
                                             datum->type, visit->result->loc);
      copy.variables[visit->result] = result;
      out.push_back(module.let(result, module.load(datum, s->loc), s->loc));
    }
    return out;
  };
  return copy.block(body);
}
