// Arrays that nodes, queries and elements of other arrays have: in a
// std::vector or a std::string, or behind a pointer.
//
//     %n->items[%k].x  ->  element(3: f32, add(load node(0: i64), %k))
//     %points[%i].x[%d]
//       ->  element(4: f64, add(load element(1: i64, %i), %d))
//
// A datum of the node, the query or the element has the number of the first
// element.
#include "Body.h"
#include "KeptData.h"
#include "LibraryLayout.h"

#include "regtt/IR/TypeRules.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

/// A container of the library's that holds the address of its elements.
static bool hasElements(const ir::Type *type) {
  return countedElements(type) ||
         (isVector(type) && !ir::elementOf(type)->isBool());
}

/// The row of a number of the array's, named after what the array is.
unsigned Recogniser::arrayNumber(const Object &object, const ir::Type *type,
                                 const std::string &text,
                                 const std::string &name, ir::Location loc) {
  Object number = object;
  number.type = type;
  const size_t known = kernel.data.size();
  const unsigned result = row(number, nullptr, loc);
  if (result < known || name.empty())
    return result;
  kernel::Datum &made = kernel.data[result];
  made.text = text;
  made.name = name;
  const auto isTaken = [&](llvm::StringRef taken) {
    for (unsigned k = 0; k < result; ++k)
      if (kernel.data[k].owner == made.owner && kernel.data[k].name == taken)
        return true;
    return false;
  };
  for (int suffix = 2; isTaken(made.name); ++suffix)
    made.name = name + "_" + std::to_string(suffix);
  return result;
}

/// What the loop calls an object that is an iteration's by itself: `rows[i]` is
/// `row` where the parameter is.
static std::string wholeText(const Operand &operand) {
  llvm::StringRef text = operand.prefix;
  if (!text.consume_back("->"))
    text.consume_back(".");
  return text.str();
}

/// `extra` of `n->extra` and of `*n->extra`.
static std::string lastField(const kernel::DataSteps &steps) {
  for (const kernel::DataStep &step : llvm::reverse(steps))
    if (!step.field.empty())
      return step.field;
  return "elements";
}

/// Whether such elements of an array in the node are reached as those of an
/// array behind a pointer are: no record holds pointers.
static bool areGathered(const ir::Type *element) {
  return element->isPointer() ||
         (isa<ir::StructType>(element) && !isCopyable(element));
}

/// An array at the node's end that is as long as its memory: `int key[];`, and
/// in C `int key[1];`, which is older than that.
static bool isFlexible(const Part &part, bool isC) {
  const auto *array = dyn_cast<ir::ArrayType>(part.type);
  if (!array || array->count > 1 || (array->count == 1 && !isC))
    return false;
  const ir::StructType *parent = part.field ? part.field->parent : nullptr;
  return array->count == 0 ||
         (parent && &parent->fields().back() == part.field &&
          (part.object.root != Object::Node || part.object.steps.size() == 1));
}

/// Whether `holder` is an array that lies in the node itself and is reached as
/// one behind a pointer is.
static bool isInNode(const Object &holder) {
  return isa<ir::ArrayType>(holder.type) && holder.root == Object::Node &&
         !holder.isWhole();
}

/// What the array at `holder` is called in the user's text, and as a member.
std::pair<std::string, std::string>
Recogniser::namesOfOwned(const Object &given) const {
  Object holder = given;
  // A list of the library's is what the user calls so, not what is in it.
  const size_t numSteps = holder.steps.size();
  if (listForm(holder.type) && numSteps >= 2 &&
      holder.steps[numSteps - 2].field == linksOfLibrary)
    holder.steps.resize(numSteps - 2);
  if (holder.root == Object::Element)
    return {elementText(holder.number, holder.steps), lastField(holder.steps)};
  for (size_t k = 0; k < roles.size(); ++k)
    if (const Object &given = roles[k].object;
        holder.root == Object::Own && given.root == Object::Own &&
        given.isBehind() && given.number == holder.number &&
        llvm::ArrayRef(given.steps).drop_back() == llvm::ArrayRef(holder.steps))
      return {traversal->params[k]->name, traversal->params[k]->name};
  if (holder.isWhole())
    return {wholeText(operandOf(holder.number)),
            Iteration::nameOf(operandOf(holder.number)).str()};
  const std::string prefix = holder.root == Object::Own
                                 ? operandOf(holder.number).prefix
                                 : nodePrefix(holder);
  return {prefix + joined(holder.steps, ".", "->"), lastField(holder.steps)};
}

unsigned Recogniser::ownedArray(const Object &holder, const ir::Type *element,
                                ir::Location loc) {
  const bool isContainer = hasElements(holder.type);
  const bool liesInNode = isInNode(holder);
  const auto [text, name] = namesOfOwned(holder);
  Object at = holder;
  if (isContainer)
    at.steps = startOfElements(holder.steps, holder.type);
  const std::optional<kernel::ListForm> list = listForm(holder.type);
  const bool isCountedList = list && holder.root != Object::Node;
  if (isCountedList) {
    at.steps.emplace_back().list = list;
  } else if (liesInNode || list) {
    at.steps.back().isHere = true;
    at.steps.back().list = list;
  }
  const unsigned start = arrayNumber(
      at, index(), text, isContainer || liesInNode || list ? name : "", loc);
  const std::string elementName =
      stemOf(list ? ir::pointeeOf(element) : element);
  for (unsigned k = 0; k < kernel.arrays.size(); ++k)
    if (kernel.arrays[k].start == int(start)) {
      if (list && kernel.arrays[k].elementName != elementName)
        refuse(loc, Diag::RTT2030, {text, "casts to several types"});
      return k;
    }
  kernel::DataArray made;
  made.text = text;
  made.elementName = elementName;
  made.stride = strideOf(element);
  made.isOfQueries = holder.root == Object::Own;
  made.parent = holder.root == Object::Element ? int(holder.number) : -1;
  made.start = start;
  // Of one element in C, it may be as long as the node's memory.
  if (const auto *array = dyn_cast<ir::ArrayType>(holder.type);
      liesInNode && areGathered(element) && array->count > (module.isC ? 1 : 0))
    made.countInNode = array->count;
  made.firstUse = loc;
  made.isIndirect = list.has_value();
  if (isContainer) {
    const auto counted = countedElements(holder.type);
    at.steps = counted ? memberAt(holder.steps, counted->count, false)
                       : finishOfVector(holder.steps);
    const unsigned size = arrayNumber(at, module.intType(ir::IntType::U64),
                                      text + ".size()", name + "_size", loc);
    if (counted)
      made.setCount(size, counted->behind);
    else
      made.size = int(size);
  }
  if (isCountedList) {
    at.steps.back().isLength = true;
    made.size = int(arrayNumber(
        at, module.intType(ir::IntType::U64), "the length of " + text,
        (name.empty() ? "list" : name) + "_length", loc));
  }
  const unsigned number = addArray(std::move(made), name);
  holders[number] = holder;
  return number;
}

/// Whether it is an object that an iteration has by itself, not in its record.
static bool isOwnObject(const Recogniser &site, const Object &object) {
  if (object.root != Object::Own || !object.isWhole() || object.isPointer ||
      object.number >= kernel::firstScratch)
    return false;
  const Operand::Form form = site.operandOf(object.number).form;
  return form == Operand::Element || form == Operand::Address ||
         form == Operand::Room;
}

/// Whether `part` is an array in the node of pointers, of which none leads to a
/// node, or of what holds pointers, or one of any length: its elements are
/// reached as those behind a pointer to its first.
bool Body::isReachedInNode(const Part &part) const {
  const auto *array = dyn_cast<ir::ArrayType>(part.type);
  return array &&
         (part.object.root == Object::Node ||
          part.object.root == Object::Linked) &&
         part.isDatum() && part.before == 0 && !part.object.isWhole() &&
         !site.kernel.nodesAreNumbers &&
         (areGathered(array->element) || isFlexible(part, module.isC)) &&
         array->element != site.nodeType && !site.leadsToNode(array->element);
}

bool recognise::mayHaveArrays(const kernel::Kernel &kernel, unsigned array) {
  const kernel::DataArray &of = kernel.arrays[array];
  return of.isShared() || of.isOfElements();
}

/// Whether `part` is a container that the node, the query or an element has, or
/// that is the query or the element, of what is no child.
bool Body::isOwned(const Part &part) const {
  const Object &object = part.object;
  const bool mayHave =
      object.root == Object::Element
          ? mayHaveArrays(site.kernel, object.number)
          : (object.root == Object::Node || object.root == Object::Own) &&
                (!object.isWhole() || isOwnObject(site, object));
  return mayHave && part.isDatum() && part.before == 0 &&
         hasElements(part.type) &&
         !site.leadsToNode(ir::elementOf(part.type)) &&
         (site.kernel.nodesAreNumbers ||
          ir::elementOf(part.type) != site.nodeType);
}

/// The datum in row `row`, which has a number of the array at `holder`.
const ir::Expr *Body::arrayNumber(const Object &holder, int row) {
  const auto kind = holder.root == Object::Element  ? ir::DataRoot::Element
                    : holder.root == Object::Own    ? ir::DataRoot::Own
                    : holder.root == Object::Linked ? ir::DataRoot::Linked
                                                    : ir::DataRoot::Node;
  const bool isIndexed =
      kind == ir::DataRoot::Element || kind == ir::DataRoot::Linked;
  return module.load(
      module.place(ir::DataRoot{kind, unsigned(row), site.kernel.data[row].type,
                                isIndexed ? holder.index : nullptr}),
      loc);
}

/// To the first element of the array at `part`, or to element `index`, in the
/// user's words.
bool Body::intoOwned(Part &part, const ir::Type *element,
                     const ir::Expr *index) {
  Object holder = part.object;
  holder.type = part.type;
  Object ofNode = holder; // another node's array is one that nodes have
  if (ofNode.root == Object::Linked) {
    ofNode.root = Object::Node;
    ofNode.index = nullptr;
  }
  Object found;
  found.root = Object::Element;
  found.number = site.ownedArray(ofNode, element, loc);
  found.type = element;
  found.index = arrayNumber(holder, site.kernel.arrays[found.number].start);
  noteBound(found.number, ofNode.index, index);
  found.holder = ofNode.index;
  if (index)
    found.index = module.binary(ir::BinaryOp::Add, found.index,
                                asIndex(copy.expr(index)), loc);
  part.object = found;
  part.type = element;
  part.field = nullptr;
  return !site.isFailing();
}

/// How many elements the container at `part` has; null where it is none of a
/// known form.
const ir::Expr *Body::sizeOfContainer(const Part &part) {
  if (isOwned(part) || listForm(part.type)) {
    Object holder = part.object;
    holder.type = part.type;
    const kernel::DataArray &array =
        site.kernel
            .arrays[site.ownedArray(holder, ir::elementOf(part.type), loc)];
    return arrayNumber(holder, array.size >= 0 ? array.size
                                               : array.extent.front().datum);
  }
  if (part.object.root != Object::Shared || !part.isDatum() ||
      !isContiguous(part.type))
    return nullptr;
  Object object = part.object;
  object.type = module.intType(ir::IntType::U64);
  object.isSize = true;
  return module.load(
      module.place(ir::DataRoot{ir::DataRoot::Shared, site.uniform(object),
                                object.type, nullptr}),
      loc);
}

/// `size(%v)`, `empty(%v)`
const ir::Expr *Body::containerSize(const ir::ContainerReadExpr *e) {
  if (e->op != ir::ReadOp::Size && e->op != ir::ReadOp::Empty)
    return nullptr;
  const auto found = part(e->container);
  if (const ir::Expr *size = found ? sizeOfChanged(e, *found) : nullptr)
    return size;
  const ir::Expr *size = found ? sizeOfContainer(*found) : nullptr;
  if (!size || e->op == ir::ReadOp::Size)
    return size;
  return module.binary(ir::BinaryOp::Eq, size,
                       module.integer(size->type, 0, e->loc), e->loc);
}

/// Whether what lies at `part` can be a pointer that something is found by.
static bool isPointerField(const Part &part) {
  const bool isPointer =
      !part.object.isWhole() ||
      (part.object.root == Object::Own && part.type->isPointer());
  return isPointer && part.before == 0 && part.isDatum();
}

/// To what the pointer at `part` leads to, an array, or one object that a
/// pointer of a query's or an element's leads to.
bool Body::intoBehind(Part &part, const ir::Type *element,
                      const ir::Expr *index) {
  if (isOfProgram(part.object))
    return refuseWay("a pointer that the iteration keeps"), false;
  if (part.object.root == Object::Own) {
    if (!mayFollowOwn(part, element))
      return false;
  } else if (part.object.root == Object::Element) {
    if (!mayHaveArrays(site.kernel, part.object.number) || !part.isDatum() ||
        part.before != 0 || !strideOf(element) || element == site.nodeType ||
        site.leadsToNode(element))
      return refuseWay("an element of another"), false;
  } else if (!isPointerField(part) || !part.type->isPointer() ||
             element == site.nodeType || site.leadsToNode(element)) {
    return site.refuse(loc, Diag::RTT2030, {saidWay(), "a pointer"}), false;
  }
  return intoOwned(part, element, index);
}

/// Notes that a local, or a helper's parameter, stands for what a pointer of
/// the iteration's leads to.
void Body::name(const Object &behind, ir::Location at) {
  kernel::DataSteps steps = behind.steps;
  steps.pop_back();
  site.namedPointers.push_back({behind.number, std::move(steps), at});
}

/// Whether the pointer of the iteration's at `part` is one to data that is
/// found before any call.
bool Body::mayFollowOwn(const Part &part, const ir::Type *to) {
  if (!isPointerField(part) || kernel::isThroughPointer(part.object.steps) ||
      to == site.nodeType || site.leadsToNode(to) ||
      (isOfProgram(part.object) &&
       (!site.keepsPointee(part.type) ||
        (part.field && !site.isFollowed(*part.field)))))
    return site.refuse(loc, Diag::RTT2030, {saidWay(), "the query"}), false;
  return true;
}
