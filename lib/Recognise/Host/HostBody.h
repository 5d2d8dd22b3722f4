// The body of the annotated loop, as the host file has it: statements of the
// user's that are repeated as they stand in the file, ahead of the calls and
// after them; the iteration's record; and what of the body's locals is in it.
//
//     const float r = 2 * radius[i];      levels[0].preparation
//     if (q[i].active) {                  levels[1].condition
//       int hits = 0;                     inputs: hits
//       within(&q[i], root, r, &hits);    tail.call
//       out[i] = hits;                    tail.levels[1].statements,
//     }                                     bindings: int hits = ...->hits;
//
// What of it is needed is asked of the language, never of a text; whether a
// name in a text means there what it means in the body is asked, too.
#pragma once

#include "../ElementChanges.h"
#include "../HostWords.h"
#include "../LocalUses.h"
#include "../Recogniser.h"
#include "../UserTexts.h"
#include "EvaluatedAgain.h"
#include "OwnObjects.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SetVector.h>

namespace regtt::recognise {

/// What statements of one text of the user's are lowered to.
struct UserStatement {
  ir::Location range;
  Statements parts;
};

/// `*it`, `it->`: whether such a call only finds what an iterator or a smart
/// pointer of the library's leads to.
bool isFollowed(const ir::LibraryCallStatement &s);

/// What a statement of `callee` changes at `place`, in words of the parameter
/// that leads there: all elements that a loop goes over. Null of any other.
const ir::Place *behindArgument(const ir::Function *callee,
                                const ir::Place *place);
/// Whether all that a call of it changes is what its arguments lead to.
bool changesArguments(const ir::Function *callee);

class HostBody {
public:
  /// `words` name what the loop's head declares; `ofHead` are statements of the
  /// body that the head's text is instead of.
  HostBody(Recogniser &recogniser, HostWords words,
           const std::set<const ir::Statement *> &ofHead,
           std::function<void(Message)> refuse);

  /// The record's field for each operand that it holds; -1 for others.
  std::vector<int> operandInputs();
  /// What follows the calls.
  void takeTail() { tail(false); }
  /// The calls by themselves, for a serial run of them: where nothing follows,
  /// but what is compared makes a tail.
  void takeCalls() { tail(true); }
  /// What the tail evaluates again when the calls are over.
  llvm::ArrayRef<EvaluatedAgain> evaluatedAgain() const { return again; }
  /// The record's field for the address of a place that the runtime compares,
  /// as it is found where the call stands.
  int comparedInput(const ir::Place *place);
  /// What stands before the calls, as far as the rest needs it.
  void takeLevels();
  /// Refuses what is left behind of variables that end before the calls.
  void checkAddresses();

private:
  using Variables = llvm::SetVector<const ir::Variable *>;

  //===--- Statements (UserStatements.cpp) --------------------------------===//

  std::vector<UserStatement> textsOf(const Statements &list);
  /// The same, of what stands before the calls, without what is a part of a
  /// condition's text or of the call's.
  std::vector<UserStatement> before(unsigned level);
  /// The user's text of it; empty after a refusal.
  std::string textOf(ir::Location range, ir::Location where);
  /// The whole statement that the call stands in.
  ir::Location callStatement() const { return wholeCall; }
  /// The call itself.
  ir::Location callText() const { return iteration.textOf(iteration.call); }
  void findCall();
  /// What the texts of several calls, from the first to the last, are.
  std::vector<UserStatement> callTexts();
  bool holdsCall(ir::Location range);
  /// The variables of the body's that it names and does not declare.
  void addUses(const ir::Statement *s, Variables &used) const;
  void addUses(const ir::Expr *e, Variables &used) const;
  bool isBoundWithoutName(const ir::Variable *variable);
  /// Whether a name in its text may mean something else where it is repeated.
  bool isNamedAlike(const Statements &parts, const Variables &declared);

  //===--- Effects (BodyEffects.cpp) --------------------------------------===//

  bool hasEffects(const ir::Statement *s);
  bool isOfBody(const ir::Place *place);

  //===--- What is overwritten (KeptPlaces.cpp) ---------------------------===//

  std::string keepText(const UserStatement &of, const ir::Statement *s,
                       const ir::Place *place);
  bool isThere(const ir::Access &access);
  bool isGathered(const ir::Region &region) const;
  std::optional<std::vector<std::string>> keepRegions(const UserStatement &of);
  void keepOverwritten(const UserStatement &of,
                       std::vector<std::string> &preparation);

  //===--- The record (Record.cpp) ----------------------------------------===//

  int addInput(const std::string &name, const ir::Type *type, host::Input row);
  int valueInput(const Operand &operand);
  int addressInput(const Operand &operand);
  int roomInput(const Operand &operand);
  void refuseLocal(const ir::Variable &variable);
  /// A local of the body's.
  int localInput(const ir::Variable *variable);
  host::Value value(const ir::Type *type, std::string text) const;
  std::string said(const ir::Expr *e);
  bool isSet(const ir::Variable *variable) const;
  /// Whether the body's local is a container whose size visits change: the host
  /// file copies it where the call stands.
  bool isKept(const ir::Variable *variable) const;
  /// Whether it is declared among several calls, not before them.
  bool isOfCalls(const ir::Variable *variable) const {
    return iteration.isProgram && iteration.isOfProgram(variable);
  }

  //===--- Variables of clauses (OwnVariables.cpp) ------------------------===//

  /// What clauses give iterations of their own: in the host file it is the
  /// user's, which copies of the loop set. Null of any other.
  const OwnCopy *ownCopy(const ir::Variable *variable) const;
  /// An iteration's part of a reduction that is combined behind the call.
  const ir::Variable *combined(const ir::Statement *s) const;
  void addOwnCopies();
  std::optional<unsigned> firstLevel(const ir::Variable *variable) const;
  const ir::Statement *onlySetting(const ir::Variable *variable) const;
  std::string usersText(const ir::Variable *variable);
  std::string keptBefore(const ir::Variable *variable);
  void startParts(std::vector<std::string> &bindings);
  void bindOwn(const ir::Variable *variable, bool ofCall,
               std::vector<std::string> &bindings,
               std::vector<std::string> &copies);
  std::string identityText(const OwnCopy &copy);
  void combine(const ir::Variable *own);
  void keepPart(const ir::Variable *own);

  //===--- Temporaries (Temporaries.cpp) ----------------------------------===//

  /// What an expression of the call's is, with the temporaries that it reads.
  const ir::Expr *whole(const ir::Expr *e);
  /// What a temporary of the statements before the calls is made as, and stays.
  const ir::Expr *temporaryValue(const ir::Variable *variable);
  bool isMadeForCall(const ir::Variable *variable);

  //===--- Levels (Levels.cpp) --------------------------------------------===//

  void levels();
  void conditions();
  bool isNeeded(const UserStatement &s) const;
  bool varies(const UserStatement &s) const;

  //===--- What follows (Tail.cpp, Bindings.cpp) --------------------------===//

  void tail(bool isWanted);
  void tailLevel(unsigned level, host::TailLevel &row);
  const ir::Type *returnedType() const;
  /// What a call in the user's text comes to, and the record's field for it.
  struct ReturnedValue {
    ir::Location call;
    const ir::Type *type;
    int input;
  };
  std::vector<ReturnedValue> valuesIn(ir::Location range);
  std::string withValues(ir::Location range);
  std::string keptValue(const ReturnedValue &value);
  std::string joinedTexts(const Statements &list);
  void call();
  void programCall();
  void bind(const Variables &used,
            std::vector<std::string> host::TailLevel::*where, bool ofCall);
  void bindObject(const ir::Variable &variable, const ir::Type *type,
                  const std::string &at, std::vector<std::string> &bindings,
                  std::vector<std::string> &copies);
  void bindLocal(const ir::Variable *variable, bool ofCall,
                 std::vector<std::string> &bindings,
                 std::vector<std::string> &copies);
  std::string fieldValue(const ir::Type *type, const std::string &field);
  const ir::Type *valueType(const ir::Type *type) const;
  /// As the user's declaration has it: `const T &name` as far as `const T`.
  std::string writtenType(const ir::Variable *variable);
  void bindPointer(const ir::Variable &variable, const std::string &value,
                   std::vector<std::string> &bindings);
  std::string typeText(const ir::Variable *variable);
  bool namesLocal(llvm::StringRef type) const;
  std::string objectText(const ir::Variable &variable, const ir::Type *type,
                         const std::string &declarator);
  std::string keptContainer(const ir::Variable *variable);
  bool isAlias(const ir::Variable *variable) const;

  //===--- What is left for later (Later.cpp) -----------------------------===//

  void later();
  void bindLater(const ir::DeferStatement &s,
                 std::vector<std::string> &bindings);
  std::string withNotes(std::string text, ir::Location range);
  std::string noteText(const ir::DeferStatement &s);
  std::string sumText(const ir::DeferStatement &s);
  std::string termText(const ir::DeferStatement &s, const ElementChange &sum);
  std::string termField(const ir::DeferStatement &s,
                        const ir::Expr *term) const;

  /// What the body's text has no name for.
  bool isUnnamed(const ir::Variable *variable) const {
    return recogniser.origins->isLocal(variable) && isTemporary(variable);
  }

  void refuse(Message message) {
    isRefused = true;
    say(std::move(message));
  }
  void refuse(ir::Location loc, const llvm::Twine &what) {
    refuse({Diag::RTT1129, loc, {what.str()}});
  }

  Recogniser &recogniser;
  ir::Module &module;
  const Iteration &iteration;
  kernel::SiteLoop &site;
  host::Loop &host;
  HostWords words;
  const std::set<const ir::Statement *> &ofHead;
  std::function<void(Message)> say;
  UserTexts texts;
  bool isRefused = false;
  ir::Location wholeCall;

  /// Declared before the calls by the user, and in which level.
  llvm::MapVector<const ir::Variable *, unsigned> locals;
  llvm::DenseMap<const ir::Variable *, const ir::Statement *> declarations;
  llvm::SmallPtrSet<const ir::Variable *, 8> changed; ///< after that
  Variables used; ///< by inputs, conditions, and what is repeated for them
  llvm::DenseMap<const ir::Variable *, int> inputOf;
  std::vector<const ir::Variable *> results; ///< locals that calls write
  int returned = -1;                         ///< the field of the call's value
  std::vector<EvaluatedAgain> again;
  std::optional<ir::LoopAccesses> accesses;
  std::optional<OwnObjects> objects;
};

} // namespace regtt::recognise
