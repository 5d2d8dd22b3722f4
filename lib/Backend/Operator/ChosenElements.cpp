// Which indices are constants, as the kernels' functions show it.
#include "ChosenElements.h"

#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using kernel::smallArray;
using llvm::dyn_cast;
using llvm::isa;

//===--- Constants --------------------------------------------------------===//

/// Whether `e` is made of numbers alone.
static bool isNumber(const ir::Expr *e) {
  bool result = true;
  ir::walk(e, [&](const ir::Expr *part) {
    result &= isa<ir::IntExpr, ir::BoolExpr, ir::UnaryExpr, ir::BinaryExpr,
                  ir::CastExpr>(part);
  });
  return result;
}

static const ir::Variable *variableOf(const ir::Expr *e) {
  while (const auto *cast = dyn_cast<ir::CastExpr>(e))
    e = cast->operand;
  if (const auto *value = dyn_cast<ir::ValueExpr>(e))
    return value->variable;
  const auto *load = dyn_cast<ir::LoadExpr>(e);
  return load ? load->place->wholeVariable() : nullptr;
}

/// The variable that a block of one statement sets, to what.
static std::pair<const ir::Variable *, const ir::Expr *>
setBy(const ir::BlockStatement *block) {
  if (!block || block->statements.size() != 1)
    return {};
  const ir::Statement *s = block->statements[0];
  if (const auto *var = dyn_cast<ir::VarStatement>(s))
    return {var->variable, var->init};
  const auto *store = dyn_cast<ir::StoreStatement>(s);
  return store ? std::pair(store->place->wholeVariable(), store->value)
               : std::pair<const ir::Variable *, const ir::Expr *>();
}

static unsigned storesTo(const ir::Statement *s, const ir::Variable *variable) {
  unsigned count = 0;
  ir::walk(s, [&](const ir::Statement *inner) {
    ir::forEachPlace(inner, [&](const ir::Place *place) {
      count += place->variable() == variable;
    });
  });
  ir::walkExprs(s, [&](const ir::Expr *e) {
    const auto *address = dyn_cast<ir::AddressExpr>(e);
    count += address && address->place->variable() == variable;
  });
  return count;
}

void ChosenElements::noteCounter(const ir::LoopStatement &loop) {
  const auto [counter, first] = setBy(loop.init);
  const auto [stepped, next] = setBy(loop.step);
  const auto *test = dyn_cast<ir::BinaryExpr>(loop.condition);
  if (!counter || counter != stepped || !first || !isNumber(first) || !test ||
      loop.head)
    return;
  const bool isLeft = variableOf(test->left) == counter;
  const bool counts =
      (isLeft && isNumber(test->right)) ||
      (variableOf(test->right) == counter && isNumber(test->left));
  const auto *sum = dyn_cast<ir::BinaryExpr>(next);
  const bool steps =
      sum && variableOf(sum->left) == counter && isNumber(sum->right) &&
      (sum->op == ir::BinaryOp::Add || sum->op == ir::BinaryOp::Sub);
  if (counts && steps && storesTo(loop.body, counter) == 0)
    constants.insert(counter);
}

ChosenElements::ChosenElements(const ir::Function &function)
    : function(function) {
  if (!function.body)
    return;
  ir::walk(function.body, [&](const ir::Statement *s) {
    if (const auto *let = dyn_cast<ir::LetStatement>(s);
        let && isNumber(let->value))
      constants.insert(let->variable);
    if (const auto *var = dyn_cast<ir::VarStatement>(s);
        var && var->variable->isConst && var->init && isNumber(var->init))
      constants.insert(var->variable);
    if (const auto *loop = dyn_cast<ir::LoopStatement>(s))
      noteCounter(*loop);
  });
}

bool ChosenElements::becomesConstant(const ir::Expr *index) const {
  bool result = true;
  ir::walk(index, [&](const ir::Expr *part) {
    if (isa<ir::LoadExpr, ir::ValueExpr>(part))
      result &= constants.contains(variableOf(part));
    else
      result &=
          !isa<ir::CallExpr, ir::LibraryCallExpr, ir::ContainerReadExpr>(part);
  });
  return result;
}

//===--- Elements ---------------------------------------------------------===//

namespace {

/// A step of a place that is an index: into how many elements, of what.
struct IndexedArray {
  const ir::Expr *index = nullptr;
  uint64_t count = 0; ///< 0: not known
  bool ofNumbers = false;
};

} // namespace

static bool isNumeric(const ir::Type *type) {
  return type->isInt() || type->isFloat() || type->isBool() ||
         isa<ir::EnumType>(type);
}

static IndexedArray arrayOf(const ir::Step &step, const ir::Type *type) {
  IndexedArray result;
  if (const auto *index = std::get_if<ir::IndexStep>(&step))
    result.index = index->index;
  else if (const auto *element = std::get_if<ir::ElementStep>(&step))
    result.index = element->index;
  if (const auto *array = dyn_cast<ir::ArrayType>(type)) {
    result.count = array->count;
    result.ofNumbers = isNumeric(array->element);
  } else if (const auto *library = dyn_cast<ir::LibraryType>(type);
             library && library->name == "std::array") {
    result.count = std::get<int64_t>(library->arguments[1]);
    result.ofNumbers = isNumeric(library->typeArgument(0));
  }
  return result;
}

/// The arrays that `place` indexes, from its root on; a step that is no index
/// has none.
static std::vector<IndexedArray> arraysOf(const ir::Place *place) {
  std::vector<IndexedArray> result;
  const ir::Type *type = ir::typeOf(place->root);
  for (const ir::Step &step : place->steps) {
    result.push_back(arrayOf(step, type));
    type = ir::typeAfter(step, type);
  }
  return result;
}

/// Whether all numbers in it are of one type, `number` where that is set.
static bool isOfOneNumber(const ir::Type *type, const ir::Type *&number) {
  if (const auto *record = dyn_cast<ir::StructType>(type))
    return llvm::all_of(record->fields(), [&](const ir::Field &field) {
      return isOfOneNumber(field.type, number);
    });
  if (const auto *array = dyn_cast<ir::ArrayType>(type))
    return isOfOneNumber(array->element, number);
  if (!number)
    number = type;
  return number == type;
}

/// Whether the array lies in a union with numbers of other types: C++ lets its
/// elements be looked at by the union's name alone.
static bool overlapsOthers(const ir::Place *place) {
  return llvm::any_of(place->steps, [](const ir::Step &step) {
    const auto *into = std::get_if<ir::FieldStep>(&step);
    const ir::Type *number = nullptr;
    return into && into->field->parent->isUnion() &&
           !isOfOneNumber(into->field->parent, number);
  });
}

bool ChosenElements::isChosen(const ir::Place *place) const {
  const auto *data = std::get_if<ir::DataRoot>(&place->root);
  if (!data || place->steps.empty() ||
      (data->kind != ir::DataRoot::Node && data->kind != ir::DataRoot::Own &&
       data->kind != ir::DataRoot::Linked))
    return false;
  const IndexedArray last = arraysOf(place).back();
  return last.index && last.ofNumbers && last.count != 0 &&
         last.count <= smallArray && !becomesConstant(last.index) &&
         !overlapsOthers(place);
}

/// Visits a loop's own statements: loops inside are asked by themselves.
static void eachOwn(const ir::Statement *s,
                    llvm::function_ref<void(const ir::Statement *)> visit) {
  visit(s);
  ir::forEachChild(s, [&](const ir::Statement *child) {
    if (!isa<ir::LoopStatement, ir::CountedLoopStatement,
             ir::RangeLoopStatement>(child))
      eachOwn(child, visit);
  });
}

bool ChosenElements::stepsThroughChosen(const ir::LoopStatement &loop) const {
  llvm::DenseSet<const ir::Variable *> indices;
  const auto look = [&](const ir::Place *place) {
    if (place && isChosen(place))
      ir::walk(arraysOf(place).back().index, [&](const ir::Expr *part) {
        if (const ir::Variable *variable = variableOf(part))
          indices.insert(variable);
      });
  };
  eachOwn(&loop, [&](const ir::Statement *s) {
    ir::forEachPlace(s, look);
    ir::forEachOperand(s, [&](const ir::Expr *e) {
      ir::walk(e, [&](const ir::Expr *part) { look(ir::placeOf(part)); });
    });
  });
  bool steps = false;
  eachOwn(&loop, [&](const ir::Statement *s) {
    ir::forEachPlace(s, [&](const ir::Place *place) {
      steps |= indices.contains(place->variable());
    });
  });
  return steps;
}

bool ChosenElements::indexes(llvm::ArrayRef<unsigned> rows) const {
  bool result = false;
  const auto look = [&](const ir::Place *place) {
    const auto *data =
        place ? std::get_if<ir::DataRoot>(&place->root) : nullptr;
    if (!data ||
        (data->kind != ir::DataRoot::Node &&
         data->kind != ir::DataRoot::Linked) ||
        !llvm::is_contained(rows, data->number))
      return;
    for (const IndexedArray &array : arraysOf(place))
      result |=
          array.index && !becomesConstant(array.index) &&
          (array.count == 0 || array.count > smallArray || !array.ofNumbers);
  };
  if (function.body)
    ir::walkExprs(function.body,
                  [&](const ir::Expr *e) { look(ir::placeOf(e)); });
  return result;
}

bool regtt::isIndexed(const kernel::Kernel &kernel, unsigned group) {
  const llvm::ArrayRef<unsigned> rows = kernel.groups[group].data;
  return llvm::any_of(kernel.bodies(), [&](const ir::Function *function) {
    return ChosenElements(*function).indexes(rows);
  });
}
