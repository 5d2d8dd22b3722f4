// Numbers of children that data choose, or a loop: a sum of what the node alone
// decides and an index of few values. The children lie side by side, in as many
// slots.
//
//     f(n.first + side);                        n.first to n.first + 1
//     f(2 * i + 1 + (d > 0));                   2 * i + 1 to 2 * i + 2
//     for (k = 0; k < 4; ++k) f(4 * i + 1 + k);
//     for (k = 0; k < n.count; ++k) f(n.first + k);   a list
#include "FunctionLowering.h"
#include "Ranges.h"
#include "regtt/Frontend/Model/Links.h"
#include "regtt/Frontend/Model/Numbers.h"

using namespace regtt;
using namespace clang;

namespace {

/// A term of a sum.
struct SumTerm {
  const Expr *e;
  bool negated;
};
using SumTerms = llvm::SmallVector<SumTerm, 4>;

void addTerms(const Expr *e, bool negated, SumTerms &terms) {
  const Expr *inner = plain(e);
  if (const auto *binary = dyn_cast<BinaryOperator>(inner);
      binary &&
      (binary->getOpcode() == BO_Add || binary->getOpcode() == BO_Sub)) {
    addTerms(binary->getLHS(), negated, terms);
    return addTerms(binary->getRHS(),
                    negated != (binary->getOpcode() == BO_Sub), terms);
  }
  if (const auto *unary = dyn_cast<UnaryOperator>(inner);
      unary &&
      (unary->getOpcode() == UO_Minus || unary->getOpcode() == UO_Plus))
    return addTerms(unary->getSubExpr(),
                    negated != (unary->getOpcode() == UO_Minus), terms);
  terms.push_back({e, negated});
}

/// Builds sums in the user's terms.
class SumBuilder {
public:
  SumBuilder(ASTContext &context, QualType type, SourceLocation loc)
      : context(context), type(type), loc(loc) {}

  const Expr *number(int64_t value) const {
    return IntegerLiteral::Create(
        context, llvm::APInt(context.getIntWidth(type), value, true), type,
        loc);
  }

  /// Terms that are added first, so that nothing falls below 0 on the way.
  const Expr *sum(const SumTerms &terms, int64_t constant) const {
    const Expr *result = nullptr;
    for (const bool negated : {false, true}) {
      for (const SumTerm &term : terms)
        if (term.negated == negated)
          result = join(result, term.e, negated);
      if ((constant < 0) == negated && constant != 0)
        result =
            join(result, number(constant < 0 ? -constant : constant), negated);
    }
    return result ? result : number(0);
  }

private:
  const Expr *join(const Expr *left, const Expr *right, bool negated) const {
    if (!left && !negated)
      return right;
    if (!left)
      left = number(0);
    return BinaryOperator::Create(context, const_cast<Expr *>(left),
                                  const_cast<Expr *>(right),
                                  negated ? BO_Sub : BO_Add, type, VK_PRValue,
                                  OK_Ordinary, loc, FPOptionsOverride());
  }

  ASTContext &context;
  QualType type;
  SourceLocation loc;
};

} // namespace

bool FunctionLowering::numberChoice(const Expr *e, const Expr *key) {
  ASTContext &context = builder.context;
  SumTerms all, base, chosen;
  addTerms(e, false, all);
  int64_t constant = 0;
  for (const SumTerm &term : all) {
    if (const auto value = term.e->getIntegerConstantExpr(context)) {
      if (!value->isRepresentableByInt64() || value->getSignificantBits() > 32)
        return false;
      constant += (term.negated ? -1 : 1) * value->getExtValue();
    } else {
      (isOnNodeAlone(term.e) ? base : chosen).push_back(term);
    }
  }
  if (base.empty() || chosen.empty())
    return false;
  const SumBuilder sums(context, e->getType().getUnqualifiedType(),
                        e->getBeginLoc());
  // Of a loop whose length the node decides.
  if (chosen.size() == 1 && !chosen[0].negated)
    for (const CountedUp &loop : loops)
      if (namedVariable(chosen[0].e) == loop.var &&
          !loop.bound->getIntegerConstantExpr(context)) {
        const unsigned group = consecutiveGroup(sums.sum(base, constant), e);
        function.children[key] = {group, plain(chosen[0].e)};
        return true;
      }
  LoopRanges around;
  for (const CountedUp &loop : loops) {
    const auto first =
        loop.first ? loop.first->getIntegerConstantExpr(context) : std::nullopt;
    const auto bound = loop.bound->getIntegerConstantExpr(context);
    if (first && bound)
      around.push_back(
          {loop.var,
           {first->getExtValue(), bound->getExtValue() - !loop.inclusive}});
  }
  Range range = {constant, constant};
  for (const SumTerm &term : chosen) {
    const auto values = rangeOf(builder, function.decl, term.e, around);
    if (!values)
      return false;
    range.low += term.negated ? -values->high : values->low;
    range.high += term.negated ? -values->low : values->high;
  }
  static constexpr int64_t most = 32; // of slots
  if (range.high - range.low >= most)
    return false;
  const auto place =
      indexedGroup(sums.sum(base, range.low), range.high - range.low + 1, e);
  if (!place)
    return false;
  function.children[key] = {
      place->first, sums.sum(chosen, constant - range.low + place->second)};
  return true;
}

/// `count` slots for the numbers from `value` on, or room among those that are
/// there: the group, and how far behind its first slot they start.
std::optional<std::pair<unsigned, int64_t>>
FunctionLowering::indexedGroup(const Expr *value, int count, const Expr *e) {
  const SumBuilder sums(builder.context, value->getType(),
                        value->getBeginLoc());
  for (unsigned i = 0; i < traversal.slots.size(); ++i) {
    SlotGroup &slots = traversal.slots[i];
    if (slots.form != SlotGroup::Computed || slots.count == 1)
      continue;
    for (int behind = 1 - count; behind < slots.count; ++behind) {
      if (!sameNumbers(function, value,
                       sums.sum({{slots.value, false}}, behind),
                       builder.context))
        continue;
      if (behind < 0)
        return std::nullopt; // further ahead than those
      if (behind + count > slots.count) {
        traversal.numSlots += behind + count - slots.count;
        slots.count = behind + count;
      }
      return std::pair(i, int64_t(behind));
    }
  }
  SlotGroup slots;
  slots.form = SlotGroup::Computed;
  slots.value = value;
  slots.text = builder.sourceText(e);
  slots.type = e->getType().getUnqualifiedType();
  slots.loc = e->getBeginLoc();
  slots.count = count;
  slots.first = traversal.numSlots;
  traversal.numSlots += count;
  traversal.slots.push_back(slots);
  return std::pair(unsigned(traversal.slots.size() - 1), int64_t(0));
}

/// A list of numbers side by side, from `value` on; ChildLists finds its
/// length.
unsigned FunctionLowering::consecutiveGroup(const Expr *value, const Expr *e) {
  for (unsigned i = 0; i < traversal.slots.size(); ++i)
    if (traversal.slots[i].form == SlotGroup::Consecutive &&
        sameNumbers(function, traversal.slots[i].value, value, builder.context))
      return i;
  SlotGroup slots;
  slots.form = SlotGroup::Consecutive;
  slots.value = value;
  slots.text = builder.sourceText(e);
  slots.type = e->getType().getUnqualifiedType();
  slots.loc = e->getBeginLoc();
  slots.count = 0;
  slots.first = traversal.numSlots;
  traversal.slots.push_back(slots);
  return traversal.slots.size() - 1;
}

/// A number that is one among several is in their slot alone: a child in two
/// slots would be a tree in two copies.
void FunctionLowering::mergeNumbers() {
  auto &groups = traversal.slots;
  std::vector<unsigned> moved(groups.size());
  std::vector<int> behind(groups.size(), -1);
  for (unsigned i = 0; i < groups.size(); ++i) {
    moved[i] = i;
    if (groups[i].count != 1 || (groups[i].form != SlotGroup::Computed &&
                                 groups[i].form != SlotGroup::Fields))
      continue;
    for (unsigned k = 0; k < groups.size(); ++k)
      if (groups[k].form == SlotGroup::Computed && groups[k].count > 1)
        if (const int at = placeAmong(groups[k], groups[i]); at >= 0) {
          moved[i] = k;
          behind[i] = at;
        }
  }
  const SumBuilder sums(builder.context, builder.context.IntTy,
                        function.decl->getLocation());
  for (auto &entry : function.children)
    if (const unsigned from = entry.second.group; behind[from] >= 0)
      entry.second = {moved[from], sums.number(behind[from])};
  // Close the gaps.
  std::vector<unsigned> numbers(groups.size());
  std::vector<SlotGroup> kept;
  traversal.numSlots = 0;
  for (unsigned i = 0; i < groups.size(); ++i) {
    numbers[i] = kept.size();
    if (behind[i] >= 0)
      continue;
    kept.push_back(groups[i]);
    kept.back().first = traversal.numSlots;
    traversal.numSlots += kept.back().count;
  }
  groups = std::move(kept);
  for (auto &entry : function.children)
    entry.second.group = numbers[entry.second.group];
  for (auto &entry : function.eachChild)
    entry.second = numbers[entry.second];
}

/// Which of the numbers of `several` the one of `single` is; -1: none.
int FunctionLowering::placeAmong(const SlotGroup &several,
                                 const SlotGroup &single) {
  if (single.form == SlotGroup::Fields) {
    // A number in the node is a sum of itself.
    const auto found = function.accesses.find(plain(several.value));
    if (found == function.accesses.end() || !found->second.parts.empty())
      return -1;
    const Path &path = traversal.paths[found->second.path];
    return path.base == Base::Node && path.number == single.array &&
                   path.steps == single.steps
               ? 0
               : -1;
  }
  const SumBuilder sums(builder.context, several.value->getType(), several.loc);
  for (int behind = 0; behind < several.count; ++behind)
    if (sameNumbers(function, single.value,
                    sums.sum({{several.value, false}}, behind),
                    builder.context))
      return behind;
  return -1;
}
