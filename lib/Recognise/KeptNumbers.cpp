// Where nodes are numbers and a local holds a child: its number, where that is
// looked at as data, too.
//
//     let %near: link = rt::child(0)
//     visit @f(load %near)
//     store %q.last = rt::number(load %near)
//  -> let %near: link = rt::child(0)
//     var %nearNumber: i32 = load node(1)
//     visit @f(load %near)
//     store %q.last = load %nearNumber
//
// The number is computed where the local is set, of what the child's is: a
// datum of the node, or a value on the node alone. So it is what the user's
// local has, whether there is such a node or not. Numbers in lists of any
// length are in no record that this could read.
#include "KeptNumbers.h"

#include "Spelling.h"

#include "regtt/IR/Mapper.h"
#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::recognise;
using kernel::SlotGroup;
using llvm::dyn_cast;
using llvm::isa;

KeptNumbers::KeptNumbers(const NumberReader &reader)
    : site(reader.site), module(reader.site.module), reader(reader) {}

/// `e` in the integer type `type`.
static const ir::Expr *converted(ir::Module &module, const ir::Expr *e,
                                 const ir::Type *type) {
  return e->type == type
             ? e
             : module.cast(ir::CastOp::IntToInt, type, e, false, e->loc);
}

/// The number of `child`, whose index is evaluated here; null: it cannot be
/// read.
const ir::Expr *KeptNumbers::numberOf(const ChildRef &child,
                                      const ir::Type *type) {
  const SlotGroup &slots = site.kernel.slots[child.group];
  if (slots.form == SlotGroup::Fields) {
    const ir::Place *place = site.numberDatum(child.group, slots.loc);
    if (child.index)
      place = module.index(place, child.index);
    return converted(module, module.load(place, slots.loc), type);
  }
  if (slots.form != SlotGroup::Computed && slots.form != SlotGroup::Range &&
      slots.form != SlotGroup::Consecutive)
    return nullptr;
  const ir::Expr *number = Recogniser::valueOf(slots.value);
  if (child.index)
    number =
        module.binary(ir::BinaryOp::Add, number,
                      converted(module, child.index, number->type), slots.loc);
  return converted(module, number, type);
}

const ir::Expr *KeptNumbers::of(const ir::Expr *link, const ir::Expr *e) {
  const auto child = reader.childOf(link);
  const ir::Variable *held = NumberReader::heldBy(link);
  const ir::Expr *number = nullptr;
  if (child && (!held || !child->index || isa<ir::IntExpr>(child->index)))
    number = numberOf(*child, e->type);
  else if (held)
    number = module.load(module.place(kept(held, e->type, e)), e->loc);
  if (!number)
    site.refuse(e->loc, Diag::RTT2046, {spelled(module, link)});
  return number;
}

const ir::Variable *KeptNumbers::kept(const ir::Variable *link,
                                      const ir::Type *type,
                                      const ir::Expr *use) {
  Number &known = numbers[link];
  if (!known.variable) {
    known = {module.variable(ir::Variable::Local, link->name + "Number", type,
                             link->loc),
             use};
    open.push_back(link);
  }
  return known.variable;
}

//===--- What keeps them --------------------------------------------------===//

/// The number of the child that `link`, as it is stored to a local, is.
const ir::Expr *KeptNumbers::valueOf(const ir::Expr *link,
                                     const ir::Variable *number) {
  if (isa<ir::NullExpr>(link)) // declared, and set later
    return module.integer(number->type, 0, link->loc);
  if (const auto *choice = dyn_cast<ir::SelectExpr>(link)) {
    const ir::Expr *whenTrue = valueOf(choice->whenTrue, number);
    const ir::Expr *whenFalse = valueOf(choice->whenFalse, number);
    return whenTrue && whenFalse ? module.select(choice->condition, whenTrue,
                                                 whenFalse, link->loc)
                                 : nullptr;
  }
  if (const ir::Variable *held = NumberReader::heldBy(link)) {
    const ir::Type *type = site.numberTypes.lookup(held);
    return type ? converted(module,
                            module.load(module.place(kept(held, type, link))),
                            number->type)
                : nullptr;
  }
  const auto child = reader.childOf(link);
  return child ? numberOf(*child, number->type) : nullptr;
}

ir::BlockStatement *KeptNumbers::keep(ir::BlockStatement *body) {
  llvm::DenseMap<const ir::Statement *, const ir::Expr *> values;
  while (!open.empty()) {
    const ir::Variable *link = open.back();
    open.pop_back();
    const Number number = numbers[link];
    bool isSet = false;
    const auto set = [&](const ir::Statement *s, const ir::Expr *value) {
      isSet = true;
      const ir::Expr *made = value ? valueOf(value, number.variable) : nullptr;
      if (!made && !site.isRefused())
        site.refuse(number.use->loc, Diag::RTT2046, {link->name});
      values[s] = made;
    };
    ir::walk(static_cast<const ir::Statement *>(body),
             [&](const ir::Statement *s) {
               if (const auto *store = dyn_cast<ir::StoreStatement>(s);
                   store && store->place->wholeVariable() == link)
                 return set(s, store->value);
               if (ir::declaredBy(s) != link)
                 return;
               const auto *let = dyn_cast<ir::LetStatement>(s);
               const auto *var = dyn_cast<ir::VarStatement>(s);
               set(s, let ? let->value : var ? var->init : nullptr);
             });
    if (!isSet && !site.isRefused())
      site.refuse(number.use->loc, Diag::RTT2046, {link->name});
  }
  if (site.isRefused() || values.empty())
    return body;
  ir::Mapper copy(module);
  copy.onDeclare = [](const ir::Variable *variable) { return variable; };
  copy.onStatement = [&](const ir::Statement *s)
      -> std::optional<std::vector<ir::Statement *>> {
    const ir::Expr *value = values.lookup(s);
    if (!value)
      return std::nullopt;
    auto *same = const_cast<ir::Statement *>(s);
    const auto *store = dyn_cast<ir::StoreStatement>(s);
    const ir::Variable *number =
        numbers[store ? store->place->variable() : ir::declaredBy(s)].variable;
    // What is chosen by is asked before the local is set.
    if (store)
      return std::vector<ir::Statement *>{
          module.store(module.place(number), value, s->loc), same};
    return std::vector<ir::Statement *>{same,
                                        module.var(number, value, s->loc)};
  };
  return copy.block(body);
}
