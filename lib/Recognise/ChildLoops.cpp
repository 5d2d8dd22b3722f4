// Loops over children that go by a pointer or a reference to each, by the
// number of each: one form for all, as a loop over an array of children by
// index has it.
//
//     each %c: ref ptr @Node in %n->kids { ... (*%c) ... }
//     for { var %c = data(%n->kids) } while ne(load %c, end) step { ... } { ...
//     }
//  -> for { var %c_number: u32 = 0 } while lt(%c_number, rt::children()) ... {
//       let %c: link @Node = rt::child(load %c_number)
//       ...
//     }
#include "Body.h"
#include "LocalUses.h"

#include "regtt/IR/Equality.h"
#include "regtt/IR/Mapper.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

//===--- The loop that is made --------------------------------------------===//

/// The local that the body begins with, where it takes over what `variable`
/// leads to: `let %c = load (*%variable)`.
static const ir::LetStatement *takenOver(const ir::BlockStatement *body,
                                         const ir::Variable *variable) {
  const auto *let = body->statements.empty()
                        ? nullptr
                        : dyn_cast<ir::LetStatement>(body->statements[0]);
  const auto *load = let ? dyn_cast<ir::LoadExpr>(let->value) : nullptr;
  return load && load->place->variable() == variable &&
                 load->place->steps.size() == 1 &&
                 std::holds_alternative<ir::DerefStep>(load->place->steps[0]) &&
                 variable->type->isReference()
             ? let
             : nullptr;
}

ir::LoopStatement *Body::eachChild(const ir::Variable *variable, bool isBehind,
                                   Children children, const ir::Expr *last,
                                   const ir::Statement &s,
                                   const ir::BlockStatement *body) {
  const ir::LetStatement *taken =
      isBehind ? takenOver(body, variable) : nullptr;
  const std::string name = taken ? taken->variable->name : variable->name;
  const auto *type = llvm::cast<ir::IntType>(last->type);
  ir::Variable *number =
      module.variable(ir::Variable::Local, name + "_number", type, s.loc);
  ir::Variable *child =
      module.variable(ir::Variable::Let, name, site.link,
                      taken ? taken->variable->loc : variable->loc);
  const ir::Place *at = module.place(number);
  auto *made = module.make<ir::LoopStatement>(s.loc);
  made->form = ir::LoopForm::For;
  made->init = module.block({module.var(number, module.integer(type, 0))});
  made->condition =
      module.binary(ir::BinaryOp::Lt, module.load(at), last, s.loc);
  made->step = module.block(
      {module.store(at, module.binary(ir::BinaryOp::Add, module.load(at),
                                      module.integer(type, 1)))});
  const ir::Expr *link = module.load(module.place(child));
  links[variable] = {link, isBehind};
  if (taken)
    links[taken->variable] = {link, false};
  if (site.kernel.nodesAreNumbers) {
    const ir::Type *held = taken ? taken->variable->type : variable->type;
    const ir::Type *to = ir::pointeeOf(held);
    site.numberTypes[child] = to ? to : held;
    copy.variables[variable] = child;
    if (taken)
      copy.variables[taken->variable] = child;
  }
  std::vector<ir::Statement *> rest(body->statements.begin() + (taken ? 1 : 0),
                                    body->statements.end());
  rest = copy.statements(rest);
  rest.insert(rest.begin(),
              module.let(child,
                         site.child(children.group, module.load(at), s.loc),
                         s.loc));
  made->body = module.block(rest, body->loc);
  return made;
}

//===--- By reference, by pointer -----------------------------------------===//

ir::Statement *Body::childRange(const ir::RangeLoopStatement &s) {
  if (s.isParallel)
    return nullptr;
  if (site.kernel.nodesAreNumbers)
    return numberRange(s);
  const auto children = childrenIn(s.range);
  if (!children || s.range->type->isPointer())
    return nullptr;
  const bool isValue = !s.variable->type->isReference();
  return eachChild(s.variable, !isValue && !children->isInPlace, *children,
                   childCount(children->group, s.loc), s, s.body);
}

namespace {

/// A pointer to an element of a container, counted from its first one.
struct Position {
  const ir::Place *container = nullptr;
  const ir::Expr *number = nullptr; ///< null: the first
};

} // namespace

static bool isZero(const ir::Expr *e) {
  const auto *number = dyn_cast<ir::IntExpr>(e);
  return number && number->low == 0 && number->high == 0;
}

/// Where `e` leads to, by what is known without looking at variables.
static std::optional<Position> positionOf(ir::Module &module,
                                          const ir::Expr *e) {
  if (const auto *read = dyn_cast<ir::ContainerReadExpr>(e);
      read && read->op == ir::ReadOp::Data)
    return Position{read->container};
  if (const auto *load = dyn_cast<ir::LoadExpr>(e);
      load && load->place->variable() && !load->place->steps.empty())
    return Position{load->place};
  if (const auto *sum = dyn_cast<ir::BinaryExpr>(e);
      sum && sum->op == ir::BinaryOp::PtrAdd) {
    auto base = positionOf(module, sum->left);
    if (!base || base->number)
      return std::nullopt;
    if (!isZero(sum->right))
      base->number = sum->right;
    return base;
  }
  const auto *address = dyn_cast<ir::AddressExpr>(e);
  if (!address || address->place->steps.empty())
    return std::nullopt;
  const ir::Place *place = address->place;
  const ir::Step &last = place->steps.back();
  Position result;
  if (const auto *index = std::get_if<ir::IndexStep>(&last))
    result.number = index->index;
  else if (const auto *element = std::get_if<ir::ElementStep>(&last))
    result.number = element->index;
  else
    return std::nullopt;
  result.container = module.place(place->root, place->steps.drop_back());
  if (isZero(result.number))
    result.number = nullptr;
  return result;
}

/// Whether the step is `store %it = ptradd(load %it, 1)`, and nothing else.
static bool stepsByOne(const ir::BlockStatement *step,
                       const ir::Variable *variable) {
  const auto *store = step && step->statements.size() == 1
                          ? dyn_cast<ir::StoreStatement>(step->statements[0])
                          : nullptr;
  const auto *sum = store ? dyn_cast<ir::BinaryExpr>(store->value) : nullptr;
  const auto *from = sum ? dyn_cast<ir::LoadExpr>(sum->left) : nullptr;
  const auto *by = sum ? dyn_cast<ir::IntExpr>(sum->right) : nullptr;
  return from && by && sum->op == ir::BinaryOp::PtrAdd && by->low == 1 &&
         by->high == 0 && store->place->wholeVariable() == variable &&
         from->place->wholeVariable() == variable;
}

/// The children whose numbers a pointer goes over that calls are handed.
std::optional<Body::Children> Body::numbersBehind(const ir::Variable *variable,
                                                  const ir::Place *container) {
  const auto group =
      numberCounters.count(variable) ? numbersIn(container) : std::nullopt;
  if (!group)
    return std::nullopt;
  numberLinks.insert(variable);
  return Children{*group, false};
}

/// `load %n->kids.data` for `load %range->data` where %range refers to the
/// kids.
static const ir::Expr *withoutReferences(
    ir::Module &module, const ir::Expr *e,
    const llvm::DenseMap<const ir::Variable *, const ir::Expr *> &references) {
  ir::Mapper copy(module);
  copy.onPlace = [&](const ir::Place *place) {
    const auto *to = place->steps.size() == 1 // it leads to that
                         ? references.lookup(place->variable())
                         : nullptr;
    return to ? module.pointee(to) : nullptr;
  };
  copy.onExpr = [&](const ir::Expr *each) {
    const auto *value = dyn_cast<ir::ValueExpr>(each);
    return value ? references.lookup(value->variable) : nullptr;
  };
  return e ? copy.expr(e) : nullptr;
}

/// `for { [let %range = ...] var %it = begin; ... } while ne(load %it, end)`
ir::Statement *Body::pointerLoop(const ir::LoopStatement &s) {
  const auto *test = llvm::dyn_cast_or_null<ir::BinaryExpr>(s.condition);
  if (s.form != ir::LoopForm::For || s.head || !s.init || !test ||
      (test->op != ir::BinaryOp::Ne && test->op != ir::BinaryOp::Lt))
    return nullptr;
  const auto *compared = dyn_cast<ir::LoadExpr>(test->left);
  const ir::Variable *variable =
      compared ? compared->place->wholeVariable() : nullptr;
  if (!variable || !variable->type->isPointer() ||
      !stepsByOne(s.step, variable) || isStoredTo(s.body, variable))
    return nullptr;
  const ir::Expr *first = nullptr, *end = test->right;
  llvm::DenseMap<const ir::Variable *, const ir::Expr *> ends, references;
  const LocalUses uses = usesOf(s.body);
  for (const ir::Statement *each : s.init->statements) {
    const auto *let = dyn_cast<ir::LetStatement>(each);
    const auto *var = dyn_cast<ir::VarStatement>(each);
    const ir::Variable *made = ir::declaredBy(each);
    if (!made || (!let && !(var && var->init)))
      return nullptr;
    if (let && made->type->isReference() && !uses.count(made))
      references[made] = let->value;
    else
      (made == variable ? first : ends[made]) = let ? let->value : var->init;
  }
  const ir::Variable *bound = nullptr;
  if (const auto *load = dyn_cast<ir::LoadExpr>(end))
    bound = load->place->wholeVariable();
  else if (const auto *value = dyn_cast<ir::ValueExpr>(end))
    bound = value->variable;
  if (bound) {
    const auto *known = ends.lookup(bound);
    if (known && isStoredTo(s.body, bound))
      return nullptr;
    end = known;
  }
  first = withoutReferences(module, first, references);
  end = withoutReferences(module, end, references);
  // `end = it + n` is said of where `it` begins.
  if (const auto *sum = llvm::dyn_cast_or_null<ir::BinaryExpr>(end);
      sum && first && sum->op == ir::BinaryOp::PtrAdd && bound)
    if (const auto *from = dyn_cast<ir::LoadExpr>(sum->left);
        from && from->place->wholeVariable() == variable)
      end = module.binary(sum->op, first, sum->right, sum->loc);
  if (!first || !end || ends.size() > (bound && ends.count(bound) ? 1u : 0u))
    return nullptr;
  const auto begin = positionOf(module, first), stop = positionOf(module, end);
  if (!begin || !stop || begin->number || !stop->number ||
      !ir::equal(begin->container, stop->container))
    return nullptr;
  const auto children = site.kernel.nodesAreNumbers
                            ? numbersBehind(variable, begin->container)
                            : childrenIn(begin->container);
  if (!children)
    return nullptr;
  const auto *last = lastOf(*children, stop->number, begin->container);
  return last ? eachChild(variable, !children->isInPlace, *children, last, s,
                          s.body)
              : nullptr;
}

/// What the loop's number is compared with: how many children there are, or the
/// first of them, which makes an array a list.
const ir::Expr *Body::lastOf(Children children, const ir::Expr *number,
                             const ir::Place *container) {
  const kernel::SlotGroup &slots = site.kernel.slots[children.group];
  if (slots.form == kernel::SlotGroup::Vector) {
    const auto *size = dyn_cast<ir::ContainerReadExpr>(number);
    return size && size->op == ir::ReadOp::Size &&
                   ir::equal(size->container, container)
               ? childCount(children.group, loc)
               : nullptr;
  }
  if (const auto *constant = dyn_cast<ir::IntExpr>(number);
      constant && slots.form == kernel::SlotGroup::Fields)
    return constant->low <= uint64_t(slots.count) && constant->high == 0
               ? module.integer(module.intType(ir::IntType::I32), constant->low)
               : nullptr;
  const auto *read = dyn_cast<ir::ContainerReadExpr>(number);
  if (read && read->op == ir::ReadOp::Size &&
      ir::equal(read->container, container) &&
      slots.form == kernel::SlotGroup::Fields)
    return childCount(children.group, loc);
  const ir::Expr *extent = copy.expr(number);
  // A list ends with its last child; iterations for null ones may follow.
  return site.makeList(children.group, extent, loc) ? extent : nullptr;
}

//===--- Siblings ---------------------------------------------------------===//

/// Notes the walks along siblings before anything is copied: what is asked of
/// the first child is asked of the list then.
void Body::findSiblingLoops() {
  if (!node)
    return;
  for (SiblingWalk &walk : siblingWalks(from)) {
    if (!site.leadsToNode(walk.variable->type) ||
        !site.leadsToNode(walk.first->type))
      continue;
    const ir::Variable *root = walk.first->variable();
    if (!root || !objects.count(root))
      continue;
    const auto first = part(walk.first);
    if (!first || first->object.root != Object::Node || !first->isDatum() ||
        first->object.steps.empty() ||
        kernel::leadsElsewhere(first->object.steps))
      continue;
    walk.group =
        site.list(first->object, kernel::SlotGroup::Siblings, false, loc);
    kernel::SlotGroup &slots = site.kernel.slots[walk.group];
    if (slots.next != 0 && slots.next != walk.next) {
      site.refuse(walk.loop->loc, Diag::RTT2033, {slots.text});
      continue;
    }
    slots.next = walk.next;
    walks[walk.variable] = walk;
  }
}

ir::Statement *Body::siblingLoop(const ir::LoopStatement &s) {
  for (auto &[variable, walk] : walks) {
    if (walk.loop != &s)
      continue;
    const SiblingWalk known = walk;
    ir::LoopStatement *made =
        eachChild(known.variable, false, {known.group, false},
                  childCount(known.group, s.loc), s, s.body);
    std::vector<ir::Statement *> leaves;
    for (const ir::Expr *condition : known.rest) {
      const ir::Expr *holds = copy.expr(condition);
      const auto *inner = dyn_cast<ir::UnaryExpr>(holds);
      leaves.push_back(module.ifThen(
          inner && inner->op == ir::UnaryOp::LNot
              ? inner->operand
              : module.unary(ir::UnaryOp::LNot, holds, condition->loc),
          module.block({module.make<ir::BreakStatement>(condition->loc)}),
          nullptr, condition->loc));
    }
    auto &list = made->body->statements;
    list.insert(list.begin() + 1, leaves.begin(), leaves.end());
    links.erase(known.variable);
    return made;
  }
  return nullptr;
}

/// A loop over children, or what one does without; nothing of others.
Body::Statements Body::childLoop(const ir::Statement *s) {
  for (const auto &[variable, walk] : walks)
    if (walk.dropped.count(s))
      return std::vector<ir::Statement *>();
  ir::Statement *made = nullptr;
  if (const auto *range = dyn_cast<ir::RangeLoopStatement>(s))
    made = childRange(*range);
  if (const auto *loop = dyn_cast<ir::LoopStatement>(s)) {
    made = site.kernel.nodesAreNumbers ? numberLoop(*loop) : siblingLoop(*loop);
    if (!made && !site.isFailing())
      made = pointerLoop(*loop);
  }
  return made ? Statements(std::vector<ir::Statement *>{made}) : std::nullopt;
}
