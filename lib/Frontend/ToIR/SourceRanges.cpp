// Which text of the user's a statement of an annotated loop is: the host file
// repeats it from there.
//
//     #1:6:3:8 store %x = add(...)          `x += 2;` in line 6, from column 3
//
// What one statement of the user's is lowered to has one range. Macros stand as
// they are spelled: a range begins and ends where they do, or there is none.
#include "Body.h"

#include "regtt/IR/Visitor.h"

#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

using namespace regtt;
using namespace regtt::toir;

ir::Location Unit::rangeOf(clang::SourceRange tokens, bool isEnded) {
  const auto &manager = context.getSourceManager();
  const auto &options = context.getLangOpts();
  const ir::Location unknown = locate(tokens.getBegin());
  const clang::CharSourceRange text = clang::Lexer::makeFileCharRange(
      clang::CharSourceRange::getTokenRange(tokens), manager, options);
  if (text.isInvalid())
    return unknown;
  ir::Location result = locate(text.getBegin());
  // What #line calls another file or line is not found again.
  const auto here = manager.getPresumedLoc(text.getBegin(), false);
  if (here.isInvalid() || here.getLine() != result.line ||
      here.getFilename() != module.files[result.file - 1])
    return unknown;
  clang::SourceLocation end = text.getEnd();
  clang::Token next, last;
  if (isEnded &&
      !clang::Lexer::getRawToken(end, next, manager, options, true) &&
      next.is(clang::tok::semi))
    end = next.getEndLoc();
  else if (isEnded &&
           (clang::Lexer::getRawToken(manager.getSpellingLoc(tokens.getEnd()),
                                      last, manager, options) ||
            last.isNot(clang::tok::r_brace)))
    return unknown;
  result.length =
      manager.getFileOffset(end) - manager.getFileOffset(text.getBegin());
  return result;
}

ir::Location Unit::rangeOf(const clang::Stmt *s) {
  return rangeOf(s->getSourceRange(),
                 !llvm::isa<clang::DeclStmt, clang::CompoundStmt>(s));
}

ir::Location Unit::rangeOf(const clang::Expr *e) {
  return rangeOf(e->getSourceRange(), false);
}

ir::Location Unit::headOf(const clang::Stmt *loop, clang::SourceLocation end) {
  return rangeOf({loop->getBeginLoc(), end}, false);
}

ir::Location Body::at(const clang::ValueDecl *named) {
  ir::Location result = at(named->getLocation());
  result.length = result ? named->getName().size() : 0;
  return result;
}

namespace {

/// A copy of an expression's outermost part, somewhere else. What no condition
/// is stays where it is.
class Located : public ir::ExprVisitor<Located, const ir::Expr *> {
public:
  Located(ir::Module &m, ir::Location loc) : m(m), loc(loc) {}

  const ir::Expr *visitBool(const ir::BoolExpr &e) {
    return m.boolean(e.value, loc);
  }
  const ir::Expr *visitValue(const ir::ValueExpr &e) {
    return m.load(m.place(e.variable), loc);
  }
  const ir::Expr *visitLoad(const ir::LoadExpr &e) {
    return m.load(e.place, loc);
  }
  const ir::Expr *visitUnary(const ir::UnaryExpr &e) {
    return m.unary(e.op, e.operand, loc);
  }
  const ir::Expr *visitBinary(const ir::BinaryExpr &e) {
    return m.binary(e.op, e.left, e.right, loc);
  }
  const ir::Expr *visitLogical(const ir::LogicalExpr &e) {
    return e.isAnd ? m.andAlso(e.left, e.right, loc)
                   : m.orElse(e.left, e.right, loc);
  }
  const ir::Expr *visitCast(const ir::CastExpr &e) {
    return m.cast(e.op, e.type, e.operand, e.isWritten, loc);
  }
  const ir::Expr *visitSelect(const ir::SelectExpr &e) {
    return m.select(e.condition, e.whenTrue, e.whenFalse, loc);
  }
  const ir::Expr *visitCall(const ir::CallExpr &e) {
    return m.call(e.callee, e.arguments, loc);
  }
  const ir::Expr *visitLibraryCall(const ir::LibraryCallExpr &e) {
    return m.libraryCall(e.name, e.type, e.arguments, loc);
  }
  const ir::Expr *visitContainerRead(const ir::ContainerReadExpr &e) {
    return m.read(e.op, e.container, e.arguments, loc);
  }
  const ir::Expr *visitIntrinsic(const ir::IntrinsicExpr &e) {
    return m.intrinsic(e.op, e.arguments, loc);
  }
  const ir::Expr *visitInt(const ir::IntExpr &e) { return &e; }
  const ir::Expr *visitFloat(const ir::FloatExpr &e) { return &e; }
  const ir::Expr *visitNull(const ir::NullExpr &e) { return &e; }
  const ir::Expr *visitZero(const ir::ZeroExpr &e) { return &e; }
  const ir::Expr *visitString(const ir::StringExpr &e) { return &e; }
  const ir::Expr *visitAddress(const ir::AddressExpr &e) { return &e; }
  const ir::Expr *visitAggregate(const ir::AggregateExpr &e) { return &e; }
  const ir::Expr *visitFunctionAddress(const ir::FunctionAddressExpr &e) {
    return &e;
  }

private:
  ir::Module &m;
  const ir::Location loc;
};

} // namespace

const ir::Expr *Unit::located(const ir::Expr *e, ir::Location loc) {
  const ir::Expr *result = Located(module, loc).visit(e);
  if (const llvm::StringRef spelling = module.spelling(e);
      result != e && !spelling.empty())
    module.setSpelling(result, spelling);
  return result;
}
