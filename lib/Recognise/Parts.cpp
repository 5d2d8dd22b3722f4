// Data that are parts of others: where a struct is read as a whole, its fields
// are parts of it, so that nothing is held twice.
//
//     node(0: @Point), node(3: f32) of `point.x`
//  -> node(0: @Point), node(0: @Point).x
#include "Recogniser.h"

#include "regtt/IR/Mapper.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

/// The fields from `type` on that lie where `steps` lead, bases among them;
/// false: none do.
static bool fieldsAlong(const ir::Type *type,
                        llvm::ArrayRef<kernel::DataStep> steps, uint64_t before,
                        std::vector<ir::Step> &fields) {
  if (steps.empty())
    return before == 0;
  if (steps[0].isDeref)
    return false;
  if (const auto offset =
          isPair(type) ? offsetOfMember(type, steps[0].field) : std::nullopt) {
    const llvm::StringRef name = steps[0].field == "first" ? "first" : "second";
    fields.push_back(ir::MemberStep{name});
    return steps[0].offset == before + *offset &&
           fieldsAlong(ir::memberOf(type, name), steps.drop_front(), 0, fields);
  }
  const auto *record = dyn_cast<ir::StructType>(type);
  if (!record)
    return false;
  for (const ir::Field &field : record->fields()) {
    fields.push_back(ir::FieldStep{&field});
    const uint64_t offset = before + field.offset;
    const llvm::StringRef name =
        field.isAnonymous ? llvm::StringRef() : llvm::StringRef(field.name);
    if (field.isBase
            ? fieldsAlong(field.type, steps, offset, fields)
            : name == steps[0].field && offset == steps[0].offset &&
                  fieldsAlong(field.type, steps.drop_front(), 0, fields))
      return true;
    fields.pop_back();
  }
  return false;
}

/// The bases from `type` on to `part`, with which it begins; false: it does
/// not.
static bool basesTowards(const ir::Type *type, const ir::Type *part,
                         std::vector<ir::Step> &fields) {
  while (type != part) {
    const auto *record = dyn_cast<ir::StructType>(type);
    const ir::Field *base = record ? ir::baseTowards(record, part) : nullptr;
    if (!base)
      return false;
    fields.push_back(ir::FieldStep{base});
    type = base->type;
  }
  return !fields.empty();
}

namespace {
/// The datum that another one is a part of, and which part.
struct Whole {
  unsigned row;
  std::vector<ir::Step> fields;
};
} // namespace

/// Which element of `whole`, an array of numbers, the number `part` is, by
/// where they lie: two members of a union.
static std::optional<uint64_t> elementAt(const kernel::Datum &whole,
                                         const kernel::Datum &part) {
  const auto *array = dyn_cast<ir::ArrayType>(whole.type);
  const uint64_t from = kernel::offsetOf(whole.steps),
                 at = kernel::offsetOf(part.steps);
  const auto before = [](const kernel::Datum &datum) {
    llvm::ArrayRef<kernel::DataStep> steps = datum.steps;
    while (!steps.empty() && !steps.back().isDeref)
      steps = steps.drop_back();
    return steps;
  };
  if (!array || array->element != part.type || whole.isAddress ||
      part.isAddress || part.isBitField() || whole.owner != part.owner ||
      whole.number != part.number || before(whole) != before(part) ||
      at < from || (at - from) % part.bytes != 0 ||
      (at - from) / part.bytes >= array->count)
    return std::nullopt;
  return (at - from) / part.bytes;
}

/// For each datum the widest one that it is a part of, or itself.
static std::vector<Whole> wholesOf(const kernel::Kernel &kernel,
                                   ir::Module &module,
                                   const ir::IntType *index) {
  // The first value of an argument is made of fields alone, and so is how many
  // elements there are.
  const auto isFirst = [&](unsigned row) {
    const auto isTerm = [&](const kernel::ExtentTerm &term) {
      return term.datum == int(row);
    };
    return llvm::any_of(kernel.args,
                        [&](const kernel::Argument &argument) {
                          return argument.firstDatum == int(row);
                        }) ||
           llvm::any_of(kernel.arrays, [&](const kernel::DataArray &array) {
             return llvm::any_of(array.extent, isTerm);
           });
  };
  const auto isOfArray = [&](unsigned row) {
    return llvm::any_of(kernel.arrays, [&](const kernel::DataArray &array) {
      return array.start == int(row) || array.size == int(row) ||
             array.row == int(row);
    });
  };
  const auto isMember = [](const ir::Step &step) {
    return std::holds_alternative<ir::MemberStep>(step);
  };
  std::vector<Whole> wholes;
  for (unsigned k = 0; k < kernel.data.size(); ++k) {
    Whole found{k, {}};
    for (unsigned other = 0; other < kernel.data.size(); ++other) {
      const kernel::Datum &part = kernel.data[k], &whole = kernel.data[other];
      std::vector<ir::Step> fields;
      // What begins with a base is that, too.
      const bool isBase = whole.steps.size() == part.steps.size() &&
                          basesTowards(whole.type, part.type, fields);
      if (whole.owner == part.owner && whole.number == part.number &&
          !whole.isPlace() && !part.isPlace() && isBase &&
          whole.steps == part.steps && fields.size() > found.fields.size()) {
        found = {other, fields};
        continue;
      }
      fields.clear();
      if (whole.owner == part.owner && whole.number == part.number &&
          !whole.isPlace() && !part.isPlace() &&
          whole.steps.size() < part.steps.size() &&
          std::equal(whole.steps.begin(), whole.steps.end(),
                     part.steps.begin()) &&
          fieldsAlong(whole.type,
                      llvm::ArrayRef(part.steps).drop_front(whole.steps.size()),
                      0, fields) &&
          fields.size() > found.fields.size() &&
          (!isFirst(k) || llvm::none_of(fields, isMember)))
        found = {other, fields};
    }
    wholes.push_back(std::move(found));
  }
  for (unsigned k = 0; k < wholes.size(); ++k)
    for (unsigned other = 0; other < wholes.size(); ++other)
      if (wholes[k].row == k && wholes[other].row == other && !isFirst(k) &&
          !isOfArray(k))
        if (const auto at =
                kernel.data[k].isPlace() || kernel.data[other].isPlace()
                    ? std::nullopt
                    : elementAt(kernel.data[other], kernel.data[k]))
          wholes[k] = {other, {ir::IndexStep{module.integer(index, *at)}}};
  return wholes;
}

namespace {
/// What `*n->points` is where `n->points` is an array: its first element.
struct First {
  unsigned row;   ///< of the element
  unsigned start; ///< where the array starts
};
using Firsts = std::map<unsigned, First>;
} // namespace

/// Whether visits read row `row` of other nodes.
static bool isReadOfOthers(const Recogniser &site, unsigned row) {
  bool result = false;
  for (const ir::Function *function : site.functions())
    ir::walkExprs(function->body, [&](const ir::Expr *e) {
      const ir::Place *place = ir::placeOf(e);
      const auto *root =
          place ? std::get_if<ir::DataRoot>(&place->root) : nullptr;
      result |=
          root && root->kind == ir::DataRoot::Linked && root->number == row;
    });
  return result;
}

/// Whether the array has an element in any node: text has its 0 there, and a
/// clause says what is looked at.
static bool hasFirst(const kernel::DataArray &array) {
  const kernel::ExtentTerm *count =
      array.extent.size() == 1 ? &array.extent[0] : nullptr;
  return array.hasExactExtent ||
         (array.endsAtNull && count && count->datum < 0 && count->uniform < 0 &&
          count->number > 0);
}

/// Rows of the node that are first elements of its arrays, which may have none:
/// only as elements are they read where there are any. What visits read of
/// other nodes as well is there in any node.
static Firsts firstElements(Recogniser &site) {
  Firsts firsts;
  kernel::Kernel &kernel = site.kernel;
  const size_t numData = kernel.data.size();
  for (unsigned a = 0; a < kernel.arrays.size(); ++a) {
    const kernel::DataArray array = kernel.arrays[a];
    if (!array.isOfNodes() || array.size >= 0)
      continue;
    const kernel::Datum start = kernel.data[array.start];
    const size_t length = start.steps.size();
    for (unsigned k = 0; k < numData; ++k) {
      const kernel::Datum datum = kernel.data[k];
      if (datum.owner != kernel::Owner::Node || datum.isAddress ||
          datum.number != start.number || datum.steps.size() <= length ||
          !datum.steps[length].isDeref ||
          llvm::ArrayRef(datum.steps).take_front(length) !=
              llvm::ArrayRef(start.steps))
        continue;
      if (isReadOfOthers(site, k))
        continue;
      if (!hasFirst(array)) {
        site.refuse(
            datum.firstUse, Diag::RTT2015,
            {array.text, "extent(" + array.text + " : COUNT)", "traversal"});
        return {};
      }
      Object element;
      element.root = Object::Element;
      element.number = a;
      element.steps.assign(datum.steps.begin() + std::ptrdiff_t(length) + 1,
                           datum.steps.end());
      element.type = datum.type;
      const unsigned row = site.row(element, nullptr, datum.firstUse);
      kernel.data[row].bitShift = datum.bitShift;
      kernel.data[row].bitWidth = datum.bitWidth;
      const bool isNumber = datum.type->isInt() || datum.type->isFloat() ||
                            datum.type->isBool() || datum.type->isEnum();
      kernel.arrays[a].isInPlace |= !isNumber;
      firsts[k] = {row, unsigned(array.start)};
    }
  }
  return firsts;
}

/// Whether what linearising evaluates reads any of them.
static bool findsChildren(const kernel::Kernel &kernel, const Firsts &firsts) {
  bool result = false;
  const auto look = [&](const ir::Function *function) {
    if (function)
      ir::walkExprs(function->body, [&](const ir::Expr *e) {
        const ir::Place *place = ir::placeOf(e);
        const auto *root =
            place ? std::get_if<ir::DataRoot>(&place->root) : nullptr;
        result |= root && root->kind == ir::DataRoot::Node &&
                  firsts.count(root->number);
      });
  };
  for (const kernel::SlotGroup &group : kernel.slots)
    for (const ir::Function *each : {group.value, group.extent, group.test})
      look(each);
  look(kernel.isNode);
  look(kernel.firstNumber);
  return result;
}

void Recogniser::mergeParts() {
  const Firsts firsts = firstElements(*this);
  if (findsChildren(kernel, firsts))
    refuse(traversal->loc, Diag::RTT2030,
           {kernel.data[firsts.begin()->first].text, "a pointer"});
  if (isRefused())
    return;
  std::vector<Whole> wholes = wholesOf(kernel, module, index());
  for (const auto &[row, first] : firsts)
    wholes[row] = {first.row, {}};
  std::vector<unsigned> number(wholes.size());
  std::vector<kernel::Datum> kept;
  for (unsigned k = 0; k < wholes.size(); ++k) {
    if (wholes[k].row != k) {
      if (kernel.data[k].isWritten)
        written(wholes[k].row);
      continue;
    }
    number[k] = kept.size();
    kept.push_back(kernel.data[k]);
  }
  if (kept.size() == kernel.data.size())
    return;
  for (unsigned k = 0; k < wholes.size(); ++k)
    if (wholes[k].row == k)
      kept[number[k]] = kernel.data[k]; // it may be written now
  kernel.data = std::move(kept);
  for (kernel::DataArray &array : kernel.arrays) {
    for (int *row : {&array.start, &array.size, &array.row})
      *row = *row < 0 ? -1 : int(number[wholes[*row].row]);
    for (kernel::ExtentTerm &term : array.extent) {
      if (term.datum < 0)
        continue;
      for (const ir::Step &step : wholes[term.datum].fields)
        term.parts.push_back(std::get<ir::FieldStep>(step).field);
      term.datum = number[wholes[term.datum].row];
    }
  }
  for (kernel::Argument &argument : kernel.args)
    if (argument.firstDatum >= 0) {
      argument.firstParts.clear();
      for (const ir::Step &step : wholes[argument.firstDatum].fields)
        argument.firstParts.push_back(std::get<ir::FieldStep>(step).field);
      argument.firstDatum = number[wholes[argument.firstDatum].row];
    }
  ir::Mapper copy(module);
  copy.onPlace = [&](const ir::Place *place) -> const ir::Place * {
    const auto *root = std::get_if<ir::DataRoot>(&place->root);
    if (!root || !place->steps.empty() || root->kind == ir::DataRoot::Shared ||
        root->kind == ir::DataRoot::Host)
      return nullptr;
    ir::DataRoot made = *root;
    unsigned row = root->number;
    made.index = copy.expr(root->index);
    if (const auto first = firsts.find(row); first != firsts.end()) {
      const unsigned start = first->second.start;
      made.kind = ir::DataRoot::Element;
      made.index = module.load(module.place(ir::DataRoot{
          ir::DataRoot::Node, number[wholes[start].row], index(), nullptr}));
      row = first->second.row;
    }
    const Whole &whole = wholes[row];
    made.number = number[whole.row];
    if (!whole.fields.empty())
      made.type = kernel.data[made.number].type;
    const ir::Place *result = module.place(made);
    for (const ir::Step &step : whole.fields)
      result = module.place(result, step);
    return result;
  };
  for (ir::Function *function : functions())
    function->body = copy.block(function->body);
}
