// What texts in the host's words read, where other loops of a region may have
// newer values on a device.
//
//     load %limit[load %k]     regtt_read(&regtt_region, &(limit[k]), ...)
#include "HostWords.h"

#include "regtt/Cpp/Printer.h"
#include "regtt/IR/Walk.h"

#include <llvm/ADT/STLExtras.h>

using namespace regtt;
using namespace regtt::recognise;
using llvm::dyn_cast;

/// Whether it evaluates a part of itself under a condition, or does more than
/// reading places.
static bool isOpen(const ir::Expr *e) {
  const auto *library = dyn_cast<ir::LibraryCallExpr>(e);
  return llvm::isa<ir::SelectExpr, ir::LogicalExpr, ir::CallExpr>(e) ||
         (library &&
          llvm::any_of(library->arguments, [](const ir::Expr *given) {
            return !given->type->isInt() && !given->type->isFloat() &&
                   !given->type->isBool();
          }));
}

void HostWords::noteReads(const ir::Expr *e) {
  if (!reads)
    return;
  std::vector<const ir::Place *> found;
  ir::walk(e, [&](const ir::Expr *each) {
    reads->isAny |= isOpen(each);
    if (const auto *load = dyn_cast<ir::LoadExpr>(each))
      found.push_back(load->place);
  });
  // Operands come behind what they are operands of.
  for (const ir::Place *place : llvm::reverse(found))
    noteRead(place);
}

void HostWords::noteRead(const ir::Place *place) {
  const ir::Variable *whole = place->wholeVariable();
  if (place->steps.empty() && place->global() && place->global()->isConst)
    return; // it may have no address
  // Nothing but numbers is written on a device.
  const bool isNumber = place->type->isInt() || place->type->isFloat() ||
                        place->type->isBool() || place->type->isEnum();
  if (!isNumber ||
      (whole && (whole->isRegister || whole->isConst || names.count(whole))))
    return;
  // What the loop's own block declares is not there yet.
  bool isOfBlock = place->variable() && names.count(place->variable());
  ir::walk(place, [&](const ir::Expr *e) {
    const ir::Variable *variable = dyn_cast<ir::ValueExpr>(e)
                                       ? llvm::cast<ir::ValueExpr>(e)->variable
                                   : ir::placeOf(e) ? ir::placeOf(e)->variable()
                                                    : nullptr;
    isOfBlock |= variable && names.count(variable);
  });
  const ir::FieldStep *field =
      place->steps.empty() ? nullptr
                           : std::get_if<ir::FieldStep>(&place->steps.back());
  if (isOfBlock || (field && field->field->isBitField()))
    reads->isAny = true;
  if (reads->isAny)
    return;
  auto text = cpp::printPlace(module, place, *this);
  if (!text) {
    llvm::consumeError(text.takeError());
    reads->isAny = true;
    return;
  }
  const std::string said = text->atLeast(cpp::Precedence::Assignment);
  if (!llvm::is_contained(reads->places, said))
    reads->places.push_back(said);
}
