// Arrays that nodes have: `n->points[k]` behind a pointer or in a std::vector.
// How many elements there are is the vector's size, the bound of the loop that
// walks them, or said by the traversal's clause extent.
#include "FunctionLowering.h"
#include "LoopCounters.h"
#include "QueryOperands.h"
#include "SharedArrays.h"
#include "regtt/Frontend/Model/Layout.h"
#include "regtt/Frontend/Model/Links.h"

#include <clang/AST/CXXInheritance.h>
#include <llvm/ADT/StringExtras.h>

using namespace regtt;
using namespace clang;

/// `place` is data of the node or the query: a pointer, or a std::vector.
std::optional<FunctionLowering::Pointer>
FunctionLowering::nodeArray(Place place, SourceLocation loc) {
  const QualType type = place.type.getNonReferenceType();
  Pointer result;
  std::vector<PathSteps> ends;
  const QualType pointee = anyPointee(type, builder.context);
  if (type->isPointerType() ||
      (place.base == Base::Query && !pointee.isNull())) {
    result.type = pointee;
  } else if (isContiguous(type) &&
             type->getAsRecordDecl()->getName() == "vector") {
    const auto *record =
        cast<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
    result.type = record->getTemplateArgs()[0].getAsType();
    ends = pointersOf(record, place.steps);
    if (ends.size() != 3)
      return std::nullopt;
  } else {
    return std::nullopt;
  }
  const bool ofQuery = place.base == Base::Query;
  if (isChangedContainer(place)) {
    report(loc, Diag::RTT2057)
        << joinedText(place)
        << "its elements are reached in another way than by its functions";
    return std::nullopt;
  }
  // A vector may be the iteration's object as a whole.
  if (ofQuery &&
      (place.number >= firstScratch || (place.steps.empty() && ends.empty())))
    return std::nullopt;
  // Those are children.
  if (isNodePointer(result.type) || isNodeObject(result.type))
    return std::nullopt;

  place.datum = builder.context.getPointerDiffType();
  const std::string text = joinedText(place);
  if (!ends.empty())
    place.steps = ends[0];
  if (onlyKnownArrays &&
      llvm::none_of(traversal.arrays, [&](const auto &known) {
        return !known.isShared() &&
               traversal.paths[known.start].base == place.base &&
               traversal.paths[known.start].steps == place.steps;
      }))
    return std::nullopt;
  const unsigned start = path(place, loc);
  for (result.array = 0; result.array < traversal.arrays.size(); ++result.array)
    if (traversal.arrays[result.array].start == static_cast<int>(start))
      return result;
  DataArray array;
  array.start = static_cast<int>(start);
  array.ofQueries = ofQuery;
  array.text = text;
  if (!ends.empty()) {
    traversal.paths[start].text = text;
    traversal.paths[start].name = freeName(place.base, arrayName(text));
    place.steps = ends[1];
    place.datum = builder.context.getSizeType();
    array.size = static_cast<int>(path(place, loc));
    traversal.paths[array.size].text = text + ".size()";
    traversal.paths[array.size].name =
        freeName(place.base, arrayName(text) + "_size");
  }
  array.stored = array.element = result.type.getUnqualifiedType();
  array.firstUse = loc;
  addArray(traversal, std::move(array));
  return result;
}

/// `name`, or with a number where another datum of the node or query has it.
std::string FunctionLowering::freeName(Base base,
                                       const std::string &name) const {
  std::string unique = name;
  for (int suffix = 2; llvm::any_of(traversal.paths,
                                    [&](const Path &other) {
                                      return other.base == base &&
                                             other.name == unique;
                                    });
       ++suffix)
    unique = name + "_" + std::to_string(suffix);
  return unique;
}

/// The sum or product of node data, uniforms and numbers that `e` is.
bool FunctionLowering::extentTerms(const Expr *e, char op,
                                   std::vector<ExtentTerm> &terms) const {
  e = plain(e);
  // A cast to a type as wide or wider: `m < (int)n->count`.
  while (const auto *cast = dyn_cast<ExplicitCastExpr>(e)) {
    const QualType from = cast->getSubExprAsWritten()->getType();
    if (!cast->getType()->isIntegerType() || !from->isIntegerType() ||
        builder.context.getTypeSize(cast->getType()) <
            builder.context.getTypeSize(from))
      return false;
    e = plain(cast->getSubExprAsWritten());
  }
  ExtentTerm term;
  term.op = op;
  if (const auto number = e->getIntegerConstantExpr(builder.context)) {
    term.number = number->getExtValue();
  } else if (const auto access = function.accesses.find(e);
             access != function.accesses.end()) {
    if (traversal.paths[access->second.path].base == Base::Element ||
        !access->second.parts.empty())
      return false;
    term.path = static_cast<int>(access->second.path);
  } else if (const auto uniform = function.uniforms.find(e);
             uniform != function.uniforms.end()) {
    term.uniform = static_cast<int>(uniform->second);
  } else if (const auto *sum = dyn_cast<BinaryOperator>(e)) {
    const bool first = terms.empty();
    const char kind = sum->getOpcode() == BO_Add   ? '+'
                      : sum->getOpcode() == BO_Sub ? '-'
                      : sum->getOpcode() == BO_Mul ? '*'
                                                   : 0;
    return kind && first && extentTerms(sum->getLHS(), '+', terms) &&
           extentTerms(sum->getRHS(), kind, terms);
  } else {
    return false;
  }
  if (!e->getType()->isIntegerType())
    return false;
  terms.push_back(term);
  return true;
}

/// Notes what an access says about how many elements a node's array has: the
/// bound of the loop whose variable it is indexed by, or nothing.
void FunctionLowering::noteBound(const Expr *e, const ElementRef &element) {
  const DataArray &array = traversal.arrays[element.array];
  if (array.isShared() || array.size >= 0)
    return;
  if ((element.from || element.fromThis) && element.offsets.empty())
    return; // noted where the variable is bound
  BoundOfArray bound{element.array, {}, e->getExprLoc(), false};
  const bool one =
      element.offsets.size() == 1 && !element.from && !element.fromThis;
  const VarDecl *index = one ? namedVariable(element.offsets[0]) : nullptr;
  // Behind a query, what is read at a constant is there in any case.
  if (array.ofQueries && !element.from && !element.fromThis) {
    auto at = one ? element.offsets[0]->getIntegerConstantExpr(builder.context)
                  : std::nullopt;
    if (element.offsets.empty() || (at && !at->isNegative())) {
      ExtentTerm count;
      count.number = (at ? at->getExtValue() : 0) + 1;
      bound.terms.push_back(count);
      bound.known = true;
    }
  }
  for (const CountedUp &loop : loops)
    if (index && loop.var == index) {
      // It has to be found where the array is.
      const Base base = traversal.paths[array.start].base;
      bound.known =
          extentTerms(loop.bound, '+', bound.terms) &&
          llvm::all_of(bound.terms, [&](const ExtentTerm &term) {
            return term.path < 0 || traversal.paths[term.path].base == base;
          });
      if (loop.inclusive && bound.known) {
        ExtentTerm one;
        one.number = 1;
        bound.terms.push_back(one);
      }
    }
  builder.bounds.push_back(bound);
}

namespace {

/// Reads `n->count`, `dim`, `3`, and sums and products of them.
class ExtentReader {
public:
  ExtentReader(Builder &builder, llvm::StringRef text)
      : builder(builder), traversal(builder.model.traversal), rest(text) {}

  /// Returns the part that is not understood; empty if all is.
  std::string read(std::vector<ExtentTerm> &terms) {
    char op = '+';
    while (true) {
      size_t end = 0;
      while (end < rest.size() && !isOperator(end))
        ++end;
      const llvm::StringRef leaf = rest.take_front(end);
      if (!readLeaf(leaf, op, terms))
        return leaf.empty() ? rest.str() : leaf.str();
      rest = rest.drop_front(leaf.size());
      if (rest.empty())
        return "";
      op = rest[0];
      rest = rest.drop_front();
    }
  }

private:
  bool isOperator(size_t at) const {
    const bool arrow = rest.substr(at).starts_with("->");
    return !arrow && llvm::StringRef("+-*").contains(rest[at]);
  }

  /// Whether the traversal is a member function of the node.
  bool isMember() const { return traversal.nodeText == "this->"; }

  bool readLeaf(llvm::StringRef leaf, char op, std::vector<ExtentTerm> &terms) {
    ExtentTerm term;
    term.op = op;
    if (traversal.nodesAreNumbers) {
      const std::optional<bool> read = readElement(leaf, term);
      if (read && !*read)
        return false;
      if (read) {
        terms.push_back(term);
        return true;
      }
    }
    if (leaf.consume_front(traversal.nodeText) && !leaf.empty()) {
      if (!readField(leaf, term))
        return false;
    } else if (isMember() && readField(leaf, term)) {
      // `many` for `this->many`
    } else if (const int path = queryPathOf(leaf); path >= 0) {
      term.path = path;
    } else if (const auto constant = constantNamed(builder, leaf)) {
      term.number = *constant;
    } else if (leaf.getAsInteger(0, term.number)) {
      int number = 0;
      for (const Uniform &uniform : traversal.uniforms) {
        if (uniform.name == leaf && uniform.type->isIntegerType())
          term.uniform = number;
        ++number;
      }
      if (term.uniform < 0)
        return false;
    }
    terms.push_back(term);
    return true;
  }

  /// A number of the query's: `q->count`, or as the body names it; -1: none is.
  int queryPathOf(llvm::StringRef text) {
    for (size_t i = 0; i < traversal.paths.size(); ++i)
      if (const Path &path = traversal.paths[i];
          path.base == Base::Query && path.text == text &&
          path.type->isIntegerType() && !path.address)
        return static_cast<int>(i);
    const auto &operands = builder.model.loop.operands;
    for (unsigned number = 0; number < operands.size(); ++number) {
      llvm::StringRef names = text;
      if (operands[number].prefix.empty() ||
          !names.consume_front(operands[number].prefix))
        continue;
      if (const auto steps = stepsOf(operands[number].type, names))
        return static_cast<int>(
            queryPath(builder.model, number, *steps, traversal.loc));
    }
    return -1;
  }

  /// `nodes[i].count` or `count[i]`, where `i` is the node; whether it is a
  /// number, or nothing where the text starts with no array of nodes.
  std::optional<bool> readElement(llvm::StringRef text, ExtentTerm &term) {
    const std::string number = traversal.nodeParam->getNameAsString();
    for (unsigned i = 0; i < traversal.nodeArrays.size(); ++i) {
      llvm::StringRef field = text;
      if (!field.consume_front(builder.nodeArrayTexts[i]) ||
          !field.consume_front("[" + number + "]"))
        continue;
      return (field.empty() || field.consume_front(".")) &&
             readField(field, term, i);
    }
    return std::nullopt;
  }

  /// The way to the number `range.count` in an object of `type`.
  static std::optional<PathSteps> stepsOf(QualType type,
                                          llvm::StringRef names) {
    PathSteps steps;
    while (!names.empty()) {
      const auto [name, after] = names.split('.');
      const RecordDecl *record = type->getAsRecordDecl();
      const FieldDecl *field = nullptr;
      for (const FieldDecl *candidate :
           record ? record->fields() : RecordDecl::field_range({}, {}))
        if (candidate->getName() == name)
          field = candidate;
      if (!field || field->isBitField() || record->isUnion())
        return std::nullopt;
      steps.push_back({PathStep::Field, field});
      type = field->getType();
      names = after;
    }
    if (steps.empty() || !type->isIntegerType() || type.isVolatileQualified())
      return std::nullopt;
    return steps;
  }

  /// `range.count` from the node, or from its element of a node array, which
  /// may be a number itself.
  bool readField(llvm::StringRef names, ExtentTerm &term, unsigned from = 0) {
    const QualType element = traversal.nodesAreNumbers
                                 ? traversal.nodeArrays[from].element
                                 : traversal.nodeType;
    const bool whole = names.empty() && element->isIntegerType();
    const auto found =
        whole ? std::optional(PathSteps()) : stepsOf(element, names);
    if (!found)
      return false;
    const PathSteps &steps = *found;
    const QualType type = whole ? element : steps.back().field->getType();
    std::string text = traversal.nodeText, name;
    if (traversal.nodesAreNumbers) {
      text = builder.nodeArrayTexts[from] + "[" +
             traversal.nodeParam->getNameAsString() + "]" +
             (steps.empty() ? "" : ".");
      name = steps.empty() ? traversal.nodeArrays[from].name : "";
    }
    for (const PathStep &step : steps) {
      text += (name.empty() ? "" : ".") + step.field->getNameAsString();
      name += (name.empty() ? "" : "_") + step.field->getNameAsString();
    }
    auto &paths = traversal.paths;
    for (unsigned i = 0; i < paths.size(); ++i)
      if (paths[i].base == Base::Node && paths[i].number == from &&
          paths[i].steps == steps && !paths[i].address) {
        term.path = static_cast<int>(i);
        return true;
      }
    const std::string base = name;
    for (int suffix = 2; llvm::any_of(paths,
                                      [&](const Path &other) {
                                        return other.base == Base::Node &&
                                               other.name == name;
                                      });
         ++suffix)
      name = base + "_" + std::to_string(suffix);
    Path path;
    path.base = Base::Node;
    path.number = from;
    path.steps = steps;
    path.type = type.getUnqualifiedType();
    path.text = text;
    path.name = name;
    path.firstUse = traversal.loc;
    term.path = static_cast<int>(paths.size());
    paths.push_back(path);
    return true;
  }

  Builder &builder;
  Traversal &traversal;
  llvm::StringRef rest;
};

} // namespace

/// What the clause says; false after a diagnostic.
static bool readClause(Builder &builder, const Clause &clause) {
  Traversal &traversal = builder.model.traversal;
  bool ok = true;
  const auto wrong = [&](llvm::StringRef what, const char *meaning) {
    builder.report(clause.loc, Diag::RTT1008) << clause.name << what << meaning;
    ok = false;
  };
  for (llvm::StringRef argument : clause.arguments) {
    const auto [array, count] = argument.split(':');
    if (array.empty() || count.empty()) {
      wrong(argument, "of the form 'array : count'");
      continue;
    }
    const auto found = llvm::find_if(
        traversal.arrays, [&, array = array](const DataArray &other) {
          return !other.isShared() &&
                 (other.text == array ||
                  (traversal.nodeText == "this->" &&
                   other.text == traversal.nodeText + array.str()));
        });
    if (found == traversal.arrays.end()) {
      wrong(array,
            "an array of the node or the query that the traversal indexes");
      continue;
    }
    if (found->size >= 0)
      continue; // the vector knows
    std::vector<ExtentTerm> terms;
    const std::string unknown = ExtentReader(builder, count).read(terms);
    if (!unknown.empty()) {
      wrong(unknown, "a number in the node, a parameter that every call hands "
                     "on, or a constant");
      found->extent = {ExtentTerm()}; // said once
      continue;
    }
    found->extent = terms;
    found->exactExtent = true;
  }
  return ok;
}

/// Where a query's array lies and how many elements it has is found before the
/// traversal runs: false, after a diagnostic, where that changes it.
static bool checkQueryArrays(Builder &builder) {
  const Traversal &traversal = builder.model.traversal;
  bool ok = true;
  for (const DataArray &array : traversal.arrays) {
    if (!array.ofQueries)
      continue;
    const Path &start = traversal.paths[array.start];
    for (const Path &path : traversal.paths)
      if (path.base == Base::Query && path.number == start.number &&
          path.written() && path.steps == start.steps) {
        builder.report(path.firstWrite, Diag::RTT2041) << path.text;
        builder.diagnostics.note(array.firstUse, "followed here");
        ok = false;
      }
    for (const ExtentTerm &term : array.extent)
      if (term.path >= 0 && traversal.paths[term.path].written()) {
        builder.report(array.firstUse, Diag::RTT2015)
            << array.text << "extent(" + array.text + " : COUNT)"
            << "traversal";
        builder.diagnostics.note(traversal.paths[term.path].firstWrite,
                                 "its bound is written here");
        ok = false;
      }
  }
  return ok;
}

/// Whether a bound is just a number.
static bool isConstant(const BoundOfArray &bound) {
  return bound.terms.size() == 1 && bound.terms[0].path < 0 &&
         bound.terms[0].uniform < 0;
}

bool regtt::finishNodeArrays(Builder &builder) {
  Traversal &traversal = builder.model.traversal;
  bool ok = true;
  for (const Clause *clause : builder.directive()->all("extent"))
    ok &= readClause(builder, *clause);
  for (unsigned i = 0; i < traversal.arrays.size(); ++i) {
    DataArray &array = traversal.arrays[i];
    if (array.isShared() || array.size >= 0 || !array.extent.empty())
      continue;
    const BoundOfArray *first = nullptr, *unclear = nullptr;
    for (const BoundOfArray &bound : builder.bounds) {
      if (bound.array != i)
        continue;
      const bool constants = array.ofQueries && first && isConstant(*first) &&
                             bound.known && isConstant(bound);
      if (constants)
        first = bound.terms[0].number > first->terms[0].number ? &bound : first;
      else if (!bound.known || (first && bound.terms != first->terms))
        unclear = unclear ? unclear : &bound;
      else if (!first)
        first = &bound;
    }
    if (!unclear) { // or nothing of it is read
      array.extent = first ? first->terms : std::vector{ExtentTerm()};
      continue;
    }
    builder.report(unclear->loc, Diag::RTT2015)
        << array.text << "extent(" + array.text + " : COUNT)" << "traversal";
    builder.diagnostics.note(
        traversal.paths[array.start].steps.back().field->getLocation(),
        "declared here");
    ok = false;
  }
  return checkQueryArrays(builder) && ok;
}
