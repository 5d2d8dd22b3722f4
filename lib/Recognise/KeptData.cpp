// Pointers to data that a query program keeps in its own variables while its
// calls are made: `hit.material`, which visits set to what nodes point to, and
// which the program reads through when the calls are done. What such a pointer
// leads to is not changed as long as the loop runs; so the program keeps a copy
// of it, beside the number that the address is on the host.
//
//     store %hit->mat = load %n->mat  ->  store own(5: @Material) = load
//     node(2)
//                                         store own(4: ptr @Material) = load
//                                         node(3)
//     load (*%hit.mat).albedo         ->  load own(5: @Material).albedo
//
// A copy is made where the pointer is set, whatever becomes of that: there it
// is null or leads to an object. Names for what it leads to have copies of
// their own, since the pointer may be set again while they live.
#include "KeptData.h"
#include "Downcasts.h"
#include "ProgramBody.h"
#include "Spelling.h"

#include "regtt/Analysis/Changes.h"
#include "regtt/IR/TypeRules.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

/// What a kept pointer leads to has no more bytes than that.
static constexpr uint64_t mostKept = 256;

bool recognise::isOfProgram(const Object &object) {
  return object.root == Object::Own && object.number >= kernel::firstScratch &&
         object.number != kernel::iterationNumber;
}

bool recognise::isOfKeptPointer(const Object &object) {
  return isOfProgram(object) && kernel::isThroughPointer(object.steps);
}

const ir::Expr *recognise::sameAddress(const ir::Expr *e) {
  const auto *cast = dyn_cast<ir::CastExpr>(e);
  if (!cast || !cast->type->isPointer())
    return e;
  const ir::Type *to = ir::pointeeOf(cast->type),
                 *from = ir::pointeeOf(cast->operand->type);
  const bool isSame =
      cast->op == ir::CastOp::PtrToPtr ||
      (cast->op == ir::CastOp::ToBase && from && isOrBeginsWith(from, to)) ||
      (cast->op == ir::CastOp::ToDerived && from && isOrBeginsWith(to, from));
  return isSame ? sameAddress(cast->operand) : e;
}

//===--- Which pointers are kept ------------------------------------------===//

namespace {

/// What is done with the pointers in a field.
class FieldUses {
public:
  explicit FieldUses(const ir::Field &field) : field(field) {}

  bool isFollowed() const { return follows || uses > questions; }
  bool isMoved() const { return moves; }

  void look(const ir::Function &function) {
    ir::walk(static_cast<const ir::Statement *>(function.body),
             [&](const ir::Statement *s) {
               ir::forEachPlace(s,
                                [&](const ir::Place *place) { look(place); });
             });
    ir::walkExprs(function.body, [&](const ir::Expr *e) {
      if (const ir::Place *place = ir::placeOf(e)) {
        look(place);
        uses += isField(place);
      }
      if (const auto *cast = dyn_cast<ir::CastExpr>(e))
        questions += cast->op == ir::CastOp::ToBool && isRead(cast->operand);
      if (const auto *both = dyn_cast<ir::BinaryExpr>(e);
          both && ir::isComparison(both->op))
        questions += unsigned(isRead(both->left)) + isRead(both->right);
    });
  }

private:
  /// Whether the pointer lies at `place` itself.
  bool isField(const ir::Place *place) const {
    const auto *last = place->steps.empty()
                           ? nullptr
                           : std::get_if<ir::FieldStep>(&place->steps.back());
    return last && last->field == &field;
  }

  bool isRead(const ir::Expr *e) const {
    const auto *load = dyn_cast<ir::LoadExpr>(sameAddress(e));
    return load && isField(load->place);
  }

  void look(const ir::Place *place) {
    for (size_t k = 1; k < place->steps.size(); ++k) {
      const auto *step = std::get_if<ir::FieldStep>(&place->steps[k - 1]);
      const auto *deref = std::get_if<ir::DerefStep>(&place->steps[k]);
      if (!step || step->field != &field || !deref)
        continue;
      follows = true;
      moves |= deref->offset != nullptr;
    }
  }

  const ir::Field &field;
  bool follows = false, moves = false;
  unsigned uses = 0, questions = 0;
};

} // namespace

/// Whether the program may keep pointers of type `pointer` with what they lead
/// to.
bool Recogniser::keepsPointee(const ir::Type *pointer) const {
  const ir::Type *to = pointer->isPointer() ? ir::pointeeOf(pointer) : nullptr;
  return to && !leadsToNode(pointer) && isCopyable(to) &&
         ir::sizeOf(to).value_or(~0ull) <= mostKept;
}

static FieldUses usesOf(const ir::Module &module, const ir::Field &field) {
  FieldUses uses(field);
  for (const ir::Function *function : module.functions())
    if (function->body)
      uses.look(*function);
  return uses;
}

bool recognise::isOnlyCompared(const ir::Module &module,
                               const ir::Field &field) {
  return !usesOf(module, field).isFollowed();
}

const FieldUse &Recogniser::useOf(const ir::Field &field) {
  const auto [known, isNew] = fieldUses.try_emplace(&field);
  if (!isNew)
    return known->second;
  const FieldUses uses = usesOf(module, field);
  known->second = {uses.isFollowed(), uses.isMoved()};
  return known->second;
}

/// Whether something reads through the pointers in `field`, or may do so by
/// another name.
bool Recogniser::isFollowed(const ir::Field &field) {
  return useOf(field).isFollowed;
}

bool Recogniser::keepsData(const ir::Field &field) {
  return field.type->isPointer() && !leadsToNode(field.type) &&
         (!useOf(field).isFollowed ||
          (!useOf(field).isMoved && keepsPointee(field.type)));
}

KeptData::KeptData(Body &body)
    : body(body), site(body.site), module(body.module) {}

//===--- Setting them -----------------------------------------------------===//

/// What the pointer `e` leads to, as a value that nothing changes; null: it is
/// not known, or the iteration's own.
const ir::Expr *KeptData::valueAt(const ir::Expr *e, const ir::Type *to) {
  if (isa<ir::NullExpr>(e))
    return module.zero(to, e->loc);
  if (const auto *choice = dyn_cast<ir::SelectExpr>(e)) {
    const ir::Expr *whenTrue = valueAt(choice->whenTrue, to);
    const ir::Expr *whenFalse =
        whenTrue ? valueAt(choice->whenFalse, to) : nullptr;
    return whenFalse ? module.select(body.copy.expr(choice->condition),
                                     whenTrue, whenFalse, e->loc)
                     : nullptr;
  }
  const auto found = body.pointee(e);
  if (!found || found->type != to || found->root == Object::Linked ||
      (found->root == Object::Own && !isOfKeptPointer(*found)) ||
      (found->root == Object::Element &&
       site.kernel.arrays[found->number].isOfQueries))
    return nullptr;
  Part part{*found};
  part.type = to;
  const ir::Place *place = body.datum(part);
  return place ? module.load(place, e->loc) : nullptr;
}

/// Where the pointer at `pointer` is one that the program keeps: what `value`
/// leads to is kept, too.
void KeptData::set(const Part &pointer, const ir::Expr *value, ir::Location at,
                   std::vector<ir::Statement *> &out) {
  if (!isOfProgram(pointer.object) || pointer.object.isNode ||
      !pointer.isDatum() || !site.keepsPointee(pointer.type) ||
      (pointer.field && !site.isFollowed(*pointer.field)) ||
      isa<ir::NullExpr, ir::ZeroExpr>(value))
    return;
  Part to = pointer;
  if (!body.through(to, nullptr))
    return;
  const ir::Expr *pointed = valueAt(value, to.type);
  const ir::Place *place = pointed ? body.datum(to) : nullptr;
  if (!place) {
    if (!site.isFailing())
      site.refuse(at, Diag::RTT2041, {spelled(module, value)});
    return;
  }
  site.written(std::get<ir::DataRoot>(place->root).number);
  out.push_back(module.store(place, pointed, at));
}

/// A pointer of the program's own at `pointer` begins with `value`.
std::vector<ir::Statement *>
KeptData::begin(const Part &pointer, const ir::Expr *value, ir::Location at) {
  std::vector<ir::Statement *> out;
  set(pointer, value, at, out);
  const ir::Type *type = pointer.type;
  const ir::Expr *number = site.isFailing() ? nullptr
                           : isa<ir::ZeroExpr>(value)
                               ? module.null(type, at)
                               : body.address(value, type);
  if (!number) {
    if (!site.isFailing())
      site.refuse(at, Diag::RTT2042, {spelled(module, value)});
    return {};
  }
  const ir::Place *place = body.addressDatum(pointer.object, type);
  body.write(place, at);
  out.push_back(module.store(place, number, at));
  return out;
}

//===--- Other names for what they lead to --------------------------------===//

/// What `e`, a pointer or a reference, leads to where that lies behind a
/// pointer that the program keeps; nothing of anything else.
std::optional<Part> KeptData::behind(const ir::Expr *e) {
  if (!site.keepsNodes())
    return std::nullopt;
  const size_t refusals = site.site.refusals.size();
  std::optional<Part> found;
  if (const auto *address = dyn_cast<ir::AddressExpr>(e)) {
    found = body.part(address->place);
  } else if (const auto to = body.pointee(e)) {
    found = Part{*to};
    found->type = to->type;
  }
  site.site.refusals.resize(refusals);
  return found && isOfKeptPointer(found->object) ? found : std::nullopt;
}

/// `const Color &c = hit.mat->color`: a copy.
std::optional<std::vector<ir::Statement *>>
KeptData::name(const ir::Variable *variable, const ir::Expr *value,
               ir::Location at) {
  const auto found = value ? behind(value) : std::nullopt;
  if (!found)
    return std::nullopt;
  const ir::Type *to = ir::pointeeOf(variable->type);
  const ir::Place *place =
      variable->isFixed() && variable->type->isReference() &&
              found->type == to && found->before == 0 && isCopyable(to) &&
              !ir::writesThrough(body.from.body, variable)
          ? body.datum(*found)
          : nullptr;
  if (!place) {
    body.unknown.insert(variable);
    if (!site.isFailing())
      site.refuse(at, Diag::RTT2041, {variable->name});
    return std::vector<ir::Statement *>();
  }
  ir::Variable *made =
      module.variable(ir::Variable::Local, variable->name, to, variable->loc);
  made->isConst = true;
  body.held[variable] = made;
  return std::vector<ir::Statement *>{
      module.var(made, module.load(place, at), at)};
}

static bool isPlain(const ir::Type *type) {
  return !type->isPointer() && (!isa<ir::StructType>(type) || isCopyable(type));
}

static bool leavesPointers(const ir::Function &callee,
                           llvm::SmallPtrSetImpl<const ir::Function *> &seen) {
  if (!callee.body || !seen.insert(&callee).second)
    return true;
  bool result = true;
  ir::walk(static_cast<const ir::Statement *>(callee.body),
           [&](const ir::Statement *s) {
             if (const auto *store = dyn_cast<ir::StoreStatement>(s))
               result &= isPlain(store->place->type);
             if (const auto *called = dyn_cast<ir::CallStatement>(s))
               result = result && leavesPointers(*called->callee, seen);
           });
  ir::walkExprs(callee.body, [&](const ir::Expr *e) {
    if (const auto *called = dyn_cast<ir::CallExpr>(e))
      result = result && leavesPointers(*called->callee, seen);
  });
  return result;
}

bool recognise::leavesPointers(const ir::Function &callee) {
  llvm::SmallPtrSet<const ir::Function *, 8> seen;
  return !ir::pointeeOf(callee.type->result) && ::leavesPointers(callee, seen);
}
