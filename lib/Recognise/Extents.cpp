// How many elements an array behind a pointer of the node, the query or another
// array's element has: what the loop says that goes over it.
//
//     for { var %k = 0 } while lt(load %k, load %n->count) ... %n->items[%k]
//  -> extent of `n->items`: the datum `n->count`
#include "Accessors.h"
#include "Body.h"
#include "ElementTags.h"
#include "Multiples.h"
#include "OtherExtents.h"
#include "ZeroEnds.h"

#include "regtt/Analysis/Changes.h"
#include "regtt/Analysis/CountedLoop.h"
#include "regtt/Analysis/Integers.h"
#include "regtt/IR/Equality.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/Support/SaveAndRestore.h>

#include <set>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

static bool isSameTerm(const kernel::ExtentTerm &a,
                       const kernel::ExtentTerm &b) {
  return a.op == b.op && a.datum == b.datum && a.uniform == b.uniform &&
         a.number == b.number;
}

bool ArrayBound::operator==(const ArrayBound &other) const {
  return isKnown == other.isKnown && wrapsAt == other.wrapsAt &&
         std::equal(terms.begin(), terms.end(), other.terms.begin(),
                    other.terms.end(), isSameTerm);
}

/// Whether no iteration writes what lies there.
static bool isNeverWritten(const kernel::Kernel &kernel,
                           const ir::DataRoot &root) {
  if (root.kind == ir::DataRoot::Shared || root.kind == ir::DataRoot::Node)
    return true;
  const kernel::Datum &datum = kernel.data[root.number];
  return root.kind == ir::DataRoot::Element
             ? !kernel.arrays[datum.number].isOfQueries
             : root.kind == ir::DataRoot::Own &&
                   datum.number == kernel::iterationNumber;
}

/// Whether the number of an element, in the kernel's words, is the same all
/// through a loop of the body `body`, which is in the user's.
static bool isSteady(const ir::Expr *number, const ir::BlockStatement *body,
                     const kernel::Kernel &kernel, const ir::Mapper &copy) {
  const auto isSteadyVariable = [&](const ir::Variable *variable) {
    for (const auto &[users, other] : copy.variables)
      if (other == variable)
        return !ir::mayChange(body, users);
    return false;
  };
  bool result = true;
  ir::walk(number, [&](const ir::Expr *e) {
    const auto *load = dyn_cast<ir::LoadExpr>(e);
    if (!load) {
      result &= llvm::isa<ir::IntExpr, ir::ValueExpr, ir::CastExpr,
                          ir::BinaryExpr, ir::UnaryExpr>(e);
      return;
    }
    const ir::Variable *variable = load->place->wholeVariable();
    const auto *root = std::get_if<ir::DataRoot>(&load->place->root);
    result &= variable ? isSteadyVariable(variable)
                       : root && isNeverWritten(kernel, *root);
  });
  return result;
}

bool recognise::extentTerms(const kernel::Kernel &kernel, const ir::Expr *e,
                            char op, std::vector<kernel::ExtentTerm> &terms,
                            const ir::Expr *element) {
  e = withoutCasts(e);
  kernel::ExtentTerm term;
  term.op = op;
  const auto number = fixedInteger(e);
  if (number) {
    const auto value = number->tryExtValue();
    if (!value)
      return false;
    term.number = *value;
    terms.push_back(term);
    return true;
  }
  if (const auto *sum = dyn_cast<ir::BinaryExpr>(e)) {
    const char kind = sum->op == ir::BinaryOp::Add   ? '+'
                      : sum->op == ir::BinaryOp::Sub ? '-'
                      : sum->op == ir::BinaryOp::Mul ? '*'
                                                     : 0;
    // Terms are joined from left to right: `1 + 2 * n` is `2 * n + 1`.
    const ir::Expr *left = sum->left, *right = sum->right;
    if (kind != '-' && dyn_cast<ir::BinaryExpr>(withoutCasts(right)))
      std::swap(left, right);
    return kind && terms.empty() &&
           extentTerms(kernel, left, '+', terms, element) &&
           extentTerms(kernel, right, kind, terms, element);
  }
  const auto *load = dyn_cast<ir::LoadExpr>(e);
  const auto *root =
      load ? std::get_if<ir::DataRoot>(&load->place->root) : nullptr;
  if (!root || !load->place->steps.empty() || !e->type->isInt())
    return false;
  if (root->kind == ir::DataRoot::Shared)
    term.uniform = root->number;
  else if (root->kind == ir::DataRoot::Node || root->kind == ir::DataRoot::Own)
    term.datum = root->number;
  else if (root->kind == ir::DataRoot::Element && element &&
           ir::equal(root->index, element))
    term.datum = root->number;
  else
    return false;
  terms.push_back(term);
  return true;
}

/// Whether a loop that begins there looks at no element ahead of the first.
static bool isNeverNegative(const ir::Expr *first) {
  if (const auto number = fixedInteger(first))
    return !number->isNegative();
  const auto format = ir::integerFormat(withoutCasts(first)->type);
  return format && !format->isSigned;
}

/// The bits at which the unsigned type wraps around that all of `e` is computed
/// in; 0: it is computed in none. Nothing: in several.
static std::optional<unsigned> wrapsAt(const ir::Expr *e) {
  std::set<unsigned> bits;
  ir::walk(e, [&](const ir::Expr *part) {
    const auto format = ir::integerFormat(part->type);
    if (llvm::isa<ir::BinaryExpr>(part) && format)
      bits.insert(format->isSigned || format->bits >= 64 ? 0 : format->bits);
  });
  if (bits.size() > 1)
    return std::nullopt;
  return bits.empty() ? 0 : *bits.begin();
}

/// Whether `datum` is of the node, the query or the element that array `array`
/// is of.
static bool isBesideStart(const kernel::Kernel &kernel, unsigned array,
                          unsigned datum) {
  const kernel::DataArray &of = kernel.arrays[array];
  return kernel.data[datum].owner == kernel.data[of.start].owner &&
         (!of.isOfElements() ||
          kernel.data[datum].number == unsigned(of.parent));
}

/// Whether `index` is what a helper is handed and never changes: each call says
/// what it is. That is noted.
bool Body::isHandedIndex(unsigned array, const ir::Expr *index) {
  const auto *load =
      index ? dyn_cast<ir::LoadExpr>(withoutCasts(index)) : nullptr;
  const ir::Variable *variable = load ? load->place->wholeVariable() : nullptr;
  const auto param = llvm::find(from.params, variable);
  if (!variable || site.inCopy.empty() || site.inCopy.back() != &from ||
      param == from.params.end() || ir::mayChange(from.body, variable))
    return false;
  site.handedIndices[&to].insert(
      {array, unsigned(param - from.params.begin())});
  return true;
}

/// What the arguments of a call of `helper` say of how many elements arrays
/// have that are indexed there.
void Body::noteHandedIndices(const ir::Function *helper,
                             llvm::ArrayRef<const ir::Expr *> arguments) {
  for (const auto &[array, param] : site.handedIndices.lookup(helper))
    noteBound(array, nullptr, arguments[param]);
}

/// What a local that never changes is: `num[i]` of `int count = num[i]`. Other
/// values are what they are.
static const ir::Expr *withoutName(const ir::Function &function,
                                   const ir::Expr *e) {
  const auto *named = dyn_cast<ir::ValueExpr>(withoutCasts(e));
  const ir::Expr *result = e;
  if (named && named->variable->kind == ir::Variable::Let)
    ir::walk(static_cast<const ir::Statement *>(function.body),
             [&](const ir::Statement *s) {
               const auto *let = dyn_cast<ir::LetStatement>(s);
               if (let && let->variable == named->variable &&
                   llvm::isa<ir::LoadExpr>(withoutCasts(let->value)))
                 result = let->value;
             });
  return result;
}

/// Notes what an access at `index`, in the user's words, says of how many
/// elements `array` has, which is element `element`'s where elements have it.
void Body::noteBound(unsigned array, const ir::Expr *element,
                     const ir::Expr *index) {
  const kernel::DataArray &known = site.kernel.arrays[array];
  if (known.isShared() || known.size >= 0 || known.hasExactExtent ||
      kernel::listAt(site.kernel.data[known.start].steps))
    return;
  if (!element && isHandedIndex(array, index))
    return;
  ArrayBound bound;
  bound.array = array;
  bound.loc = loc;
  const auto number = fixedInteger(index);
  // Behind a query or an element, and in the node itself, what is read at a
  // constant is there in any case.
  const bool isBehindNode = known.isOfNodes() && known.countInNode == 0;
  if (!isBehindNode && (!index || (number && !number->isNegative()))) {
    kernel::ExtentTerm count;
    count.number = (number ? number->tryExtValue().value_or(0) : 0) + 1;
    bound.terms = {count};
    bound.isKnown = true;
  }
  const ir::Expr *plain = index ? withoutCasts(index) : nullptr;
  const auto *load = llvm::dyn_cast_or_null<ir::LoadExpr>(plain);
  for (const auto &[loop, nullAt, body] : loops) {
    if (!load || load->place->wholeVariable() != loop.variable || loop.isDown)
      continue;
    const auto begin = fixedInteger(loop.first);
    bound.endsAtNull = nullAt && looked && ir::isPrefix(nullAt, looked) &&
                       begin && begin->isZero();
    bound.terms.clear();
    const bool isOne = element && isSteady(element, body, site.kernel, copy);
    const ir::Expr *last =
        withoutAccessors(module, withoutName(from, loop.last));
    bound.isKnown = extentTerms(site.kernel, copy.expr(last), '+', bound.terms,
                                isOne ? element : nullptr);
    const auto bits = wrapsAt(loop.last);
    const auto compared =
        loop.compared ? ir::integerFormat(loop.compared) : std::nullopt;
    bound.isKnown &= bits.has_value() && isNeverNegative(loop.first);
    bound.wrapsAt = bits.value_or(0);
    bound.isUnsigned = loop.isUnequal || (compared && !compared->isSigned);
    const auto areBeside = [&] {
      return llvm::all_of(bound.terms, [&](const kernel::ExtentTerm &term) {
        return term.datum < 0 || isBesideStart(site.kernel, array, term.datum);
      });
    };
    bound.isKnown &= areBeside();
    if (!bound.isKnown && bits && isNeverNegative(loop.first))
      bound.isKnown =
          OtherExtents(*this).end(bound, last, isOne ? element : nullptr) &&
          areBeside();
    if (loop.isInclusive) {
      kernel::ExtentTerm one;
      one.number = 1;
      bound.terms.push_back(one);
    }
  }
  for (const ZeroEnds &ends : zeroEnds) {
    const bool isHere =
        load && looked && load->place->wholeVariable() == ends.counter &&
        (!element || isSteady(element, ends.body, site.kernel, copy)) &&
        llvm::any_of(ends.places, [&](const ir::Place *place) {
          return ir::isPrefix(place, looked);
        });
    bound.endsAtNull |= isHere;
    if (!isHere || ends.isCounted)
      continue;
    bound.terms = {kernel::ExtentTerm()};
    bound.terms[0].number = INT64_MAX;
    bound.isKnown = true;
  }
  bound.isFirst = !index || (number && number->isZero());
  site.bounds.push_back(std::move(bound));
}

/// A loop, with what it says of the arrays that its body goes over.
Body::Statements Body::loop(const ir::LoopStatement &s) {
  if (!entered.insert(&s).second)
    return std::nullopt;
  const ir::Place *list = entries.listIn(&s);
  const llvm::SaveAndRestore around(entries.loop, list ? list : entries.loop);
  const auto counted = kernel::indexLoop(from, s);
  if (counted)
    loops.push_back({*counted, nullEndOf(s), s.body});
  const size_t outer = zeroEnds.size();
  zeroEnds.push_back(recognise::zeroEnds(from, s));
  auto *same = const_cast<ir::LoopStatement *>(&s);
  std::vector<ir::Statement *> made = copy.statements({same});
  if (counted)
    loops.pop_back();
  if (!zeroEnds[outer].isLasting)
    zeroEnds.erase(zeroEnds.begin() + outer);
  entered.erase(&s);
  return made;
}

/// Whether a bound is just a number.
static bool isConstant(const ArrayBound &bound) {
  return bound.terms.size() == 1 && bound.terms[0].datum < 0 &&
         bound.terms[0].uniform < 0;
}

/// What all accesses agree on; of an array that is read at constants alone and
/// is no node's, the greatest of them.
bool Recogniser::isGiven(const HostPlace &place) {
  return place && llvm::any_of(clausesOf(loop), [&](const ir::Clause &clause) {
           return ir::givesCount(clause) && clause.place &&
                  clause.place->type->isPointer() &&
                  hostPlaceBehind(module.load(clause.place)) == place;
         });
}

/// The clause that says how long the array is, of any element where elements
/// have one.
static std::string extentClause(const kernel::DataArray &array) {
  std::string text = array.text;
  for (size_t at = 0; (at = text.find("[]", at)) != std::string::npos;)
    text.insert(at + 1, "0");
  return "extent(" + text + " : COUNT)";
}

/// An array behind a pointer that every element has, as far as can be seen.
static void checkElementArray(Recogniser &site, unsigned number) {
  const kernel::Kernel &kernel = site.kernel;
  const kernel::DataArray &array = kernel.arrays[number];
  const bool isInUnion = llvm::any_of(
      kernel.data[array.start].steps,
      [](const kernel::DataStep &step) { return step.sharesBytes; });
  const ir::Location at = isInUnion
                              ? array.firstUse
                              : tagOfElement(kernel, number, site.functions());
  if (at)
    site.refuse(
        array.firstUse, Diag::RTT2015,
        {array.text, extentClause(array), "traversal"},
        {{at, isInUnion ? "it shares its bytes with other data in a union"
                        : "an element without it may be told by this"}});
}

/// Where elements are pointers to what is read of them, an array behind one of
/// these pointers begins where that lies.
static void startBehindPointers(kernel::Kernel &kernel) {
  for (const kernel::DataArray &array : kernel.arrays)
    if (array.isOfElements() && kernel.arrays[array.parent].isIndirect &&
        kernel.data[array.start].steps.empty())
      kernel.data[array.start].isAddress = true;
}

/// Whether a loop goes on to the first 0, however far that is.
static bool isUnbounded(const ArrayBound &bound) {
  return bound.isKnown && isConstant(bound) &&
         bound.terms[0].number == INT64_MAX;
}

/// Whether a loop goes on to the first 0 of the array's.
static bool goesToZero(const Recogniser &site, unsigned array) {
  return llvm::any_of(site.bounds, [&](const ArrayBound &bound) {
    return bound.array == array && isUnbounded(bound);
  });
}

/// Whether all that is looked at of the array is numbers up to the first that
/// is 0, or the first of all. Where one loop asks the node how many there are,
/// another that goes on to a 0 may be one for other nodes.
static bool endsAtZero(const Recogniser &site, unsigned array) {
  bool isAsked = false;
  const bool isWhole = goesToZero(site, array);
  for (const ArrayBound &bound : site.bounds) {
    if (bound.array != array)
      continue;
    if (isWhole && bound.isKnown && !isConstant(bound))
      return false;
    isAsked |= bound.endsAtNull && !bound.isFirst;
    if (!bound.endsAtNull && !bound.isFirst)
      return false;
  }
  return isAsked && !site.kernel.arrays[array].isIndirect &&
         llvm::none_of(site.kernel.data, [&](const kernel::Datum &datum) {
           return datum.owner == kernel::Owner::Element &&
                  datum.number == array && datum.isWritten;
         });
}

void Recogniser::refuseExtent(const kernel::DataArray &array, ir::Location at) {
  if (iteration.isNested)
    return void(refuseInProgram(
        at, "an array",
        "it is not known how long '" + array.text +
            "' is; let each loop over it end at a number of the iteration's"));
  refuse(at, Diag::RTT2015, {array.text, extentClause(array), "traversal"});
}

bool Recogniser::findExtents() {
  if (!checkForest())
    return false;
  startBehindPointers(kernel);
  for (unsigned k = 0; k < kernel.arrays.size(); ++k) {
    kernel::DataArray &array = kernel.arrays[k];
    if (array.isShared() || array.size >= 0)
      continue;
    if (kernel::listAt(kernel.data[array.start].steps)) {
      array.extent = {kernel::ExtentTerm()}; // gathering goes to its end
      continue;
    }
    const ArrayBound *first = nullptr;
    const bool isKnown = array.countInNode != 0 && !array.isIndirect;
    const bool isText = !isKnown && endsAtZero(*this, k);
    const bool isWhole = isText && goesToZero(*this, k);
    array.endsAtNull = isText || (array.isOfNodes() && !isKnown);
    for (const ArrayBound &bound : bounds) {
      if (bound.array != k || isKnown || (isText && bound.isFirst) ||
          (isWhole && !isUnbounded(bound)))
        continue;
      array.endsAtNull &= bound.endsAtNull;
      array.isUnsigned |= bound.isUnsigned;
      if (array.hasExactExtent)
        continue;
      const bool areConstants = (!array.isOfNodes() || array.countInNode) &&
                                first && bound.isKnown && isConstant(*first) &&
                                isConstant(bound);
      if (areConstants) {
        first = bound.terms[0].number > first->terms[0].number ? &bound : first;
      } else if (!bound.isKnown || (first && !(bound == *first))) {
        refuseExtent(array, bound.loc);
        return false;
      } else {
        first = &bound;
      }
    }
    // What lies in the node is there in any case.
    if (isKnown) {
      array.extent = {kernel::ExtentTerm()};
      array.extent[0].number = int64_t(array.countInNode);
      continue;
    }
    array.endsAtNull &= first != nullptr && (array.isIndirect || isText);
    if (!array.hasExactExtent && first)
      array.wrapsAt = first->wrapsAt;
    if (!array.hasExactExtent)
      array.extent = first ? first->terms : std::vector{kernel::ExtentTerm()};
    for (const kernel::ExtentTerm &term : array.extent)
      if (term.datum >= 0 && kernel.data[term.datum].isWritten)
        refuse(array.firstUse, Diag::RTT2015,
               {array.text, extentClause(array), "traversal"},
               {{kernel.data[term.datum].firstUse,
                 "its bound is written by the traversal"}});
  }
  for (unsigned k = 0; k < kernel.arrays.size(); ++k)
    if (kernel.arrays[k].isOfElements() && kernel.arrays[k].size < 0 &&
        !kernel.arrays[k].hasExactExtent)
      checkElementArray(*this, k);
  return coverOthers() && !isRefused();
}
