#include "ElementTags.h"

#include "regtt/IR/Walk.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

namespace {

class Tags {
public:
  Tags(const kernel::Kernel &kernel, unsigned array)
      : kernel(kernel), array(kernel.arrays[array]) {}

  ir::Location in(const ir::Function &function) {
    ir::walk(static_cast<const ir::Statement *>(function.body),
             [&](const ir::Statement *s) {
               if (const auto *let = dyn_cast<ir::LetStatement>(s))
                 lets[let->variable] = let->value;
             });
    ir::Location result;
    const auto condition = [&](const ir::Expr *e) {
      if (!result && e && asks(e))
        result = e->loc ? e->loc : function.loc;
    };
    ir::walk(static_cast<const ir::Statement *>(function.body),
             [&](const ir::Statement *s) {
               if (const auto *branch = dyn_cast<ir::IfStatement>(s))
                 condition(branch->condition);
               if (const auto *loop = dyn_cast<ir::LoopStatement>(s))
                 condition(loop->condition);
               if (const auto *choice = dyn_cast<ir::SwitchStatement>(s))
                 condition(choice->value);
             });
    ir::walkExprs(function.body, [&](const ir::Expr *e) {
      if (const auto *choice = dyn_cast<ir::SelectExpr>(e))
        condition(choice->condition);
      if (const auto *both = dyn_cast<ir::LogicalExpr>(e))
        condition(both->left);
    });
    return result;
  }

private:
  /// Whether a kind may be told by the datum: a number that is counted in, not
  /// one that is measured.
  bool isTag(unsigned row) const {
    const kernel::Datum &datum = kernel.data[row];
    const auto isTerm = [&](const kernel::ExtentTerm &term) {
      return term.datum == int(row);
    };
    const auto isNumberOf = [&](const kernel::DataArray &other) {
      return other.start == int(row) || other.size == int(row) ||
             llvm::any_of(other.extent, isTerm);
    };
    return datum.owner == kernel::Owner::Element &&
           datum.number == unsigned(array.parent) && !datum.type->isFloat() &&
           datum.steps != kernel.data[unsigned(array.start)].steps &&
           llvm::none_of(kernel.arrays, isNumberOf);
  }

  bool asks(const ir::Expr *e) {
    bool result = false;
    ir::walk(e, [&](const ir::Expr *part) {
      if (const ir::Place *place = ir::placeOf(part))
        if (const auto *root = std::get_if<ir::DataRoot>(&place->root))
          result |= root->kind == ir::DataRoot::Element && isTag(root->number);
      if (const auto *value = dyn_cast<ir::ValueExpr>(part))
        // What it is made of, once.
        if (const ir::Expr *made =
                std::exchange(lets[value->variable], nullptr)) {
          result |= asks(made);
          lets[value->variable] = made;
        }
      if (const auto *call = dyn_cast<ir::CallExpr>(part))
        result |= looks(call->callee);
    });
    return result;
  }

  /// Whether what a function returns may be made of a tag.
  bool looks(const ir::Function *callee) const {
    bool result = false;
    if (callee->body && !callee->type->result->isFloat())
      ir::walkExprs(callee->body, [&](const ir::Expr *e) {
        const ir::Place *place = ir::placeOf(e);
        const auto *root =
            place ? std::get_if<ir::DataRoot>(&place->root) : nullptr;
        result |=
            root && root->kind == ir::DataRoot::Element && isTag(root->number);
      });
    return result;
  }

  const kernel::Kernel &kernel;
  const kernel::DataArray &array;
  llvm::DenseMap<const ir::Variable *, const ir::Expr *> lets;
};

} // namespace

ir::Location recognise::tagOfElement(const kernel::Kernel &kernel,
                                     unsigned array,
                                     llvm::ArrayRef<ir::Function *> functions) {
  Tags tags(kernel, array);
  for (const ir::Function *function : functions)
    if (function->body)
      if (const ir::Location at = tags.in(*function))
        return at;
  return {};
}
