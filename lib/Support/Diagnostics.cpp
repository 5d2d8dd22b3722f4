// Messages about the user's program. Texts live in Diagnostics.def.
#include "regtt/Support/Diagnostics.h"

#include "regtt/Support/Message.h"

#include <clang/Basic/DiagnosticIDs.h>
#include <llvm/ADT/Twine.h>

using namespace regtt;

clang::DiagnosticBuilder Diagnostics::report(clang::SourceLocation loc,
                                             Diag id) {
  const MessageRow &entry = rowOf(id);
  auto level = clang::DiagnosticsEngine::Warning;
  if (entry.severity == MessageRow::Error) {
    ++numErrors;
    // 11xx and 2xxx: this loop cannot be transformed; 10xx: a wrong pragma.
    const bool transformation =
        entry.id[3] == '2' || (entry.id[3] == '1' && entry.id[4] == '1');
    const bool serial = allowSerial && transformation;
    if (!serial)
      level = clang::DiagnosticsEngine::Error;
  }
  if (!isShown(loc, id))
    level = clang::DiagnosticsEngine::Ignored;
  const std::string text = (entry.text + " [" + entry.id + "]").str();
  return engine.Report(
      loc, engine.getDiagnosticIDs()->getCustomDiagID(
               static_cast<clang::DiagnosticIDs::Level>(level), text));
}

void Diagnostics::note(clang::SourceLocation loc, llvm::StringRef text) {
  if (muted || isRepeated)
    return;
  engine.Report(loc,
                engine.getCustomDiagID(clang::DiagnosticsEngine::Note, "%0"))
      << text;
}

bool Diagnostics::isShown(clang::SourceLocation loc, Diag id) {
  isRepeated =
      instantiation && !said.insert({instantiation->pattern, loc, id}).second;
  if (instantiation)
    instantiation->isSaid |= !isRepeated;
  return !muted && !isRepeated;
}

void Diagnostics::beginInstantiation(clang::SourceLocation pattern,
                                     clang::SourceLocation madeAt,
                                     std::string name) {
  instantiation = {pattern, madeAt, std::move(name)};
}

void Diagnostics::endInstantiation() {
  isRepeated = false;
  if (instantiation && instantiation->isSaid)
    note(instantiation->madeAt,
         "in the instantiation '" + instantiation->name + "'");
  instantiation.reset();
}
