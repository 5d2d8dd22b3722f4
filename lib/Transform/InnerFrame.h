// What outlives an inner loop, and the functions that are handed it.
#pragma once

#include "LateValues.h"

#include "regtt/IR/Mapper.h"

namespace regtt::kernel {

/// The `let` of the program that declares a variable; null: none does.
const ir::LetStatement *declarationIn(const Kernel &kernel,
                                      const ir::Variable *variable);
/// What a reference of the program's is bound to; null where that may be
/// something else later on.
const ir::Expr *initOf(const Kernel &kernel, const ir::Variable *variable);

/// A function that is being made. Its parameters are chosen as something asks
/// for them.
class PartDraft {
public:
  explicit PartDraft(ir::Module &module) : mapper(module), module(module) {}

  ir::Variable *add(llvm::StringRef name, const ir::Type *type,
                    ir::Location loc);
  ir::Function *finish(const std::string &name, const ir::Type *result,
                       llvm::ArrayRef<ir::Variable *> params,
                       llvm::ArrayRef<ir::Statement *> statements,
                       ir::Location loc);

  ir::Mapper mapper;

protected:
  ir::Module &module;
};

/// Variables of the program, and data of the iteration's own that the inner
/// loop stores to, as fields.
class Frame {
public:
  explicit Frame(const Kernel &kernel) : kernel(kernel) {}

  struct Field {
    const ir::Variable *variable; ///< null: a datum
    int datum;                    ///< -1: a variable
    std::string name;
    const ir::Type *type;
    ir::Location loc;
  };
  /// Its number; makes it a field, unless it is one.
  unsigned of(const ir::Variable *variable);
  unsigned ofDatum(unsigned datum, const ir::Type *type);
  const std::vector<Field> &fields() const { return all; }
  /// The number of a variable; -1: it is none.
  int find(const ir::Variable *variable) const;

private:
  unsigned add(Field field);

  const Kernel &kernel;
  std::vector<Field> all;
};

/// A function whose first parameters are the frame's fields.
class FrameDraft : public PartDraft {
public:
  FrameDraft(const Kernel &kernel, Frame &frame, const LateValues &late);
  FrameDraft(const FrameDraft &) = delete;

  InnerObstacle obstacle() const { return fault; }

  ir::Variable *param(unsigned field);
  std::vector<ir::Variable *> params(); ///< of all fields that there are

  /// References from around the inner loop that were named, declared again.
  std::vector<ir::Statement *> rebound;

  /// Whether data of the iteration's own that the inner loop stores to is the
  /// frame's here, as it is while the loop runs.
  bool ownInFrame = true;

  /// What else stands for an expression, and for a variable of the inner
  /// loop's.
  std::function<const ir::Expr *(const ir::Expr *)> onValue;
  std::function<const ir::Place *(const ir::Variable *)> onInner;

private:
  const ir::Expr *expr(const ir::Expr *e);
  const ir::Place *root(const ir::Place *place);
  const ir::Place *variable(const ir::Variable *variable);

  const Kernel &kernel;
  Frame &frame;
  const LateValues &late;
  InnerObstacle fault;
  std::vector<ir::Variable *> made;
};

} // namespace regtt::kernel
