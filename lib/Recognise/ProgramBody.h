// The query program: what an iteration does from its first call of a traversal
// to its last one, copied into the words of a kernel.
//
//     call @count(%q, load %root)             visit @count(rt::root(0, 0))
//     store %q->r = f(load %q->count)      -> store own(2) = f(load own(3))
//     call @search(load %root, %q)            visit @count(rt::root(0, 0), 1)
//
// Its own variables stay what they are. What is around it is found as the
// traversal's parameters are: elements that are the iteration's, variables of
// the body's, what all iterations see.
#pragma once

#include "Body.h"

namespace regtt::recognise {

/// The variable that `e` is the value of, or that the place begins with that it
/// reads or whose address it is; null: none.
const ir::Variable *rootVariable(const ir::Expr *e);

/// Whether `e` is what it is when the program begins; `writes` are those of
/// what stands between.
bool isMadeAhead(const ir::Expr *e, const Iteration &iteration,
                 const Writes &writes);

/// Null: no zero of that type is known.
const ir::Expr *zeroOf(ir::Module &module, const ir::Type *type,
                       ir::Location loc);

class ProgramBody : public Body {
public:
  ProgramBody(Recogniser &site, const ir::Function &from, ir::Function &to);
  /// Null: it is refused.
  ir::BlockStatement *make();

protected:
  std::optional<Part> beginAround(const ir::Place *place,
                                  size_t &step) override;
  std::optional<Object> arrayBehind(const ir::Expr *pointer);
  std::optional<Object> pointeeAround(const ir::Expr *pointer) override;
  // Rows.cpp
  std::optional<Part> inRow(const ir::Expr *pointer);
  std::optional<Part> beginRow(const ir::Place *place, size_t &step);
  const ir::Place *wordsAround(const ir::Place *place) override;
  const ir::Expr *rootAt(const ir::Place *place, bool isNode) override;
  Statements keepFields(const ir::Statement &s, const Object &object,
                        const ir::Expr *value, const std::string &text);
  bool seesOtherNodes() const override { return false; }
  const ir::Expr *rootNumber(const ir::Expr *e) override;
  Statements defer(const ir::DeferStatement &s);
  Statements special(const ir::Statement *s) override;
  Statements storeFields(const ir::StoreStatement &s); // KeptStructs.cpp
  bool isKeptHere(const ir::Statement &s);
  Statements keepElements(const ir::Statement &s, const ir::Variable *variable,
                          const ir::Expr *init);
  Statements makeVector(const ir::Statement *s); // ProgramVectors.cpp
  void refuseWrite(const ir::DataRoot &root, ir::Location at,
                   const std::string &text) override;
  void refuseLibrary(const ir::Statement *s) override;

private:
  bool isAround(const ir::Variable *variable) const;
  bool maySkip(const ir::Place *element) const;
  void findSharedElements(); // SharedElements.cpp
  bool isShared(const ir::Place *element, bool isChanged) const;
  bool isOfOthers(const ir::Place *element) const;
  bool varies(const ir::Expr *e) const;
  void bindAround();
  bool namesPart(const ir::Variable *variable) const;
  std::optional<unsigned> handedOver(const ir::Variable *variable) const;
  bool bindShared(const ir::Variable *variable);
  void findSkips(const ir::Statement *s, bool isInner);
  std::string wayOfAll(const ir::Variable *variable) const;
  bool staysInside(const ir::BlockStatement *made);

  //===--- Roots (ProgramRoots.cpp)
  //------------------------------------------------------------//

  bool isSteady(const RootGroup &group) const;
  bool countRoots(ChosenRoot &root);
  void refuseRoot(const ir::Place *place);
  const ir::Place *hostWords(const ir::Place *place);
  std::optional<ChosenRoot> choose(const ir::Place *place);
  std::optional<ChosenRoot> chooseElement(const ir::Place *place);
  std::optional<ChosenRoot> choosePart(const ir::Place *place, bool isObject);
  const ir::Expr *rootOfTree(const ir::Expr *number,
                             llvm::ArrayRef<unsigned> params);
  const ir::Expr *link(const RootGroup &group, const ir::Expr *index);
  void followAhead(const ir::Place *place, const ChosenRoot &root);
  void findConditions(const ir::Statement *s, bool isConditional);
  bool leaves(const ir::Statement *s) const;
  std::vector<const ir::Place *> metBy(const ir::Statement *s, bool &isLeft);

  //===--- Calls ------------------------------------------------------------//

  const ir::Place *handedNode(unsigned param, const ir::Expr *argument);
  std::vector<ir::Statement *> keepAddress(const ir::Statement &s,
                                           const ir::Variable *made,
                                           const ir::Expr *init);
  Statements treeCall(const ir::CallStatement &written);
  const ir::Place *scratch(unsigned param);
  const ir::Expr *handedValue(const ir::Expr *argument, const ir::Type *type);

  //===--- Loops over roots (ProgramRanges.cpp) -----------------------------//

  Statements rootRange(const ir::RangeLoopStatement &s);
  bool isOnlyRoot(const ir::RangeLoopStatement &s, const ir::Variable *variable,
                  const ir::Statement *named) const;

  llvm::SmallPtrSet<const ir::Variable *, 16> around;
  llvm::SmallPtrSet<const ir::Variable *, 4> parts;  ///< see namesPart
  llvm::SmallPtrSet<const ir::Statement *, 4> skips; ///< end the iteration
  const ir::Statement *current = nullptr;
  const ir::CallStatement *entering = nullptr; ///< the call that is looked at
  /// What may not run, or evaluates something that it may not come to.
  llvm::SmallPtrSet<const ir::Statement *, 16> conditional;
  /// What each iteration comes to, whatever it does else.
  std::vector<const ir::Place *> met;
  /// Arrays that are there as a whole.
  struct WholeArray {
    const ir::Place *place;
    bool isChanged; ///< at elements that are not the iteration's own
  };
  std::vector<WholeArray> sharedArrays;
  /// Pointers that each iteration follows, whatever it does else.
  llvm::SmallPtrSet<const ir::Variable *, 4> followed;
  /// Elements of arrays of which only the roots are looked at: their places in
  /// the host's words, with the number that they have in the program's.
  llvm::DenseMap<const ir::Variable *, const ir::Place *> elements;
};

} // namespace regtt::recognise
