// Whether lists, and what they are found by, stay what they are.
#include "LinkedLists.h"
#include "Writes.h"

#include "regtt/IR/LibraryParts.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

/// Whether an object of `type` holds the pointer to the next element.
static bool holds(const ir::Type *type, const ListPointers &pointers) {
  if (const auto *array = dyn_cast<ir::ArrayType>(type))
    return holds(array->element, pointers);
  const auto *record = dyn_cast<ir::StructType>(type);
  return record && record->isComplete() &&
         (record == pointers.next->parent ||
          llvm::any_of(record->fields(), [&](const ir::Field &field) {
            return holds(field.type, pointers);
          }));
}

bool recognise::changesLists(const ir::Function &function,
                             const ListPointers &pointers) {
  bool result = false;
  ir::walk(static_cast<const ir::Statement *>(function.body),
           [&](const ir::Statement *s) {
             ir::forEachPlace(s, [&](const ir::Place *place) {
               if (llvm::isa<ir::RangeLoopStatement>(s))
                 return;
               const auto *last =
                   place->steps.empty()
                       ? nullptr
                       : std::get_if<ir::FieldStep>(&place->steps.back());
               result |= (last && last->field == pointers.next) ||
                         (place->isIndirect() && holds(place->type, pointers));
             });
           });
  return result;
}

bool recognise::changesHeads(const ir::Function &function,
                             const ListPointers &pointers) {
  const ir::Type *to =
      pointers.isRing ? pointers.next->parent : ir::pointeeOf(pointers.element);
  const auto mayHold = [&](auto &&self, const ir::Type *type) -> bool {
    if (const auto *library = dyn_cast<ir::LibraryType>(type);
        library && ir::linkedContainer(library->name))
      return true;
    if (const ir::Type *element = ir::elementOf(type))
      return self(self, element);
    const auto *record = dyn_cast<ir::StructType>(type);
    return type == to || ir::pointeeOf(type) == to ||
           (record && record->isComplete() &&
            llvm::any_of(record->fields(), [&](const ir::Field &field) {
              return self(self, field.type);
            }));
  };
  bool result = false;
  ir::walk(static_cast<const ir::Statement *>(function.body),
           [&](const ir::Statement *s) {
             ir::forEachPlace(s, [&](const ir::Place *place) {
               result |= !llvm::isa<ir::RangeLoopStatement>(s) &&
                         (place->isIndirect() || !place->variable()) &&
                         mayHold(mayHold, place->type);
             });
             // What is called may change what it is handed.
             const auto *call = dyn_cast<ir::CallStatement>(s);
             const auto *ofLibrary = dyn_cast<ir::LibraryCallStatement>(s);
             const auto look = [&](const ir::Expr *e) {
               const ir::Type *led = ir::pointeeOf(e->type);
               result |= led && led != to && mayHold(mayHold, led);
             };
             if (ofLibrary)
               llvm::for_each(ofLibrary->arguments, look);
             if (call && !call->callee->body)
               llvm::for_each(call->arguments, look);
           });
  return result;
}

/// What `function` may write but by the names of its own variables, of which
/// findHeads() knows.
static Writes otherWrites(const ir::Function &function) {
  Writes result(function);
  ir::walk(
      static_cast<const ir::Statement *>(function.body),
      [&](const ir::Statement *s) {
        bool isWhole = true;
        ir::forEachChild(s, [&](const ir::Statement *) { isWhole = false; });
        const bool isCall =
            llvm::isa<ir::CallStatement, ir::LibraryCallStatement>(s);
        if (isCall || (isWhole && !settingOf(s).variable && !ir::declaredBy(s)))
          result.add(s);
      });
  return result;
}

/// Whether a pointer that lies in data may be to the middle of a ring, of which
/// nothing there tells the head: an iterator of a std::list that is kept.
static bool maySkipHead(const ir::Place *head, const ListPointers &pointers) {
  const auto *links = std::get_if<ir::PointeeRoot>(&head->root);
  const auto *cast = links ? dyn_cast<ir::CastExpr>(links->pointer) : nullptr;
  return ir::isLinkOfRing(*pointers.next) &&
         !(cast && head->steps.size() == 1 &&
           ir::linkedContainer(ir::pointeeOf(cast->operand->type)));
}

bool recognise::areSteady(const ir::Function &function,
                          const ListPointers &pointers,
                          const ListHeads &heads) {
  const Writes writes = otherWrites(function);
  return !writes.isUnknown() && llvm::all_of(heads.at, [&](const auto &each) {
    bool result =
        !writes.mayChange(each.second) && !maySkipHead(each.second, pointers);
    ir::walk(each.second, [&](const ir::Expr *e) {
      if (const ir::Place *place = ir::placeOf(e))
        result &= !writes.mayChange(place);
    });
    return result;
  });
}
