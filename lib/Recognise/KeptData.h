// Pointers to data that a query program keeps while its calls are made.
#pragma once

#include "Object.h"

#include <optional>
#include <vector>

namespace regtt::recognise {

class Body;
class Recogniser;

/// Whether `object` is what such a pointer leads to, or lies in that.
bool isOfKeptPointer(const Object &object);
/// Whether `object` is a variable of the program's own, or lies in one.
bool isOfProgram(const Object &object);

/// `e` without casts that leave a pointer the number that it is: to what an
/// object begins with, and back.
const ir::Expr *sameAddress(const ir::Expr *e);

/// Whether the pointers in `field` are set, compared and asked for null, and
/// nothing else is done with them.
bool isOnlyCompared(const ir::Module &module, const ir::Field &field);

/// Whether what `callee` does, and all that it calls, leaves pointers as they
/// are, and none comes back.
bool leavesPointers(const ir::Function &callee);

/// What becomes of them in one function.
class KeptData {
public:
  explicit KeptData(Body &body);

  /// Where the pointer at `pointer` is kept: what `value` leads to is, too.
  void set(const Part &pointer, const ir::Expr *value, ir::Location at,
           std::vector<ir::Statement *> &out);
  /// The program's own pointer at `pointer` begins with `value`.
  std::vector<ir::Statement *> begin(const Part &pointer, const ir::Expr *value,
                                     ir::Location at);
  /// What `e`, a pointer or a reference, leads to where that lies behind a
  /// pointer that is kept; nothing of anything else.
  std::optional<Part> behind(const ir::Expr *e);
  /// A local that is another name for that.
  std::optional<std::vector<ir::Statement *>>
  name(const ir::Variable *variable, const ir::Expr *value, ir::Location at);

private:
  const ir::Expr *valueAt(const ir::Expr *e, const ir::Type *to);

  Body &body;
  Recogniser &site;
  ir::Module &module;
};

} // namespace regtt::recognise
