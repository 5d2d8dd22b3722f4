// What lanes read: elements that each lane chooses, one object or another, and
// what stands behind a condition.
#include "LaneWords.h"

#include "regtt/Analysis/LanePlaces.h"
#include "regtt/Analysis/LaneTypes.h"
#include "regtt/IR/TypeRules.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

using namespace regtt;
using namespace regtt::kernel;
using cpp::Parts;
using cpp::Precedence;
using cpp::Text;
using llvm::cast;
using llvm::dyn_cast;

//===--- Elements that each lane chooses ----------------------------------===//

/// Names for `count` numbers that stand for nothing else in `text`.
static std::vector<std::string> freshNames(size_t count, llvm::StringRef text) {
  std::vector<std::string> result;
  for (unsigned number = 1; result.size() < count; ++number) {
    std::string name = "k" + (number == 1 ? "" : std::to_string(number));
    if (!namesIt(text, name))
      result.push_back(std::move(name));
  }
  return result;
}

/// best[i] of each lane's i
/// -> go, [&](auto k) -> auto & { return best[k]; }, i
std::string LaneWords::chosenPlace(const ir::Place &place, bool isReference,
                                   Parts &parts) {
  const auto chosen = ownIndices(levels, place);
  std::vector<std::string> numbers, params;
  for (const ir::Expr *index : chosen) {
    numbers.push_back(parts.exact(index).text);
    inLane[index] = "0";
  }
  const auto called = freshNames(chosen.size(), parts.place(&place).text);
  for (size_t k = 0; k < chosen.size(); ++k) {
    params.push_back("auto " + called[k]);
    inLane[chosen[k]] = called[k];
  }
  const std::string text = parts.place(&place).text;
  for (const ir::Expr *index : chosen)
    inLane.erase(index);
  return mask() + ", [&](" + llvm::join(params, ", ") + ")" +
         (isReference ? " -> auto & " : " ") + "{ return " + text + "; }, " +
         llvm::join(numbers, ", ");
}

/// `q.coord` of q.coord[i], whose elements are numbers, each sixteen, which an
/// index of each lane's own chooses from.
std::optional<ir::Place> LaneWords::chosenArray(const ir::Place &place) const {
  const auto *last = place.steps.empty()
                         ? nullptr
                         : std::get_if<ir::IndexStep>(&place.steps.back());
  if (!last || !isOwn(last->index) || !liesInLanes(levels, place) ||
      !isLaneNumber(place.type) || ownIndices(levels, place).size() != 1)
    return std::nullopt;
  const ir::Type *type = ir::typeOf(place.root);
  for (const ir::Step &step : place.steps.drop_back())
    type = ir::typeAfter(step, type);
  if (type->kind != ir::Type::Array)
    return std::nullopt;
  return ir::Place{place.root, place.steps.drop_back(), type, place.isVolatile};
}

/// `go, q.coord, i`
std::string LaneWords::elementOf(const ir::Place &place, Parts &parts) const {
  const ir::Expr *index = std::get<ir::IndexStep>(place.steps.back()).index;
  const ir::Place array = *chosenArray(place);
  return mask() + ", " + parts.place(&array).text + ", " +
         parts.exact(index).text;
}

Text LaneWords::loaded(const ir::Place &place, Parts &parts) {
  if (const ir::SelectExpr *chosen = chosenObject(place))
    return loadedIn(chosen, place.steps, parts);
  if (ownIndices(levels, place).empty())
    return parts.place(&place);
  if (chosenArray(place))
    return {"rt::arrayElement(" + elementOf(place, parts) + ")",
            Precedence::Postfix};
  const bool isStruct = place.type->kind == ir::Type::Struct;
  if (liesInLanes(levels, place))
    return {"rt::element(" + chosenPlace(place, true, parts) + ")",
            Precedence::Postfix};
  return {(isStruct ? "rt::applied<" + laneType(values, place.type) + ">("
                    : std::string("rt::apply(")) +
              chosenPlace(place, false, parts) + ")",
          Precedence::Postfix};
}

//===--- One object or another --------------------------------------------===//

Text LaneWords::select(const std::string &condition, const ir::Type *type,
                       const std::string &yes, const std::string &no) const {
  return {"rt::select" +
              (type->kind == ir::Type::Struct
                   ? "<" + laneType(values, type) + ">"
                   : std::string()) +
              "(" + condition + ", " + yes + ", " + no + ")",
          Precedence::Postfix};
}

/// What `object`, a pointer, a reference, or a choice of these, leads to, some
/// steps further.
Text LaneWords::loadedIn(const ir::Expr *object, llvm::ArrayRef<ir::Step> steps,
                         Parts &parts) {
  if (const auto *choice = dyn_cast<ir::SelectExpr>(object)) {
    const ir::Type *type = ir::pointeeOf(object->type);
    for (const ir::Step &step : steps)
      type = ir::typeAfter(step, type);
    return select(parts.exact(choice->condition).text, type,
                  loadedIn(choice->whenTrue, steps, parts).text,
                  loadedIn(choice->whenFalse, steps, parts).text);
  }
  const auto *value = dyn_cast<ir::ValueExpr>(object);
  const auto *address = dyn_cast<ir::AddressExpr>(object);
  if (!address && (!value || steps.empty()))
    return parts.exact(object);
  ir::Root root = value ? ir::Root(value->variable) : address->place->root;
  llvm::SmallVector<ir::Step, 4> all;
  if (value)
    all.push_back(ir::DerefStep{nullptr});
  else
    llvm::append_range(all, address->place->steps);
  llvm::append_range(all, steps);
  const ir::Type *type = ir::typeOf(root);
  for (const ir::Step &step : all)
    type = ir::typeAfter(step, type);
  return loaded({root, all, type, address && address->place->isVolatile},
                parts);
}

//===--- Behind a condition -----------------------------------------------===//

/// `[&](rt::Mask some) { return e; }`
std::string LaneWords::behind(const char *mask, const ir::Expr *e,
                              Parts &parts) {
  const std::string name =
      mask + (waiting == 0 ? "" : std::to_string(waiting + 1));
  ++waiting;
  frames.push_back({Frame::Choice, name, false});
  const std::string text = parts.exact(e).text;
  frames.pop_back();
  --waiting;
  return "[&](rt::Mask" + (namesIt(text, name) ? " " + name : "") +
         ") { return " + text + "; }";
}

/// What may be evaluated in all lanes is; what may not waits for those that
/// come to it.
std::optional<Text> LaneWords::choice(const ir::Expr &e, Parts &parts) {
  const bool waits = hasSideThatWaits(printed, e);
  if (const auto *both = dyn_cast<ir::LogicalExpr>(&e)) {
    if (!waits)
      return std::nullopt;
    return Text{(both->isAnd ? "rt::andThen(" : "rt::orElse(") + mask() + ", " +
                    parts.exact(both->left).text + ", " +
                    behind("those", both->right, parts) + ")",
                Precedence::Postfix};
  }
  const auto &choice = cast<ir::SelectExpr>(e);
  const std::string condition = parts.exact(choice.condition).text;
  if (!waits)
    return select(condition, e.type, parts.exact(choice.whenTrue).text,
                  parts.exact(choice.whenFalse).text);
  const bool isStruct = e.type->kind == ir::Type::Struct;
  return Text{
      "rt::choice" +
          (isStruct ? "<" + laneType(values, e.type) + ">" : std::string()) +
          "(" + mask() + ", " + condition + ", " +
          behind("those", choice.whenTrue, parts) + ", " +
          behind("those", choice.whenFalse, parts) + ")",
      Precedence::Postfix};
}

//===--- Records of nodes of lanes' own -----------------------------------===//

/// `const auto n_point = rt::loadRows<LanePoint, 1>(some, tree, self);`
std::string LaneWords::record(const ir::LibraryCallStatement &load) const {
  const unsigned group =
      cast<ir::IntExpr>(load.arguments[0])->value().getZExtValue();
  const TypeNames types(site.kernel, values);
  return "const auto " + names.groups[group] + " = rt::loadRows<" +
         laneRecord(values, types.groups[group]) + ", " +
         std::to_string(group) + ">(" + mask() + ", tree, self);";
}
