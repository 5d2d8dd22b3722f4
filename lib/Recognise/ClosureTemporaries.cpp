// Closures that are made where they are used become variables with one value,
// as those that the user gives a name are:
//
//     var %t: @lambda                        var %t: @lambda =
//     store %t = aggregate<@lambda>(...)  ->     aggregate<@lambda>(...)
//     let %x: f32 = @lambda(refof %t)        let %x: f32 = @lambda(refof %t)
//
//     call @each(%n, aggregate<@lambda>(refof %sum))
//  -> var %made: @lambda = aggregate<@lambda>(refof %sum)
//     call @each(%n, load %made)
#include "ClosureParts.h"
#include "Closures.h"

#include "regtt/IR/Mapper.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

namespace {

class Namer {
public:
  explicit Namer(ir::Module &module) : module(module) {}

  void run(ir::Statement *body) {
    ir::walk(body, [&](ir::Statement *s) {
      if (auto *block = dyn_cast<ir::BlockStatement>(s))
        name(*block);
    });
  }

private:
  /// A closure that a list of members is; null of others.
  static const ir::AggregateExpr *closureIn(const ir::Expr *e) {
    const auto *made = llvm::dyn_cast_or_null<ir::AggregateExpr>(e);
    return made && closureType(made->type) ? made : nullptr;
  }

  /// The store that follows at once and is the first to the whole variable.
  static const ir::AggregateExpr *valueOf(const ir::VarStatement &var,
                                          const ir::Statement *next) {
    const auto *store = llvm::dyn_cast_or_null<ir::StoreStatement>(next);
    return !var.init && store && store->place->wholeVariable() == var.variable
               ? closureIn(store->value)
               : nullptr;
  }

  void name(ir::BlockStatement &block) {
    std::vector<ir::Statement *> list;
    for (size_t k = 0; k < block.statements.size(); ++k) {
      ir::Statement *s = block.statements[k];
      auto *var = dyn_cast<ir::VarStatement>(s);
      const ir::AggregateExpr *value =
          var && k + 1 < block.statements.size()
              ? valueOf(*var, block.statements[k + 1])
              : nullptr;
      if (value) {
        var->init = value;
        ++k;
      }
      arguments(*s, list);
      list.push_back(s);
    }
    block.statements = std::move(list);
  }

  /// Those that calls in `s` are handed, ahead of it.
  void arguments(ir::Statement &s, std::vector<ir::Statement *> &ahead) {
    if (auto *called = dyn_cast<ir::CallStatement>(&s))
      for (size_t k = 0; k < called->arguments.size(); ++k)
        if (const ir::Expr *named =
                argument(called->callee, k, called->arguments[k], ahead))
          called->arguments[k] = named;
    const auto inValue = [&](const ir::Expr *&value) {
      if (value)
        value = withNames(value, ahead);
    };
    if (auto *let = dyn_cast<ir::LetStatement>(&s))
      inValue(let->value);
    else if (auto *var = dyn_cast<ir::VarStatement>(&s))
      inValue(var->init);
    else if (auto *store = dyn_cast<ir::StoreStatement>(&s))
      inValue(store->value);
    else if (auto *left = dyn_cast<ir::ReturnStatement>(&s))
      inValue(left->value);
    else if (auto *choice = dyn_cast<ir::IfStatement>(&s))
      inValue(choice->condition);
  }

  /// `e`, where it is evaluated in any case.
  const ir::Expr *withNames(const ir::Expr *e,
                            std::vector<ir::Statement *> &ahead) {
    ir::Mapper copy(module);
    copy.onExpr = [&](const ir::Expr *part) -> const ir::Expr * {
      if (isa<ir::LogicalExpr, ir::SelectExpr>(part))
        return part;
      const auto *called = dyn_cast<ir::CallExpr>(part);
      std::vector<const ir::Expr *> handed;
      bool isFound = false;
      for (size_t k = 0; called && k < called->arguments.size(); ++k) {
        const ir::Expr *named =
            argument(called->callee, k, called->arguments[k], ahead);
        isFound |= named != nullptr;
        handed.push_back(named ? named : called->arguments[k]);
      }
      return isFound
                 ? copy.expr(module.call(called->callee, handed, called->loc))
                 : nullptr;
    };
    return copy.expr(e);
  }

  /// As what it will be bound, as far as that can be told before closures are:
  /// a local that it refers to is one, and so is what a reference leads to, or
  /// not.
  static ClosurePtr shapeBefore(const ir::AggregateExpr &made,
                                bool refersToClosures) {
    auto result = std::make_shared<Closure>();
    result->type = closureType(made.type);
    for (const ir::Field &field : result->type->fields()) {
      const ir::Expr *element = made.elements[field.index];
      const auto *address = dyn_cast<ir::AddressExpr>(element);
      const auto *list = closureIn(element);
      const bool isClosure = closureType(withoutReference(field.type)) &&
                             (refersToClosures || !field.type->isReference() ||
                              (address && address->place->wholeVariable()));
      result->inner.push_back(!isClosure ? nullptr
                              : list     ? shapeBefore(*list, refersToClosures)
                                         : shapeOfType(field.type));
    }
    return result;
  }

  /// A class may refer to itself.
  static ClosurePtr
  shapeOfType(const ir::Type *type,
              llvm::SmallVector<const ir::StructType *, 4> around = {}) {
    auto result = std::make_shared<Closure>();
    result->type = closureType(withoutReference(type));
    around.push_back(result->type);
    for (const ir::Field &field : result->type->fields()) {
      const ir::StructType *inner = closureType(withoutReference(field.type));
      result->inner.push_back(inner && !llvm::is_contained(around, inner)
                                  ? shapeOfType(inner, around)
                                  : nullptr);
    }
    return result;
  }

  /// The variable's value; null of what is no closure that a function is
  /// handed.
  const ir::Expr *argument(const ir::Function *callee, size_t k,
                           const ir::Expr *e,
                           std::vector<ir::Statement *> &ahead) {
    const ir::AggregateExpr *made = closureIn(e);
    const auto isUsed = [&](bool refersToClosures) {
      return isUsedInParts(callee->body, callee->params[k],
                           *shapeBefore(*made, refersToClosures));
    };
    if (!made || k >= callee->params.size() ||
        (!isUsed(false) && !isUsed(true)))
      return nullptr;
    ir::Variable *variable =
        module.variable(ir::Variable::Local, "t", made->type, e->loc);
    ahead.push_back(module.var(variable, made, e->loc));
    return module.load(module.place(variable), e->loc);
  }

  ir::Module &module;
};

} // namespace

void recognise::nameClosures(ir::Module &module, ir::Function *function) {
  Namer(module).run(function->body);
}
