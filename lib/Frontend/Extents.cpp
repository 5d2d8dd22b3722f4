// How many elements an array has: from its type, or from the clause copyin of
// the loop, whose text is checked here and repeated by the host file.
#include "Builder.h"

#include <clang/AST/DeclCXX.h>
#include <llvm/ADT/StringExtras.h>

using namespace regtt;
using namespace clang;

std::string regtt::objectOfPrefix(llvm::StringRef prefix) {
  if (!prefix.consume_back("->"))
    prefix.consume_back(".");
  return prefix.str();
}

/// The number of elements, at the loop, of what `first` points into; empty if
/// its type does not say.
static std::string extentOf(const Builder &builder, const Expr *first) {
  first = plain(first);
  const Expr *container = nullptr;
  if (first->getType()->isConstantArrayType()) {
    const std::string text = builder.sourceText(first);
    return text.empty() ? "" : "sizeof(" + text + ") / sizeof(*(" + text + "))";
  }
  if (isContiguous(first->getType())) {
    container = first;
  } else if (const auto *call = dyn_cast<CXXMemberCallExpr>(first)) {
    const Expr *object = call->getImplicitObjectArgument();
    if (isContiguous(object->getType()) && call->getMethodDecl() &&
        call->getMethodDecl()->getNameAsString() == "data")
      container = object;
  } else if (const auto *address = dyn_cast<UnaryOperator>(first);
             address && address->getOpcode() == UO_AddrOf) {
    // `&a[0]` points to where `a` does.
    const Expr *element = plain(address->getSubExpr());
    const Expr *base = nullptr, *index = nullptr;
    if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(element)) {
      base = subscript->getBase();
      index = subscript->getIdx();
    } else if (const auto *op = dyn_cast<CXXOperatorCallExpr>(element);
               op && op->getOperator() == OO_Subscript &&
               op->getNumArgs() == 2 &&
               isContiguous(op->getArg(0)->getType())) {
      base = op->getArg(0);
      index = op->getArg(1);
    }
    const auto zero =
        index ? index->getIntegerConstantExpr(builder.context) : std::nullopt;
    return zero && *zero == 0 ? extentOf(builder, base) : "";
  }
  if (!container)
    return "";
  const std::string text = builder.sourceText(container);
  if (text.empty())
    return "";
  const auto *member = dyn_cast<CXXMemberCallExpr>(first);
  const bool arrow =
      member &&
      cast<MemberExpr>(member->getCallee()->IgnoreParens())->isArrow();
  return "(" + text + ")" + (arrow ? "->" : ".") + "size()";
}

std::string regtt::normalised(llvm::StringRef text) {
  std::string compact;
  for (char c : text)
    if (!llvm::isSpace(c))
      compact += c;
  llvm::StringRef rest = compact;
  while (rest.consume_front("this->") || rest.consume_front("::"))
    ;
  // `(tree)->points`, `(points)`.
  if (rest.starts_with("(")) {
    size_t end = 0;
    for (int depth = 0; end < rest.size(); ++end) {
      depth += (rest[end] == '(') - (rest[end] == ')');
      if (depth == 0)
        break;
    }
    const llvm::StringRef inside = rest.substr(1, end - 1);
    if (end < rest.size() && !inside.starts_with("*"))
      return normalised((inside + rest.substr(end + 1)).str());
  }
  return rest.str();
}

namespace {

/// Checks that a clause's expression names what can be seen at the loop.
class Lookup {
public:
  explicit Lookup(const Builder &builder) : builder(builder) {}

  /// The first name in `text` that is not visible at the loop, or that the
  /// grammar does not take; empty if there is none.
  std::string firstUnknown(llvm::StringRef text) const {
    llvm::StringRef before;
    while (!text.empty()) {
      size_t length = 1;
      if (llvm::isAlpha(text[0]) || text[0] == '_') {
        while (length < text.size() &&
               (llvm::isAlnum(text[length]) || text[length] == '_'))
          ++length;
        const llvm::StringRef name = text.take_front(length);
        const bool member = before.ends_with(".") || before.ends_with("->") ||
                            before.ends_with("::");
        if (!member && name != "this" && name != "sizeof" && !isVisible(name))
          return name.str();
      } else if (llvm::isDigit(text[0])) {
        while (length < text.size() && llvm::isAlnum(text[length]))
          ++length;
      } else if (text.starts_with("->") || text.starts_with("::")) {
        length = 2;
      } else if (text.starts_with("++") || text.starts_with("--") ||
                 !llvm::StringRef("+-*/%()[].").contains(text[0])) {
        return text.take_front(1).str();
      }
      before = text.take_front(length);
      text = text.drop_front(length);
    }
    return "";
  }

private:
  bool isVisible(llvm::StringRef name) const {
    const IdentifierInfo &identifier = builder.context.Idents.get(name);
    for (const DeclContext *scope = builder.loopFunction; scope;
         scope = scope->getParent()) {
      if (const auto *function = dyn_cast<FunctionDecl>(scope)) {
        // An instantiation does not list its parameters and locals.
        if (const auto *pattern = function->getTemplateInstantiationPattern())
          function = pattern;
        for (const Decl *decl : function->decls())
          if (const auto *named = dyn_cast<NamedDecl>(decl);
              named && named->getIdentifier() == &identifier)
            return true;
        continue;
      }
      if (!scope->lookup(&identifier).empty())
        return true;
      if (const auto *record = dyn_cast<CXXRecordDecl>(scope))
        if (record->hasDefinition() &&
            record->hasMemberName(DeclarationName(&identifier)))
          return true;
    }
    return false;
  }

  const Builder &builder;
};

} // namespace

std::string regtt::firstUnknownName(const Builder &builder,
                                    llvm::StringRef text) {
  return Lookup(builder).firstUnknown(text);
}

std::string regtt::knownExtent(const Builder &builder, llvm::StringRef text) {
  const auto found = builder.extents.find(normalised(text));
  return found == builder.extents.end() ? "" : found->second;
}

void regtt::noteExtent(Builder &builder, llvm::StringRef text,
                       const Expr *first) {
  const std::string extent = extentOf(builder, first);
  if (!extent.empty()) // where copyin says something else, that holds
    builder.extents.insert({normalised(text), extent});
}

std::string regtt::clauseText(llvm::StringRef text) {
  return "copyin(" + normalised(text) + "[0:COUNT])";
}

static bool readCopyin(Builder &builder, const Clause *clause) {
  bool ok = true;
  for (llvm::StringRef argument : clause->arguments) {
    // `path[0:count]`
    const size_t open = argument.rfind("[0:");
    if (open == llvm::StringRef::npos || open == 0 ||
        !argument.ends_with("]")) {
      builder.report(clause->loc, Diag::RTT1008)
          << clause->name << argument << "of the form 'array[0:count]'";
      ok = false;
      continue;
    }
    const llvm::StringRef array = argument.take_front(open);
    const llvm::StringRef count = argument.drop_front(open + 3).drop_back();
    for (llvm::StringRef text : {array, count}) {
      const std::string unknown = firstUnknownName(builder, text);
      if (unknown.empty())
        continue;
      builder.report(clause->loc, Diag::RTT1008)
          << clause->name << unknown
          << "the name of something visible at the loop";
      ok = false;
    }
    builder.extents[normalised(array)] = count.str();
    builder.clauseArrays.push_back({array.str(), clause->loc});
  }
  return ok;
}

bool regtt::lowerExtents(Builder &builder, const PairedLoop &paired) {
  bool ok = true;
  for (const Clause *clause : paired.directive->all("copyin"))
    ok &= readCopyin(builder, clause);
  return ok;
}

bool regtt::checkExtentsUsed(Builder &builder) {
  const auto known = [&](const std::string &array) {
    const auto is = [&](const DataArray &other) {
      return normalised(other.text) == normalised(array);
    };
    const Traversal &traversal = builder.model.traversal;
    const auto isRoots = [&](const std::string &other) {
      return normalised(other) == normalised(array);
    };
    return llvm::any_of(builder.rootArrays, isRoots) ||
           llvm::any_of(traversal.arrays, is) ||
           llvm::any_of(traversal.nodeArrays, is);
  };
  bool ok = true;
  for (const Builder::ClauseArray &array : builder.clauseArrays)
    if (!known(array.text)) {
      builder.report(array.loc, Diag::RTT1008)
          << "copyin" << array.text << "an array that the traversal indexes";
      ok = false;
    }
  return ok;
}
