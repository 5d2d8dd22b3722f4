/// What other source files define of that which a loop comes to.
///
/// Such a file is parsed by itself, as it is compiled by itself: its macros,
/// its statics and its headers are its own. What becomes one is the language of
/// include/regtt/IR, in which the functions of all files stand in one module,
/// as the linker has them in one program:
///
///     main.c: for (...) kd_pairs(kd, 0, g[i].pos, hist);
///     tree.c: void kd_pairs(const kdtree *kd, ...) { ... }
///  -> call @kd_pairs(...)
///     fn @kd_pairs(...) { ... }
///
/// All files are parsed with one SourceManager, so that a location is one
/// wherever it is from.
#pragma once

#include "regtt/Frontend/Pairing.h"

#include <llvm/ADT/StringMap.h>

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace regtt {

struct ParsedFile {
  std::string path; ///< as the user spelled it
  clang::ASTContext *context = nullptr;
  Pairing *pairing = nullptr;
};

class OtherFiles {
public:
  /// Parses those files that say the name of `function` and have not been
  /// parsed. Where one cannot be, says so at `loc`, where that is called.
  using Parser = std::function<std::vector<ParsedFile>(
      const clang::FunctionDecl *function, clang::SourceLocation loc)>;

  /// `own` holds the loops. Pairings learn which functions of other files are
  /// annotated.
  OtherFiles(ParsedFile own, Parser parse, Diagnostics &diagnostics);
  ~OtherFiles();

  /// Parses the files that define what the loop comes to, and what these come
  /// to. Whether there is one definition of each.
  bool follow(const PairedLoop &loop);

  /// The definition in another file than that of the declaration; null where
  /// no file that was parsed has one.
  const clang::FunctionDecl *
  definitionOf(const clang::FunctionDecl *function) const;
  const clang::VarDecl *definitionOf(const clang::VarDecl *variable) const;
  /// The first of the files that loops come to that has it whole, that of the
  /// loops first: this is the one by which it is known. Null of what has no
  /// name in other files.
  const clang::TagDecl *definitionOf(const clang::TagDecl *tag) const;
  /// What the file of the loops declares of that name.
  const clang::NamedDecl *ownDeclaration(const clang::NamedDecl *decl) const;

  const ParsedFile &fileOf(const clang::Decl *decl) const;
  bool isOwn(const clang::ASTContext &context) const {
    return &context == files[0].context;
  }
  /// Whether any was needed.
  bool any() const { return files.size() > 1; }
  /// Those whose definitions were needed.
  std::vector<std::string> used() const;
  /// By which linkers know it.
  static std::string linkageName(const clang::NamedDecl *decl);
  /// By which other files know a type; empty of what none of them can name.
  static std::string nameOf(const clang::TagDecl *tag);

private:
  class Index;
  /// C for loops in C++, or C++ for those in C: nothing is taken from these.
  std::vector<std::pair<ParsedFile, std::unique_ptr<Index>>> ofOtherLanguage;
  std::vector<ParsedFile> files;   ///< that of the loops first
  mutable std::set<size_t> needed; ///< of those
  std::vector<std::unique_ptr<Index>> indices;
  Parser parse;
  Diagnostics &diagnostics;

  bool find(const clang::FunctionDecl *function, clang::SourceLocation loc);
  void add(ParsedFile file);
  bool refuseOtherLanguage(const clang::FunctionDecl *function,
                           clang::SourceLocation loc);
  void annotate(const clang::FunctionDecl *function,
                const clang::FunctionDecl *definition);
};

} // namespace regtt
