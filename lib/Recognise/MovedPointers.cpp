// Pointers that calls move on through the array that they lead into, as those
// into a text do, become numbers. Locals that are made of them do, too:
//
//     var %s: ptr i8 = load %text       var %s: i64 = load %text_at
//     store %s = addressof %s[1]    ->  store %s = add(load %s, 1)
//     if load (*%s) { ... }             if load %text[load %s] { ... }
//
// It is done where every value that the parameter is given, in the body and by
// recursive calls, is made of the parameter itself.
#include "MovedPointers.h"
#include "FunctionCopies.h"
#include "LocalUses.h"
#include "PointerFamily.h"

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

/// Of what is built for one parameter.
class Numbering {
public:
  Numbering(ir::Module &module, const ir::Function &from, unsigned param)
      : module(module), from(from), param(param), pointer(from.params[param]),
        family(module, copy, pointer->type) {
    family.members.insert(pointer);
  }

  /// Whether the parameter is moved on, and nothing else happens to it.
  bool isMoved() {
    findLocals();
    return isOnlyMoved() && isEverMoved();
  }

  ir::Function *run() {
    const ir::Type *index = module.intType(ir::IntType::I64);
    std::vector<const ir::Type *> types;
    for (const ir::Variable *each : from.params)
      types.push_back(each->type);
    types.push_back(index);
    result = module.createFunction(
        module.freeName(from.name),
        module.functionType(from.type->result, types), from.loc);
    result->isTraversal = from.isTraversal;
    result->clauses = from.clauses;
    for (const ir::Variable *each : from.params)
      copy.variables[each] = module.parameter(result, each->name, each->loc);
    base = copy.variables[pointer];
    family.leadInto({PointedArray::Pointer, module.place(base)});
    family.stands(
        pointer,
        module.parameter(result, freeName(pointer->name + "_at"), from.loc));
    copy.onExpr = [this](const ir::Expr *e) { return family.expr(e); };
    copy.onPlace = [this](const ir::Place *p) { return family.place(p); };
    copy.onStatement = [this](const ir::Statement *s) { return statement(s); };
    result->body = copy.block(from.body);
    return result;
  }

  const ir::Variable *counterpart(const ir::Variable *variable) const {
    return copy.variables.lookup(variable);
  }

private:
  /// Locals of its type, but for those that are given another value.
  void findLocals() {
    ir::walk(from.body, [&](const ir::Statement *s) {
      const auto *var = dyn_cast<ir::VarStatement>(s);
      const auto *let = dyn_cast<ir::LetStatement>(s);
      const ir::Variable *declared = var   ? var->variable
                                     : let ? let->variable
                                           : nullptr;
      if (declared && declared->type == pointer->type && !declared->isVolatile)
        family.members.insert(declared);
      if (declared && let)
        lets[declared] = let->value;
    });
    const LocalUses uses = usesOf(from.body);
    llvm::SetVector<const ir::Variable *> others;
    for (const ir::Variable *local :
         llvm::drop_begin(family.members.getArrayRef()))
      if (uses.lookup(local).isAddressed)
        others.insert(local);
    for (bool shrinks = true; shrinks;) {
      for (const ir::Variable *other : others)
        family.members.remove(other);
      others.clear();
      ir::walk(from.body, [&](const ir::Statement *s) {
        if (const ir::Variable *other = family.setElsewise(s);
            other && other != pointer)
          others.insert(other);
      });
      shrinks = !others.empty();
    }
  }

  bool isOnlyMoved() const {
    if (usesOf(from.body).lookup(pointer).isAddressed)
      return false;
    bool result = true;
    ir::walk(static_cast<const ir::Statement *>(from.body),
             [&](const ir::Statement *s) {
               result &= family.setElsewise(s) != pointer;
               const auto *call = dyn_cast<ir::CallStatement>(s);
               if (call && call->callee == &from)
                 result &= family.derives(call->arguments[param]);
             });
    ir::walkExprs(from.body, [&](const ir::Expr *e) {
      const auto *call = dyn_cast<ir::CallExpr>(e);
      result &= !call || call->callee != &from;
    });
    return result;
  }

  /// Whether `e` is what the parameter is, also where lets hand it on.
  bool isItself(const ir::Expr *e) const {
    const ir::Expr *offset = nullptr;
    const auto *address = dyn_cast<ir::AddressExpr>(e);
    const ir::Variable *held =
        address ? PointerFamily::behind(address->place, offset) : heldIn(e);
    if (held == pointer)
      return !offset;
    const auto let = lets.find(held);
    return let != lets.end() && !offset && isItself(let->second);
  }

  bool isEverMoved() const {
    bool result = false;
    ir::walk(static_cast<const ir::Statement *>(from.body),
             [&](const ir::Statement *s) {
               const auto *store = dyn_cast<ir::StoreStatement>(s);
               result |= store && store->place->wholeVariable() == pointer;
               const auto *call = dyn_cast<ir::CallStatement>(s);
               result |= call && call->callee == &from &&
                         !isItself(call->arguments[param]);
             });
    return result;
  }

  std::string freeName(const std::string &name) const {
    std::string result = name;
    const auto isTaken = [&] {
      bool taken = llvm::any_of(from.params, [&](const ir::Variable *each) {
        return each->name == result;
      });
      ir::walk(static_cast<const ir::Statement *>(from.body),
               [&](const ir::Statement *s) {
                 const ir::Variable *declared = ir::declaredBy(s);
                 taken |= declared && declared->name == result;
               });
      return taken;
    };
    for (int suffix = 2; isTaken(); ++suffix)
      result = name + "_" + std::to_string(suffix);
    return result;
  }

  std::optional<std::vector<ir::Statement *>>
  statement(const ir::Statement *s) {
    const auto *call = dyn_cast<ir::CallStatement>(s);
    if (!call || call->callee != &from)
      return family.statement(s);
    std::vector<const ir::Expr *> arguments;
    for (size_t k = 0; k < call->arguments.size(); ++k)
      arguments.push_back(k == param ? module.load(module.place(base), s->loc)
                                     : copy.expr(call->arguments[k]));
    arguments.push_back(family.number(call->arguments[param]));
    return std::vector<ir::Statement *>{
        callInCopy(module, copy, *call, result, arguments)};
  }

  ir::Module &module;
  const ir::Function &from;
  const unsigned param;
  const ir::Variable *const pointer;
  ir::Mapper copy{module};
  PointerFamily family; ///< the parameter is its first
  llvm::DenseMap<const ir::Variable *, const ir::Expr *> lets;
  ir::Function *result = nullptr;
  const ir::Variable *base = nullptr;
};

} // namespace

bool NumberedPointers::number(unsigned param,
                              std::vector<const ir::CallStatement *> &calls) {
  Numbering numbering(module, *traversal, param);
  if (!numbering.isMoved())
    return false;
  ir::Function *made = numbering.run();
  for (const ir::CallStatement *&call : calls) {
    std::vector<const ir::Expr *> arguments(call->arguments);
    arguments.push_back(
        module.integer(module.intType(ir::IntType::I64), 0, call->loc));
    call = module.callStatement(made, arguments, call->result, call->loc);
  }
  which = which ? numbering.counterpart(which) : nullptr;
  traversal = made;
  return true;
}

void NumberedPointers::run(std::vector<const ir::CallStatement *> &calls) {
  // Without nodes, it is the array itself that the recursion goes over.
  const auto isOfStructs = [](const ir::Variable *param) {
    return llvm::isa_and_nonnull<ir::StructType>(ir::pointeeOf(param->type));
  };
  if (llvm::none_of(traversal->params, isOfStructs))
    return;
  // A pointer to a struct may be the node.
  for (unsigned k = 0; k < traversal->params.size(); ++k) {
    const ir::Type *type = traversal->params[k]->type;
    if (type->isPointer() && !isa<ir::StructType>(ir::pointeeOf(type)))
      number(k, calls);
  }
}
