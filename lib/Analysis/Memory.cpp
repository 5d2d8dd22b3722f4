// What variables hold while a loop runs.
#include "Memory.h"

#include "regtt/IR/TypeRules.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt::ir;

//===--- Values -----------------------------------------------------------===//

Value Value::of(Number number) {
  Value result;
  result.number = std::move(number);
  return result;
}

Value Value::to(Region region) {
  Value result;
  result.targets.push_back(std::move(region));
  return result;
}

Value Value::anything() {
  Value result;
  result.number = Number::any();
  result.leadsAnywhere = true;
  return result;
}

bool Value::operator==(const Value &other) const {
  return number == other.number && leadsAnywhere == other.leadsAnywhere &&
         targets == other.targets;
}

/// So many places a pointer is followed to, and so many pointers in a row.
static constexpr size_t mostTargets = 6, mostPointers = 4;

static size_t pointersOf(const Region &region) {
  return llvm::count_if(region.steps,
                        [](const RegionStep &s) { return s.leaves(); });
}

Value Memory::joined(Value a, const Value &b) {
  a.number = join(a.number, b.number);
  a.leadsAnywhere |= b.leadsAnywhere;
  for (const Region &target : b.targets)
    if (!llvm::is_contained(a.targets, target))
      a.targets.push_back(target);
  // A chain that grows from turn to turn is not followed.
  const auto isLong = [](const Region &target) {
    return pointersOf(target) > mostPointers;
  };
  if (a.leadsAnywhere || a.targets.size() > mostTargets ||
      llvm::any_of(a.targets, isLong)) {
    keep(a);
    a.targets.clear();
    a.leadsAnywhere = true;
  }
  return a;
}

//===--- Variables --------------------------------------------------------===//

bool Memory::isFresh(const Region &region) const {
  return region.variable() &&
         (region.frame != 0 || fresh.count(region.variable()));
}

bool Memory::isReachable(const Region &region) const {
  if (region.root == Region::OfGlobal && region.isDirect())
    return kept.count(region.what) ||
           questions.isGlobalShared(static_cast<const Global *>(region.what));
  const Variable *variable = region.variable();
  if (!variable || kept.count(variable))
    return true;
  if (isFresh(region))
    return false;
  return region.isDirect() ? questions.isShared(variable)
                           : questions.sharesElements(variable);
}

bool Memory::isCell(const Region &region) const {
  return region.isDirect() && region.root != Region::OfText;
}

/// Elements of an array are one cell.
static Region cellOf(Region region) {
  for (RegionStep &step : region.steps)
    if (step.kind == RegionStep::Index)
      step.index = Number::any();
  return region;
}

/// What a pointer, or what the library has for one, leads to; null of others.
static const Type *pointeeType(const Type *type) {
  if (!type || type->isPointer() || type->isReference() || type->isLink())
    return type ? pointeeOf(type) : nullptr;
  const auto *library = llvm::dyn_cast<LibraryType>(type);
  return library && !liesInside(library) ? followedFrom(type) : nullptr;
}

/// What was there before the loop.
Value Memory::initial(const Region &region) const {
  const bool isChosen = llvm::any_of(region.steps, [](const RegionStep &s) {
    return s.index.kind == Number::Chosen || // of another object each time
           s.index.kind == Number::Linked;
  });
  if (region.type && (integerFormat(region.type) || region.type->isFloat()))
    return Value::of(isChosen ? Number::any() : Number::heldAt(region));
  const Type *pointee = pointeeType(region.type);
  return pointee ? Value::to(region.then(
                       {RegionStep::Deref, pointee, Number::constant(0)}))
                 : Value::anything();
}

Value Memory::load(const Region &region) {
  const auto reach = [&](const Region &r) { return isReachable(r); };
  const auto meets = [&](const Region &other) {
    return mayOverlap(other, region, reach);
  };
  const bool isLost = region.root == Region::Unknown ||
                      llvm::any_of(region.steps, [](const RegionStep &s) {
                        return s.kind == RegionStep::Part;
                      });
  if (isLost || llvm::any_of(stored, meets))
    return Value::anything();
  if (!isCell(region))
    return initial(region);
  if (llvm::any_of(blurred, meets))
    return Value::anything();
  Value result;
  if (!isFresh(region) && !ofHead.count(region.variable()))
    result = initial(region);
  const Region name = cellOf(region);
  for (const Cell &cell : cells)
    if (cell.region == name)
      result = joined(result, cell.value);
    else if (mayOverlap(cell.region, region, reach))
      return Value::anything(); // as another type, or as a part of a union
  return result;
}

void Memory::store(const Region &region, const Value &value) {
  if (!isCell(region)) {
    keep(value);
    if (!llvm::is_contained(stored, region)) {
      stored.push_back(region);
      changed = true;
    }
    return;
  }
  const Region name = cellOf(region);
  for (Cell &cell : cells)
    if (cell.region == name) {
      Value both = joined(cell.value, value);
      changed |= !(both == cell.value);
      cell.value = std::move(both);
      return;
    }
  cells.push_back({name, value});
  changed = true;
}

void Memory::blur(const Region &region) {
  std::vector<Region> &list = isCell(region) ? blurred : stored;
  if (llvm::is_contained(list, region))
    return;
  list.push_back(region);
  changed = true;
}

void Memory::keep(const Value &value) {
  for (const Region &target : value.targets)
    if ((target.variable() || target.root == Region::OfGlobal) &&
        target.isHeld())
      changed |= kept.insert(target.what).second;
}
