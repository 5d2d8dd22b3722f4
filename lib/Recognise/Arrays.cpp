// Arrays that all iterations share, whose elements are chosen at run time.
//
//     %tree->points[%k].x  ->  element(3: f32, %k) of array `tree->points`
#include "Body.h"
#include "LibraryLayout.h"
#include "Spelling.h"

#include "regtt/IR/Equality.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

/// What is no larger stays with the uniforms.
static constexpr uint64_t mostOfUniform = 256;

/// Whether its elements lie side by side, outside of the object itself or in
/// it.
bool recognise::isContiguous(const ir::Type *type) {
  const auto *library = dyn_cast<ir::LibraryType>(type);
  return library &&
         (library->name == "std::vector" || library->name == "std::span" ||
          library->name == "std::array" || countedElements(type)) &&
         !(library->name == "std::vector" && ir::elementOf(type)->isBool());
}

bool recognise::isStdArray(const ir::Type *type) {
  const auto *library = dyn_cast<ir::LibraryType>(type);
  return library && library->name == "std::array";
}

static bool isZero(const ir::Expr *e) {
  const auto *number = dyn_cast<ir::IntExpr>(e);
  return number && number->value().isZero();
}

std::string Recogniser::elementText(unsigned array,
                                    const kernel::DataSteps &steps) const {
  kernel::DataSteps inner = steps;
  std::string text = kernel.arrays[array].text + "[]";
  const bool isFollowed = !inner.empty() && inner.front().isDeref;
  const std::string rest = joined(inner, ".", "->");
  return rest.empty() ? text : text + (isFollowed ? "->" : ".") + rest;
}

unsigned Recogniser::addArray(kernel::DataArray made, const std::string &name) {
  const std::string base = name == "at" ? "at_" : name; // a function beside it
  made.name = base;
  for (int suffix = 2; llvm::any_of(kernel.arrays,
                                    [&](const kernel::DataArray &other) {
                                      return other.name == made.name;
                                    });
       ++suffix)
    made.name = base + "_" + std::to_string(suffix);
  kernel.arrays.push_back(std::move(made));
  return kernel.arrays.size() - 1;
}

std::optional<unsigned> Recogniser::knownArray(const Object &holder,
                                               const ir::Type *element) const {
  const HostPlace place = atLoop(holder);
  for (const SharedArray &known : sharedArrays)
    if (known.element == element && !known.isRow &&
        (place ? known.place == place
               : !known.place && known.holder.number == holder.number &&
                     known.holder.steps == holder.steps))
      return known.number;
  return std::nullopt;
}

unsigned Recogniser::sharedArray(const Object &holder, const ir::Type *element,
                                 ir::Location loc) {
  if (const auto known = knownArray(holder, element))
    return *known;
  if (shared[holder.number].isOfTree)
    refuseOfTree(*this, holder.number);
  const HostPlace place = atLoop(holder);
  const ir::Variable *flag = flags.lookup(place.variable);
  kernel::DataArray made;
  const ir::Place *scalar = scalars.lookup(place.variable);
  made.text = flag     ? flag->name
              : scalar ? spelled(module, scalar)
                       : shared[holder.number].text;
  if (made.text.empty() || !holder.steps.empty())
    made.text = place ? place.text() : shared[holder.number].name;
  made.elementName = stemOf(element);
  made.stride = strideOf(element);
  made.hasExtent = true;
  made.isFlag = flag != nullptr;
  made.firstUse = loc;
  const std::string name =
      flag     ? flag->name
      : scalar ? llvm::StringRef(place.variable->name).drop_back(3).str()
      : place  ? place.name()
               : shared[holder.number].name; // a scalar's pointer is `x.at`
  const unsigned number = addArray(std::move(made), name);
  sharedArrays.push_back({place, holder, element, number});
  return number;
}

const SharedArray *Recogniser::sharedArrayOf(unsigned array) const {
  for (const SharedArray &known : sharedArrays)
    if (known.number == array)
      return &known;
  return nullptr;
}

//===--- Elements ---------------------------------------------------------===//

/// A number, as what counts elements.
const ir::Expr *Body::asIndex(const ir::Expr *e) {
  if (!e)
    return module.integer(site.index(), 0, loc);
  return e->type == site.index() ? e
                                 : module.cast(ir::CastOp::IntToInt,
                                               site.index(), e, false, e->loc);
}

/// Whether what lies at `part` is an array that is gathered: elements are
/// reached by their numbers.
bool Body::isGathered(const Part &part) const {
  if (part.object.root != Object::Shared || !part.isDatum())
    return false;
  if (isContiguous(part.type) && !isStdArray(part.type))
    return true;
  const bool isArray = isa<ir::ArrayType>(part.type) || isStdArray(part.type);
  return isArray && bytesOf(part.type).value_or(~0ull) > mostOfUniform;
}

/// To element `index`, in the user's words, of what lies at `part`: what a
/// pointer leads to, an array, or a container.
bool Body::intoArray(Part &part, const ir::Type *element,
                     const ir::Expr *index) {
  if (intoNode(part, element, index))
    return true;
  Object found;
  found.root = Object::Element;
  found.number = site.sharedArray(part.object, element, loc);
  found.type = element;
  found.index = asIndex(copy.expr(index));
  part.object = found;
  part.type = element;
  part.field = nullptr;
  part.before = 0;
  return !site.isFailing();
}

/// The first element of the array that `object` is: a pointer to it is one to
/// that.
std::optional<Object> Body::asElement(const Object &object) {
  if (object.root == Object::Element)
    return object;
  Part part;
  part.object = object;
  part.type = object.type;
  if (object.isBehind()) {
    part.object.steps.pop_back();
    part.type = module.pointerTo(object.type);
    return intoBehind(part, object.type, nullptr) ? std::optional(part.object)
                                                  : std::nullopt;
  }
  if (object.root != Object::Shared)
    return std::nullopt;
  if (!intoArray(part, object.type, nullptr))
    return std::nullopt;
  return part.object;
}

static ArrayBound unknownBound(unsigned array, ir::Location loc) {
  ArrayBound bound;
  bound.array = array;
  bound.loc = loc;
  return bound;
}

/// Notes what a pointer to element `object` that is moved by `by`, in the
/// user's words, says of how many elements there are: from the first one on,
/// what an index does.
void Body::noteMoved(const Object &object, const ir::Expr *by) {
  const kernel::DataArray &array = site.kernel.arrays[object.number];
  if (array.isShared() || array.size >= 0 || array.hasExactExtent)
    return;
  const auto *first = dyn_cast<ir::LoadExpr>(object.index);
  const auto *root =
      first ? std::get_if<ir::DataRoot>(&first->place->root) : nullptr;
  if (root && root->kind != ir::DataRoot::Shared &&
      root->kind != ir::DataRoot::Host && int(root->number) == array.start)
    noteBound(object.number, root->index, by);
  else
    site.bounds.push_back(unknownBound(object.number, loc));
}

/// What a pointer to `object` leads to that is moved on.
std::optional<Object> Body::moved(const Object &object, const ir::Expr *by) {
  if (object.root == Object::Shared) {
    Part part;
    part.object = object;
    part.type = object.type;
    if (ownElement(part, object.type, by)) {
      const bool isFirst = part.isDatum() ||
                           isZero(std::get<ir::IndexStep>(part.steps[0]).index);
      part.object.isDecayed = !part.isDatum();
      return isFirst ? std::optional(part.object) : std::nullopt;
    }
    if (!intoArray(part, object.type, by))
      return std::nullopt;
    return part.object;
  }
  if (object.isBehind() || object.isBehindElement()) {
    Part part;
    part.object = object;
    part.object.steps.pop_back();
    part.type = module.pointerTo(object.type);
    return intoBehind(part, object.type, by) ? std::optional(part.object)
                                             : std::nullopt;
  }
  if (object.root != Object::Element || !object.steps.empty())
    return std::nullopt;
  noteMoved(object, by);
  Object result = object;
  const auto *step = dyn_cast<ir::IntExpr>(by);
  if (isZero(object.index))
    result.index = asIndex(copy.expr(by));
  else if (step && step->type == site.index() && step->value().isNegative())
    result.index = module.binary(
        ir::BinaryOp::Sub, object.index,
        module.integer(site.index(), -uint64_t(step->low), loc), loc);
  else
    result.index = module.binary(ir::BinaryOp::Add, object.index,
                                 asIndex(copy.expr(by)), loc);
  return result;
}

//===--- Pointers to elements ---------------------------------------------===//

/// A pointer or a reference to an element is its number, evaluated where the
/// user's is initialised.
const ir::Variable *Body::numberVariable(const ir::Variable *variable) {
  const bool isFixed = variable->isFixed() || !isStoredTo(from.body, variable);
  ir::Variable *made =
      module.variable(isFixed ? ir::Variable::Let : variable->kind,
                      variable->name, site.index(), variable->loc);
  copy.variables[variable] = made;
  return made;
}

Body::Statements Body::declareNumber(const ir::Variable *variable,
                                     const Object &to, ir::Location at) {
  ir::Statement *entry =
      variable->isFixed() ? entries.note(variable, to, at) : nullptr;
  const ir::Variable *made = numberVariable(variable);
  Object object = to;
  object.index = module.load(module.place(made), at);
  objects[variable] = object;
  if (made->kind == ir::Variable::Let) {
    std::vector<ir::Statement *> result = {module.let(made, to.index, at)};
    if (entry)
      result.insert(result.begin(), entry);
    return result;
  }
  numbers[variable] = made;
  return std::vector<ir::Statement *>{module.var(made, to.index, at)};
}

static bool isSameArray(const Object &a, const Object &b) {
  return a.root == Object::Element && b.root == Object::Element &&
         a.number == b.number && a.steps == b.steps;
}

/// Whether both lie in one array, so that their numbers say what their
/// addresses do. Arrays of two elements may lie anywhere.
static bool areSideBySide(const kernel::Kernel &kernel, const Object &a,
                          const Object &b) {
  if (!isSameArray(a, b))
    return false;
  if (!kernel.arrays[a.number].isOfElements())
    return true;
  bool isSteady = a.holder && b.holder && ir::equal(a.holder, b.holder);
  const auto look = [&](const ir::Expr *e) {
    const ir::Place *place = ir::placeOf(e);
    isSteady &= !place || !place->variable();
  };
  if (isSteady)
    ir::walk(a.holder, look);
  return isSteady;
}

/// `p = q` of pointers into one array; nothing: it is none.
Body::Statements Body::storeNumber(const ir::StoreStatement &s) {
  const ir::Variable *set = s.place->wholeVariable();
  const ir::Variable *number = set ? numbers.lookup(set) : nullptr;
  if (!number)
    return std::nullopt;
  const auto to = pointee(s.value);
  const auto element = to ? asElement(*to) : std::nullopt;
  if (!element || !areSideBySide(site.kernel, *element, objects[set])) {
    site.refuse(s.loc, Diag::RTT2004, {"an assignment to a pointer"});
    return std::vector<ir::Statement *>();
  }
  return std::vector<ir::Statement *>{
      module.store(module.place(number), element->index, s.loc)};
}

/// The element that `object` is where it may be one of the array that `other`
/// is in: a pointer that is only kept leads to the first one, or is an address.
Object Body::amongElements(const Object &object, const Object &other) {
  if (other.root != Object::Element)
    return object;
  if (object.root == Object::Shared)
    return site.knownArray(object, object.type) == other.number
               ? asElement(object).value_or(object)
               : object;
  if (!object.isBehind())
    return object;
  const kernel::DataArray &array = site.kernel.arrays[other.number];
  const bool isOwn = object.root == Object::Own;
  if (array.isShared() || array.isOfElements() || array.isOfQueries != isOwn)
    return object;
  const kernel::Datum &start = site.kernel.data[array.start];
  const bool isSame =
      start.number == object.number &&
      llvm::ArrayRef(start.steps) == llvm::ArrayRef(object.steps).drop_back();
  return isSame ? asElement(object).value_or(object) : object;
}

/// Pointers into one array that are compared or subtracted; null: they are not.
const ir::Expr *Body::elementNumbers(const ir::BinaryExpr *e) {
  const bool isDifference = e->op == ir::BinaryOp::PtrDiff;
  if ((!isDifference && !ir::isComparison(e->op)) ||
      !e->left->type->isPointer() || site.leadsToNode(e->left->type) ||
      isa<ir::NullExpr>(e->left) || isa<ir::NullExpr>(e->right))
    return nullptr;
  const size_t refusals = site.site.refusals.size();
  auto left = pointee(e->left), right = pointee(e->right);
  site.site.refusals.resize(refusals);
  if (!left || !right)
    return nullptr;
  left = amongElements(*left, *right);
  right = amongElements(*right, *left);
  if (!areSideBySide(site.kernel, *left, *right) || !left->steps.empty())
    return nullptr;
  return module.binary(isDifference ? ir::BinaryOp::Sub : e->op, left->index,
                       right->index, e->loc);
}

/// What the pointer to a container's first element leads to.
std::optional<Object> Body::dataOf(const ir::ContainerReadExpr *e) {
  auto found = part(e->container);
  if (!found)
    return std::nullopt;
  if (refuseElements(e->container, *found))
    return std::nullopt;
  const ir::Type *element = ir::elementOf(found->type);
  if (isOwned(*found)
          ? !intoOwned(*found, element, nullptr)
          : !isGathered(*found) || !intoArray(*found, element, nullptr))
    return std::nullopt;
  return found->object;
}

/// The address of the datum that a pointer or a reference leads to.
const ir::Expr *Body::addressValue(const ir::Expr *e) {
  const auto to = pointee(e);
  if (!to || to->isPointer || !isCopyable(to->type) ||
      (to->root != Object::Own && e->type->isPointer()))
    return nullptr;
  Part part;
  part.object = *to;
  part.type = to->type;
  const ir::Place *place = datum(part);
  if (place && to->isDecayed)
    place = module.index(place, module.integer(site.index(), 0, loc));
  if (!place || place->type != ir::pointeeOf(e->type))
    return nullptr;
  return e->type->isReference() ? module.referenceTo(place, e->loc)
                                : module.addressOf(place, e->loc);
}
