// Makes of each message an object:
//
//     {"kind": "error", "message": "... [RTT2010]", "option": "RTT2010",
//      "locations": [{"caret": {"file": "user.cpp", "line": 4, "column": 3}}],
//      "children": [{"kind": "note", ...}]}
#include "JsonMessages.h"

#include <clang/Basic/SourceManager.h>

using namespace regtt;
using namespace clang;

bool regtt::asksForJson(llvm::ArrayRef<std::string> arguments) {
  return llvm::any_of(arguments, [](llvm::StringRef argument) {
    return argument.starts_with("-fdiagnostics-format=json");
  });
}

static llvm::StringRef kindOf(DiagnosticsEngine::Level level) {
  switch (level) {
  case DiagnosticsEngine::Fatal:
    return "fatal error";
  case DiagnosticsEngine::Error:
    return "error";
  case DiagnosticsEngine::Warning:
    return "warning";
  default:
    return "note";
  }
}

static llvm::json::Array locations(const clang::Diagnostic &info) {
  if (!info.hasSourceManager() || info.getLocation().isInvalid())
    return {};
  const SourceManager &manager = info.getSourceManager();
  const PresumedLoc place =
      manager.getPresumedLoc(manager.getFileLoc(info.getLocation()));
  if (place.isInvalid())
    return {};
  const unsigned column = place.getColumn();
  llvm::json::Object caret{{"file", place.getFilename()},
                           {"line", place.getLine()},
                           {"display-column", column},
                           {"byte-column", column},
                           {"column", column}};
  llvm::json::Array result;
  result.push_back(llvm::json::Object{{"caret", std::move(caret)}});
  return result;
}

/// `RTT2010` of `... [RTT2010]`.
static llvm::StringRef idOf(llvm::StringRef message) {
  if (!message.consume_back("]"))
    return "";
  const llvm::StringRef id = message.rsplit('[').second;
  return id.starts_with("RTT") ? id : "";
}

void JsonMessages::HandleDiagnostic(DiagnosticsEngine::Level level,
                                    const clang::Diagnostic &info) {
  DiagnosticConsumer::HandleDiagnostic(level, info);
  llvm::SmallString<256> text;
  info.FormatDiagnostic(text);
  llvm::json::Object made{{"kind", kindOf(level)},
                          {"message", llvm::json::fixUTF8(text)},
                          {"locations", locations(info)},
                          {"column-origin", 1},
                          {"escape-source", false}};
  if (const llvm::StringRef id = idOf(text); !id.empty())
    made["option"] = id.str();
  const bool isChild = kindOf(level) == "note" && !messages.empty();
  llvm::json::Array &list =
      isChild ? *messages.back().getAsObject()->getArray("children") : messages;
  if (!isChild)
    made["children"] = llvm::json::Array();
  list.push_back(std::move(made));
}

void JsonMessages::print(llvm::raw_ostream &out) {
  if (!messages.empty())
    out << llvm::json::Value(std::move(messages)) << "\n";
  messages.clear();
}
