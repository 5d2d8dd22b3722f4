// Finds by which index a nest's iterations find what they write.
//
//     let %row = addressof %out[mul(%j, %w)]
//     store %row[%i] = ...                     // mul(%j, %w), %i
#include "NestElements.h"

#include "Body.h"
#include "LoopCalls.h"
#include "Multiples.h"

#include "regtt/Analysis/Changes.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

namespace {

class Elements {
public:
  Elements(ir::Module &module, const ir::Statement *nest,
           llvm::ArrayRef<const ir::Variable *> counters)
      : module(module), counters(counters) {
    ir::walk(nest, [&](const ir::Statement *s) {
      const ir::Variable *made = ir::declaredBy(s);
      if (made)
        declared.insert(made);
      if (const auto *let = dyn_cast<ir::LetStatement>(s))
        values[made] = let->value;
      else if (const auto *var = dyn_cast<ir::VarStatement>(s))
        values[made] = var->init;
      else if (const auto *call = dyn_cast<ir::CallStatement>(s);
               call && call->result)
        calls[call->result] = call;
    });
  }

  size_t depth(const ir::BlockStatement *body) {
    size_t result = 1;
    const auto look = [&](const ir::Place *place) {
      Parts index;
      element = nullptr;
      isAsked = false;
      if (addIndex(place, index) && isOfOutermost(module.referenceTo(place)))
        result = std::max(result, depth(index));
    };
    const auto lookAt = [&](const ir::Expr *pointer) {
      Parts index;
      element = ir::pointeeOf(pointer->type);
      isAsked = false;
      if (addPointer(pointer, index) && isOfOutermost(pointer))
        result = std::max(result, depth(index));
    };
    ir::walk(static_cast<const ir::Statement *>(body),
             [&](const ir::Statement *s) {
               if (isa<ir::StoreStatement, ir::ReduceStatement>(s))
                 ir::forEachPlace(s, look);
               const auto *call = dyn_cast<ir::CallStatement>(s);
               if (call && leadsToTraversal(call->callee))
                 for (size_t k = 0; k < call->arguments.size(); ++k)
                   if (ir::writesThrough(call->callee, k))
                     lookAt(call->arguments[k]);
             });
    return result;
  }

private:
  using Parts = llvm::SmallVector<const ir::Expr *, 4>;

  //===--- The index ------------------------------------------------------===//

  /// What finds an element among those that lie side by side where `place`
  /// begins; false: it is of the nest's own, or no element.
  bool addIndex(const ir::Place *place, Parts &index) {
    const ir::Variable *variable = place->variable();
    const auto *pointed = std::get_if<ir::PointeeRoot>(&place->root);
    if (pointed && !addPointer(pointed->pointer, index))
      return false;
    if (variable && declared.count(variable)) {
      if (!ir::pointeeOf(variable->type) || !addVariable(variable, index))
        return false;
    }
    const ir::Type *type = ir::typeOf(place->root);
    for (const ir::Step &step : place->steps) {
      const ir::Expr *by = nullptr;
      if (const auto *of = std::get_if<ir::IndexStep>(&step))
        by = of->index;
      else if (const auto *of = std::get_if<ir::ElementStep>(&step))
        by = of->index;
      else if (const auto *of = std::get_if<ir::DerefStep>(&step))
        by = of->offset;
      const bool isFirst = &step == place->steps.begin();
      if (!index.empty() &&
          !(isFirst && std::holds_alternative<ir::DerefStep>(step)))
        break; // of an element
      type = ir::typeAfter(step, type);
      if (by) {
        index.push_back(by);
        element = type;
      }
    }
    return true;
  }

  bool addVariable(const ir::Variable *variable, Parts &index) {
    if (const ir::CallStatement *call = calls.lookup(variable)) {
      return addArguments(call->arguments, index);
    }
    const ir::Expr *value = values.lookup(variable);
    return value && addPointer(value, index);
  }

  /// What an accessor finds, it finds by what it is handed; none of an object
  /// of the outermost iteration's.
  bool addArguments(llvm::ArrayRef<const ir::Expr *> arguments, Parts &index) {
    for (const ir::Expr *argument : arguments) {
      if (ir::pointeeOf(argument->type) && names(argument, counters[0]))
        return false;
      index.push_back(argument);
    }
    isAsked = true;
    return true;
  }

  bool addPointer(const ir::Expr *e, Parts &index) {
    if (const auto *address = dyn_cast<ir::AddressExpr>(e))
      return addIndex(address->place, index);
    if (const auto *load = dyn_cast<ir::LoadExpr>(e))
      return load->place->wholeVariable() &&
                     declared.count(load->place->wholeVariable())
                 ? addVariable(load->place->wholeVariable(), index)
                 : addIndex(load->place, index);
    if (const auto *value = dyn_cast<ir::ValueExpr>(e))
      return !declared.count(value->variable) ||
             addVariable(value->variable, index);
    if (const auto *call = dyn_cast<ir::CallExpr>(e)) {
      return addArguments(call->arguments, index);
    }
    const auto *sum = dyn_cast<ir::BinaryExpr>(e);
    if (sum && sum->op == ir::BinaryOp::PtrAdd &&
        addPointer(sum->left, index)) {
      index.push_back(sum->right);
      return true;
    }
    const auto *data = dyn_cast<ir::ContainerReadExpr>(e);
    return data && addIndex(data->container, index);
  }

  //===--- Counters in it -------------------------------------------------===//

  /// `e` and everything in it, and what locals of the nest stand for.
  void walk(const ir::Expr *e, ir::OnExpr visit, unsigned depth = 0) const {
    ir::walk(e, [&](const ir::Expr *each) {
      visit(each);
      const ir::Variable *variable = variableOf(each);
      const ir::Expr *known = variable ? values.lookup(variable) : nullptr;
      if (known && depth < 16)
        walk(known, visit, depth + 1);
    });
  }

  static const ir::Variable *variableOf(const ir::Expr *e) {
    const auto *value = dyn_cast<ir::ValueExpr>(e);
    const ir::Place *place = ir::placeOf(e);
    return value ? value->variable : place ? place->variable() : nullptr;
  }

  bool names(const ir::Expr *e, const ir::Variable *counter) const {
    bool result = false;
    walk(e,
         [&](const ir::Expr *each) { result |= variableOf(each) == counter; });
    return result;
  }

  /// Whether the outermost counter has a part in where that is: else each of
  /// its iterations comes to the same elements.
  bool isOfOutermost(const ir::Expr *e) const {
    bool result = names(e, counters[0]);
    walk(e, [&](const ir::Expr *each) {
      if (const ir::CallStatement *call = calls.lookup(variableOf(each)))
        result |= llvm::any_of(call->arguments, [&](const ir::Expr *argument) {
          return names(argument, counters[0]);
        });
    });
    return result;
  }

  /// Whether elements from that of the outermost counter on, of which each of
  /// its iterations has some side by side, are its own as it is: `out[4 * j +
  /// i]`.
  bool isRow(const ir::Expr *e) const {
    const auto row = multipleOf(module, e, [&](const ir::Expr *part) {
      return variableOf(part) == counters[0];
    });
    const bool isNumber = element && (element->isInt() || element->isFloat() ||
                                      element->isEnum() || element->isBool());
    return row && (row->factor > 1 ? isNumber : !row->rest);
  }

  size_t depth(const Parts &index) const {
    if (!isAsked &&
        llvm::any_of(index, [&](const ir::Expr *e) { return isRow(e); }))
      return 1;
    for (size_t k = counters.size(); k > 1; --k)
      if (llvm::any_of(index, [&](const ir::Expr *e) {
            return names(e, counters[k - 1]);
          }))
        return k;
    return 1;
  }

  ir::Module &module;
  llvm::ArrayRef<const ir::Variable *> counters;
  const ir::Type *element = nullptr; ///< what the index last found is one of
  bool isAsked = false;              ///< what it finds, an accessor finds
  llvm::SmallPtrSet<const ir::Variable *, 16> declared;
  llvm::DenseMap<const ir::Variable *, const ir::Expr *> values;
  llvm::DenseMap<const ir::Variable *, const ir::CallStatement *> calls;
};

} // namespace

size_t
recognise::depthOfElements(ir::Module &module, const ir::Statement *nest,
                           const ir::BlockStatement *body,
                           llvm::ArrayRef<const ir::Variable *> counters) {
  return Elements(module, nest, counters).depth(body);
}
