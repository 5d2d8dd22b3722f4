// Traversals that are handed what holds the pointer to their node, a smart
// pointer or a reference to a pointer, are handed the pointer itself, and so
// are the functions that hand it on:
//
//     fn @visit(%n: ref lib "std::shared_ptr" <@Node>) {
//       if lnot(tobool(get((*%n)))) { return }
//       call @visit(refof (*get((*%n))).left)
//  -> fn @visit(%n: ptr @Node) {
//       if lnot(tobool(load %n)) { return }
//       call @visit(get((*%n).left))
//
// The pointer is then read where the call is made, no longer where it is used.
// It is the same one as long as nothing in between changes what holds such
// pointers: the functions that the loop comes to store none but in locals of
// theirs, by name. A copy of a shared pointer is what it is a copy of, and ends
// nothing, for there is still the other.
#include "ReferencedPointers.h"
#include "FunctionCopies.h"
#include "PointerHolders.h"

#include "regtt/IR/Mapper.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

namespace {

class HandedPointers {
public:
  HandedPointers(ir::Module &module, const ir::Statement *loop)
      : module(module), loop(loop) {}

  void run() {
    reach(loop);
    findHandles();
    for (bool shrinks = true; shrinks;) {
      const size_t before = handles.size();
      for (const ir::Function *each : functions)
        check(each->body);
      check(loop);
      shrinks = handles.size() < before;
    }
    if (helps())
      rewrite();
  }

private:
  //===--- What the loop comes to -----------------------------------------===//

  void reach(const ir::Statement *s) {
    const auto enter = [&](const ir::Function *callee) {
      if (!callee->body)
        isOpen |= !callee->isPure;
      else if (functions.insert(callee))
        reach(callee->body);
    };
    ir::walk(s, [&](const ir::Statement *each) {
      if (const auto *call = dyn_cast<ir::CallStatement>(each))
        enter(call->callee);
    });
    ir::walkExprs(s, [&](const ir::Expr *e) {
      if (const auto *call = dyn_cast<ir::CallExpr>(e))
        enter(call->callee);
    });
  }

  void findHandles() {
    const auto fixed = calledElsewise(module);
    if (isOpen || llvm::any_of(module.functions(), [](const ir::Function *f) {
          return f->isVirtual;
        }))
      return;
    const auto add = [&](const ir::Variable *variable) {
      const ir::Type *holder = holderIn(variable->type);
      if (holder && !variable->isVolatile && !isChanged(holder))
        handles.insert(variable);
    };
    for (const ir::Function *each : functions) {
      if (fixed.contains(each))
        continue;
      for (const ir::Variable *param : each->params)
        add(param);
      const bool isSteady = !setsOwners(each->body);
      const ir::Statement *body = each->body;
      ir::walk(body, [&](const ir::Statement *s) {
        const auto *var = dyn_cast<ir::VarStatement>(s);
        const auto *let = dyn_cast<ir::LetStatement>(s);
        const ir::Variable *local = let   ? let->variable
                                    : var ? var->variable
                                          : nullptr;
        // The function may change what a reference to a local of its own leads
        // to; none that it calls does.
        if (local && (let || var->init) &&
            (isOwner(local->type) ||
             (isSteady && isOwner(holderIn(local->type)))))
          add(local);
      });
    }
  }

  /// Whether a function that the loop comes to may change an object that holds
  /// a pointer so, but for its own locals.
  bool isChanged(const ir::Type *holder) {
    const auto found = changed.find(holder);
    if (found != changed.end())
      return found->second;
    bool &result = changed[holder];
    for (const ir::Function *each : functions)
      result = result || mayChangeHolders(*each, holder);
    return result;
  }

  //===--- What is done with them -----------------------------------------===//

  bool isHandle(const ir::Variable *variable) const {
    return variable && handles.contains(variable);
  }

  /// The handle whose holder `place` is: `(*%n)`, or `%n` of a smart pointer.
  const ir::Variable *handleAt(const ir::Place *place) const {
    const ir::Variable *root = place->variable();
    if (!isHandle(root))
      return nullptr;
    if (!root->type->isReference())
      return place->steps.empty() ? root : nullptr;
    const auto *deref = place->steps.size() == 1
                            ? std::get_if<ir::DerefStep>(&place->steps[0])
                            : nullptr;
    return deref && !deref->offset ? root : nullptr;
  }

  /// Whether `place` goes on from the pointer in a handle: `(*%n)->x`.
  bool leadsOn(const ir::Place *place) const {
    const ir::Variable *root = place->variable();
    if (!isHandle(root))
      return false;
    const size_t first = root->type->isReference() ? 1 : 0;
    const ir::Place *holder =
        place->steps.size() > first
            ? module.place(place->root, place->steps.take_front(first))
            : nullptr;
    if (!holder || !handleAt(holder))
      return false;
    const auto *follows = std::get_if<ir::DerefStep>(&place->steps[first]);
    return holder->type->isPointer() || (follows && !follows->offset);
  }

  void check(const ir::Statement *s) {
    ir::walk(s, [&](const ir::Statement *each) {
      if (const auto swapped = swappedOwners(each); swapped.first) {
        if (!isHandle(swapped.first) || !isHandle(swapped.second)) {
          handles.remove(swapped.first);
          handles.remove(swapped.second);
        }
        return;
      }
      const auto *store = dyn_cast<ir::StoreStatement>(each);
      if (store && handleAt(store->place) && isOwner(store->place->type) &&
          store->place->wholeVariable())
        return checkHanded(store->place->wholeVariable(), store->value);
      ir::forEachPlace(each, [&](const ir::Place *place) {
        if (!leadsOn(place))
          handles.remove(place->variable());
      });
      if (const auto *call = dyn_cast<ir::CallStatement>(each))
        return checkCall(call->callee, call->arguments);
      const auto *let = dyn_cast<ir::LetStatement>(each);
      const auto *var = dyn_cast<ir::VarStatement>(each);
      if (isHandle(ir::declaredBy(each)) && (let || var))
        return checkHanded(ir::declaredBy(each), let ? let->value : var->init);
      ir::forEachOperand(each, [&](const ir::Expr *e) { check(e); });
    });
  }

  void check(const ir::Expr *e) {
    if (const auto *call = dyn_cast<ir::CallExpr>(e))
      return checkCall(call->callee, call->arguments);
    const auto *value = dyn_cast<ir::ValueExpr>(e);
    const ir::Place *place = ir::placeOf(e);
    const auto *read = dyn_cast<ir::ContainerReadExpr>(e);
    const bool isRead = (read && read->op == ir::ReadOp::Get) ||
                        (isa<ir::LoadExpr>(e) && e->type->isPointer());
    if (value)
      handles.remove(value->variable);
    else if (place && !(isRead && handleAt(place)) && !leadsOn(place))
      handles.remove(place->variable());
    ir::forEachOperand(e, [&](const ir::Expr *operand) { check(operand); });
  }

  void checkCall(const ir::Function *callee,
                 llvm::ArrayRef<const ir::Expr *> arguments) {
    for (size_t k = 0; k < arguments.size(); ++k) {
      const ir::Variable *param =
          k < callee->params.size() ? callee->params[k] : nullptr;
      if (isHandle(param))
        checkHanded(param, arguments[k]);
      else
        check(arguments[k]);
    }
  }

  /// Whether the pointer can be said that `to` is given with `e`.
  void checkHanded(const ir::Variable *to, const ir::Expr *e) {
    if (const auto *choice = dyn_cast<ir::SelectExpr>(e)) {
      check(choice->condition);
      checkHanded(to, choice->whenTrue);
      checkHanded(to, choice->whenFalse);
      return;
    }
    if (const auto *value = dyn_cast<ir::ValueExpr>(e))
      if (isHandle(value->variable))
        return;
    const auto *load = dyn_cast<ir::LoadExpr>(e);
    if (load && !e->type->isReference() && handleAt(load->place))
      return;
    if (const auto *address = dyn_cast<ir::AddressExpr>(e);
        address && handleAt(address->place))
      return;
    if (!load && !e->type->isReference())
      handles.remove(to);
    ir::forEachOperand(e, [&](const ir::Expr *operand) { check(operand); });
    if (const ir::Place *place = ir::placeOf(e); place && !leadsOn(place))
      handles.remove(place->variable());
  }

  /// Whether a traversal goes on by one, or has copies of smart pointers: else
  /// nothing is to be gained.
  bool helps() const {
    if (llvm::any_of(handles, [](const ir::Variable *handle) {
          return isOwner(handle->type);
        }))
      return true;
    return llvm::any_of(functions, [&](const ir::Function *each) {
      return each->isTraversal && llvm::any_of(each->params, [&](auto *param) {
               return isHandle(param);
             });
    });
  }

  //===--- Pointers in their places ---------------------------------------===//

  static const ir::Type *pointerIn(ir::Module &module, const ir::Type *type) {
    const ir::Type *holder = holderIn(type);
    return holder->isPointer() ? holder
                               : module.pointerTo(ir::followedFrom(holder));
  }

  void rewrite() {
    for (const ir::Function *each : functions)
      if (llvm::any_of(each->params, [&](auto *p) { return isHandle(p); }))
        declare(*each);
    for (const ir::Function *each : functions) {
      Copy copy(*this);
      ir::Function *to = made.lookup(each);
      if (!to)
        to = const_cast<ir::Function *>(each);
      else
        for (size_t k = 0; k < each->params.size(); ++k)
          copy.mapper.variables[each->params[k]] = to->params[k];
      for (ir::Clause clause : each->clauses)
        if (to != each) {
          clause.place = copy.mapper.place(clause.place);
          clause.value = copy.mapper.expr(clause.value);
          to->clauses.push_back(clause);
        }
      to->body = copy.mapper.block(each->body);
    }
    // The loop's own statements stay, which the host file knows by their text.
    Copy copy(*this);
    ir::walk(const_cast<ir::Statement *>(loop), [&](ir::Statement *s) {
      auto *call = dyn_cast<ir::CallStatement>(s);
      if (call && made.count(call->callee)) {
        call->arguments = copy.arguments(call->callee, call->arguments);
        call->callee = made.lookup(call->callee);
      }
    });
  }

  void declare(const ir::Function &from) {
    std::vector<const ir::Type *> types;
    for (const ir::Variable *each : from.params)
      types.push_back(isHandle(each) ? pointerIn(module, each->type)
                                     : each->type);
    ir::Function *to = module.createFunction(
        module.freeName(from.name),
        module.functionType(from.type->result, types), from.loc);
    to->isPure = from.isPure;
    to->isTraversal = from.isTraversal;
    to->isUnseen = from.isUnseen;
    to->linkage = from.linkage;
    for (const ir::Variable *each : from.params) {
      ir::Variable *param = module.parameter(to, each->name, each->loc);
      param->isConst = each->isConst && !isHandle(each);
      param->isVolatile = each->isVolatile;
    }
    made[&from] = to;
  }

  /// Copies one function's body.
  struct Copy {
    HandedPointers &of;
    ir::Mapper mapper;

    explicit Copy(HandedPointers &of) : of(of), mapper(of.module) {
      mapper.onExpr = [this](const ir::Expr *e) { return expr(e); };
      mapper.onPlace = [this](const ir::Place *place) -> const ir::Place * {
        const ir::Variable *handle = this->of.handleAt(place);
        return handle ? this->of.module.place(mapper.variable(handle))
                      : nullptr;
      };
      mapper.onStatement = [this](const ir::Statement *s) {
        return statement(s);
      };
    }

    const ir::Expr *value(const ir::Variable *handle, ir::Location loc) {
      return of.module.load(of.module.place(mapper.variable(handle)), loc);
    }

    /// The pointer in what `e` is or refers to.
    const ir::Expr *pointer(const ir::Expr *e) {
      ir::Module &module = of.module;
      if (const auto *choice = dyn_cast<ir::SelectExpr>(e))
        return module.select(mapper.expr(choice->condition),
                             pointer(choice->whenTrue),
                             pointer(choice->whenFalse), e->loc);
      const auto *value = dyn_cast<ir::ValueExpr>(e);
      if (value && of.isHandle(value->variable))
        return this->value(value->variable, e->loc);
      const auto *load = dyn_cast<ir::LoadExpr>(e);
      const bool isValue = load && !e->type->isReference();
      if (isValue || isa<ir::AddressExpr>(e))
        if (const ir::Variable *handle = of.handleAt(ir::placeOf(e)))
          return this->value(handle, e->loc);
      const ir::Place *holder =
          isValue ? mapper.place(load->place) : module.pointee(mapper.expr(e));
      return holder->type->isPointer()
                 ? module.load(holder, e->loc)
                 : module.read(ir::ReadOp::Get, holder, {}, e->loc);
    }

    std::vector<const ir::Expr *>
    arguments(const ir::Function *callee,
              llvm::ArrayRef<const ir::Expr *> list) {
      std::vector<const ir::Expr *> result;
      for (size_t k = 0; k < list.size(); ++k)
        result.push_back(of.isHandle(callee->params[k]) ? pointer(list[k])
                                                        : mapper.expr(list[k]));
      return result;
    }

    const ir::Expr *expr(const ir::Expr *e) {
      if (const auto *call = dyn_cast<ir::CallExpr>(e))
        if (const ir::Function *other = of.made.lookup(call->callee))
          return of.module.call(other, arguments(call->callee, call->arguments),
                                e->loc);
      const auto *read = dyn_cast<ir::ContainerReadExpr>(e);
      const ir::Variable *handle =
          read ? of.handleAt(read->container) : nullptr;
      return handle ? this->value(handle, e->loc) : nullptr;
    }

    std::optional<std::vector<ir::Statement *>>
    statement(const ir::Statement *s) {
      ir::Module &module = of.module;
      if (const auto *call = dyn_cast<ir::CallStatement>(s)) {
        const ir::Function *other = of.made.lookup(call->callee);
        if (!other)
          return std::nullopt;
        const auto list = arguments(call->callee, call->arguments);
        return std::vector<ir::Statement *>{
            callInCopy(module, mapper, *call, other, list)};
      }
      if (const auto swapped = swappedOwners(s);
          of.isHandle(swapped.first) && of.isHandle(swapped.second))
        return swap(swapped.first, swapped.second, s->loc);
      const auto *store = dyn_cast<ir::StoreStatement>(s);
      if (store && isOwner(store->place->type))
        if (const ir::Variable *handle = of.handleAt(store->place))
          return std::vector<ir::Statement *>{
              module.store(module.place(mapper.variable(handle)),
                           pointer(store->value), s->loc)};
      return declaration(s);
    }

    std::vector<ir::Statement *> swap(const ir::Variable *a,
                                      const ir::Variable *b, ir::Location loc) {
      ir::Module &module = of.module;
      const ir::Expr *first = value(a, loc);
      const ir::Variable *kept =
          module.variable(ir::Variable::Let, "kept", first->type, loc);
      return {
          module.let(kept, first, loc),
          module.store(module.place(mapper.variable(a)), value(b, loc), loc),
          module.store(module.place(mapper.variable(b)),
                       module.load(module.place(kept)), loc)};
    }

    std::optional<std::vector<ir::Statement *>>
    declaration(const ir::Statement *s) {
      ir::Module &module = of.module;
      const ir::Variable *declared = ir::declaredBy(s);
      const auto *let = dyn_cast<ir::LetStatement>(s);
      const auto *var = dyn_cast<ir::VarStatement>(s);
      if (!of.isHandle(declared) || (!let && !var))
        return std::nullopt;
      const ir::Expr *value = pointer(let ? let->value : var->init);
      const ir::Variable *local = module.variable(
          declared->kind, declared->name, value->type, declared->loc);
      mapper.variables[declared] = local;
      if (let)
        return std::vector<ir::Statement *>{module.let(local, value, s->loc)};
      return std::vector<ir::Statement *>{module.var(local, value, s->loc)};
    }
  };

  ir::Module &module;
  const ir::Statement *loop;
  bool isOpen = false; ///< it calls what nobody sees
  llvm::SetVector<const ir::Function *> functions;
  llvm::SetVector<const ir::Variable *> handles;
  llvm::DenseMap<const ir::Type *, bool> changed;
  llvm::DenseMap<const ir::Function *, ir::Function *> made;
};

} // namespace

void recognise::passPointersThemselves(ir::Module &module,
                                       const ir::Statement *loop) {
  HandedPointers(module, loop).run();
}
