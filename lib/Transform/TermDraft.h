// The function that computes a term of an inner loop by itself.
#pragma once

#include "InnerFrame.h"

namespace regtt::kernel {

/// Its first parameters are *outer* values: what it reads of its iteration's
/// own data, and of variables from around the inner loop.
class TermDraft : public PartDraft {
public:
  TermDraft(const Kernel &kernel, const InnerLoop &inner, Frame &frame,
            const LateValues &late);
  TermDraft(const TermDraft &) = delete;

  InnerObstacle obstacle() const { return fault; }

  std::vector<ir::Variable *> params() const; ///< those first ones
  /// What sets them; the frame has all its fields.
  ir::Function *makeOuter(const std::string &name);

  /// References from around the inner loop that were named, declared again.
  std::vector<ir::Statement *> rebound;

private:
  void refuse(const char *what, ir::Location loc);
  const ir::Expr *outerValue(const ir::Expr *e);
  const ir::Place *outerVariable(const ir::Variable *variable);
  const ir::Place *outerPlace(const ir::Place *place);
  ir::Step mappedStep(const ir::Step &step);
  ir::Variable *outerParam(const ir::Place *place, int field,
                           llvm::StringRef name, const ir::Type *type,
                           ir::Location loc);

  const Kernel &kernel;
  const InnerLoop &inner;
  Frame &frame;
  const LateValues &late;
  InnerObstacle fault;
  struct OuterValue {
    const ir::Place *place; ///< of a datum; or null, and
    int field;              ///< of the frame
    ir::Variable *param;
  };
  std::vector<OuterValue> outer;
};

} // namespace regtt::kernel
