/// Messages as `g++ -fdiagnostics-format=json` prints them.
#pragma once

#include <clang/Basic/Diagnostic.h>
#include <llvm/Support/JSON.h>

namespace regtt {

/// Whether the user's arguments ask for it.
bool asksForJson(llvm::ArrayRef<std::string> arguments);

/// Collects them. A note belongs to the message before it.
class JsonMessages : public clang::DiagnosticConsumer {
public:
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic &info) override;
  /// All in one line, or nothing if there are none.
  void print(llvm::raw_ostream &out);

private:
  llvm::json::Array messages;
};

} // namespace regtt
