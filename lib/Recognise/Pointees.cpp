// What pointers and references lead to.
//
//     load %p, where `let %p = addressof %n->box`  ->  the node's `box`
//     ptradd(load %x, %i)                          ->  element %i of what all
//     share
#include "Accessors.h"
#include "Body.h"
#include "KeptData.h"
#include "Lists.h"

#include <llvm/Support/SaveAndRestore.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

std::optional<Object> Body::objectAt(const ir::Place *place) {
  auto found = part(place);
  if (!found || !found->isDatum() || found->before != 0)
    return std::nullopt;
  found->object.type = found->type;
  return found->object;
}

/// What `variable` leads to: what it is bound to, or the child that it holds.
std::optional<Object> Body::behind(const ir::Variable *variable) {
  if (const auto bound = objects.find(variable); bound != objects.end())
    return bound->second;
  if (const auto kept = values.find(variable);
      kept != values.end() &&
      (kept->second.isNode ||
       (isOfProgram(kept->second) && kept->second.isWhole() &&
        site.keepsPointee(variable->type)))) {
    Part part{kept->second};
    part.type = variable->type;
    return through(part, nullptr) ? std::optional(part.object) : std::nullopt;
  }
  const auto source = sources.find(variable);
  return source == sources.end() ? linkedBy(variable) : pointee(source->second);
}

std::optional<Object> Body::pointee(const ir::Expr *e) {
  const ir::Place *held = nullptr;
  if (auto around = pointeeAround(e))
    return around;
  if (const auto *address = dyn_cast<ir::AddressExpr>(e))
    return objectAt(address->place);
  if (const auto *value = dyn_cast<ir::ValueExpr>(e))
    return behind(value->variable);
  if (const auto *called = dyn_cast<ir::CallExpr>(e)) {
    const ir::Expr *words = inWords(module, called);
    return words ? pointee(words) : std::nullopt;
  }
  if (const auto *load = dyn_cast<ir::LoadExpr>(e))
    held = load->place;
  if (const auto *cast = dyn_cast<ir::CastExpr>(e)) {
    if (const auto links = Lists(*this).linksOf(*cast);
        links || site.isFailing())
      return links;
    const auto object = derived(*cast);
    return object || site.isFailing() ? object : untyped(*cast);
  }
  if (const auto *sum = dyn_cast<ir::BinaryExpr>(e);
      sum && sum->op == ir::BinaryOp::PtrAdd) {
    const auto from = pointee(sum->left);
    return from ? moved(*from, sum->right) : std::nullopt;
  }
  if (const auto *read = dyn_cast<ir::ContainerReadExpr>(e)) {
    if (read->op == ir::ReadOp::Data)
      return dataOf(read);
    held = read->op == ir::ReadOp::Get ? read->container : nullptr;
  }
  if (!held)
    return std::nullopt;
  if (const ir::Variable *variable = held->wholeVariable())
    return behind(variable);
  if (const auto child = chosenChild(held))
    return child;
  auto found = part(held);
  const llvm::SaveAndRestore followed(way);
  way = {held, held->steps.size()};
  if (!found || !through(*found, nullptr))
    return std::nullopt;
  return found->object;
}
