// What is said where the user's loop stands: the language as C89 or C++11, in
// the user's names.
//
//     load %order[load %i]     order[i]; where %i is called so,
//     order[regtt_first]
//
// A variable from around the loop is called as the user calls it, and so is a
// global, as long as nothing hides it there. What only the body of the loop, or
// a function that was followed into, has a name for is refused.
#pragma once

#include "HostViews.h"
#include "LoopCalls.h"

#include "regtt/Cpp/Words.h"
#include "regtt/Host/Loop.h"

#include <functional>
#include <map>
#include <memory>
#include <set>

namespace regtt::recognise {

class HostWords : public cpp::Words {
public:
  /// `host` is the function that holds `loop`, in which `inlined` are no text
  /// of its own. `refuse` is told what cannot be said; the text is then empty.
  HostWords(ir::Module &module, const ir::Function &host,
            const ir::Statement &loop, const InlinedCalls &inlined,
            std::function<void(Message)> refuse);

  /// `e`, as the first value of a variable of its type.
  std::string text(const ir::Expr *e);
  /// The same as an operand of `==`.
  std::string operand(const ir::Expr *e);
  /// The same where what it is assigned to has that type already.
  std::string assigned(const ir::Expr *e);
  /// A text that has the type of `e` exactly.
  std::string exact(const ir::Expr *e);
  /// `place` as an lvalue.
  std::string lvalue(const ir::Place *place);

  /// What variables are called instead of by the user's names, those among them
  /// that cannot be named there otherwise: `regtt_first`, `regtt_input->r`.
  /// Words are copied to call some of them otherwise in one text.
  std::map<const ir::Variable *, std::string> names;
  /// What has another value there than in an iteration.
  const ir::Variable *hidden = nullptr;
  /// Whether the user has an iterator where the language has a pointer.
  bool isIterator(const ir::Variable *variable) const {
    return iterators.count(variable);
  }

  /// Whether the user's name of it means it where the loop stands.
  bool isVisible(const ir::Variable *variable) const;
  bool isVisible(const ir::Global *global) const;

  /// What is declared at namespace scope for what must not be named there:
  /// members, and in a template, types. Null: such members are refused.
  struct Declared {
    std::vector<host::HiddenMember> members;
    std::vector<host::InstanceType> types;
    std::vector<std::string> named; ///< structs and enums, by these
  };
  std::shared_ptr<Declared> declared;

  /// Whether the class has its name ahead of that function, too.
  bool isNamedAhead(const ir::StructType &type) const;
  /// What is declared there to reach `name` is called.
  std::string tag(const std::string &name) const;

  /// What texts look at of memory that iterations of other loops may write;
  /// null: nobody asks.
  std::shared_ptr<host::HostReads> reads;

  /// What is not seen there is looked at through these; null: it is refused.
  std::shared_ptr<HostViews> views;

  /// The loop stands in a template: what is said has to hold in each of its
  /// instantiations, each of which has types of its own by one name.
  bool inTemplate = false;

  /// Whether a type has a name at namespace scope.
  bool isNameable(const ir::Type *type) const;

  bool isC() const override { return inC; }
  std::string variable(const ir::Variable &variable) override;
  std::string field(const ir::Field &field) override;
  std::optional<std::string> pointerTo(const ir::Field &field) override;
  std::optional<std::string> view(const ir::StructType &type,
                                  const std::string &pointer) override;
  bool isPointer(const ir::Variable &variable) override;
  std::string global(const ir::Global &global) override;
  std::string function(const ir::Function &function) override;
  std::string type(const ir::NamedType &type) override;
  std::string declare(const ir::Type *type, std::string name) override;
  bool isTaken(llvm::StringRef) override { return false; }
  std::optional<std::string> constant(const ir::EnumType &type,
                                      const llvm::APInt &value) override;
  std::optional<std::string> libraryFunction(llvm::StringRef name) override;
  std::optional<cpp::Text> expression(const ir::Expr &e,
                                      cpp::Parts &parts) override;

private:
  ir::Module &module;
  std::function<void(Message)> refuse;
  bool inC;
  std::vector<const ir::Variable *> around; ///< that are seen at the loop
  std::set<const ir::Variable *> iterators;
  std::set<const ir::Global *> named;  ///< by the loop's own text
  std::set<const ir::Field *> reached; ///< the same
  std::set<const ir::Expr *> written;  ///< in that text
  ir::Location loop;
  llvm::StringRef scope; ///< whose member holds the loop: `Tree<float>`
  const ir::Type *self = nullptr; ///< whose method holds the loop; or null
  bool isUnsaid = false;
  bool isInDeclared = false; ///< what is said stands at namespace scope

  std::string unsaid(Diag id, const std::string &what, ir::Location loc = {});
  std::string inScope(llvm::StringRef name);
  std::string own(llvm::StringRef name) const;
  bool isGiven(llvm::StringRef name, const void *to) const;
  std::optional<cpp::Text> spelled(const ir::Expr &e) const;
  std::optional<cpp::Text> fromIterator(const ir::Expr &e,
                                        cpp::Parts &parts) const;
  void lookInto(const ir::Statement &s, const InlinedCalls &inlined);
  void lookInto(const ir::Expr *e);
  void lookAt(const ir::Place *place);
  bool isHidden(const ir::Field &field) const;
  bool isOfScope(const ir::Type *type) const;
  std::string instanceType(const ir::Type *type);
  bool isUnseen(const ir::StructType &type) const;
  std::string viewOf(const ir::StructType &type, const std::string &sign,
                     const std::string &pointer);
  std::optional<std::string> reach(const std::string &owner,
                                   const std::string &name, bool isReference);
  bool look(const ir::Statement &s, const ir::Statement &loop);
  void noteReads(const ir::Expr *e); // HostReads.cpp
  void noteRead(const ir::Place *place);
  std::string said(llvm::Expected<cpp::Text> text, cpp::Precedence least);
};

} // namespace regtt::recognise
