// What iterations write may not be read through a node or a shared object: with
// one copy of each on the device, they would not see the write. Data of nodes
// that by its fields, or as a number by itself, may be such is watched when the
// loop runs.
//
//     store %q->best    may be what `%n->q->best` and `%n->copy` hold
#include "LibraryLayout.h"
#include "Recogniser.h"

#include "regtt/IR/TypeRules.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// A field on the way to a datum; of what is no struct of the user's, its name.
struct Named {
  const ir::Field *field = nullptr;
  std::string name;

  bool operator==(const Named &other) const {
    return field == other.field && name == other.name;
  }
};
using Way = std::vector<Named>;

/// What holds the elements of a `std::array`.
Named elements() { return {nullptr, elementsOfArray().field}; }

} // namespace

static const ir::Field *fieldAt(const ir::Type *type, llvm::StringRef name,
                                uint64_t offset) {
  const auto *record = dyn_cast<ir::StructType>(type);
  if (!record || !record->isComplete())
    return nullptr;
  for (const ir::Field &field : record->fields()) {
    if (!field.isBase && field.offset == offset &&
        (field.isAnonymous ? name.empty() : field.name == name))
      return &field;
    if (!field.isBase || field.offset > offset)
      continue;
    if (const ir::Field *inner =
            fieldAt(field.type, name, offset - field.offset))
      return inner;
  }
  return nullptr;
}

/// Fields from the object that the last pointer leads to.
static Way wayAlong(const ir::Type *type, const kernel::DataSteps &steps) {
  Way way;
  for (const kernel::DataStep &step : steps) {
    if (step.isDeref) {
      way.clear();
      type = type ? ir::followedFrom(type) : nullptr;
      continue;
    }
    const ir::Field *field =
        type ? fieldAt(type, step.field, step.offset) : nullptr;
    way.push_back({field, field ? "" : step.field});
    type = field ? field->type : nullptr;
  }
  return way;
}

static void collectWays(const Way &way, const ir::Type *type,
                        std::vector<Way> &result) {
  while (const auto *array = dyn_cast<ir::ArrayType>(type))
    type = array->element;
  if (isStdArray(type)) {
    Way inner = way;
    inner.push_back(elements());
    return collectWays(inner, ir::elementOf(type), result);
  }
  const auto *record = dyn_cast<ir::StructType>(type);
  if (!record || !record->isComplete()) {
    result.push_back(way);
    return;
  }
  for (const ir::Field &field : record->fields()) {
    Way inner = way;
    if (!field.isBase)
      inner.push_back({&field, ""});
    collectWays(inner, field.type, result);
  }
}

/// Whether two ways can lead to the same bytes: one object may hold the other,
/// so that the shorter chain of fields ends the longer one.
static bool mayBeOne(const Way &a, const Way &b) {
  const size_t common = std::min(a.size(), b.size());
  return std::equal(a.end() - common, a.end(), b.end() - common);
}

/// What lies in a union may be any of its members: the way ends at the union.
static const ir::Type *toUnion(Way &way, const ir::Type *type) {
  for (size_t k = 0; k < way.size(); ++k)
    if (way[k].field && way[k].field->parent->isUnion()) {
      type = way[k].field->parent;
      way.resize(k);
    }
  return type;
}

static bool mayAlias(Way a, const ir::Type *typeOfA, Way b,
                     const ir::Type *typeOfB) {
  typeOfA = toUnion(a, typeOfA);
  typeOfB = toUnion(b, typeOfB);
  std::vector<Way> left, right;
  collectWays(a, typeOfA, left);
  collectWays(b, typeOfB, right);
  return llvm::any_of(left, [&](const Way &one) {
    return llvm::any_of(right,
                        [&](const Way &other) { return mayBeOne(one, other); });
  });
}

/// The number that it is made of; signed and unsigned ones may be one.
static const ir::Type *scalarOf(const ir::Type *type) {
  while (isStdArray(type) || type->kind == ir::Type::Array)
    type = ir::elementOf(type);
  return type;
}

static bool isOneNumber(const ir::Type *a, const ir::Type *b) {
  if (a == b)
    return true;
  if (const auto *left = dyn_cast<ir::EnumType>(a))
    return isOneNumber(left->underlying, b);
  if (const auto *right = dyn_cast<ir::EnumType>(b))
    return isOneNumber(a, right->underlying);
  const auto *left = dyn_cast<ir::IntType>(a),
             *right = dyn_cast<ir::IntType>(b);
  return left && right && left->bits == right->bits &&
         left->text.contains("longlong") == right->text.contains("longlong");
}

/// Whether an object of type `part` may lie in one of type `whole`, or where a
/// reference in that leads: in bytes, unions and objects of the library's
/// anything may.
static bool mayHold(const ir::Type *whole, const ir::Type *part) {
  whole = scalarOf(whole);
  if (const auto *number = dyn_cast<ir::IntType>(whole))
    return number->bits == 8;
  if (whole == part || isa<ir::LibraryType>(whole) || whole->isReference() ||
      whole->kind == ir::Type::Opaque || whole->kind == ir::Type::Void)
    return true;
  const auto *record = dyn_cast<ir::StructType>(whole);
  return record && (!record->isComplete() || record->isUnion() ||
                    llvm::any_of(record->fields(), [&](const ir::Field &field) {
                      return mayHold(field.type, part);
                    }));
}

/// Whether a number of `type` is among those that `whole` is made of.
static bool holdsNumber(const ir::Type *whole, const ir::Type *type) {
  whole = scalarOf(whole);
  const auto *record = dyn_cast<ir::StructType>(whole);
  if (!record || !record->isComplete())
    return isOneNumber(whole, scalarOf(type));
  return llvm::any_of(record->fields(), [&](const ir::Field &field) {
    return holdsNumber(field.type, type);
  });
}

/// Whether both are numbers, and no object is both; in bytes any may be.
static bool areOtherNumbers(const ir::Type *a, const ir::Type *b) {
  const auto isNumber = [](const ir::Type *type) {
    const auto *integer = dyn_cast<ir::IntType>(type);
    return integer ? integer->bits != 8 : type->isFloat();
  };
  a = scalarOf(a);
  b = scalarOf(b);
  return isNumber(a) && isNumber(b) && !isOneNumber(a, b);
}

/// `steps`, the first ones of the node's `datum`, where they lead through a
/// `void *`: from what casts say lies there.
static Way wayOfNode(const ir::Type *node,
                     llvm::ArrayRef<UntypedData> untypedData,
                     const kernel::Datum &datum,
                     llvm::ArrayRef<kernel::DataStep> steps) {
  for (const UntypedData &known : untypedData) {
    const llvm::ArrayRef<kernel::DataStep> before = known.object.steps;
    if (known.object.number == datum.number && before.size() <= steps.size() &&
        before == steps.take_front(before.size())) {
      const auto rest = steps.drop_front(before.size());
      return wayAlong(known.object.type, {rest.begin(), rest.end()});
    }
  }
  return wayAlong(node, {steps.begin(), steps.end()});
}

/// What the steps of a datum start in; null where that is not known.
const ir::Type *Recogniser::startOf(const kernel::Datum &datum) const {
  if (datum.owner == kernel::Owner::Node)
    return datum.number < nodeArrays.size() ? nodeArrays[datum.number].element
                                            : nodeType;
  if (datum.owner == kernel::Owner::Query)
    return datum.hasOperand() ? iteration.operands[datum.number].type : nullptr;
  return nullptr;
}

/// Whether elements lie in memory that the array alone has.
static bool isInOwnArray(const ir::Root &root, llvm::ArrayRef<ir::Step> steps) {
  const ir::Type *type = ir::typeOf(root);
  for (const ir::Step &step : steps) {
    if (std::holds_alternative<ir::DerefStep>(step) && !type->isReference())
      return false;
    type = ir::typeAfter(step, type);
  }
  const auto *library = dyn_cast<ir::LibraryType>(type);
  return type->kind == ir::Type::Array || isStdArray(type) ||
         (library &&
          (library->name == "std::vector" || library->name == "std::deque"));
}

/// Whether it lies in the record that each iteration has.
static bool isInRecord(const Operand &operand) {
  return operand.form == Operand::Local ||
         (operand.form == Operand::Value && operand.expr != nullptr);
}

static bool isInOwnArray(const Operand &operand) {
  return operand.form == Operand::Element && operand.array &&
         !operand.isIndirect &&
         isInOwnArray(operand.array->root, operand.array->steps);
}

namespace {

/// What iterations write, and what nodes and shared objects may hold of it.
struct Written {
  Way way;
  const ir::Type *type = nullptr;
  bool isKnown = false; ///< it lies in memory that only an array has

  /// A number by itself: no field says what it is.
  bool isNumber() const {
    return way.empty() && !isa<ir::StructType>(type) && !isStdArray(type);
  }
  bool mayBe(Way other, const ir::Type *otherType, bool isBehind) const {
    otherType = toUnion(other, otherType);
    if (type->kind == ir::Type::Void || type->kind == ir::Type::Opaque)
      return true;
    if (other.empty() && areOtherNumbers(type, otherType))
      return false;
    return isNumber() ? (!isKnown || isBehind) && holdsNumber(otherType, type)
                      : mayAlias(way, type, other, otherType);
  }
};

} // namespace

/// Of a datum that visits write; nothing of what no pointer leads to.
static std::optional<Written> writtenBy(const kernel::Datum &datum, Way way,
                                        const Iteration &iteration) {
  if (!datum.isWritten || datum.isScratch())
    return std::nullopt;
  const Operand *operand =
      datum.hasOperand() ? &iteration.operands[datum.number] : nullptr;
  const ir::Type *type = toUnion(way, datum.type);
  const Written result{std::move(way), type, operand && isInOwnArray(*operand)};
  // A variable of the loop's body is there for one iteration: nothing that was
  // there before leads to it. Nor does any to what lies in its record.
  if (operand &&
      (operand->form == Operand::Local || operand->form == Operand::Room ||
       (result.isNumber() && isInRecord(*operand))))
    return std::nullopt;
  return result;
}

static bool isSameWay(const Way &written,
                      llvm::ArrayRef<kernel::DataStep> steps,
                      const ir::Type *from) {
  return mayBeOne(
      written, wayAlong(from, kernel::DataSteps(steps.begin(), steps.end())));
}

/// Whether a pointer that visits set may be one by which something else was
/// found before them.
bool Recogniser::leadsElsewhere(const kernel::Datum &written) const {
  const Way way = wayAlong(startOf(written), written.steps);
  for (const kernel::SlotGroup &group : kernel.slots) {
    if (!group.steps.empty() && isSameWay(way, group.steps, nodeType))
      return true;
    if (group.form == kernel::SlotGroup::Siblings && !way.empty() &&
        way.back().field && way.back().field->parent == nodeType)
      return true;
  }
  for (const kernel::Datum &read : kernel.data)
    for (size_t k = 1; k < read.steps.size(); ++k)
      if (read.steps[k].isDeref) {
        const auto steps = llvm::ArrayRef(read.steps).take_front(k);
        if (read.owner == kernel::Owner::Node
                ? mayBeOne(way, wayOfNode(nodeType, untypedData, read, steps))
                : isSameWay(way, steps, startOf(read)))
          return true;
      }
  for (const kernel::DataArray &array : kernel.arrays)
    if (array.start >= 0 && isSameWay(way, kernel.data[array.start].steps,
                                      startOf(kernel.data[array.start])))
      return true;
  for (const NamedPointer &named : namedPointers)
    if (isSameWay(way, named.steps, iteration.operands[named.operand].type))
      return true;
  return false;
}

/// Whether visits may write what lies at `part`, as a datum of another object.
bool Recogniser::mayBeWritten(const OwnPart &part) const {
  const Operand &operand = iteration.operands[part.operand];
  Way to = wayAlong(operand.type, part.steps);
  const ir::Type *type = toUnion(to, part.type);
  const Written placed{std::move(to), type, isInOwnArray(operand)};
  return llvm::any_of(kernel.data, [&](const kernel::Datum &datum) {
    if (datum.owner != kernel::Owner::Query || !datum.hasOperand())
      return false;
    Way way = wayAlong(startOf(datum), datum.steps);
    const auto written = writtenBy(datum, way, iteration);
    return written && written->mayBe(placed.way, placed.type, false) &&
           placed.mayBe(way, datum.type, false);
  });
}

/// Whether a variable, in which `place` lies, is no object of type `own` and
/// holds none: it is made of what its type says.
static bool isVariableApart(const HostPlace &place, const ir::Type *own) {
  const ir::Type *type = place.variable ? place.variable->type
                         : place.global ? place.global->type
                                        : nullptr;
  if (!own || !type || ir::pointeeOf(type) ||
      kernel::isThroughPointer(place.steps))
    return false;
  return isa<ir::StructType>(own) && !mayHold(type, own);
}

/// A pointer by itself is written, an element of an array, or a container: it
/// may be one that leads to nodes, or to what nodes hold. Those in nodes are
/// watched when the loop runs; of pointers behind pointers nothing is known.
void Recogniser::watchPointers(const kernel::Datum &written) {
  const Operand *operand = written.isWritten && written.hasOperand()
                               ? &iteration.operands[written.number]
                               : nullptr;
  const bool isPointer =
      operand && written.steps.empty() && operand->type->isPointer();
  if (!operand || isInRecord(*operand) ||
      (!isPointer && !written.isContainer()))
    return;
  kernel.writesPointers = true;
  if (!isPointer)
    return;
  const kernel::SlotGroup *list = kernel.list();
  if (list && list->form != kernel::SlotGroup::Siblings &&
      !isInOwnArray(*operand))
    refuse(written.firstUse, Diag::RTT2013, {written.text},
           {{list->loc, "followed here"}});
}

bool Recogniser::watchAliases() {
  const auto watch = [&](const Written &written) {
    for (kernel::Datum &read : kernel.data)
      // The node's own number lies nowhere.
      if (read.owner == kernel::Owner::Node && !read.isAddress &&
          (!read.steps.empty() || read.number < nodeArrays.size()))
        read.isWatched |= written.mayBe(
            wayOfNode(startOf(read), untypedData, read, read.steps), read.type,
            !read.steps.empty() && read.steps.back().isDeref);
    for (kernel::SlotGroup &slots : kernel.slots) {
      if (kernel.nodesAreNumbers && slots.holdsNumbers())
        slots.isWatched |= written.mayBe(
            wayAlong(nodeArrays[slots.array].element, slots.steps), slots.held,
            false);
      if (kernel.nodesAreNumbers && slots.leadsToNumbers())
        slots.isWatched |= written.mayBe(
            {}, slots.type, slots.form == kernel::SlotGroup::Counted);
    }
  };
  // Where an array behind the iteration's own pointer is looked at.
  const auto followed = [&](const kernel::Datum &written) {
    const Way way = wayAlong(startOf(written), written.steps);
    for (const kernel::DataArray &array : kernel.arrays)
      if (array.isOfQueries && array.start >= 0 &&
          isSameWay(way, kernel.data[array.start].steps,
                    startOf(kernel.data[array.start])))
        return array.firstUse;
    return ir::Location();
  };
  const auto sharedRead = [this](unsigned uniform) {
    ir::Location at;
    for (const ir::Function *function : functions())
      ir::walkExprs(function->body, [&](const ir::Expr *e) {
        const ir::Place *place = ir::placeOf(e);
        const auto *root =
            place ? std::get_if<ir::DataRoot>(&place->root) : nullptr;
        if (!at && root && root->kind == ir::DataRoot::Shared &&
            root->number == uniform)
          at = e->loc;
      });
    return at;
  };
  for (const kernel::Datum &datum : kernel.data) {
    if (datum.isWritten && !datum.isScratch() && !datum.steps.empty() &&
        datum.steps.back().isPointer && leadsElsewhere(datum)) {
      if (const ir::Location at = followed(datum))
        refuse(datum.firstUse, Diag::RTT2041, {datum.text},
               {{at, "followed here"}});
      else
        refuse(datum.firstUse, Diag::RTT2013, {datum.text});
    }
    watchPointers(datum);
    const auto written =
        writtenBy(datum, wayAlong(startOf(datum), datum.steps), iteration);
    if (!written)
      continue;
    watch(*written);
    for (unsigned k = 0; k < uniformObjects.size(); ++k) {
      const Object &object = uniformObjects[k];
      if (!written->isNumber() && !object.steps.empty() && !object.isSize &&
          !object.isAddress &&
          !isVariableApart(atLoop(object), startOf(datum)) &&
          mayAlias(written->way, written->type,
                   wayAlong(shared[object.number].type, object.steps),
                   object.type)) {
        const ir::Location at = sharedRead(k);
        refuse(at ? at : datum.firstUse, Diag::RTT2029, {datum.text},
               {{datum.firstUse, "written here"}});
      }
    }
  }
  return !isRefused();
}
