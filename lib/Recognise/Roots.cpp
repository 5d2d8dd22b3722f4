// Which roots a program's calls enter, and how many there are to choose from.
#include "Recogniser.h"

#include "regtt/IR/Equality.h"
#include "regtt/IR/TypeRules.h"

using namespace regtt;
using namespace regtt::recognise;

static bool isEqual(const ir::Expr *a, const ir::Expr *b) {
  return a && b ? ir::equal(a, b) : a == b;
}

bool RootGroup::operator==(const RootGroup &other) const {
  if (parts != other.parts || isNode != other.isNode || count != other.count ||
      extent != other.extent || isInclusive != other.isInclusive ||
      !isEqual(last, other.last) || !isEqual(value, other.value))
    return false;
  if (isArray() && holder && other.holder)
    return holder == other.holder && inner == other.inner;
  if (!place || !other.place)
    return place == other.place && array == other.array && inner == other.inner;
  return ir::equal(place, other.place);
}

const ir::Expr *recognise::indexOf(const ir::Step &step) {
  if (const auto *index = std::get_if<ir::IndexStep>(&step))
    return index->index;
  if (const auto *element = std::get_if<ir::ElementStep>(&step))
    return element->index;
  const auto *deref = std::get_if<ir::DerefStep>(&step);
  return deref ? deref->offset : nullptr;
}

static ir::Step withIndex(const ir::Step &step, const ir::Expr *index) {
  if (std::holds_alternative<ir::IndexStep>(step))
    return ir::IndexStep{index};
  if (std::holds_alternative<ir::ElementStep>(step))
    return ir::ElementStep{index};
  return ir::DerefStep{index};
}

/// The way from an element to its root; nothing of one that is chosen, too.
static std::optional<kernel::DataSteps>
innerSteps(llvm::ArrayRef<ir::Step> steps) {
  kernel::DataSteps result;
  for (const ir::Step &step : steps) {
    kernel::DataStep made;
    if (const auto *into = std::get_if<ir::FieldStep>(&step)) {
      made.field = into->field->isNamed() ? into->field->name : "";
      made.offset = into->field->offset;
      made.isPointer = into->field->type->isPointer();
    } else if (!indexOf(step) && std::holds_alternative<ir::DerefStep>(step)) {
      made.isDeref = true;
    } else {
      return std::nullopt;
    }
    result.push_back(std::move(made));
  }
  return result;
}

std::optional<ChosenRoot>
recognise::chooseRoot(ir::Module &module, const ir::Place *place,
                      llvm::function_ref<bool(const ir::Expr *)> varies,
                      llvm::function_ref<void()> refuse) {
  ChosenRoot result;
  result.group.place = place;
  std::optional<size_t> chosen;
  for (size_t k = 0; k < place->steps.size(); ++k) {
    const ir::Expr *index = indexOf(place->steps[k]);
    if (!index || !varies(index))
      continue;
    if (chosen)
      return refuse(), std::nullopt;
    chosen = k;
    result.index = index;
  }
  if (!chosen)
    return result;
  std::vector<ir::Step> steps(place->steps.begin(), place->steps.end());
  steps[*chosen] = withIndex(
      steps[*chosen], module.integer(result.index->type, 0, result.index->loc));
  RootGroup &group = result.group;
  group.step = *chosen;
  group.place = module.place(place->root, steps);
  const ir::Place *holder =
      module.place(place->root, place->steps.take_front(*chosen));
  const auto inner = innerSteps(place->steps.drop_front(*chosen + 1));
  if (!inner)
    return refuse(), std::nullopt;
  group.inner = *inner;
  group.holder = hostPlace(holder);
  if (std::holds_alternative<ir::ElementStep>(place->steps[*chosen])) {
    if (!isContiguous(holder->type))
      return refuse(), std::nullopt;
    group.count = RootGroup::Size;
    return result;
  }
  group.count = RootGroup::Extent;
  if (const auto *array = llvm::dyn_cast<ir::ArrayType>(holder->type))
    group.extent = array->count;
  return result;
}

/// Whether all roots are nodes that are there, by their addresses.
bool Recogniser::entersNodes() const {
  if (programCalls.empty())
    return llvm::isa<ir::AddressExpr>(call->arguments[nodeParam]);
  return llvm::all_of(programCalls, [&](const ProgramCall &each) {
    return llvm::isa<ir::AddressExpr>(each.entered->arguments[nodeParam]);
  });
}
