// Regions, and the numbers in them.
#include "regtt/Analysis/Region.h"

#include "regtt/IR/Function.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringSwitch.h>

using namespace regtt::ir;

//===--- Numbers ----------------------------------------------------------===//

Number Number::any() {
  Number result;
  result.kind = Any;
  return result;
}

Number Number::within(int64_t low, int64_t high) {
  Number result;
  result.kind = Affine;
  result.low = low;
  result.high = high;
  return result;
}

Number Number::counter(const Variable *of) {
  Number result = constant(0);
  result.scale = 1;
  result.of = of;
  return result;
}

Number Number::heldAt(const Region &region) {
  Number result;
  result.kind = Held;
  result.held = std::make_shared<const Region>(region);
  return result;
}

Number Number::chosenBy(const Variable *pointer) {
  Number result;
  result.kind = Chosen;
  result.of = pointer;
  return result;
}

Number Number::linkedBy(const Variable *pointer) {
  Number result;
  result.kind = Linked;
  result.of = pointer;
  return result;
}

Number Number::below(const Number &held) {
  Number result;
  if (held.kind == Held && held.low == 0) {
    result.kind = Below;
    result.held = held.held;
    result.span = Inside;
  }
  return result;
}

Number Number::checkedRow(const Number &start) {
  Number result = start;
  if (start.kind == Row)
    result.span = Checked;
  return result;
}

bool Number::operator==(const Number &other) const {
  return kind == other.kind && scale == other.scale && low == other.low &&
         high == other.high && of == other.of && span == other.span &&
         bool(held) == bool(other.held) && (!held || *held == *other.held);
}

/// What is written is small; what is not is not worth following.
static bool isSmall(int64_t value) {
  return value > -(int64_t(1) << 31) && value < (int64_t(1) << 31);
}

static Number checked(Number number) {
  if (number.kind == Number::Affine && number.scale == 0)
    number.of = nullptr;
  return isSmall(number.scale) && isSmall(number.low) && isSmall(number.high)
             ? number
             : Number::any();
}

/// Whether both are told by the same number from before the loop.
static bool haveSameHeld(const Number &a, const Number &b) {
  return a.held && b.held && *a.held == *b.held;
}

/// `i * width + k`
static Number alongRow(const Number &row, const Number &by) {
  Number result = row;
  if (row.span == Number::Checked || by == Number::constant(0))
    return result;
  if (row.span == Number::Start && haveSameHeld(row, by)) {
    if (by.kind == Number::Below) {
      result.span = Number::Inside;
      return result;
    }
    if (by.kind == Number::Held && (by.low == 0 || by.low == -1)) {
      result.span = by.low == 0 ? Number::End : Number::Some;
      return result;
    }
  }
  if (row.span == Number::End && by == Number::constant(-1)) {
    result.span = Number::Some;
    return result;
  }
  return Number::any();
}

Number regtt::ir::sum(const Number &a, const Number &b) {
  if (a.kind == Number::None || b.kind == Number::None)
    return {};
  if (a.kind == Number::Row || b.kind == Number::Row)
    return a.kind == Number::Row ? alongRow(a, b) : alongRow(b, a);
  if (a.kind == Number::Below || b.kind == Number::Below)
    return a == Number::constant(0)   ? b
           : b == Number::constant(0) ? a
                                      : Number::any();
  if (a.kind == Number::Affine && b.kind != Number::Affine)
    return sum(b, a);
  if (a.kind == Number::Any || b.kind == Number::Any)
    return Number::any();
  if (a.kind == Number::Linked)
    return b == Number::constant(0) ? a : Number::any();
  Number result = a;
  if (a.kind != Number::Affine ? !b.isConstant() : a.of && b.of && a.of != b.of)
    return Number::any();
  result.scale += b.scale;
  result.low += b.low;
  result.high += b.high;
  if (b.of)
    result.of = b.of;
  return checked(result);
}

Number regtt::ir::negative(const Number &a) {
  return product(Number::constant(-1), a);
}

Number regtt::ir::product(const Number &a, const Number &b) {
  if (a.kind == Number::None || b.kind == Number::None)
    return {};
  if (!a.isConstant() && b.isConstant())
    return product(b, a);
  if (b.kind == Number::Held && a.kind == Number::Affine && a.of)
    return product(b, a);
  if (a.kind == Number::Held && a.low == 0 && b.of &&
      b == Number::counter(b.of)) {
    Number row = a;
    row.kind = Number::Row;
    row.of = b.of;
    return row;
  }
  if (!a.isConstant() || b.kind != Number::Affine)
    return Number::any();
  Number result = b;
  result.scale *= a.low;
  result.low *= a.low;
  result.high *= a.low;
  if (result.low > result.high)
    std::swap(result.low, result.high);
  return checked(result);
}

Number regtt::ir::join(const Number &a, const Number &b) {
  if (a.kind == Number::None || a == b)
    return b;
  return b.kind == Number::None ? a : Number::any();
}

bool regtt::ir::areApart(const Number &a, const Number &b) {
  return a.isWithin() && b.isWithin() && (a.high < b.low || b.high < a.low);
}

bool regtt::ir::differInIterations(const Number &a, const Number &b) {
  // Rows without elements are all at one place.
  if (a.kind == Number::Row && b.kind == Number::Row)
    return a.of == b.of && haveSameHeld(a, b) && a.span != Number::End &&
           b.span != Number::End &&
           (a.span >= Number::Inside || b.span >= Number::Inside);
  if (a.kind == Number::Linked)
    return a == b;
  if (a.kind != Number::Affine || b.kind != Number::Affine || !a.of ||
      a.of != b.of || a.scale != b.scale)
    return false;
  // They are `scale` apart at least, but for what is added.
  return std::max(a.high, b.high) - std::min(a.low, b.low) < std::abs(a.scale);
}

//===--- Regions ----------------------------------------------------------===//

bool RegionStep::operator==(const RegionStep &other) const {
  return kind == other.kind && field == other.field && member == other.member &&
         index == other.index && type == other.type;
}

Region Region::of(const Variable *variable, unsigned frame) {
  Region result;
  result.root = OfVariable;
  result.what = variable;
  result.frame = frame;
  result.type = variable->type;
  return result;
}

Region Region::of(const Global *global) {
  Region result;
  result.root = OfGlobal;
  result.what = global;
  return result;
}

Region Region::unknown(const Type *type) {
  Region result;
  result.type = type;
  return result;
}

bool Region::isDirect() const {
  return root != Unknown &&
         llvm::none_of(steps, [](const RegionStep &s) { return s.leaves(); });
}

bool Region::isHeld() const {
  return root != Unknown && llvm::none_of(steps, [](const RegionStep &step) {
           return step.kind == RegionStep::Deref;
         });
}

Region Region::prefix(size_t count) const {
  Region result = *this;
  result.steps.erase(result.steps.begin() + count, result.steps.end());
  if (count != 0)
    result.type = result.steps.back().type;
  else if (const Variable *var = variable())
    result.type = var->type;
  else
    result.type = nullptr;
  return result;
}

Region Region::then(RegionStep step) const {
  Region result = *this;
  result.type = step.type;
  result.steps.push_back(std::move(step));
  return result;
}

bool Region::operator==(const Region &other) const {
  return hasSameRoot(other) && type == other.type && steps == other.steps;
}

bool regtt::ir::isExact(const Region &region) {
  if (region.root == Region::Unknown || region.frame != 0)
    return false;
  return llvm::none_of(region.steps, [](const RegionStep &step) {
    const bool counts = step.kind == RegionStep::Index || step.leaves();
    return step.kind == RegionStep::Part ||
           (counts && (step.index.kind == Number::Any ||
                       step.index.kind == Number::None ||
                       step.index.kind == Number::Below ||
                       step.index.kind == Number::Row ||
                       step.index.low != step.index.high));
  });
}

//===--- Text -------------------------------------------------------------===//

std::string regtt::ir::toString(const Number &number) {
  switch (number.kind) {
  case Number::None:
    return "none";
  case Number::Any:
    return "?";
  case Number::Held:
    return toString(*number.held) +
           (number.low ? " + " + std::to_string(number.low) : "");
  case Number::Chosen:
    return "its own" + (number.low ? " + " + std::to_string(number.low) : "");
  case Number::Linked:
    return "next by %" + number.of->name;
  case Number::Below:
    return "0.." + toString(*number.held);
  case Number::Row: {
    const char *const spans[] = {"", " to the next", " + some", " + one",
                                 " + checked"};
    return toString(*number.held) + " * %" + number.of->name +
           spans[number.span];
  }
  case Number::Affine:
    break;
  }
  const std::string added =
      number.low == number.high
          ? std::to_string(number.low)
          : std::to_string(number.low) + ".." + std::to_string(number.high);
  if (!number.of)
    return added;
  std::string text = "%" + number.of->name;
  if (number.scale != 1)
    text = std::to_string(number.scale) + " * " + text;
  return text + (added == "0" ? "" : " + " + added);
}

std::string regtt::ir::toString(const Region &region) {
  std::string text;
  if (const Variable *variable = region.variable())
    text = "%" + variable->name;
  else if (region.root == Region::OfText)
    text = "text";
  else if (region.root == Region::OfGlobal)
    text = "@" + static_cast<const Global *>(region.what)->name;
  else
    text = "anything";
  for (const RegionStep &step : region.steps) {
    switch (step.kind) {
    case RegionStep::Field:
      text += (step.field->isBase ? ".@" : ".") + step.field->name;
      break;
    case RegionStep::Member:
      text += "." + step.member.str();
      break;
    case RegionStep::Index:
    case RegionStep::Element:
      text += "[" + toString(step.index) + "]";
      break;
    case RegionStep::Deref:
      text += "->";
      if (!(step.index == Number::constant(0)))
        text += "[" + toString(step.index) + "]";
      break;
    case RegionStep::Part:
      text += ".part";
      break;
    }
  }
  return text;
}

bool regtt::ir::ownsElements(const Type *type) {
  const auto *library = llvm::dyn_cast_or_null<LibraryType>(type);
  return library &&
         llvm::StringSwitch<bool>(library->name)
#define ELEMENT(TYPE, ARGUMENT, KEY) .Case(TYPE, true)
#include "regtt/IR/Library.def"
             .Default(false) &&
         library->name != "std::span" &&
         library->name != "std::basic_string_view";
}
