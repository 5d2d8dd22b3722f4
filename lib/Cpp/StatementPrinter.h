// Statements as C++, of one function.
#pragma once

#include "ExprPrinter.h"
#include "LocalNames.h"

namespace regtt::cpp {

class StatementPrinter : public ir::StatementVisitor<StatementPrinter>,
                         public Parts {
public:
  StatementPrinter(const ir::Module &module, const ir::Function &function,
                   Words &words, unsigned indent);

  std::string body();
  /// `int f(int x)`
  std::string signature(bool isDefinition);
  std::vector<std::string> faults;

  std::string value(const ir::Expr *e) override { return exprs.initialiser(e); }
  Text exact(const ir::Expr *e) override { return exprs.exact(e); }
  Text place(const ir::Place *place) override { return exprs.place(place); }
  std::string braced(const ir::Expr *e) override { return exprs.braced(e); }
  bool hasEffects(const ir::Expr *e) override { return exprs.hasEffects(e); }
  std::string name(const ir::Variable *variable) override {
    return names.of(variable);
  }
  std::string statements(const ir::BlockStatement *block) override;
  void refuse(const std::string &what) override;

#define STATEMENT(NAME) void visit##NAME(ir::NAME##Statement &s);
#include "regtt/IR/Statement.def"

private:
  /// What `break`, `continue` and `leave` may leave, from outside in.
  struct Frame {
    enum Kind {
      Loop,
      Switch,
      Once, ///< `do { ... } while (false)`, which stands for a block
      Block ///< that is left by goto
    } kind;
    const ir::BlockStatement *block = nullptr; ///< whose end is the frame's
    std::string label = {};                    ///< behind it, once needed
  };

  const ir::Module &module;
  const ir::Function &function;
  Words &words;
  const Folding folding;
  LocalNames names;
  ExprPrinter exprs;
  std::string out;
  unsigned indent;
  std::vector<Frame> frames;

  void lines(llvm::StringRef text);
  void line(const llvm::Twine &text);
  void list(llvm::ArrayRef<ir::Statement *> statements);
  void print(ir::Statement *s);
  /// `head {`, the statements, `}` without an end of the line.
  void open(const std::string &head);
  void close(const std::string &tail = "");
  void braces(const std::string &head, const ir::BlockStatement *block,
              const std::string &tail = "");
  /// Those that are not printed elsewhere.
  std::vector<ir::Statement *> printed(const ir::BlockStatement *block) const;

  // Declarations
  std::string declarator(const ir::Variable *variable, bool isConst);
  void copyArray(const std::string &to, const ir::Expr *from);
  void result(const ir::Variable *variable, const std::string &text);
  /// `x` of a declaration `int x` and the like; nothing of what is no
  /// declaration of one line.
  std::optional<std::string> declaration(ir::Statement *s);
  /// A statement that is one expression: nothing of others.
  std::optional<std::string> expression(ir::Statement *s);

  // Stores.cpp
  std::string storeText(const ir::StoreStatement &s);
  std::optional<std::string> compound(const ir::StoreStatement &s);
  std::optional<std::string> changeText(const ir::ContainerChangeStatement &s);

  // Loops.cpp
  void stepped(ir::LoopStatement &s, const std::string &init);
  void tested(const ir::LoopStatement &s);
  void leaveUnless(const ir::Expr *condition);
  void looped(const std::string &head, const ir::BlockStatement *body,
              const std::string &tail, llvm::function_ref<void()> before = {});
  std::string conditionText(const ir::Expr *e);
  std::string negated(const ir::Expr *e);
  std::optional<std::string> condition(const ir::LoopStatement &s);
  bool isUnchanged(const ir::Expr *e, const ir::BlockStatement *body) const;
  std::string bound(const ir::Expr *e, const ir::BlockStatement *body,
                    const std::string &stem);

  // Jumps.cpp
  void once(ir::BlockStatement &s);
  std::string &labelOf(size_t frame);
  void land(const Frame &frame);
  void caseBody(const ir::SwitchStatement &s, size_t k);
};

/// Whether nothing runs on behind the statements.
bool endsInJump(llvm::ArrayRef<ir::Statement *> statements);

} // namespace regtt::cpp
