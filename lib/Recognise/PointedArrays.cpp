// Reads pointers as elements of arrays:
//
//     ptradd(load %map->photons, load %i)  ->  `%map->photons`, `load %i`
//
// An array is known by its name, which has to lead to the same one throughout.
#include "PointedArrays.h"
#include "LocalUses.h"

#include "regtt/IR/Equality.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

bool PointedArray::operator==(const PointedArray &other) const {
  return kind == other.kind && ir::equal(holder, other.holder);
}

const ir::Place *PointedArray::element(ir::Module &module,
                                       const ir::Expr *number) const {
  if (kind == Pointer)
    return module.deref(holder, number);
  return kind == Array
             ? module.index(holder, number)
             : module.element(holder,
                              module.cast(ir::CastOp::IntToInt,
                                          module.intType(ir::IntType::U64),
                                          number, false, number->loc));
}

bool recognise::isNamed(const ir::Place *place) {
  return (place->variable() || place->global()) && !place->isVolatile &&
         llvm::all_of(place->steps, [](const ir::Step &step) {
           const auto *deref = std::get_if<ir::DerefStep>(&step);
           const auto *into = std::get_if<ir::FieldStep>(&step);
           return deref ? !deref->offset
                        : into && !into->field->parent->isUnion();
         });
}

std::optional<ElementPointer> recognise::elementPointer(ir::Module &module,
                                                        const ir::Expr *e) {
  ElementPointer result;
  if (const auto *sum = dyn_cast<ir::BinaryExpr>(e);
      sum && sum->op == ir::BinaryOp::PtrAdd) {
    if (!sum->right->type->isInt())
      return std::nullopt;
    const ir::Type *number = module.intType(ir::IntType::I64);
    const auto wide = [&](const ir::Expr *part) {
      return part->type == number ? part
                                  : module.cast(ir::CastOp::IntToInt, number,
                                                part, false, part->loc);
    };
    if (auto inner = elementPointer(module, sum->left)) {
      inner->number =
          inner->number ? module.binary(ir::BinaryOp::Add, wide(inner->number),
                                        wide(sum->right), e->loc)
                        : sum->right;
      return inner;
    }
    const auto *load = dyn_cast<ir::LoadExpr>(sum->left);
    const ir::Variable *held = heldIn(sum->left);
    result.array.holder = load   ? load->place
                          : held ? module.place(held)
                                 : nullptr;
    result.number = sum->right;
  } else if (const auto *read = dyn_cast<ir::ContainerReadExpr>(e);
             read && read->op == ir::ReadOp::Data) {
    result.array.kind = PointedArray::Container;
    result.array.holder = read->container;
  } else if (const auto *address = dyn_cast<ir::AddressExpr>(e);
             address && !address->place->steps.empty()) {
    const ir::Place *place = address->place;
    const ir::Step &last = place->steps.back();
    result.array.holder = module.place(place->root, place->steps.drop_back());
    if (const auto *deref = std::get_if<ir::DerefStep>(&last)) {
      result.number = deref->offset;
    } else if (const auto *index = std::get_if<ir::IndexStep>(&last)) {
      result.array.kind = PointedArray::Array;
      result.number = index->index;
    } else if (const auto *element = std::get_if<ir::ElementStep>(&last)) {
      result.array.kind = PointedArray::Container;
      result.number = element->index;
    } else {
      return std::nullopt;
    }
  }
  const ir::Place *holder = result.array.holder;
  return holder && isNamed(holder) && !holder->type->isReference()
             ? std::optional(result)
             : std::nullopt;
}

static bool contains(const ir::Type *type, const ir::StructType *part) {
  while (const ir::Type *element = ir::elementOf(type))
    type = element;
  const auto *record = dyn_cast<ir::StructType>(type);
  return record &&
         (record == part || (record->isComplete() &&
                             llvm::any_of(record->fields(), [&](auto &field) {
                               return contains(field.type, part);
                             })));
}

bool recognise::stayTheSame(const ir::Module &module, const ir::Function &host,
                            llvm::ArrayRef<PointedArray> arrays) {
  llvm::SmallVector<const ir::Field *> fields;
  llvm::SmallVector<const ir::Global *> globals;
  for (const PointedArray &base : arrays) {
    if (const ir::Global *global = base.holder->global())
      globals.push_back(global);
    for (const ir::Step &step : base.holder->steps)
      if (const auto *into = std::get_if<ir::FieldStep>(&step))
        fields.push_back(into->field);
  }
  // Of containers, any of the type may be the one.
  const auto mayHold = [&](const ir::Type *type) {
    return type &&
           (llvm::any_of(arrays,
                         [&](const PointedArray &base) {
                           return base.kind == PointedArray::Container &&
                                  base.holder->type == type;
                         }) ||
            llvm::any_of(fields, [&](const ir::Field *field) {
              return contains(type, field->parent);
            }));
  };
  /// Whether it is one of them that lies there.
  const auto isIt = [&](const ir::Place *place) {
    const auto *last = place->steps.empty()
                           ? nullptr
                           : std::get_if<ir::FieldStep>(&place->steps.back());
    return (last && llvm::is_contained(fields, last->field)) ||
           (place->steps.empty() && place->global() &&
            llvm::is_contained(globals, place->global()));
  };
  bool result = true;
  for (const ir::Function *f : module.functions()) {
    if (f == &host || !f->body)
      continue;
    ir::walk(static_cast<const ir::Statement *>(f->body),
             [&](const ir::Statement *s) {
               ir::forEachPlace(s, [&](const ir::Place *place) {
                 result &= !isIt(place) && !mayHold(place->type);
               });
               if (isa<ir::LibraryCallStatement>(s) ||
                   isa<ir::ContainerChangeStatement>(s))
                 ir::forEachOperand(s, [&](const ir::Expr *e) {
                   result &= !mayHold(ir::pointeeOf(e->type));
                 });
             });
    ir::walkExprs(f->body, [&](const ir::Expr *e) {
      const auto *address = dyn_cast<ir::AddressExpr>(e);
      result &= !address || !isIt(address->place);
      const auto *cast = dyn_cast<ir::CastExpr>(e);
      result &= !cast || !mayHold(ir::pointeeOf(cast->operand->type));
    });
  }
  return result;
}
