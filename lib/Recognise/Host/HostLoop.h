// The annotated loop -> what the host file does around it (host::Loop), and
// what the emitted header says of it (kernel::SiteLoop). The kernel is made.
//
//     for { var %i: i32 = 0:i32 }              head: for (int i = 0; i < n;
//     ++i) while lt(load %i, load %n) step { ... }  first: 0, last: n { call
//     @visit(load %q[load %i],          operands: q[regtt_first]
//                   load %root) }              root: root
//
// Each part is filled by a file of its own, in the order of `run`.
#pragma once

#include "../HostWords.h"
#include "../Recogniser.h"
#include "../UserTexts.h"
#include "LoopHead.h"
#include "LoopPairs.h"

namespace regtt::recognise {

class HostBody;

class HostLoop {
public:
  explicit HostLoop(Recogniser &recogniser);

  void run();

private:
  Recogniser &recogniser;
  ir::Module &module;
  const kernel::Kernel &kernel;
  const Iteration &iteration;
  const ir::Statement *loop;
  kernel::SiteLoop &site;
  host::Loop &host;
  /// Where the call is described, ahead of the loop.
  HostWords words;
  /// The same, and the loop's variable is `regtt_first`.
  HostWords atFirst() const;
  /// In an iteration: what the head declares is called as the user calls it.
  HostWords inLoop() const;
  std::vector<const ir::Variable *> headVariables;
  /// Statements of the body that the text of the head is instead of.
  std::set<const ir::Statement *> ofHead;

  /// Says why the host file cannot do something; where it is said of no place
  /// in particular, at the loop.
  void refuse(Message message);
  void refuse(ir::Location loc, const llvm::Twine &what) {
    refuse({Diag::RTT1129, loc, {what.str()}});
  }

  void classes();
  bool findHead(UserTexts &texts);
  void countedHead(const LoopHead &head);
  void nestHead(const LoopNest &nest);
  void rangeHead(const ir::RangeLoopStatement &loop);
  void rangeHead(const ir::Place *range, const ir::Variable *element,
                 bool isCopied);
  bool iteratorRange(const ir::LoopStatement &loop, const LoopHead &head);
  std::vector<const ir::Variable *> partsInHead();

  // SharedPlaces.cpp: what all iterations see, as the loop finds it.
  const ir::Place *placeOf(const Object &object, bool isAddress = false);
  /// From a place of the host's, by the steps of an object; null: there is no
  /// such way. `to` may be null.
  const ir::Place *placeFrom(const ir::Place *from,
                             const kernel::DataSteps &steps,
                             const ir::Type *to);
  /// Where the object at `place` lies, or what the pointer there leads to.
  const ir::Expr *pointerAt(const ir::Place *place, bool isObject);
  const ir::Expr *valueOf(const Object &object, bool isAddress);
  /// The pointers that `e` follows to get to what it reads or leads to.
  std::vector<const ir::Expr *> followedIn(const ir::Expr *e);
  std::vector<std::string> pointersIn(const ir::Expr *e);
  std::vector<host::Array> arraysOf(const RootGroup &group,
                                    const ir::Expr *number, HostWords &inGroup);
  host::Array arrayIn(const ir::Place *place, const ir::Type *element,
                      HostWords said);
  /// Whose elements are of type `element`.
  host::Array arrayAt(const Object &holder, const ir::Type *element);
  std::string givenExtent(const ir::Place *place);
  /// Those that `arrayAt` was asked for.
  std::vector<const ir::Place *> namedArrays;
  std::map<unsigned, const ir::Place *> placesOfArrays; ///< by their numbers
  const SharedArray *sharedArray(int number) const;
  host::RootGroup rootGroup(const RootGroup &group);
  const ir::Expr *wholeRoot(const ir::Expr *root);
  const ir::Place *chosenRoot(const RootGroup &group, const ir::Expr *number);
  const ir::Place *firstElement(const RootGroup &group);
  std::string rootCount(const RootGroup &group);
  host::Value valueText(const ir::Expr *e);

  /// Into host.inputs, by operand; -1: the record does not have it.
  std::vector<int> operandInputs;
  std::string operandText(unsigned number);

  // Clauses.cpp
  void reorder(const ir::Clause &clause);
  void resident(llvm::ArrayRef<const ir::Clause *> clauses);
  void residentArrays(llvm::ArrayRef<const ir::Clause *> clauses);
  std::optional<unsigned> readArray(const ir::Place *named) const;
  bool residentVersion(const ir::Clause &clause, bool isLast,
                       llvm::StringRef ofWhat);
  void copyIn(const ir::Clause &clause);
  bool isOnlyRead(const ir::Clause &clause) const;
  /// Where the roots of the loop's trees are found.
  std::vector<const ir::Place *> namedRoots();

  // Compared.cpp
  host::Place comparedPlace(const ComparedPlace &from, HostBody &body);
  void effects(const ir::LoopAccesses &accesses);

  void head();     ///< Head.cpp: where iterations begin and end
  void operands(); ///< Operands.cpp: what they have of their own
  void roots();    ///< Roots.cpp: the root, or those of a query program
  void reach(const std::set<unsigned> &unknown);
  void arrays();    ///< Arrays.cpp: what all share
  void clauses();   ///< Clauses.cpp: the order of queries, trees that stay
  void arguments(); ///< Arguments.cpp: values that no iteration changes
  void
  compared(HostBody &body); ///< Compared.cpp: places that the runtime compares
};

/// What holds the elements of which `place` is the first.
const ir::Place *holderOf(ir::Module &module, const ir::Place *place);
/// `array[index]`, whatever the array is; null of what is none.
const ir::Place *elementOf(ir::Module &module, const ir::Place *array,
                           const ir::Expr *index);

} // namespace regtt::recognise
