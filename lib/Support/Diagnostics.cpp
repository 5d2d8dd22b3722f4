// Messages about the user's program. Texts live in Diagnostics.def.
#include "regtt/Support/Diagnostics.h"

#include <clang/Basic/DiagnosticIDs.h>
#include <llvm/ADT/Twine.h>

using namespace regtt;

namespace {
enum Severity { Error, Warning };

struct Entry {
  const char *id;
  Severity severity;
  const char *text;
};

constexpr Entry table[] = {
#define X(ID, SEVERITY, TEXT) {#ID, SEVERITY, TEXT},
#include "regtt/Support/Diagnostics.def"
#undef X
};
} // namespace

clang::DiagnosticBuilder Diagnostics::report(clang::SourceLocation loc,
                                             Diag id) {
  const Entry &entry = table[static_cast<unsigned>(id)];
  auto level = clang::DiagnosticsEngine::Warning;
  if (entry.severity == Error) {
    ++numErrors;
    // 11xx and 2xxx: this loop cannot be transformed; 10xx: a wrong pragma.
    const bool transformation =
        entry.id[3] == '2' || (entry.id[3] == '1' && entry.id[4] == '1');
    const bool serial = allowSerial && transformation;
    if (!serial)
      level = clang::DiagnosticsEngine::Error;
  }
  if (muted)
    level = clang::DiagnosticsEngine::Ignored;
  const std::string text = std::string(entry.text) + " [" + entry.id + "]";
  return engine.Report(
      loc, engine.getDiagnosticIDs()->getCustomDiagID(
               static_cast<clang::DiagnosticIDs::Level>(level), text));
}

void Diagnostics::note(clang::SourceLocation loc, llvm::StringRef text) {
  if (muted)
    return;
  engine.Report(loc,
                engine.getCustomDiagID(clang::DiagnosticsEngine::Note, "%0"))
      << text;
}
