// Which object of an iteration's own an argument of the loop's call is: an
// element of an array at the loop's variable, or a part of one; a variable of
// the body's; or what is found for each iteration ahead of all calls.
#pragma once

#include "Origins.h"

#include "regtt/Kernel/Data.h"

namespace regtt::recognise {

/// What its last field, or the variable that it is, is called; empty: neither.
std::string nameOfPlace(const ir::Place *place);

/// An operand, and what of it.
struct OwnPart {
  unsigned operand = 0;
  kernel::DataSteps steps;
  const ir::Type *type = nullptr; ///< of what lies there
  const ir::Field *field = nullptr;
  bool isCopied = false; ///< the body has a copy of it
};

class OperandFinder {
public:
  OperandFinder(ir::Module &module, const ir::Function &host,
                const ir::Statement *loop, const ir::Function *traversal,
                Iteration &iteration, Origins &origins)
      : module(module), host(host), loop(loop), traversal(traversal),
        iteration(iteration), origins(origins) {}

  /// What parameter `param`, a pointer, a reference or a value that every call
  /// hands on, is bound to; nothing: it is no object that can be found.
  std::optional<OwnPart> object(unsigned param);
  /// What lies at `place`, in words of the loop's body.
  std::optional<OwnPart> place(const ir::Place *place);
  /// Where the first value of parameter `param` is found.
  std::optional<OwnPart> value(unsigned param);
  /// Where the iteration holds the pointer that parameter `param` is bound to.
  std::optional<OwnPart> pointer(unsigned param);
  /// Whether calls write through the parameter into a variable of the body's.
  bool isOwnResult(unsigned param) const;
  /// Whether several numbers side by side are the iteration's.
  bool isOwnArray(unsigned param);
  /// Whether it is one element of an array that is: the next is another's.
  bool isOwnElement(unsigned param);
  /// Whether the parameter is the loop's variable, a number.
  bool isLoopNumber(unsigned param) const;

  //===--- Programs
  //--------------------------------------------------------===//

  /// What of an iteration's own object lies at `place`, as it is when it is
  /// read; nothing of copies.
  std::optional<OwnPart> object(const ir::Place *place);
  /// The type of such an object; null of what is none.
  const ir::Type *typeAt(const ir::Place *place);
  /// The same of what `pointer` leads to.
  std::optional<OwnPart> objectBehind(const ir::Expr *pointer);
  /// The operand that is a variable of the body's, or its value ahead of the
  /// calls.
  unsigned variable(const ir::Variable *variable, bool isChanged);
  /// The variable of the body's whose address `e` is, as a whole.
  const ir::Variable *ownVariable(const ir::Expr *address) const;
  /// Whether the calls of the program hand parameter `param` what is another
  /// object or another value at each.
  bool differs(unsigned param, llvm::ArrayRef<const ir::CallStatement *> calls,
               const Writes &writes);

private:
  struct Located {
    Operand operand;
    kernel::DataSteps steps;
    const ir::Type *type = nullptr;
    const ir::Field *field = nullptr;
    bool isCopied = false;
  };
  const ir::Expr *first(unsigned param) const {
    return iteration.call->arguments[param];
  }
  std::optional<Located> pointee(const ir::Expr *pointer);
  std::optional<Located> at(const ir::Place *place);
  std::optional<Located> elementAt(const ir::Place *place, size_t step);
  std::optional<Located> loopElement(const ir::Place *place, size_t &step);
  std::optional<Located> arrayAt(const ir::Expr *base, const ir::Expr *index);
  bool follow(Located &found, const ir::Place *place, size_t from);
  uint64_t multiple(const ir::Expr *index) const;
  /// The same element of an array of numbers, several of which are one's own.
  bool widen(Located &found, uint64_t factor, const ir::Expr *index);

  std::optional<Located> located(unsigned param);
  unsigned add(Operand operand);
  OwnPart partOf(const Located &found);
  std::optional<OwnPart> ahead(unsigned param, bool changes);
  bool isReachedBesides(unsigned param, const Operand &operand);
  void spell(Operand &operand) const;
  void name(unsigned operand, unsigned param, bool isWhole);
  bool isLasting(const ir::Expr *e, const Writes &writes) const;

  ir::Module &module;
  const ir::Function &host;
  const ir::Statement *loop;
  const ir::Function *traversal;
  Iteration &iteration;
  Origins &origins;
};

} // namespace regtt::recognise
