// What the temporaries of the user's expressions stand for, where the host file
// says such an expression itself:
//
//     visit(*it, Box{lo[i], 1}, root)
//
//     let %t: ref @Query = call lib "std::_List_iterator::operator*"(refof %it)
//     var %t.2: @Box
//     store %t.2 = aggregate<@Box>(load %lo[load %i], 0x1p0:f32)
//     call @visit(%t, refof %t.2, load %root)      *it     ::Box{lo[i], 1}
//
// What is bound without a name, as `auto &[x, y] = points[i]` binds the whole,
// stands for its value in the same way, as long as that is the same.
#include "HostBody.h"

#include "regtt/Analysis/Changes.h"
#include "regtt/IR/Mapper.h"
#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

/// Whether following such an object only finds what it leads to. Iterators of
/// streams read from them; what adapts an iterator of the user's, or is a view,
/// runs code of the user's.
static bool isPlainIterator(const ir::Type *type) {
  if (type->isPointer())
    return true;
  const auto *library = dyn_cast<ir::LibraryType>(type);
  const llvm::StringRef name = library ? library->name : "";
  if (name.contains("stream") || name.contains("ranges"))
    return false;
  if (name == "std::reverse_iterator" || name == "std::move_iterator")
    return isPlainIterator(library->typeArgument(0));
  return name.contains("_iterator") || name == "std::shared_ptr";
}

bool recognise::isFollowed(const ir::LibraryCallStatement &s) {
  const llvm::StringRef name = llvm::StringRef(s.name).rsplit("::").second;
  const ir::Type *of =
      s.arguments.size() == 1 ? ir::pointeeOf(s.arguments[0]->type) : nullptr;
  return s.result && ir::pointeeOf(s.result->type) && of &&
         isa<ir::LibraryType>(of) && isPlainIterator(of) &&
         (name == "operator*" || name == "operator->");
}

/// `*it`, or its address where `it->` was asked for.
static const ir::Expr *followed(ir::Module &module,
                                const ir::LibraryCallStatement &s) {
  const ir::Type *type = s.result->type;
  const std::string name =
      (llvm::StringRef(s.name).rsplit("::").first + "::operator*").str();
  const ir::Expr *object = module.libraryCall(
      name, module.referenceTo(ir::pointeeOf(type)), s.arguments, s.loc);
  return type->isReference() ? object
                             : module.addressOf(module.pointee(object));
}

/// `strlen(p)`, whatever else has that name where it stands.
static const ir::Expr *answered(ir::Module &module,
                                const ir::LibraryCallStatement &s) {
  llvm::StringRef name = s.name;
  name.consume_front("std::");
  const bool isPlain = module.isC || name.starts_with("__builtin_");
  return module.libraryCall(isPlain ? name.str() : "::" + name.str(),
                            s.result->type, s.arguments, s.loc);
}

/// Whether what declares it is a part of the call's statement, where nothing
/// else has an effect.
bool HostBody::isMadeForCall(const ir::Variable *variable) {
  for (const Level &level : iteration.levels)
    for (const ir::Statement *s : level.before)
      if (ir::declaredBy(s) == variable)
        return holdsCall(s->loc);
  return false;
}

const ir::Expr *HostBody::temporaryValue(const ir::Variable *variable) {
  if (!isUnnamed(variable))
    return nullptr;
  if (!isMadeForCall(variable))
    return recogniser.origins->valueOf(variable);
  const ir::Expr *result = nullptr;
  for (const Level &level : iteration.levels)
    for (const ir::Statement *s : level.before) {
      const auto *let = dyn_cast<ir::LetStatement>(s);
      const auto *var = dyn_cast<ir::VarStatement>(s);
      const auto *store = dyn_cast<ir::StoreStatement>(s);
      const auto *called = dyn_cast<ir::LibraryCallStatement>(s);
      if (let && let->variable == variable)
        result = let->value;
      else if (var && var->variable == variable)
        result = var->init;
      else if (store && store->place->wholeVariable() == variable && !result)
        result = store->value;
      else if (called && called->result == variable)
        result = isFollowed(*called)      ? followed(module, *called)
                 : ir::onlyReads(*called) ? answered(module, *called)
                                          : nullptr;
      else if (ir::mayChange(s, variable))
        return nullptr;
    }
  return result;
}

/// A part of what `value` loads, of the same steps as `place` has.
static const ir::Place *samePart(ir::Module &module, const ir::Expr *value,
                                 const ir::Place *place) {
  const auto *load = llvm::dyn_cast_or_null<ir::LoadExpr>(value);
  if (!load || place->isIndirect())
    return nullptr;
  std::vector<ir::Step> steps(load->place->steps.begin(),
                              load->place->steps.end());
  steps.insert(steps.end(), place->steps.begin(), place->steps.end());
  return module.place(load->place->root, steps);
}

const ir::Expr *HostBody::whole(const ir::Expr *e) {
  ir::Mapper copy(module);
  copy.onExpr = [&](const ir::Expr *part) -> const ir::Expr * {
    if (const auto *value = dyn_cast<ir::ValueExpr>(part)) {
      const ir::Expr *known = temporaryValue(value->variable);
      return known ? copy.expr(known) : nullptr;
    }
    const auto *load = dyn_cast<ir::LoadExpr>(part);
    const ir::Variable *variable = load ? load->place->variable() : nullptr;
    const ir::Expr *known = variable ? temporaryValue(variable) : nullptr;
    if (known && load->place->wholeVariable())
      return copy.expr(known);
    const ir::Place *read =
        known ? samePart(module, known, load->place) : nullptr;
    return read ? copy.expr(module.load(read)) : nullptr;
  };
  copy.onPlace = [&](const ir::Place *place) -> const ir::Place * {
    const auto *deref = place->steps.size() == 1 && place->variable()
                            ? std::get_if<ir::DerefStep>(&place->steps[0])
                            : nullptr;
    const ir::Expr *known = deref ? temporaryValue(place->variable()) : nullptr;
    return known ? module.pointee(copy.expr(known), copy.expr(deref->offset))
                 : nullptr;
  };
  return copy.expr(e);
}
