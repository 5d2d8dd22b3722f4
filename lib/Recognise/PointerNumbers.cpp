// Pointers in structs that functions between and traversals have as values:
// where they are only set and compared, they are the numbers that the addresses
// are, so that the struct is a value of numbers as any other.
//
//     struct @State { skip: ptr @Body, sum: f64 }  ->  { skip: u64, sum: f64 }
//     store %s.skip = load %p            ->  store %s.skip = ptrtoint<u64>(load
//     %p) ne(load %q, load %s.skip)          ->  ne(ptrtoint<u64>(load %q),
//     load %s.skip)
//
// Ahead of all roles, and of structs alone that lie nowhere but in variables of
// such functions: what the loop's own function, memory or other structs hold
// stays what it is.
#include "PointerNumbers.h"
#include "KeptData.h"
#include "Recogniser.h"

#include "regtt/IR/Mapper.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

const ir::StructType *recognise::structIn(const ir::Type *type) {
  while (type) {
    if (const ir::Type *element = ir::elementOf(type))
      type = element;
    else if (const ir::Type *to = ir::pointeeOf(type))
      type = to;
    else
      break;
  }
  return llvm::dyn_cast_or_null<ir::StructType>(type);
}

namespace {

class Numbering {
public:
  Numbering(ir::Module &module, const ir::Function &host)
      : module(module), host(host), number(module.intType(ir::IntType::U64)) {}

  void run() {
    findStructs();
    for (const ir::StructType *each : values)
      if (isPossible(*each))
        for (const ir::Field &field : each->fields())
          if (field.type->isPointer())
            fields.insert(&field);
    if (fields.empty())
      return;
    for (const ir::Field *field : fields)
      const_cast<ir::Field *>(field)->type = number; // as wide
    for (ir::Function *function : module.functions())
      if (function != &host && function->body)
        rewrite(*function);
  }

private:
  void forEachVariable(const ir::Function &function,
                       llvm::function_ref<void(const ir::Type *)> found) {
    found(function.type->result);
    for (const ir::Variable *param : function.params)
      found(param->type);
    if (function.body)
      ir::walk(static_cast<const ir::Statement *>(function.body),
               [&](const ir::Statement *s) {
                 if (const ir::Variable *made = ir::declaredBy(s))
                   found(made->type);
               });
  }

  void findStructs() {
    for (const ir::Function *function : module.functions()) {
      forEachVariable(*function, [&](const ir::Type *type) {
        if (function == &host)
          elsewhere.insert(structIn(type));
        else if (const auto *record = dyn_cast<ir::StructType>(type))
          values.insert(record);
      });
      if (!function->body)
        continue;
      ir::walkExprs(function->body, [&](const ir::Expr *e) {
        if (isa<ir::CastExpr>(e))
          elsewhere.insert(structIn(e->type));
        if (const ir::Place *place = ir::placeOf(e))
          lookAt(*function, place);
      });
      ir::walk(static_cast<const ir::Statement *>(function->body),
               [&](const ir::Statement *s) {
                 ir::forEachPlace(s, [&](const ir::Place *place) {
                   lookAt(*function, place);
                 });
               });
    }
    for (const ir::NamedType *type : module.namedTypes())
      if (const auto *record = dyn_cast<ir::StructType>(type);
          record && record->isComplete())
        for (const ir::Field &field : record->fields())
          elsewhere.insert(structIn(field.type));
  }

  /// Globals, and whatever the loop's function looks into.
  void lookAt(const ir::Function &function, const ir::Place *place) {
    if (place->global())
      elsewhere.insert(structIn(place->global()->type));
    for (const ir::Step &step : place->steps)
      if (const auto *into = std::get_if<ir::FieldStep>(&step);
          into && &function == &host)
        elsewhere.insert(into->field->parent);
  }

  bool isPossible(const ir::StructType &type) const {
    if (elsewhere.count(&type) || !type.isComplete() || type.isUnion() ||
        !type.isTriviallyCopyable() || type.isPolymorphic())
      return false;
    return llvm::all_of(type.fields(), [&](const ir::Field &field) {
      return !field.isVolatile && !field.isBase &&
             (isCopyable(field.type) ||
              (field.type->isPointer() && isOnlyCompared(module, field)));
    });
  }

  bool isNumbered(const ir::Place *place) const {
    const auto *last = place->steps.empty()
                           ? nullptr
                           : std::get_if<ir::FieldStep>(&place->steps.back());
    return last && fields.count(last->field);
  }

  bool isNumbered(const ir::Expr *e) const {
    const auto *load = dyn_cast<ir::LoadExpr>(sameAddress(e));
    return load && isNumbered(load->place);
  }

  const ir::Expr *numberOf(ir::Mapper &copy, const ir::Expr *e) const {
    if (isNumbered(e))
      return copy.expr(sameAddress(e));
    if (isa<ir::NullExpr, ir::ZeroExpr>(e))
      return module.integer(number, 0, e->loc);
    return module.cast(ir::CastOp::PtrToInt, number, copy.expr(e), false,
                       e->loc);
  }

  const ir::Expr *exprOf(ir::Mapper &copy, const ir::Expr *e) const {
    if (const auto *both = dyn_cast<ir::BinaryExpr>(e);
        both && ir::isComparison(both->op) &&
        (isNumbered(both->left) || isNumbered(both->right)))
      return module.binary(both->op, numberOf(copy, both->left),
                           numberOf(copy, both->right), e->loc);
    if (const auto *test = dyn_cast<ir::CastExpr>(e);
        test && test->op == ir::CastOp::ToBool && isNumbered(test->operand))
      return module.binary(ir::BinaryOp::Ne, numberOf(copy, test->operand),
                           module.integer(number, 0), e->loc);
    const auto *list = dyn_cast<ir::AggregateExpr>(e);
    const auto *record = list ? dyn_cast<ir::StructType>(e->type) : nullptr;
    if (!record || record->fields().empty() ||
        llvm::none_of(record->fields(), [&](const ir::Field &field) {
          return fields.count(&field);
        }))
      return nullptr;
    std::vector<const ir::Expr *> elements;
    for (size_t k = 0; k < list->elements.size(); ++k)
      elements.push_back(fields.count(&record->fields()[k])
                             ? numberOf(copy, list->elements[k])
                             : copy.expr(list->elements[k]));
    return module.aggregate(e->type, elements, e->loc);
  }

  void rewrite(ir::Function &function) const {
    ir::Mapper copy(module);
    copy.onExpr = [&](const ir::Expr *e) { return exprOf(copy, e); };
    copy.onPlace = [&](const ir::Place *place) -> const ir::Place * {
      if (!isNumbered(place))
        return nullptr;
      const ir::Place *base =
          module.place(place->root, place->steps.drop_back());
      return module.place(copy.place(base), place->steps.back());
    };
    copy.onStatement = [&](const ir::Statement *s)
        -> std::optional<std::vector<ir::Statement *>> {
      const auto *store = dyn_cast<ir::StoreStatement>(s);
      if (!store || !isNumbered(store->place))
        return std::nullopt;
      return std::vector<ir::Statement *>{module.store(
          copy.place(store->place), numberOf(copy, store->value), s->loc)};
    };
    function.body = copy.block(function.body);
  }

  ir::Module &module;
  const ir::Function &host;
  const ir::IntType *number;
  llvm::SetVector<const ir::StructType *> values;
  llvm::SmallPtrSet<const ir::StructType *, 16> elsewhere;
  llvm::SetVector<const ir::Field *> fields;
};

} // namespace

void recognise::numberPointersInValues(ir::Module &module,
                                       const ir::Function &host) {
  Numbering(module, host).run();
}
