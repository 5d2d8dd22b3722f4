// Makes two halves of a visit that begins with tests of whether it ends: what
// asks, which engines do ahead of a child's turn, and what goes on.
//
//   let %d: f32 = sub(load node(0: f32), load own(1: f32))
//   if gt(%d, load node(2: f32)) { return }
//   store own(3: i32) = add(load own(3: i32), 1:i32)
//
//   fn @visit::truncates(...) -> bool {       fn @visit::proceed(...) -> void {
//     let %d: f32 = ...                         store own(3: i32) = ...
//     if gt(%d, ...) { return true }          }
//     return false
//   }
//
// Before: `enter` is as engines run it. After: the halves are the kernel's,
// where there are any; `enter` stays. It runs last, so that the halves hold
// what other passes have put into `enter`.
#include "regtt/Analysis/TruncationTests.h"

#include "regtt/IR/Mapper.h"
#include "regtt/IR/Walk.h"
#include "regtt/Transform/Passes.h"

#include <llvm/ADT/SmallPtrSet.h>

using namespace regtt;
using namespace regtt::kernel;
using llvm::dyn_cast;
using llvm::isa;

namespace {

class Halves {
public:
  explicit Halves(Kernel &kernel) : kernel(kernel), module(*kernel.module) {}

  void make(size_t count) {
    const llvm::ArrayRef<ir::Statement *> all = kernel.enter->body->statements;
    kernel.truncates = declare("truncates", module.boolType());
    kernel.truncates->body = tests(all.take_front(count));
    kernel.proceed = declare("proceed", module.voidType());
    kernel.proceed->body = rest(all, count);
  }

private:
  /// It is given what `enter` is.
  ir::Function *declare(llvm::StringRef part, const ir::Type *result) {
    const std::string name = module.freeName(kernel.name + "::" + part.str());
    ir::Function *made = module.createFunction(
        name, module.functionType(result, kernel.enter->type->params),
        kernel.loc);
    for (const ir::Variable *param : kernel.enter->params)
      module.parameter(made, param->name, param->loc);
    return made;
  }

  ir::Mapper copyInto(const ir::Function &function) {
    ir::Mapper copy(module);
    for (size_t k = 0; k < function.params.size(); ++k)
      copy.variables[kernel.enter->params[k]] = function.params[k];
    return copy;
  }

  ir::BlockStatement *tests(llvm::ArrayRef<ir::Statement *> list) {
    ir::Mapper copy = copyInto(*kernel.truncates);
    // One that is all there is is a value.
    if (list.size() == 1 && isPlainTest(list[0])) {
      const auto *test = llvm::cast<ir::IfStatement>(list[0]);
      return module.block({module.ret(copy.expr(test->condition), kernel.loc)},
                          kernel.loc);
    }
    copy.onStatement = [this](const ir::Statement *s)
        -> std::optional<std::vector<ir::Statement *>> {
      if (!isa<ir::ReturnStatement>(s))
        return std::nullopt;
      return {{module.ret(module.boolean(true, s->loc), s->loc)}};
    };
    std::vector<ir::Statement *> made = copy.statements(list);
    made.push_back(module.ret(module.boolean(false, kernel.loc), kernel.loc));
    return module.block(made, kernel.loc);
  }

  ir::BlockStatement *rest(llvm::ArrayRef<ir::Statement *> all, size_t count) {
    ir::Mapper copy = copyInto(*kernel.proceed);
    std::vector<ir::Statement *> before;
    for (ir::Statement *s : all.take_front(count))
      if (!isPlainTest(s))
        before.push_back(s);
    const llvm::ArrayRef<ir::Statement *> after = all.drop_front(count);
    std::vector<ir::Statement *> made;
    if (needs(after, before))
      made = copy.statements(before);
    const std::vector<ir::Statement *> goesOn = copy.statements(after);
    made.insert(made.end(), goesOn.begin(), goesOn.end());
    return module.block(made, kernel.loc);
  }

  /// Whether `after` names what `before` declares, or reads records that it
  /// loads.
  static bool needs(llvm::ArrayRef<ir::Statement *> after,
                    llvm::ArrayRef<ir::Statement *> before) {
    llvm::SmallPtrSet<const ir::Variable *, 8> declared;
    bool result = false;
    for (const ir::Statement *s : before) {
      const auto *call = dyn_cast<ir::LibraryCallStatement>(s);
      result |= call && call->name == "rt::load";
      ir::walk(s, [&](const ir::Statement *inner) {
        if (const ir::Variable *variable = ir::declaredBy(inner))
          declared.insert(variable);
      });
    }
    const auto look = [&](const ir::Place *place) {
      result |=
          place && place->variable() && declared.contains(place->variable());
    };
    for (const ir::Statement *s : after) {
      ir::walkExprs(s, [&](const ir::Expr *e) {
        look(ir::placeOf(e));
        const auto *value = dyn_cast<ir::ValueExpr>(e);
        result |= value && declared.contains(value->variable);
      });
      ir::walk(s, [&](const ir::Statement *inner) {
        ir::forEachPlace(inner, look);
      });
    }
    return result;
  }

  Kernel &kernel;
  ir::Module &module;
};

} // namespace

bool kernel::runTruncationTests(PassContext &context) {
  if (const size_t count = truncationTests(context.kernel))
    Halves(context.kernel).make(count);
  return true;
}
