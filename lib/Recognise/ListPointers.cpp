// Which variables hold pointers along lists, and what is said of them.
#include "LinkedLists.h"
#include "LocalUses.h"
#include "Multiples.h"
#include "Recogniser.h"

#include "regtt/IR/Equality.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

//===--- Places -----------------------------------------------------------===//

/// The fields inside each other behind the variable that `place` follows; none:
/// it is another place.
static llvm::ArrayRef<ir::Step> fieldsBehind(const ir::Place *place) {
  if (!place->variable() || place->steps.empty() || place->isVolatile)
    return {};
  const auto *deref = std::get_if<ir::DerefStep>(&place->steps[0]);
  const auto isField = [](const ir::Step &step) {
    const auto *inner = std::get_if<ir::FieldStep>(&step);
    return inner && !inner->field->parent->isUnion();
  };
  return deref && !deref->offset &&
                 llvm::all_of(place->steps.drop_front(), isField)
             ? place->steps.drop_front()
             : llvm::ArrayRef<ir::Step>();
}

static const ir::Field *fieldOf(const ir::Step &step) {
  return std::get<ir::FieldStep>(step).field;
}

static uint64_t offsetOf(llvm::ArrayRef<ir::Step> fields) {
  uint64_t result = 0;
  for (const ir::Step &step : fields)
    result += fieldOf(step)->offset;
  return result;
}

static bool areSame(llvm::ArrayRef<ir::Step> a, llvm::ArrayRef<ir::Step> b) {
  return llvm::equal(a, b, [](const ir::Step &x, const ir::Step &y) {
    return ir::equal(x, y);
  });
}

const ir::Expr *recognise::partOfWhole(const ir::Expr *e, uint64_t &at) {
  const auto *cast = dyn_cast<ir::CastExpr>(e);
  const auto *moved = cast ? dyn_cast<ir::BinaryExpr>(cast->operand) : nullptr;
  const auto *bytes = moved ? dyn_cast<ir::CastExpr>(moved->left) : nullptr;
  const bool isMoved = bytes && cast->op == ir::CastOp::PtrToPtr &&
                       bytes->op == ir::CastOp::PtrToPtr &&
                       moved->op == ir::BinaryOp::PtrAdd;
  const auto format =
      isMoved ? ir::integerFormat(ir::pointeeOf(bytes->type)) : std::nullopt;
  const auto by =
      format && format->bits == 8 ? fixedInteger(moved->right) : std::nullopt;
  const auto number = by ? by->tryExtValue() : std::nullopt;
  if (!number || *number > 0)
    return nullptr;
  at = -uint64_t(*number);
  return bytes->operand;
}

//===--- What is said of them ---------------------------------------------===//

const ir::Variable *ListPointers::followedIn(const ir::Place *place) const {
  const ir::Variable *variable = place->variable();
  if (!contains(variable) || place->isVolatile ||
      place->steps.size() <= way.size())
    return nullptr;
  const auto *deref = std::get_if<ir::DerefStep>(&place->steps[0]);
  return deref && !deref->offset &&
                 areSame(place->steps.slice(1, way.size()), way)
             ? variable
             : nullptr;
}

const ir::Variable *ListPointers::followedIn(const ir::Expr *e) const {
  uint64_t at = 0;
  if (isRing && !holdLinks)
    if (!(e = partOfWhole(e, at)) || at != linkAt)
      return nullptr;
  const auto *load = dyn_cast<ir::LoadExpr>(e);
  return load && load->place->steps.size() == way.size() + 1
             ? followedIn(load->place)
             : nullptr;
}

const ir::Expr *ListPointers::elementIn(const ir::Expr *e) const {
  uint64_t at = 0;
  if (holdLinks &&
      (e->type != element || !(e = partOfWhole(e, at)) || at != linkAt))
    return nullptr;
  return contains(heldIn(e)) || followedIn(e) ? e : nullptr;
}

bool ListPointers::isEnd(const ir::Expr *e) const {
  const ir::Variable *held = heldIn(e);
  return llvm::isa<ir::NullExpr>(e) || (held && ends.contains(held));
}

const ir::Expr *ListPointers::askedForEnd(const ir::Expr *e,
                                          const ir::Place **head) const {
  const auto isPointer = [&](const ir::Expr *one) {
    return contains(heldIn(one)) || followedIn(one);
  };
  const auto *compared = dyn_cast<ir::BinaryExpr>(e);
  const bool isCompared = compared && (compared->op == ir::BinaryOp::Eq ||
                                       compared->op == ir::BinaryOp::Ne);
  if (!isRing) {
    const ir::Expr *asked = nullptr;
    if (const auto *intrinsic = dyn_cast<ir::IntrinsicExpr>(e);
        intrinsic && intrinsic->op == ir::IntrinsicOp::IsNull)
      asked = intrinsic->arguments[0];
    else if (const auto *cast = dyn_cast<ir::CastExpr>(e);
             cast && cast->op == ir::CastOp::ToBool)
      asked = cast->operand;
    else if (isCompared && isEnd(compared->right))
      asked = compared->left;
    else if (isCompared && isEnd(compared->left))
      asked = compared->right;
    return asked && isPointer(asked) ? asked : nullptr;
  }
  if (!isCompared)
    return nullptr;
  for (const auto &[one, other] :
       {std::pair(compared->left, compared->right),
        std::pair(compared->right, compared->left)}) {
    const auto *at = dyn_cast<ir::AddressExpr>(other);
    if (!at || contains(at->place->variable()))
      continue;
    if (head)
      *head = at->place;
    if (holdLinks && isPointer(one))
      return one;
    const auto *link = dyn_cast<ir::AddressExpr>(one);
    const auto *deref = link && contains(link->place->variable()) &&
                                link->place->steps.size() == toLink + 1
                            ? std::get_if<ir::DerefStep>(&link->place->steps[0])
                            : nullptr;
    if (!holdLinks && deref && !deref->offset &&
        areSame(link->place->steps.drop_front(),
                llvm::ArrayRef(way).take_front(toLink)))
      return link;
  }
  return nullptr;
}

const ir::Place *ListPointers::headIn(ir::Module &module,
                                      const ir::Expr *value) const {
  uint64_t at = 0;
  if (isRing && !holdLinks)
    if (!(value = partOfWhole(value, at)) || at != linkAt)
      return nullptr;
  const auto *load = dyn_cast<ir::LoadExpr>(value);
  if (load && load->place->isVolatile)
    return nullptr;
  if (!isRing) {
    if (const auto *held = dyn_cast<ir::ValueExpr>(value))
      return module.place(held->variable);
    return load ? load->place : nullptr;
  }
  const auto last = llvm::ArrayRef(way).drop_front(toLink);
  return load && load->place->steps.size() >= last.size() &&
                 areSame(load->place->steps.take_back(last.size()), last)
             ? module.place(load->place->root,
                            load->place->steps.drop_back(last.size()))
             : nullptr;
}

//===--- Finding them -----------------------------------------------------===//

Setting recognise::settingOf(const ir::Statement *s) {
  if (const auto *var = dyn_cast<ir::VarStatement>(s))
    return {var->variable, var->init};
  if (const auto *let = dyn_cast<ir::LetStatement>(s))
    return {let->variable, let->value};
  const auto *store = dyn_cast<ir::StoreStatement>(s);
  return store && store->place->wholeVariable()
             ? Setting{store->place->wholeVariable(), store->value}
             : Setting();
}

static void eachSetting(const ir::Function &function,
                        llvm::function_ref<void(const Setting &)> visit) {
  ir::walk(static_cast<const ir::Statement *>(function.body),
           [&](const ir::Statement *s) {
             const Setting set = settingOf(s);
             if (set.value)
               visit(set);
           });
}

/// What `set` says of a list where it moves a pointer to the next element.
static std::optional<ListPointers> movedBy(const Setting &set) {
  uint64_t at = 0;
  const ir::Expr *part = partOfWhole(set.value, at);
  const auto *load = dyn_cast<ir::LoadExpr>(part ? part : set.value);
  const auto way =
      load ? fieldsBehind(load->place) : llvm::ArrayRef<ir::Step>();
  if (way.empty() || !set.variable->type->isPointer() ||
      load->place->variable()->type != set.variable->type)
    return std::nullopt;
  ListPointers result;
  result.variables.insert(load->place->variable());
  result.way = way;
  result.next = fieldOf(way.back());
  result.element = set.variable->type;
  result.nextAt = offsetOf(way);
  if (!part)
    return result.next->type == result.element ? std::optional(result)
                                               : std::nullopt;
  result.isRing = true;
  result.linkAt = at;
  while (
      result.toLink < way.size() &&
      (offsetOf(way.take_front(result.toLink)) != at ||
       fieldOf(way[result.toLink])->parent != ir::pointeeOf(result.next->type)))
    ++result.toLink;
  return result.toLink < way.size() ? std::optional(result) : std::nullopt;
}

/// Adds the variables that the others are set by, and those that follow them.
static void addAll(const ir::Function &function, ListPointers &pointers) {
  for (size_t known = 0; known != pointers.variables.size();) {
    known = pointers.variables.size();
    eachSetting(function, [&](const Setting &set) {
      if (set.variable->type != pointers.variables[0]->type)
        return;
      const ir::Variable *from = heldIn(set.value);
      if (pointers.followedIn(set.value))
        pointers.variables.insert(set.variable);
      else if (from && pointers.contains(set.variable) &&
               from->kind != ir::Variable::Parameter)
        pointers.variables.insert(from);
    });
  }
}

/// Whether they are compared with a ring's head, and what their elements are.
static void findRing(const ir::Function &function, ListPointers &pointers) {
  ListPointers links = pointers;
  links.isRing = links.holdLinks = true;
  bool isCompared = false;
  ir::walkExprs(function.body, [&](const ir::Expr *e) {
    isCompared |= links.askedForEnd(e) != nullptr;
    uint64_t at = 0;
    const ir::Expr *part = partOfWhole(e, at);
    if (part && (links.contains(heldIn(part)) || links.followedIn(part))) {
      links.element = e->type;
      links.linkAt = at;
    }
  });
  if (!isCompared)
    return;
  links.nextAt += links.linkAt;
  pointers = std::move(links);
}

static void findEnds(const ir::Function &function, ListPointers &pointers) {
  llvm::DenseMap<const ir::Variable *, unsigned> settings;
  eachSetting(function, [&](const Setting &set) { ++settings[set.variable]; });
  const LocalUses uses = usesOf(function.body);
  eachSetting(function, [&](const Setting &set) {
    if (llvm::isa<ir::NullExpr>(set.value) && settings[set.variable] == 1 &&
        set.variable->type == pointers.element &&
        !uses.lookup(set.variable).isAddressed && !set.variable->isVolatile)
      pointers.ends.insert(set.variable);
  });
}

std::vector<ListPointers> recognise::pointersOf(const ir::Function &function) {
  std::vector<ListPointers> result;
  eachSetting(function, [&](const Setting &set) {
    auto made = movedBy(set);
    if (!made || llvm::any_of(result, [&](const ListPointers &each) {
          return each.contains(made->variables[0]);
        }))
      return;
    addAll(function, *made);
    if (!made->isRing)
      findRing(function, *made);
    if (!made->isRing)
      findEnds(function, *made);
    result.push_back(std::move(*made));
  });
  return result;
}
