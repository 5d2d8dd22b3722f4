/// What things are called in the C++ that is printed. A slice calls a datum of
/// the node `n.coord` and leaves calls of traversals to its engine; a file that
/// stands alone has names and types of its own (StandaloneWords.h). The printer
/// asks its Words, and knows neither.
#pragma once

#include "regtt/Cpp/Text.h"
#include "regtt/IR/Module.h"

#include <optional>

namespace regtt::cpp {

/// What a Words may ask the printer for while it prints something itself.
class Parts {
public:
  virtual ~Parts();
  /// `e`, where a value of its type is expected and C++ converts by itself.
  virtual std::string value(const ir::Expr *e) = 0;
  /// `e` as an operand, of its own type exactly.
  virtual Text exact(const ir::Expr *e) = 0;
  virtual Text place(const ir::Place *place) = 0;
  virtual std::string name(const ir::Variable *variable) = 0;
  /// The same in braces, where C++ forbids what may lose a value.
  virtual std::string braced(const ir::Expr *e) = 0;
  /// Whether the text of `e` calls what has effects: calls that are printed in
  /// the place of their result are a part of it.
  virtual bool hasEffects(const ir::Expr *e) = 0;
  /// The statements of `block`, at the indent that is reached plus one.
  virtual std::string statements(const ir::BlockStatement *block) = 0;
  /// Notes that something cannot be printed, by name; nothing is then printed.
  virtual void refuse(const std::string &what) = 0;
};

/// The text of a datum; of how many bits, where it is a bit-field.
struct Datum : Text {
  unsigned bitWidth = 0;
};

class Words {
public:
  virtual ~Words();

  /// Whether the text is C's: `(int)x` and 0, not static_cast and nullptr.
  virtual bool isC() const { return false; }

  /// How a number is converted, where that has to be said: `static_cast<T>(x)`.
  virtual llvm::StringRef numberCast() const { return "static_cast"; }

  //===--- Names ----------------------------------------------------------===//

  /// What a variable would be called; the printer adds a number where another
  /// one that is used there is called so. The user's name, made safe.
  virtual std::string variable(const ir::Variable &variable);
  virtual std::string field(const ir::Field &field);
  /// A pointer to the member, where its name must not be said: `a.*text`. Of a
  /// member that is a reference what it refers to: `text(a)`.
  virtual std::optional<std::string> pointerTo(const ir::Field &field);
  /// A pointer to what `pointer`, a text, leads to, by which the fields of
  /// `type` can be named, where they cannot by the pointer itself.
  virtual std::optional<std::string> view(const ir::StructType &type,
                                          const std::string &pointer);
  /// Whether what it is called is a pointer, though it is a reference: `this`.
  virtual bool isPointer(const ir::Variable &variable);
  /// Whether what a pointer or a reference leads to is const in the text.
  virtual bool isReadOnly(const ir::Variable &variable);
  /// Whether a datum is.
  virtual bool isReadOnly(const ir::DataRoot &root);
  virtual std::string global(const ir::Global &global) = 0;
  virtual std::string function(const ir::Function &function) = 0;
  /// Of a struct, an enum or an opaque type.
  virtual std::string type(const ir::NamedType &type) = 0;
  virtual std::string library(const ir::LibraryType &type);
  /// Whether no variable may be called so.
  virtual bool isTaken(llvm::StringRef name) = 0;

  //===--- Types ----------------------------------------------------------===//

  /// `int (*name)[3]`; without a name, the type.
  virtual std::string declare(const ir::Type *type, std::string name);
  std::string spell(const ir::Type *type) { return declare(type, ""); }
  /// A constant of an enum by its name, or nothing: as a number.
  virtual std::optional<std::string> constant(const ir::EnumType &type,
                                              const llvm::APInt &value);

  //===--- What the printer does not know ---------------------------------===//

  /// `node(0: @Node)`; `index` is that of an element, printed. Nothing:
  /// refused.
  virtual std::optional<Datum> data(const ir::DataRoot &root,
                                    const std::string &index);
  /// Instead of the printer's own text, which is what nothing stands for. The
  /// text has the expression's type, exactly.
  virtual std::optional<Text> expression(const ir::Expr &e, Parts &parts);
  /// A call: `f(a, b)`, or `a + b` where the function is an operator.
  virtual Text call(const ir::Function &callee, llvm::ArrayRef<Text> arguments);
  /// Of a library's function: `std::sqrt`. Nothing: refused.
  virtual std::optional<std::string> libraryFunction(llvm::StringRef name);
  /// Whole lines without their indent, or nothing as above.
  virtual std::optional<std::string> statement(const ir::Statement &s,
                                               Parts &parts);
  /// A line ahead of a statement that the printer prints: a pragma.
  virtual std::optional<std::string> before(const ir::Statement &s);
  /// Lines behind a statement, whoever prints it.
  virtual std::string after(const ir::Statement &s);
  /// The condition on which what follows a statement in its list is run.
  /// Nothing: it is, where the statement lets it.
  virtual std::optional<std::string> onlyIf(const ir::Statement &before);
  /// `#line 7 "user.cpp"`, ahead of a statement that comes from there.
  virtual std::optional<std::string> lineOf(ir::Location loc);
};

/// `name`, or `name_` where C++ has another use for it; what is no part of a
/// name becomes an underscore: `Base::get` is Base_get.
std::string identifier(llvm::StringRef name);

} // namespace regtt::cpp
