// Children that are held beside other data, in elements of an array or of a
// std::vector of the node's: what a body needs to know of them.
#pragma once

#include "Object.h"
#include "SiblingLoops.h"

#include <llvm/ADT/DenseMap.h>

namespace regtt::recognise {

class Body;

class Entries {
public:
  explicit Entries(Body &body) : body(body) {}

  /// Whether elements of that type hold pointers to nodes beside other data.
  bool isEntry(const ir::Type *element) const;

  /// The child that a field of an element of the node's leads to; null: it is
  /// none.
  const ir::Expr *at(const ir::Place *place);
  /// `e`, a test of whether such a field is null, asks what the field holds: a
  /// leaf may keep anything there that no call follows. Null: it is no such
  /// test.
  const ir::Expr *test(const ir::Expr *pointer, bool isThere,
                       const ir::Expr *e);

  /// Notes that `variable` refers to element `to`, where that is of the node's
  /// and holds children. Returns what keeps its number; null: nothing has to
  /// be.
  ir::Statement *note(const ir::Variable *variable, const Object &to,
                      ir::Location at);

  /// The vector of the node's whose elements lead to children in `s`, a loop.
  const ir::Place *listIn(const ir::Statement *s);
  /// Whether `loop` looks at a child through `variable`, a reference to an
  /// element of `holder`, or through `copy`, which may be null; the group of
  /// such children is known from then on.
  bool isLookedAt(const ir::BlockStatement *loop, const ir::Variable *variable,
                  const ir::Variable *copy, const Object &holder);
  /// Notes that `copy` is one of the element that is read at `from`, where that
  /// is a reference to it that was noted.
  bool noteCopy(const ir::Variable *copy, const ir::Place *from);

  /// What the loop around goes over, if that looks at children there.
  const ir::Place *loop = nullptr;

private:
  /// What a reference or a pointer to an element leads to, or a copy is of.
  struct Entry {
    Object holder;                    ///< the node's array or std::vector
    const ir::Expr *number = nullptr; ///< of the element there
    bool isCopy = false;
  };

  std::optional<unsigned> group(const Object &holder,
                                llvm::ArrayRef<ir::Step> fields);
  void eachRead(const ir::Statement *s,
                llvm::function_ref<void(const ir::Place *)> visit);
  std::optional<Object> holderAt(const ir::Place *container);

  Body &body;
  llvm::DenseMap<const ir::Variable *, Entry> entries;
};

} // namespace regtt::recognise
