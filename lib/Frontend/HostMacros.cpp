// Gives the user's code the host compiler's predefined macros, and system
// headers Clang's own: whenever the preprocessor goes from one to the other,
// those that differ are exchanged.
#include "KeptLines.h"
#include "regtt/Frontend/HostPreprocessor.h"

#include <clang/Lex/MacroInfo.h>
#include <clang/Lex/PPCallbacks.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/Path.h>

using namespace regtt;
using namespace clang;

static constexpr llvm::StringLiteral prefix = "__regtt_host_";

/// Operators of Clang's preprocessor, and since which version GCC has them; 0:
/// it has not.
struct QueryMacro {
  llvm::StringLiteral name;
  unsigned sinceGcc;
};
static constexpr QueryMacro queryMacros[] = {
    {"__building_module", 0},
    {"__has_constexpr_builtin", 0},
    {"__has_declspec_attribute", 0},
    {"__has_embed", 15},
    {"__has_extension", 14},
    {"__has_feature", 14},
    {"__has_warning", 0},
    {"__is_identifier", 0},
    {"__is_target_arch", 0},
    {"__is_target_environment", 0},
    {"__is_target_os", 0},
    {"__is_target_vendor", 0},
};

/// Whether `name` describes an arithmetic type. Of one target both compilers
/// say the same, in other words: `short` and `short int`.
static bool describesType(llvm::StringRef name) {
  const auto is = [&](std::initializer_list<llvm::StringRef> starts,
                      std::initializer_list<llvm::StringRef> ends) {
    return llvm::any_of(
               starts,
               [&](llvm::StringRef s) { return name.starts_with(s); }) ||
           llvm::any_of(ends,
                        [&](llvm::StringRef s) { return name.ends_with(s); });
  };
  return is({"__FLT", "__DBL_", "__LDBL_", "__DEC", "__SIZEOF_"},
            {"_TYPE__", "_MAX__", "_MIN__", "_WIDTH__", "_C_SUFFIX__"});
}

/// The macros that the host compiler has before it reads the source: what
/// stands behind each name in its `#define`.
static llvm::MapVector<llvm::StringRef, llvm::StringRef>
predefined(llvm::StringRef text) {
  llvm::MapVector<llvm::StringRef, llvm::StringRef> result;
  bool ahead = false;
  while (!text.empty()) {
    llvm::StringRef line;
    std::tie(line, text) = text.split('\n');
    if (line.starts_with("# ")) {
      const llvm::StringRef file = line.split('"').second.split('"').first;
      const bool builtIn = file == "<built-in>" || file == "<command-line>" ||
                           file == "<command line>";
      if (ahead && !builtIn)
        break;
      ahead |= builtIn;
    }
    const bool defines = line.consume_front("#define ");
    if (!ahead || (!defines && !line.consume_front("#undef ")))
      continue;
    const llvm::StringRef name = line.take_while(
        [](char c) { return llvm::isAlnum(c) || c == '_' || c == '$'; });
    if (defines)
      result[name] = line.drop_front(name.size());
    else
      result.erase(name);
  }
  return result;
}

namespace {

/// A macro that is another in system headers and in the user's code; null where
/// it is not defined.
struct Exchanged {
  IdentifierInfo *name;
  MacroInfo *inSystem, *inUser;
};

} // namespace

class HostMacros::Callbacks : public PPCallbacks {
public:
  Callbacks(Preprocessor &pp, const HostPreprocessed &host, KeptLines &lines)
      : pp(pp), folders(host.userFolders), lines(lines) {
    // Clang reads the host's definitions under names that nobody has.
    std::string aliases = "# 1 \"<host compiler>\" 3\n";
    for (const auto &[name, definition] : predefined(host.text)) {
      names.push_back(name.str());
      aliases += ("#define " + prefix + name + definition + "\n").str();
    }
    pp.setPredefines(aliases + pp.getPredefines());
  }

  void FileChanged(SourceLocation loc, FileChangeReason reason,
                   SrcMgr::CharacteristicKind kind, FileID) override {
    const SourceManager &manager = pp.getSourceManager();
    const FileID file = manager.getFileID(loc);
    if (file == pp.getPredefinesFileID()) {
      started = true;
      return;
    }
    // The main file is entered ahead of what is predefined.
    const bool user = isUser(manager, file, kind);
    if (reason == EnterFile && user)
      lines.enter(file);
    if (reason == RenameFile && user)
      lines.renumber(file);
    if (!started)
      return;
    if (!compared) {
      compare();
      compared = true;
    }
    if (user != inUser)
      exchange(user, loc);
  }

  void SourceRangeSkipped(SourceRange range, SourceLocation) override {
    lines.skip(range);
  }

private:
  bool isUser(const SourceManager &manager, FileID file,
              SrcMgr::CharacteristicKind kind) const {
    if (!SrcMgr::isSystem(kind))
      return true;
    const OptionalFileEntryRef entry = manager.getFileEntryRefForID(file);
    return entry && llvm::any_of(folders, [&](llvm::StringRef folder) {
             llvm::StringRef path = entry->getName();
             return path.consume_front(folder) &&
                    (folder.ends_with("/") || path.starts_with("/"));
           });
  }

  /// Finds the macros that differ.
  void compare() {
    if (names.empty())
      return;
    unsigned gcc = 0;
    bool isClang = false;
    llvm::SmallPtrSet<const IdentifierInfo *, 0> known;
    for (const std::string &text : names) {
      IdentifierInfo *name = pp.getIdentifierInfo(text);
      MacroInfo *host =
          pp.getMacroInfo(pp.getIdentifierInfo(prefix.str() + text));
      MacroInfo *own = pp.getMacroInfo(name);
      known.insert(name);
      isClang |= text == "__clang__";
      if (text == "__GNUC__" && host && host->getNumTokens() == 1)
        llvm::StringRef(pp.getSpelling(host->getReplacementToken(0)))
            .getAsInteger(10, gcc);
      if (own && host && !own->isBuiltinMacro() && !describesType(text) &&
          !host->isIdenticalTo(*own, pp, /*Syntactically=*/true))
        macros.push_back({name, own, host});
      else if (!own && host)
        macros.push_back({name, nullptr, host});
    }
    if (isClang)
      return;
    // Code asks for these alone; others that the host lacks are what Clang's
    // own headers are written in.
    for (const auto &macro : pp.macros())
      if (const llvm::StringRef text = macro.first->getName();
          !known.count(macro.first) && pp.getMacroInfo(macro.first) &&
          (text.contains("__clang") || text == "__llvm__"))
        dropped(pp.getIdentifierInfo(text));
    for (const QueryMacro &query : queryMacros)
      if (query.sinceGcc == 0 || query.sinceGcc > gcc)
        dropped(pp.getIdentifierInfo(query.name));
  }

  void dropped(IdentifierInfo *name) {
    if (MacroInfo *own = pp.getMacroInfo(name))
      macros.push_back({name, own, nullptr});
  }

  /// Before the first token of a file of the other kind.
  void exchange(bool toUser, SourceLocation loc) {
    for (Exchanged &macro : macros) {
      MacroInfo *const now = pp.getMacroInfo(macro.name);
      // What code has defined anew is so everywhere.
      if (now != (inUser ? macro.inUser : macro.inSystem))
        macro.inUser = macro.inSystem = now;
      MacroInfo *const next = toUser ? macro.inUser : macro.inSystem;
      if (next == now)
        continue;
      if (next)
        pp.appendDefMacroDirective(macro.name, next, loc);
      else
        pp.appendMacroDirective(macro.name, new (pp.getPreprocessorAllocator())
                                                UndefMacroDirective(loc));
    }
    inUser = toUser;
  }

  Preprocessor &pp;
  const std::vector<std::string> &folders;
  KeptLines &lines;
  std::vector<std::string> names; ///< that the host predefines
  std::vector<Exchanged> macros;
  bool started = false, compared = false, inUser = false;
};

HostMacros::HostMacros(Preprocessor &preprocessor, const HostPreprocessed &host)
    : lines(std::make_unique<KeptLines>()), preprocessor(preprocessor),
      host(host) {
  preprocessor.addPPCallbacks(
      std::make_unique<Callbacks>(preprocessor, host, *lines));
}

HostMacros::~HostMacros() = default;

bool HostMacros::checkLines(Diagnostics &diagnostics) const {
  return lines->check(preprocessor, host.text, diagnostics);
}
