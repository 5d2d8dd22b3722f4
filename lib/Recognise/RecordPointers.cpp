// An iteration's elements of an array lie in a record of its own, so that a
// pointer to one of them leads to no others.
//
//     const double *w = &signal[i * 2];     two elements are the iteration's
//     s += w[0] + w[k];                     k is asked for when the loop runs
//     s += w[2];                            refused
#include "RecordPointers.h"

#include "Multiples.h"

#include "regtt/Analysis/CountedLoop.h"
#include "regtt/IR/Mapper.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;
using llvm::isa;

namespace {

class RecordPointers {
public:
  explicit RecordPointers(Recogniser &site) : site(site) {
    functions.push_back(site.kernel.program);
    for (kernel::Helper &helper : site.kernel.helpers)
      if (helper.function && helper.function->body)
        functions.push_back(helper.function);
  }

  bool run() {
    for (const ir::Function *function : functions)
      findLoops(*function);
    for (bool any = true; any;) {
      any = false;
      for (const ir::Function *function : functions)
        any |= findPointers(function->body);
    }
    for (ir::Function *function : functions) {
      if (!pointers.empty())
        askWithin(*function);
      checkAll(function->body);
    }
    return !site.isRefused();
  }

private:
  void findLoops(const ir::Function &function) {
    ir::walk(static_cast<const ir::Statement *>(function.body),
             [&](const ir::Statement *s) {
               const auto *loop = dyn_cast<ir::LoopStatement>(s);
               const auto head =
                   loop ? kernel::indexLoop(function, *loop) : std::nullopt;
               const auto declares = [&](const ir::Statement *each) {
                 return ir::declaredBy(each) == head->variable;
               };
               if (head && loop->init &&
                   llvm::any_of(loop->init->statements, declares))
                 loops.push_back(*head);
             });
  }

  /// Elements that may be others are asked for when the loop runs: an index
  /// that leads out of the record ends the program.
  void askWithin(ir::Function &function) {
    ir::Module &module = site.module;
    ir::Mapper copy(module);
    copy.onDeclare = [](const ir::Variable *declared) { return declared; };
    copy.onPlace = [&](const ir::Place *place) -> const ir::Place * {
      const auto *deref =
          place->steps.size() == 1
              ? std::get_if<ir::DerefStep>(&place->steps.front())
              : nullptr;
      const auto elements = known(place->variable());
      if (!deref || !deref->offset || !elements ||
          isWithin(deref->offset, *elements) || fixedInteger(deref->offset))
        return nullptr;
      const ir::Expr *offset = copy.expr(deref->offset);
      const ir::Expr *count = module.integer(module.intType(ir::IntType::I64),
                                             int64_t(*elements), offset->loc);
      return module.deref(module.place(place->variable()),
                          module.libraryCall("rt::within", offset->type,
                                             {offset, count}, offset->loc));
    };
    function.body = copy.block(function.body);
  }

  void checkAll(const ir::Statement *body) {
    ir::walk(body, [&](const ir::Statement *s) {
      // One that is moved on leads anywhere.
      const auto *store = dyn_cast<ir::StoreStatement>(s);
      if (store && known(store->place->wholeVariable()) &&
          !isa<ir::AddressExpr, ir::NullExpr>(store->value))
        refuse(s->loc);
      if (const auto *address =
              store ? dyn_cast<ir::AddressExpr>(store->value) : nullptr;
          address && known(address->place->variable()))
        refuse(s->loc);
      ir::forEachPlace(s,
                       [&](const ir::Place *place) { check(place, s->loc); });
      ir::forEachOperand(s, [&](const ir::Expr *operand) {
        ir::walk(operand, [&](const ir::Expr *e) {
          check(e, e->loc ? e->loc : s->loc);
        });
      });
    });
  }

  /// How many elements follow what `e` leads to, in a record; nothing: it leads
  /// into none.
  std::optional<uint64_t> behind(const ir::Expr *e) const {
    if (const auto *named = dyn_cast<ir::ValueExpr>(e))
      return known(named->variable);
    if (const auto *load = dyn_cast<ir::LoadExpr>(e))
      return known(load->place->wholeVariable());
    if (const auto *choice = dyn_cast<ir::SelectExpr>(e)) {
      const auto first = behind(choice->whenTrue);
      const auto other = behind(choice->whenFalse);
      return first && other ? std::min(*first, *other) : first ? first : other;
    }
    if (const auto *cast = dyn_cast<ir::CastExpr>(e))
      return cast->type->isPointer() ? behind(cast->operand) : std::nullopt;
    if (const auto *both = dyn_cast<ir::BinaryExpr>(e);
        both && both->op == ir::BinaryOp::PtrAdd)
      return further(behind(both->left), both->right);
    const auto *address = dyn_cast<ir::AddressExpr>(e);
    return address ? ofRecord(*address->place) : std::nullopt;
  }

  /// `offset` may be null.
  static std::optional<uint64_t> further(std::optional<uint64_t> elements,
                                         const ir::Expr *offset) {
    if (!elements || !offset)
      return elements;
    const auto at = fixedInteger(offset);
    return at && !at->isNegative() && at->getLimitedValue() < *elements
               ? *elements - at->getLimitedValue()
               : 0;
  }

  std::optional<uint64_t> known(const ir::Variable *variable) const {
    const auto found = pointers.find(variable);
    return found == pointers.end() ? std::nullopt
                                   : std::optional(found->second);
  }

  /// The same of the address of a place: of numbers that are elements of an
  /// array of the user's.
  std::optional<uint64_t> ofRecord(const ir::Place &place) const {
    if (const auto elements = known(place.variable())) {
      const auto *deref = place.steps.size() == 1
                              ? std::get_if<ir::DerefStep>(&place.steps.front())
                              : nullptr;
      return deref ? further(elements, deref->offset) : std::nullopt;
    }
    const auto *root = std::get_if<ir::DataRoot>(&place.root);
    if (!root || root->kind != ir::DataRoot::Own)
      return std::nullopt;
    const kernel::Datum &datum = site.kernel.data[root->number];
    if (!datum.hasOperand() || !datum.steps.empty() ||
        datum.number >= site.iteration.operands.size())
      return std::nullopt;
    const Operand &operand = site.iteration.operands[datum.number];
    if (operand.form != Operand::Element && operand.form != Operand::Address)
      return std::nullopt;
    const auto *array = dyn_cast<ir::ArrayType>(datum.type);
    if (!array || operand.extent <= 1)
      return isa<ir::StructType>(datum.type) ? std::nullopt
                                             : std::optional<uint64_t>(1);
    const auto *index = place.steps.empty()
                            ? nullptr
                            : std::get_if<ir::IndexStep>(&place.steps.front());
    const auto at = index ? fixedInteger(index->index) : std::nullopt;
    const uint64_t first = at ? at->getLimitedValue() : array->count;
    return array->count - std::min(first, array->count);
  }

  /// Whether more variables hold such pointers than known so far.
  bool findPointers(const ir::Statement *body) {
    bool any = false;
    const auto look = [&](const ir::Variable *variable, const ir::Expr *value) {
      const auto elements = variable && value ? behind(value) : std::nullopt;
      if (!elements)
        return;
      const auto [entry, isNew] = pointers.insert({variable, *elements});
      any |= isNew || *elements < entry->second;
      entry->second = std::min(entry->second, *elements);
    };
    const auto hand = [&](const ir::Function *callee,
                          llvm::ArrayRef<const ir::Expr *> arguments) {
      for (size_t k = 0;
           callee->body && k < arguments.size() && k < callee->params.size();
           ++k)
        look(callee->params[k], arguments[k]);
    };
    ir::walk(body, [&](const ir::Statement *s) {
      if (const auto *let = dyn_cast<ir::LetStatement>(s))
        look(let->variable, let->value);
      else if (const auto *var = dyn_cast<ir::VarStatement>(s))
        look(var->variable, var->init);
      else if (const auto *store = dyn_cast<ir::StoreStatement>(s))
        look(store->place->wholeVariable(), store->value);
      else if (const auto *call = dyn_cast<ir::CallStatement>(s))
        hand(call->callee, call->arguments);
    });
    ir::walkExprs(body, [&](const ir::Expr *e) {
      if (const auto *call = dyn_cast<ir::CallExpr>(e))
        hand(call->callee, call->arguments);
    });
    return any;
  }

  /// Whether the number is surely one of the next `count`.
  bool isWithin(const ir::Expr *offset, uint64_t count) const {
    offset = withoutCasts(offset);
    // It is asked when the loop runs.
    if (const auto *asked = dyn_cast<ir::LibraryCallExpr>(offset))
      return asked->name == "rt::within";
    if (const auto number = fixedInteger(offset))
      return !number->isNegative() && number->getLimitedValue() < count;
    const auto *load = dyn_cast<ir::LoadExpr>(offset);
    const ir::Variable *counter = load ? load->place->wholeVariable() : nullptr;
    return counter && llvm::any_of(loops, [&](const kernel::IndexLoop &head) {
             const auto first = fixedInteger(head.first);
             const auto last = fixedInteger(head.last);
             const uint64_t end =
                 head.isInclusive || head.isDown ? count : count + 1;
             return head.variable == counter && !head.isUnequal && first &&
                    last && !first->isNegative() && !last->isNegative() &&
                    first->getLimitedValue() < count &&
                    last->getLimitedValue() < end;
           });
  }

  void refuse(ir::Location loc) {
    site.refuse(loc, Diag::RTT2004,
                {"a pointer to other elements than the iteration's own"});
  }

  void check(const ir::Place *place, ir::Location loc) {
    const auto *pointee = std::get_if<ir::PointeeRoot>(&place->root);
    const auto *deref = place->steps.empty()
                            ? nullptr
                            : std::get_if<ir::DerefStep>(&place->steps.front());
    if (!pointee && !deref)
      return; // the pointer itself
    const auto elements =
        pointee ? behind(pointee->pointer) : known(place->variable());
    const bool isAt = deref && deref->offset
                          ? elements && isWithin(deref->offset, *elements)
                          : elements != 0u;
    if (elements && !isAt)
      refuse(loc);
  }

  void check(const ir::Expr *e, ir::Location loc) {
    if (const ir::Place *place = ir::placeOf(e))
      check(place, loc);
    const auto *both = dyn_cast<ir::BinaryExpr>(e);
    if (!both)
      return;
    const auto left = behind(both->left);
    if (both->op == ir::BinaryOp::PtrAdd && left &&
        !isWithin(both->right, *left + 1))
      refuse(loc);
    if (both->op == ir::BinaryOp::PtrDiff &&
        (isOfRecord(both->left) || isOfRecord(both->right)))
      refuse(loc);
  }

  /// Whether the address is one of a record, of whatever array.
  bool isOfRecord(const ir::Expr *e) const {
    bool result = behind(e).has_value();
    ir::walk(e, [&](const ir::Expr *each) {
      const auto *address = dyn_cast<ir::AddressExpr>(each);
      result |=
          address && std::holds_alternative<ir::DataRoot>(address->place->root);
    });
    return result;
  }

  Recogniser &site;
  std::vector<ir::Function *> functions; ///< the program, what it calls
  llvm::DenseMap<const ir::Variable *, uint64_t> pointers;
  std::vector<kernel::IndexLoop> loops; ///< whose counters are theirs
};

} // namespace

bool recognise::checkRecordPointers(Recogniser &site) {
  return !site.iteration.isNested || RecordPointers(site).run();
}
