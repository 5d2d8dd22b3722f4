// Structs of pointers and references that are made once and never change, as
// closures are, bound part by part:
//
//     var %within: @lambda = aggregate<@lambda>(addressof (*%this), %q)
//     if @within(refof %within, %d)            // load %this->q->best
//  -> if @within.2(addressof (*%this), %q, %d) // load %q->best
//
// Functions that are handed one are copied, with parameters for its parts. What
// holds a pointer or a number that never changes is handed the value. A struct
// that is used in another way stays what it is.
#include "Closures.h"

#include "ClosureParts.h"
#include "Inline.h"
#include "ReadParts.h"
#include "SettledLocals.h"

#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

#include <map>
#include <memory>
#include <set>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

namespace {

class Closures {
public:
  explicit Closures(ir::Module &module) : module(module), readParts(module) {}

  void run(ir::Function *function) {
    if (!function->body || !done.insert(function).second)
      return;
    name(function);
    if (ir::BlockStatement *made = bodyOf(*function, {}, nullptr))
      function->body = made;
    std::vector<ir::Function *> callees;
    const auto add = [&](const ir::Function *callee) {
      callees.push_back(const_cast<ir::Function *>(callee));
    };
    ir::walk(static_cast<const ir::Statement *>(function->body),
             [&](const ir::Statement *s) {
               if (const auto *called = dyn_cast<ir::CallStatement>(s))
                 add(called->callee);
             });
    ir::walkExprs(function->body, [&](const ir::Expr *e) {
      if (const auto *called = dyn_cast<ir::CallExpr>(e))
        add(called->callee);
    });
    for (ir::Function *callee : callees)
      run(callee);
  }

private:
  void name(const ir::Function *function) {
    if (function->body && named.insert(function).second)
      nameClosures(module, const_cast<ir::Function *>(function));
  }

  using Known = std::map<const ir::Variable *, ClosurePtr>;

  /// Of the address of a variable that holds a pointer, or a number that never
  /// changes: the variable.
  static const ir::Variable *holderOf(const ir::Expr *e, bool isRead) {
    const auto *address = e ? dyn_cast<ir::AddressExpr>(e) : nullptr;
    const ir::Variable *variable = address && e->type->isReference()
                                       ? address->place->wholeVariable()
                                       : nullptr;
    return variable && (isRead || variable->type->isPointer()) ? variable
                                                               : nullptr;
  }

  /// Whether a call is handed the variable's address besides.
  static bool isLent(const ir::Variable *variable,
                     llvm::ArrayRef<const ir::Expr *> arguments) {
    bool result = false;
    for (const ir::Expr *argument : arguments)
      ir::walk(argument, [&](const ir::Expr *e) {
        const auto *address = dyn_cast<ir::AddressExpr>(e);
        result |= address && address->place->wholeVariable() == variable;
      });
    return result;
  }

  /// The copy of a body in which closures are bound; null: there is none.
  ir::BlockStatement *bodyOf(const ir::Function &from, Known known,
                             const std::function<void(ir::Mapper &)> &prepare) {
    ir::Mapper copy(module);
    bool found = !known.empty();
    if (prepare)
      prepare(copy);
    copy.onStatement = [&](const ir::Statement *s)
        -> std::optional<std::vector<ir::Statement *>> {
      std::vector<ir::Statement *> out;
      if (const auto *var = dyn_cast<ir::VarStatement>(s)) {
        const auto *made =
            var->init ? dyn_cast<ir::AggregateExpr>(var->init) : nullptr;
        const ClosurePtr shape = made ? shapeOf(*made, known) : nullptr;
        const ClosurePtr bound =
            shape && isUsedInParts(from.body, var->variable, *shape)
                ? bind(*made, *shape, *var->variable, from, known, copy, out)
                : nullptr;
        if (!bound)
          return std::nullopt;
        known[var->variable] = bound;
        found = true;
        return out;
      }
      const auto *called = dyn_cast<ir::CallStatement>(s);
      if (!called || !handsOver(called->arguments, known))
        return std::nullopt;
      std::vector<const ir::Expr *> arguments;
      const ir::Function *target =
          calleeOf(called->callee, called->arguments, known, copy, arguments);
      ir::Variable *result = nullptr;
      if (called->result) {
        result = module.variable(called->result->kind, called->result->name,
                                 called->result->type, called->result->loc);
        copy.variables[called->result] = result;
      }
      return std::vector<ir::Statement *>{
          module.callStatement(target, arguments, result, s->loc)};
    };
    copy.onExpr = [&](const ir::Expr *e) -> const ir::Expr * {
      if (const auto *load = dyn_cast<ir::LoadExpr>(e))
        if (const auto way = wayIn(load->place, known);
            way && way->part && way->step == load->place->steps.size())
          return partOf(*way, load->place, known);
      const auto *called = dyn_cast<ir::CallExpr>(e);
      if (!called || !handsOver(called->arguments, known))
        return nullptr;
      std::vector<const ir::Expr *> arguments;
      const ir::Function *target =
          calleeOf(called->callee, called->arguments, known, copy, arguments);
      return module.call(target, arguments, e->loc);
    };
    copy.onPlace = [&](const ir::Place *place) -> const ir::Place * {
      const auto way = wayIn(place, known);
      if (!way || !way->part || way->step + 1 != place->steps.size())
        return nullptr;
      const auto *deref = std::get_if<ir::DerefStep>(&place->steps.back());
      return deref ? module.pointee(partOf(*way, place, known),
                                    copy.expr(deref->offset))
                   : nullptr;
    };
    ir::BlockStatement *made = copy.block(from.body);
    return found ? settleLocals(module, made) : nullptr;
  }

  static std::optional<Way> wayIn(const ir::Place *place, const Known &known) {
    const auto found =
        place->variable() ? known.find(place->variable()) : known.end();
    return found == known.end() ? std::nullopt : wayAt(place, *found->second);
  }

  static const ir::Expr *partOf(const Way &way, const ir::Place *place,
                                const Known &known) {
    const Closure *bound = known.at(place->variable()).get();
    for (size_t k = 0; k + 1 < way.fields.size(); ++k)
      bound = bound->inner[way.fields[k]].get();
    return bound->values[way.fields.back()];
  }

  /// The closure that `e` is, or is a reference to; null: it is none.
  static ClosurePtr wholeOf(const ir::Expr *e, const Known &known) {
    if (const auto *value = dyn_cast<ir::ValueExpr>(e)) {
      const auto found = known.find(value->variable);
      return found == known.end() ? nullptr : found->second;
    }
    const ir::Place *place = ir::placeOf(e);
    const auto way = place ? wayIn(place, known) : std::nullopt;
    if (!way || !way->whole)
      return nullptr;
    ClosurePtr bound = known.at(place->variable());
    for (unsigned field : way->fields)
      bound = bound->inner[field];
    return bound;
  }

  static bool handsOver(llvm::ArrayRef<const ir::Expr *> arguments,
                        const Known &known) {
    return llvm::any_of(arguments, [&](const ir::Expr *e) {
      return wholeOf(e, known) != nullptr;
    });
  }

  /// Which of its parts are closures; null: it is none, or it holds one of
  /// which nothing is known.
  static ClosurePtr shapeOf(const ir::AggregateExpr &made, const Known &known) {
    auto result = std::make_shared<Closure>();
    result->type = closureType(made.type);
    if (!result->type)
      return nullptr;
    for (const ir::Field &field : result->type->fields()) {
      const ir::Expr *element = made.elements[field.index];
      ClosurePtr inner;
      if (closureType(withoutReference(field.type))) {
        const auto *list = dyn_cast<ir::AggregateExpr>(element);
        inner = list ? shapeOf(*list, known) : wholeOf(element, known);
        if (!inner && !field.type->isReference())
          return nullptr;
      }
      result->inner.push_back(inner);
    }
    return result;
  }

  /// What the parts are from here on: what stays the same, or locals.
  ClosurePtr bind(const ir::AggregateExpr &made, const Closure &shape,
                  const ir::Variable &variable, const ir::Function &from,
                  const Known &known, ir::Mapper &copy,
                  std::vector<ir::Statement *> &out) {
    auto result = std::make_shared<Closure>(shape);
    for (const ir::Field &field : result->type->fields()) {
      const ir::Expr *element = made.elements[field.index];
      ClosurePtr &inner = result->inner[field.index];
      result->values.push_back(nullptr);
      result->isRead.push_back(readParts.readIn(element, field, from));
      if (inner) {
        if (const auto *list = dyn_cast<ir::AggregateExpr>(element))
          inner = bind(*list, *inner, variable, from, known, copy, out);
        continue;
      }
      const ir::Expr *value = copy.expr(element);
      const auto *load = dyn_cast<ir::LoadExpr>(element);
      const auto way = load ? wayIn(load->place, known) : std::nullopt;
      const bool isKnown =
          way && way->part && way->step == load->place->steps.size();
      if (!isKnown && !staysTheSame(element, from)) {
        ir::Variable *part = module.variable(
            ir::Variable::Let, field.name.empty() ? variable.name : field.name,
            value->type, variable.loc);
        out.push_back(module.let(part, value, value->loc));
        value = module.load(module.place(part));
      }
      result->values.back() = value;
    }
    return result;
  }

  /// A part, and the variable of which the value is handed over instead.
  struct HandedPart {
    const ir::Expr *value;
    const ir::Variable *holder;
  };

  void flatten(const Closure &bound, std::vector<HandedPart> &parts) {
    for (size_t k = 0; k < bound.values.size(); ++k)
      if (bound.inner[k])
        flatten(*bound.inner[k], parts);
      else
        parts.push_back(
            {bound.values[k], holderOf(bound.values[k], bound.isRead[k])});
  }

  /// `bound`, by parameters that begin at `next`.
  ClosurePtr ofParams(const Closure &bound, ir::Function *made,
                      llvm::ArrayRef<bool> isHeld, size_t &next) {
    auto result = std::make_shared<Closure>();
    result->type = bound.type;
    for (size_t k = 0; k < bound.values.size(); ++k) {
      const bool isInner = bound.inner[k] != nullptr;
      result->isRead.push_back(bound.isRead[k]);
      result->inner.push_back(
          isInner ? ofParams(*bound.inner[k], made, isHeld, next) : nullptr);
      result->values.push_back(nullptr);
      if (isInner)
        continue;
      const ir::Field &field = bound.type->fields()[k];
      const ir::Place *param = module.place(
          module.parameter(made, field.name.empty() ? "held" : field.name));
      result->values.back() =
          isHeld[next++] ? module.referenceTo(param) : module.load(param);
    }
    return result;
  }

  const ir::Function *calleeOf(const ir::Function *callee,
                               llvm::ArrayRef<const ir::Expr *> arguments,
                               const Known &known, ir::Mapper &copy,
                               std::vector<const ir::Expr *> &handed) {
    std::vector<const ir::Type *> types;
    llvm::SmallVector<bool, 8> isHeld;
    std::string key;
    for (size_t k = 0; k < arguments.size(); ++k) {
      const ClosurePtr bound = wholeOf(arguments[k], known);
      key += bound ? 'c' : 'v';
      if (!bound) {
        handed.push_back(copy.expr(arguments[k]));
        types.push_back(callee->params[k]->type);
        continue;
      }
      std::vector<HandedPart> parts;
      flatten(*bound, parts);
      for (auto [value, holder] : parts) {
        if (holder && isLent(holder, arguments))
          holder = nullptr;
        isHeld.push_back(holder != nullptr);
        key += holder ? 'h' : 'p';
        handed.push_back(holder ? module.load(module.place(holder)) : value);
        types.push_back(handed.back()->type);
      }
    }
    ir::Function *&made = copies[{callee, key}];
    if (made)
      return made;
    made = module.createFunction(
        module.freeName(callee->name),
        module.functionType(callee->type->result, types), callee->loc);
    made->isPure = callee->isPure;
    made->linkage = callee->linkage;
    Known inside;
    std::vector<std::pair<const ir::Variable *, const ir::Variable *>> params;
    size_t next = 0;
    for (size_t k = 0; k < arguments.size(); ++k)
      if (const ClosurePtr bound = wholeOf(arguments[k], known))
        inside[callee->params[k]] = ofParams(*bound, made, isHeld, next);
      else
        params.push_back(
            {callee->params[k], module.parameter(made, callee->params[k]->name,
                                                 callee->params[k]->loc)});
    name(callee);
    ir::Function *target = made;
    target->body = bodyOf(*callee, inside, [&](ir::Mapper &inner) {
      for (const auto &[old, param] : params)
        inner.variables[old] = param;
    });
    return target;
  }

  ir::Module &module;
  const ReadParts readParts;
  std::set<const ir::Function *> done, named;
  std::map<std::pair<const ir::Function *, std::string>, ir::Function *> copies;
};

} // namespace

void recognise::bindClosures(ir::Module &module, ir::Function *from) {
  Closures(module).run(from);
}
