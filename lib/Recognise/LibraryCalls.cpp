// Calls of the library that are statements: those that only read what they are
// handed stay calls, and those of constants are what they return.
//
//     let %t: f64 = call lib "__builtin_nan"(addressof "7"[0:i64])
//  -> the number 0x7ff8000000000007 wherever %t was
#include "Body.h"
#include "Spelling.h"

#include "regtt/IR/TypeRules.h"

#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/StringSwitch.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

/// Whether the function makes a value of what its arguments lead to, on a
/// device, too, and does nothing else.
static bool onlyReads(llvm::StringRef name) {
  return name == "std::make_pair" || name == "std::bit_cast";
}

/// `nan("7")`: the number that it is; null of other calls.
static const ir::Expr *constantOf(ir::Module &module,
                                  const ir::LibraryCallStatement &s) {
  const bool isNan =
      llvm::StringSwitch<bool>(s.name)
          .Cases("nan", "nanf", "__builtin_nan", "__builtin_nanf", true)
          .Cases("std::nan", "std::nanf", true)
          .Default(false);
  const auto *type =
      s.result ? dyn_cast<ir::FloatType>(s.result->type) : nullptr;
  const auto *address = isNan && type && s.arguments.size() == 1
                            ? dyn_cast<ir::AddressExpr>(s.arguments[0])
                            : nullptr;
  const auto *text =
      address ? std::get_if<const ir::StringExpr *>(&address->place->root)
              : nullptr;
  const auto *index =
      text && address->place->steps.size() == 1
          ? std::get_if<ir::IndexStep>(&address->place->steps[0])
          : nullptr;
  const auto *first = index ? dyn_cast<ir::IntExpr>(index->index) : nullptr;
  uint64_t bits = 0;
  if (!first || first->low != 0 ||
      (*text)->bytes.starts_with_insensitive("0b") ||
      (*text)->bytes.starts_with_insensitive("0o") ||
      (!(*text)->bytes.empty() && (*text)->bytes.getAsInteger(0, bits)))
    return nullptr;
  const llvm::APInt payload(64, bits);
  return module.real(
      type, llvm::APFloat::getQNaN(type->format, false, &payload), s.loc);
}

/// `std::popcount(x)`: by the runtime's function that it is, where a device's
/// library may have none; null of other functions.
const ir::Expr *Body::runtimeCall(const ir::LibraryCallExpr &e) {
  struct Entry {
    llvm::StringLiteral name, spelling;
  };
  static constexpr Entry table[] = {
#define LIB(NAME, SPELLING, ERROR) {#NAME, SPELLING},
#include "regtt/IR/LibraryFunctions.def"
#undef LIB
  };
  llvm::StringRef plain = e.name;
  if (!plain.consume_front("std::") && !plain.consume_front("__builtin_"))
    return nullptr;
  for (const Entry &entry : table) {
    if (plain != entry.name || !entry.spelling.starts_with("rt::"))
      continue;
    std::vector<const ir::Expr *> arguments;
    for (const ir::Expr *argument : e.arguments)
      arguments.push_back(copy.expr(argument));
    return module.libraryCall(entry.spelling, e.type, arguments, e.loc);
  }
  return nullptr;
}

/// What `std::move` of `%t` is where a value is made of it that is copied byte
/// by byte: the value there; null of other calls.
static const ir::Place *movedFrom(const ir::LibraryCallStatement &s) {
  const auto *from = s.name == "std::move" && s.arguments.size() == 1
                         ? dyn_cast<ir::AddressExpr>(s.arguments[0])
                         : nullptr;
  return from && s.result && s.result->type == from->place->type &&
                 isCopyable(s.result->type)
             ? from->place
             : nullptr;
}

/// `std::swap(%a, %b)` of what is copied byte by byte; nothing of others.
Body::Statements Body::exchange(const ir::LibraryCallStatement &s) {
  if (s.name != "std::swap" || s.result || s.arguments.size() != 2)
    return std::nullopt;
  auto *made = module.make<ir::LibraryCallStatement>(s.loc);
  made->name = s.name;
  std::vector<const ir::Place *> data;
  for (const ir::Expr *argument : s.arguments) {
    const ir::Type *to = ir::pointeeOf(argument->type);
    const ir::Expr *place =
        to && isCopyable(to) ? keptPointer(argument, false, data) : nullptr;
    if (!place)
      return std::nullopt;
    made->arguments.push_back(place);
  }
  for (const ir::Place *place : data)
    write(place, s.loc);
  return std::vector<ir::Statement *>{made};
}

/// Refuses a function of a container of the iteration's; false: it is of
/// something else.
bool Body::refuseMethod(const ir::LibraryCallStatement &s) {
  const auto *object =
      s.arguments.empty() ? nullptr : dyn_cast<ir::AddressExpr>(s.arguments[0]);
  const ir::Place *place = object ? object->place : nullptr;
  if (const auto *value = s.arguments.empty()
                              ? nullptr
                              : dyn_cast<ir::ValueExpr>(s.arguments[0]);
      value && value->type->isReference())
    place = module.pointee(value);
  const auto *type = place ? dyn_cast<ir::LibraryType>(place->type) : nullptr;
  llvm::StringRef name = s.name;
  if (!type || !name.consume_front(type->name) || !name.consume_front("::"))
    return false;
  const auto found = part(place);
  if (!found || found->object.root != Object::Own)
    return false;
  const ir::Type *element = type->typeArgument(0);
  if (name.starts_with("emplace") && element && isContainer(found->object))
    site.refuse(s.loc, Diag::RTT2008,
                {name.str(), "it makes '" + spelled(module, element) +
                                 "' in place; hand it one that is made"});
  else
    refuseChange(&s, place, name.str());
  return true;
}

Body::Statements Body::libraryCall(const ir::LibraryCallStatement &s) {
  if (auto made = exchange(s))
    return made;
  if (const ir::Place *from = movedFrom(s)) {
    ir::Variable *result = module.variable(s.result->kind, s.result->name,
                                           s.result->type, s.result->loc);
    copy.variables[s.result] = result;
    return std::vector<ir::Statement *>{
        module.let(result, copy.expr(module.load(from, s.loc)), s.loc)};
  }
  if (const ir::Expr *constant = constantOf(module, s)) {
    results[s.result] = constant;
    return std::vector<ir::Statement *>();
  }
  if (!onlyReads(s.name) || !s.result || !isCopyable(s.result->type)) {
    if (!refuseMethod(s))
      refuseLibrary(&s);
    return std::vector<ir::Statement *>();
  }
  auto *made = module.make<ir::LibraryCallStatement>(s.loc);
  made->name = s.name;
  for (const ir::Expr *argument : s.arguments)
    made->arguments.push_back(copy.expr(argument));
  ir::Variable *result = module.variable(s.result->kind, s.result->name,
                                         s.result->type, s.result->loc);
  copy.variables[s.result] = result;
  made->result = result;
  return std::vector<ir::Statement *>{made};
}
