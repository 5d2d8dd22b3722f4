// Which way values move while rounds of a loop go on, in which least elements
// only fall and greatest ones only rise (Cousot 1977; the proof is in
// docs/design.md, "Rounds up to a fixed point"):
//
//     add(load %dist[v], load %w[e])            falls
//     lt(load %dist[v], 100)                    rises: once true, it stays so
//     ne(load %dist[v], 1000)                   the same, if none is greater
//     sub(load %dist[v], load %dist[u])         open
#pragma once

#include "Recogniser.h"

#include <map>

namespace regtt::recognise {

enum class Course { Fixed, Rises, Falls, Open };

Course together(Course a, Course b);
Course opposite(Course course);

/// What elements have to be ahead of the first round: none is greater than the
/// bound, of those that fall, or less, of those that rise.
struct StartBound {
  unsigned row = 0;
  const ir::Expr *bound = nullptr;
};

class Progress {
public:
  /// `rows` are the data of elements that are changed, and which way.
  Progress(Recogniser &site, std::map<unsigned, Course> rows)
      : site(site), rows(std::move(rows)) {}

  /// Finds what the locals of a body do. `isChange` tells statements that
  /// change elements.
  void learn(const ir::BlockStatement *body,
             llvm::function_ref<bool(const ir::Statement *)> isChange);

  /// Of an expression where all that it reads may have moved on meanwhile.
  Course of(const ir::Expr *e) const;

  /// Calls `found` with each statement of a body, and with the course of
  /// whether it is come to. A choice by which a local's least or greatest value
  /// is found comes as one statement, and so does a change.
  void walk(const ir::BlockStatement *body,
            llvm::function_ref<bool(const ir::Statement *)> isChange,
            llvm::function_ref<void(const ir::Statement *, Course)> found);

  /// Whether `e` is an element's value as it stands, or does not move: in
  /// integers, one sum of such is the only one of which it is clear what comes
  /// of its overflow.
  bool isExact(const ir::Expr *e) const;

  const std::vector<StartBound> &starts() const { return needed; }

private:
  struct Local {
    Course course = Course::Fixed;
    unsigned numValues = 0;
    const ir::Expr *value = nullptr; ///< the one that it has
    bool isAddressed = false;
    /// Some value that does not move may be a negative zero.
    bool mayBeZero = false;
    unsigned scope = 0; ///< where it is declared
  };

  const kernel::Datum *stateAt(const ir::Place *place) const;
  const kernel::Datum *stateIn(const ir::Expr *e) const;
  Course ofPlace(const ir::Place *place) const;
  Course ofBinary(const ir::BinaryExpr &e) const;
  Course ofSum(const ir::BinaryExpr &e) const;
  Course ofEquality(const ir::BinaryExpr &e) const;
  Course ofCast(const ir::CastExpr &e) const;
  Course ofSelect(const ir::SelectExpr &e) const;
  Course ofLibrary(const ir::LibraryCallExpr &e) const;
  Course ofChosen(const ir::Expr *a, const ir::Expr *b) const;
  Course ofLocal(const ir::Variable *local) const;
  Course ofCompared(const ir::Expr *e) const;
  bool mayBeNegativeZero(const ir::Expr *e) const;
  Course operandsOf(const ir::Expr *e) const;
  bool setLocal(const ir::Variable *variable, Course course,
                const ir::Expr *value);
  bool learnOnce(const ir::Statement *s);

  Course walk(const ir::BlockStatement *body, Course guard);
  Course choice(const ir::IfStatement &s, Course guard);
  Course loop(const ir::Statement &s, const ir::BlockStatement *body,
              Course guard);

  Recogniser &site;
  const std::map<unsigned, Course> rows;
  std::map<const ir::Variable *, Local> locals;
  mutable std::vector<StartBound> needed;
  /// What is come to in just the same rounds has one number.
  unsigned scope = 0, lastScope = 0;
  llvm::function_ref<bool(const ir::Statement *)> isChange = nullptr;
  llvm::function_ref<void(const ir::Statement *, Course)> found = nullptr;
};

/// The local that a place is, or lies in; null: it is elsewhere.
const ir::Variable *localAt(const ir::Place *place);

/// The lesser or greater one that `a < b ? a : b` is; nothing of others.
std::optional<ir::Combiner> choosesOne(const ir::SelectExpr &e);

/// The least or greatest value of a local that `s` finds, as
/// `if (d < best) best = d;`; null: it does not.
const ir::Variable *choosesLocal(ir::Module &module, const ir::Statement *s,
                                 const ir::Expr *&value);

} // namespace regtt::recognise
