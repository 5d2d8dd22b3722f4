// The numbers of children that locals hold, where they are asked for as data.
#pragma once

#include "NumberTests.h"

namespace regtt::recognise {

class KeptNumbers {
public:
  explicit KeptNumbers(const NumberReader &reader);

  /// The number of the child that `link` is, for `e`, which is
  /// `rt::number(link)`; null: refused.
  const ir::Expr *of(const ir::Expr *link, const ir::Expr *e);
  /// `body` with the variables that keep what `of` says.
  ir::BlockStatement *keep(ir::BlockStatement *body);

private:
  /// What keeps the number of the child in `link`, of the user's type; `use`:
  /// what asks for it.
  const ir::Variable *kept(const ir::Variable *link, const ir::Type *type,
                           const ir::Expr *use);
  const ir::Expr *numberOf(const ChildRef &child, const ir::Type *type);
  const ir::Expr *valueOf(const ir::Expr *link, const ir::Variable *number);

  Recogniser &site;
  ir::Module &module;
  const NumberReader &reader;
  struct Number {
    const ir::Variable *variable = nullptr;
    const ir::Expr *use = nullptr; ///< the first
  };
  llvm::DenseMap<const ir::Variable *, Number> numbers; ///< by the link
  std::vector<const ir::Variable *> open; ///< links that are not followed yet
};

} // namespace regtt::recognise
