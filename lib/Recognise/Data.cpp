// Rows of the kernel's tables: data of nodes, queries and elements, uniforms,
// children.
#include "Recogniser.h"

#include "regtt/IR/TypeRules.h"
#include "regtt/Kernel/Names.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

const ir::IntType *Recogniser::index() const {
  return module.intType(ir::IntType::I64);
}
const ir::IntType *Recogniser::counter() const {
  return module.intType(kernel.list() ? ir::IntType::U32 : ir::IntType::I32);
}

//===--- Names ------------------------------------------------------------===//

static std::string unique(std::string base,
                          llvm::function_ref<bool(llvm::StringRef)> isTaken) {
  std::string name = base;
  for (int suffix = 2; isTaken(name); ++suffix)
    name = base + "_" + std::to_string(suffix);
  return name;
}

/// `*n` of `n->`, `n` of `n.`
static std::string wholeText(llvm::StringRef prefix) {
  if (prefix.consume_back("->"))
    return "*" + prefix.str();
  return prefix.drop_back().str();
}

/// `n` of `n->` and of `n.`
static std::string objectOf(llvm::StringRef prefix) {
  if (!prefix.consume_back("->"))
    prefix.consume_back(".");
  return prefix.str();
}

static void nameOfNode(const kernel::Kernel &kernel, llvm::StringRef prefix,
                       const std::string &name, kernel::Datum &made) {
  const bool isWhole = !made.steps.empty() && made.steps.back().isDeref;
  made.text = made.isAddress ? objectOf(prefix)
                             : (isWhole ? "*" : "") + prefix.str() +
                                   joined(made.steps, ".", "->");
  made.name = unique(name, [&](llvm::StringRef name) {
    return llvm::any_of(kernel.data, [&](const kernel::Datum &other) {
      return other.owner == kernel::Owner::Node && other.name == name;
    });
  });
}

static void nameOfOwn(const kernel::Kernel &kernel, const Operand &operand,
                      kernel::Datum &made) {
  const auto isTaken = [&](llvm::StringRef name) {
    return llvm::any_of(kernel.data, [&](const kernel::Datum &other) {
      return other.owner == kernel::Owner::Query && other.name == name;
    });
  };
  if (made.steps.empty()) {
    made.text = operand.text.empty() ? wholeText(operand.prefix) : operand.text;
    made.name = Iteration::nameOf(operand).str();
  } else {
    made.text = operand.prefix + joined(made.steps, ".", "->");
    made.name = joined(made.steps, "_", "_");
    if (made.steps.back().isDeref) {
      const bool isAlone = made.name.empty();
      made.text = "*" + (isAlone ? objectOf(operand.prefix) : made.text);
      made.name =
          (isAlone ? Iteration::nameOf(operand).str() : made.name) + "_object";
    }
    if (isTaken(made.name) && made.number > 0)
      made.name = Iteration::nameOf(operand).str() + "_" + made.name;
  }
  if (made.isAddress) {
    made.text =
        "&" + (made.steps.empty() ? objectOf(operand.prefix) : made.text);
    made.name = made.steps.empty() ? "address" : made.name + "_address";
  }
  made.name = unique(made.name, isTaken);
}

//===--- Rows -------------------------------------------------------------===//

static void append(std::vector<kernel::Bytes> &result, uint64_t offset,
                   uint64_t size) {
  if (!result.empty() && result.back().offset + result.back().size >= offset)
    result.back().size =
        std::max(result.back().size, offset + size - result.back().offset);
  else
    result.push_back({offset, size});
}

static void addValues(const ir::Type *type, uint64_t at,
                      std::vector<kernel::Bytes> &result);

/// Of a union: what any of its members has.
static void addUnion(const ir::StructType &type, uint64_t at,
                     std::vector<kernel::Bytes> &result) {
  std::vector<kernel::Bytes> all;
  for (const ir::Field &field : type.fields()) {
    std::vector<kernel::Bytes> own;
    if (field.isBitField())
      append(own, at + field.offset,
             (field.bitOffset + field.bitWidth + 7) / 8);
    else
      addValues(field.type, at + field.offset, own);
    all.insert(all.end(), own.begin(), own.end());
  }
  llvm::sort(all, [](const kernel::Bytes &a, const kernel::Bytes &b) {
    return a.offset < b.offset;
  });
  for (const kernel::Bytes &bytes : all)
    append(result, bytes.offset, bytes.size);
}

static void addValues(const ir::Type *type, uint64_t at,
                      std::vector<kernel::Bytes> &result) {
  if (isStdArray(type) || type->kind == ir::Type::Array) {
    const ir::Type *element = ir::elementOf(type);
    const uint64_t stride = bytesOf(element).value_or(0);
    const uint64_t bytes = bytesOf(type).value_or(0);
    for (uint64_t offset = 0; offset < bytes; offset += stride)
      addValues(element, at + offset, result);
    return;
  }
  if (isPair(type)) {
    for (const char *member : {"first", "second"})
      addValues(ir::memberOf(type, member), at + *offsetOfMember(type, member),
                result);
    return;
  }
  const auto *record = dyn_cast<ir::StructType>(type);
  if (!record)
    return append(result, at, ir::sizeOf(type).value_or(0));
  if (record->isUnion())
    return addUnion(*record, at, result);
  for (const ir::Field &field : record->fields())
    if (field.isBitField())
      append(result, at + field.offset,
             (field.bitOffset + field.bitWidth + 7) / 8);
    else
      addValues(field.type, at + field.offset, result);
}

std::vector<kernel::Bytes> recognise::valueBytes(const ir::Type *type) {
  std::vector<kernel::Bytes> result;
  addValues(type, 0, result);
  return result;
}

static kernel::Owner ownerOf(Object::Root root) {
  switch (root) {
  case Object::Node:
  case Object::Linked:
    return kernel::Owner::Node;
  case Object::Own:
    return kernel::Owner::Query;
  default:
    return kernel::Owner::Element;
  }
}

/// What has no name in the user's text is called as its first member is.
static kernel::DataStep nameOfFirst(const ir::Type *type) {
  kernel::DataStep step;
  const auto *record = dyn_cast<ir::StructType>(type);
  while (record && record->isComplete() && !record->fields().empty()) {
    const ir::Field &first = record->fields().front();
    record = ir::anonymousType(first);
    if (!record)
      step.field = first.name;
  }
  return step;
}

/// `name`, or one like it that no datum of array `array` has. One has none.
std::string Recogniser::freeElementName(unsigned array,
                                        const std::string &name) const {
  const auto isTaken = [&](llvm::StringRef taken) {
    return llvm::any_of(kernel.data, [&](const kernel::Datum &other) {
      return other.owner == kernel::Owner::Element && other.number == array &&
             other.name == taken;
    });
  };
  return name.empty() && isTaken(name) ? unique("value", isTaken)
                                       : unique(name, isTaken);
}

unsigned Recogniser::row(const Object &object, const ir::Field *field,
                         ir::Location loc) {
  const kernel::Owner owner = ownerOf(object.root);
  for (unsigned k = 0; k < kernel.data.size(); ++k)
    if (const kernel::Datum &known = kernel.data[k];
        known.owner == owner && known.number == object.number &&
        known.steps == object.steps && known.type == object.type &&
        known.isAddress == object.isAddress)
      return k;
  kernel::Datum made;
  made.owner = owner;
  made.number = object.number;
  made.type = object.type;
  made.steps = object.steps;
  made.isAddress = object.isAddress;
  made.firstUse = loc;
  made.bytes = bytesOf(object.type).value_or(0);
  made.align = alignOf(object.type).value_or(1);
  if (object.isNode)
    made.bytes = made.align = 4; // an rt::Link
  if (field && field->isBitField()) {
    made.bitShift = field->bitOffset;
    made.bitWidth = field->bitWidth;
  }
  Object named = object;
  if (!named.steps.empty() && !named.steps.back().isDeref &&
      named.steps.back().field.empty())
    named.steps.push_back(nameOfFirst(object.type));
  made.steps = named.steps;
  if (owner == kernel::Owner::Node)
    nameOfNode(kernel, nodePrefix(object),
               object.isAddress ? "address" : nodeFieldName(named), made);
  else if (owner == kernel::Owner::Element) {
    made.text = (made.isAddress && made.steps.empty() ? "&" : "") +
                elementText(made.number, made.steps);
    made.name = made.isAddress ? "address" : joined(made.steps, "_", "_");
    made.name = freeElementName(made.number, made.name);
  } else if (object.number == kernel::iterationNumber) {
    Operand number;
    number.name = iterationName;
    number.prefix = iterationName + ".";
    nameOfOwn(kernel, number, made);
  } else
    nameOfOwn(kernel, operandOf(object.number), made);
  made.steps = object.steps;
  kernel.data.push_back(std::move(made));
  return kernel.data.size() - 1;
}

unsigned Recogniser::uniform(const Object &object) {
  if (shared[object.number].isOfTree)
    refuseOfTree(*this, object.number);
  std::string name = shared[object.number].name;
  for (const kernel::DataStep &step : object.steps)
    name = step.field.empty() ? name : step.field;
  if (object.isSize) {
    const HostPlace place = atLoop(object);
    name = (place ? place.name() : name) + "_size";
  }
  for (unsigned k = 0; k < kernel.uniforms.size(); ++k)
    if (uniformObjects[k].number == object.number &&
        uniformObjects[k].steps == object.steps &&
        uniformObjects[k].isSize == object.isSize &&
        uniformObjects[k].isAddress == object.isAddress)
      return k;
  kernel.uniforms.push_back({unique(name,
                                    [&](llvm::StringRef taken) {
                                      return llvm::any_of(
                                          kernel.uniforms,
                                          [&](const kernel::Uniform &other) {
                                            return other.name == taken;
                                          });
                                    }),
                             object.type, false});
  uniformObjects.push_back(object);
  return kernel.uniforms.size() - 1;
}

void Recogniser::written(unsigned row) {
  kernel::Datum &datum = kernel.data[row];
  if (datum.isWritten)
    return;
  datum.isWritten = true;
  if (datum.isContainer())
    return;
  datum.values = datum.isBitField()
                     ? std::vector<kernel::Bytes>{{0, datum.bytesInObject()}}
                     : valueBytes(datum.type);
}

//===--- Children ---------------------------------------------------------===//

/// Whether numbers are computed on the node: nothing of it holds them.
static bool isComputed(const kernel::SlotGroup &group) {
  return group.form == kernel::SlotGroup::Computed ||
         group.form == kernel::SlotGroup::Range ||
         group.form == kernel::SlotGroup::Consecutive;
}

unsigned Recogniser::slots(const Object &object, uint64_t count,
                           ir::Location loc) {
  for (unsigned k = 0; k < kernel.slots.size(); ++k)
    if (!isComputed(kernel.slots[k]) &&
        kernel.slots[k].array == object.number &&
        kernel.slots[k].steps == object.steps)
      return k;
  kernel::SlotGroup made;
  made.steps = object.steps;
  made.array = object.number;
  made.text = nodePrefix(object) + joined(object.steps, ".", "->");
  made.name = nodeFieldName(object);
  made.count = count;
  made.first = kernel.numSlots;
  made.loc = loc;
  kernel.numSlots += count;
  kernel.slots.push_back(std::move(made));
  return kernel.slots.size() - 1;
}

/// `rt::child(group, number)` until the order of the groups is known.
const ir::Expr *Recogniser::child(unsigned group, const ir::Expr *number,
                                  ir::Location loc) {
  std::vector<const ir::Expr *> arguments = {
      module.integer(counter(), group, loc)};
  if (number)
    arguments.push_back(number);
  return module.libraryCall("rt::child", link, arguments, loc);
}
