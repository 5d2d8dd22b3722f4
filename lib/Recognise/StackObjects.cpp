// Stacks that are objects, or that functions of the user's push to and take
// from: the functions' bodies stand in the place of their calls, and the
// object's fields are variables of their own.
//
//     struct Stack { Node *nodes[64]; int count = 0; void push(Node *n); ... };
//     Stack todo;                      Node *nodes[64]; int count = 0;
//     todo.push(root);             ->  nodes[count++] = root;
//     while (!todo.empty()) { ... }    while (count != 0) { ... }
#include "StackObjects.h"

#include "Accessors.h"
#include "Inline.h"
#include "LocalUses.h"

#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

namespace {

class StackObjects {
public:
  StackObjects(ir::Module &module, const ir::Function &function)
      : module(module), function(function) {}

  ir::BlockStatement *run() {
    find();
    if (objects.empty())
      return nullptr;
    ir::Mapper copy(module);
    hook(copy);
    ir::BlockStatement *made = copy.block(function.body);
    return isChanged ? withoutObjects(withoutAddresses(made)) : nullptr;
  }

private:
  static bool holdsArray(const ir::Type *type) {
    const auto *record = dyn_cast<ir::StructType>(type);
    return record && record->isComplete() && !record->isUnion() &&
           llvm::any_of(record->fields(), [](const ir::Field &field) {
             return isa<ir::ArrayType>(field.type);
           });
  }

  void find() {
    ir::walk(static_cast<const ir::Statement *>(function.body),
             [&](const ir::Statement *s) {
               const auto *var = dyn_cast<ir::VarStatement>(s);
               const ir::Type *type = var ? var->variable->type : nullptr;
               if (type && (isa<ir::ArrayType>(type) || holdsArray(type)))
                 objects.insert(var->variable);
             });
  }

  bool isHanded(llvm::ArrayRef<const ir::Expr *> arguments) const {
    return llvm::any_of(arguments, [&](const ir::Expr *e) {
      const auto *of = dyn_cast<ir::AddressExpr>(e);
      return of && !of->place->isIndirect() && of->place->variable() &&
             objects.contains(of->place->variable());
    });
  }

  void hook(ir::Mapper &copy) {
    // What is declared keeps its variable, so that what is asked of variables
    // can be asked of them.
    copy.onDeclare = [](const ir::Variable *variable) { return variable; };
    copy.onExpr = [&copy, this](const ir::Expr *e) -> const ir::Expr * {
      const auto *call = dyn_cast<ir::CallExpr>(e);
      if (!call || !isHanded(call->arguments))
        return nullptr;
      const ir::Expr *words = inWords(module, call);
      isChanged |= words != nullptr;
      return words ? copy.expr(words) : nullptr;
    };
    copy.onStatement = [&copy, this](const ir::Statement *s)
        -> std::optional<std::vector<ir::Statement *>> {
      const auto *call = dyn_cast<ir::CallStatement>(s);
      if (!call || !call->callee->body || !isHanded(call->arguments) ||
          llvm::is_contained(active, call->callee))
        return std::nullopt;
      isChanged = true;
      active.push_back(call->callee);
      std::vector<ir::Statement *> made = copy.statements(
          inlinedCall(module, *call, function, temporaryName).statements);
      active.pop_back();
      return made;
    };
  }

  /// What keeps the address of a local is that local's other name:
  /// `let %t: ref i32 = refof %top`.
  ir::BlockStatement *withoutAddresses(ir::BlockStatement *body) {
    llvm::DenseMap<const ir::Variable *, const ir::AddressExpr *> known;
    ir::walk(static_cast<const ir::Statement *>(body),
             [&](const ir::Statement *s) {
               const auto *let = dyn_cast<ir::LetStatement>(s);
               const auto *of =
                   let ? dyn_cast<ir::AddressExpr>(let->value) : nullptr;
               if (of && of->place->variable() && !of->place->isIndirect() &&
                   llvm::all_of(of->place->steps, isFixed))
                 known[let->variable] = of;
             });
    ir::Mapper copy(module);
    copy.onDeclare = [](const ir::Variable *variable) { return variable; };
    copy.onExpr = [&](const ir::Expr *e) -> const ir::Expr * {
      const auto *value = dyn_cast<ir::ValueExpr>(e);
      return value ? known.lookup(value->variable) : nullptr;
    };
    copy.onPlace = [&](const ir::Place *begins) -> const ir::Place * {
      if (const auto *root = std::get_if<ir::PointeeRoot>(&begins->root)) {
        const auto *sum = dyn_cast<ir::BinaryExpr>(root->pointer);
        const auto *from =
            sum ? dyn_cast<ir::AddressExpr>(copy.expr(sum->left)) : nullptr;
        return from && begins->steps.empty()
                   ? elementFrom(*from, copy.expr(sum->right))
                   : nullptr;
      }
      const ir::AddressExpr *of = known.lookup(begins->variable());
      const auto *deref = begins->steps.size() == 1
                              ? std::get_if<ir::DerefStep>(&begins->steps[0])
                              : nullptr;
      if (!of || !deref)
        return nullptr;
      return deref->offset ? elementFrom(*of, copy.expr(deref->offset))
                           : of->place;
    };
    copy.onStatement = [&](const ir::Statement *s)
        -> std::optional<std::vector<ir::Statement *>> {
      const auto *let = dyn_cast<ir::LetStatement>(s);
      if (let && known.count(let->variable))
        return std::vector<ir::Statement *>();
      return std::nullopt;
    };
    return copy.block(body);
  }

  /// `(&st[0])[i]`
  const ir::Place *elementFrom(const ir::AddressExpr &first,
                               const ir::Expr *number) {
    const auto steps = first.place->steps;
    const auto *index =
        steps.empty() ? nullptr : std::get_if<ir::IndexStep>(&steps.back());
    const auto *begin = index ? dyn_cast<ir::IntExpr>(index->index) : nullptr;
    if (!begin || !begin->value().isZero())
      return module.pointee(&first, number);
    return module.index(module.place(first.place->root, steps.drop_back()),
                        number);
  }

  static bool isFixed(const ir::Step &step) {
    const auto *index = std::get_if<ir::IndexStep>(&step);
    return std::holds_alternative<ir::FieldStep>(step) ||
           (index && isa<ir::IntExpr>(index->index));
  }

  /// Fields of objects of which only fields are named become variables.
  ir::BlockStatement *withoutObjects(ir::BlockStatement *body) {
    llvm::SmallPtrSet<const ir::Variable *, 4> whole;
    const auto look = [&](const ir::Place *place) {
      const bool isField =
          !place->steps.empty() &&
          std::holds_alternative<ir::FieldStep>(place->steps[0]);
      if (place->variable() && !isField)
        whole.insert(place->variable());
    };
    ir::walk(static_cast<const ir::Statement *>(body),
             [&](const ir::Statement *s) {
               ir::forEachPlace(s, look);
               const auto *var = dyn_cast<ir::VarStatement>(s);
               if (var && var->init && !isa<ir::AggregateExpr>(var->init))
                 whole.insert(var->variable);
             });
    ir::walkExprs(body, [&](const ir::Expr *e) {
      if (const ir::Place *place = ir::placeOf(e))
        look(place);
      if (const auto *asked = dyn_cast<ir::ContainerReadExpr>(e))
        look(asked->container);
    });
    std::map<std::pair<const ir::Variable *, const ir::Field *>,
             const ir::Variable *>
        fields;
    const auto isSplit = [&](const ir::Variable *variable) {
      return variable && objects.contains(variable) &&
             !whole.contains(variable) && holdsArray(variable->type);
    };
    ir::Mapper copy(module);
    copy.onDeclare = [](const ir::Variable *variable) { return variable; };
    const auto fieldOf = [&](const ir::Variable *variable,
                             const ir::Field &field) {
      const ir::Variable *&made = fields[{variable, &field}];
      if (!made)
        made = module.variable(ir::Variable::Local, field.name, field.type,
                               variable->loc);
      return made;
    };
    copy.onPlace = [&](const ir::Place *begins) -> const ir::Place * {
      const auto *step = begins->steps.size() == 1
                             ? std::get_if<ir::FieldStep>(&begins->steps[0])
                             : nullptr;
      return step && isSplit(begins->variable())
                 ? module.place(fieldOf(begins->variable(), *step->field))
                 : nullptr;
    };
    copy.onStatement = [&](const ir::Statement *s)
        -> std::optional<std::vector<ir::Statement *>> {
      const auto *var = dyn_cast<ir::VarStatement>(s);
      if (!var || !isSplit(var->variable))
        return std::nullopt;
      const auto *init = llvm::dyn_cast_or_null<ir::AggregateExpr>(var->init);
      std::vector<ir::Statement *> made;
      for (const ir::Field &field :
           llvm::cast<ir::StructType>(var->variable->type)->fields())
        made.push_back(module.var(
            fieldOf(var->variable, field),
            init ? copy.expr(init->elements[field.index]) : nullptr, s->loc));
      return made;
    };
    return copy.block(body);
  }

  ir::Module &module;
  const ir::Function &function;
  llvm::SmallPtrSet<const ir::Variable *, 4> objects;
  std::vector<const ir::Function *> active;
  bool isChanged = false;
};

} // namespace

ir::BlockStatement *
recognise::withoutStackObjects(ir::Module &module,
                               const ir::Function &function) {
  return StackObjects(module, function).run();
}
