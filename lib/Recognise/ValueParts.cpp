// What values of pointers consist of.
#include "ValueParts.h"

#include "regtt/IR/TypeRules.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

static bool isScalar(const ir::Type *type) {
  return type->isBool() || type->isInt() || type->isFloat() || type->isEnum() ||
         type->isPointer();
}

static const ir::LibraryType *pairOf(const ir::Type *type) {
  const auto *library = dyn_cast<ir::LibraryType>(type);
  return library && library->name == "std::pair" && library->typeArgument(0) &&
                 library->typeArgument(1)
             ? library
             : nullptr;
}

bool recognise::isSpan(const ir::Type *type) {
  const auto *library = dyn_cast<ir::LibraryType>(type);
  if (!library || library->name != "std::span" || !library->typeArgument(0) ||
      library->arguments.size() != 2)
    return false;
  const auto *extent = std::get_if<int64_t>(&library->arguments[1]);
  return extent && *extent == -1;
}

std::optional<std::vector<ValuePart>>
recognise::valueParts(ir::Module &module, const ir::Type *type) {
  std::vector<ValuePart> result;
  if (isSpan(type)) {
    const auto *span = llvm::cast<ir::LibraryType>(type);
    return std::vector<ValuePart>{
        {"data", module.pointerTo(span->typeArgument(0))},
        {"size", module.intType(ir::IntType::U64)}};
  }
  if (const ir::LibraryType *pair = pairOf(type)) {
    result = {{"first", pair->typeArgument(0)},
              {"second", pair->typeArgument(1)}};
  } else {
    const auto *record = dyn_cast<ir::StructType>(type);
    if (!record || !record->isComplete() || record->isUnion() ||
        record->isPolymorphic())
      return std::nullopt;
    for (const ir::Field &field : record->fields()) {
      if (field.isBase || field.bitWidth || field.isVolatile)
        return std::nullopt;
      result.push_back({field.name, field.type});
    }
  }
  const auto isPointer = [](const ValuePart &part) {
    return part.type->isPointer();
  };
  const auto isOfOne = [](const ValuePart &part) {
    return isScalar(part.type);
  };
  return llvm::all_of(result, isOfOne) && llvm::any_of(result, isPointer)
             ? std::optional(result)
             : std::nullopt;
}

std::optional<unsigned> recognise::partAt(const ir::Step &step) {
  if (const auto *into = std::get_if<ir::FieldStep>(&step))
    return into->field->index;
  const auto *member = std::get_if<ir::MemberStep>(&step);
  if (!member || (member->name != "first" && member->name != "second"))
    return std::nullopt;
  return member->name == "second";
}

const ir::Place *recognise::partOf(ir::Module &module, const ir::Place *place,
                                   unsigned k) {
  if (const auto *record = dyn_cast<ir::StructType>(place->type))
    return module.place(place, ir::FieldStep{&record->fields()[k]});
  return module.place(place, ir::MemberStep{k ? "second" : "first"});
}

static std::vector<const ir::Expr *>
spanMade(ir::Module &module, llvm::ArrayRef<const ir::Expr *> arguments,
         ir::Location loc) {
  const ir::Type *number = module.intType(ir::IntType::U64);
  const auto wide = [&](const ir::Expr *e) {
    return e->type == number
               ? e
               : module.cast(ir::CastOp::IntToInt, number, e, false, e->loc);
  };
  if (arguments.size() == 2 && arguments[0]->type->isPointer()) {
    const ir::Expr *count = arguments[1];
    if (count->type->isPointer())
      count = module.binary(ir::BinaryOp::PtrDiff, count, arguments[0], loc);
    return count->type->isInt()
               ? std::vector<const ir::Expr *>{arguments[0], wide(count)}
               : std::vector<const ir::Expr *>();
  }
  const ir::Place *of =
      arguments.size() == 1 ? ir::placeOf(arguments[0]) : nullptr;
  const auto *container = of ? dyn_cast<ir::LibraryType>(of->type) : nullptr;
  if (!container || container->name != "std::vector")
    return {};
  return {module.read(ir::ReadOp::Data, of, {}, loc),
          module.read(ir::ReadOp::Size, of, {}, loc)};
}

std::vector<const ir::Expr *> recognise::partsMade(ir::Module &module,
                                                   const ir::Expr *e) {
  const auto parts = valueParts(module, e->type);
  std::vector<const ir::Expr *> result;
  if (!parts)
    return result;
  if (const auto *aggregate = dyn_cast<ir::AggregateExpr>(e))
    result = aggregate->elements.vec();
  else if (const auto *made = dyn_cast<ir::LibraryCallExpr>(e))
    result = isSpan(e->type) && made->name == "std::span"
                 ? spanMade(module, made->arguments, e->loc)
             : made->name == "std::pair" || made->name == "std::make_pair"
                 ? made->arguments.vec()
                 : std::vector<const ir::Expr *>();
  const bool isWhole =
      result.size() == parts->size() &&
      llvm::all_of(llvm::zip(result, *parts), [](const auto &each) {
        return std::get<0>(each)->type == std::get<1>(each).type;
      });
  return isWhole ? result : std::vector<const ir::Expr *>();
}
