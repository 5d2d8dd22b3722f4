// Resume points: the structs of what lives there, the ropes that carry it, and
// the segments that begin with it.
//
//     struct Resume0 { int k; float before; };
//     ropes.resume(Resume0{k, before});
//     void resume(Query &q, ..., const Resume0 &live, Ropes &ropes) const {
//       int k = live.k;
#include "StmtPrinter.h"

#include "regtt/Model/Links.h"
#include "regtt/Model/Walk.h"

#include <llvm/ADT/StringExtras.h>

using namespace regtt;
using namespace clang;

std::string regtt::resumeName(unsigned point, const ValueTypes &values) {
  std::string name = "Resume" + std::to_string(point);
  while (values.taken(name))
    name += "_";
  return name;
}

namespace {

/// How a rope carries a variable.
enum class Carried {
  Value,  ///< a copy of it
  Link,   ///< a child
  Number, ///< of an array's element
  Child   ///< the number of a loop's child
};

Carried carriedAs(const Function &function, const VarDecl *var) {
  if (function.eachChild.count(var))
    return Carried::Child;
  switch (function.roles.lookup(var).kind) {
  case Role::Link:
    return Carried::Link;
  case Role::Object:
    return Carried::Number;
  default:
    return Carried::Value;
  }
}

/// The type of the copy.
QualType valueType(const VarDecl *var) {
  return var->getASTContext().getUnqualifiedArrayType(
      var->getType().getNonReferenceType());
}

/// `{d[0], d[1]}`: an array, element by element.
std::string elements(QualType type, const std::string &text,
                     const ASTContext &ast) {
  const auto *array = ast.getAsConstantArrayType(type);
  if (!array)
    return text;
  std::vector<std::string> parts;
  for (uint64_t i = 0; i < array->getSize().getZExtValue(); ++i)
    parts.push_back(elements(array->getElementType(),
                             text + "[" + std::to_string(i) + "]", ast));
  return "{" + llvm::join(parts, ", ") + "}";
}

/// `[2]`, of an array of children; empty for others.
std::string extentOf(const VarDecl *var, const ASTContext &ast) {
  const auto array = pointerArray(var->getType(), ast);
  return array ? "[" + std::to_string(array->first) + "]" : "";
}

/// `{two[0], two[1]}`: what the local `var`, in `text`, holds; with no text,
/// no children.
std::string links(const VarDecl *var, const std::string &text,
                  const ASTContext &ast) {
  const auto array = pointerArray(var->getType(), ast);
  if (!array)
    return text.empty() ? "rt::none" : text;
  std::vector<std::string> parts;
  for (int64_t i = 0; i < array->first; ++i)
    parts.push_back(text.empty() ? "rt::none"
                                 : text + "[" + std::to_string(i) + "]");
  return "{" + llvm::join(parts, ", ") + "}";
}

} // namespace

std::string StmtPrinter::carriedName(const VarDecl *var) const {
  const std::string name = exprs.local(var);
  return carriedAs(function, var) == Carried::Child ? childNumber(name) : name;
}

std::vector<std::string>
StmtPrinter::liveMembers(const ResumePoint &point) const {
  std::vector<std::string> members;
  for (const VarDecl *var : point.live) {
    const std::string name = carriedName(var);
    switch (carriedAs(function, var)) {
    case Carried::Value:
      members.push_back(values.declare(valueType(var), name));
      break;
    case Carried::Link:
      members.push_back("rt::Link " + name + extentOf(var, ast));
      break;
    case Carried::Number:
      members.push_back("rt::Index " + name);
      break;
    case Carried::Child:
      members.push_back(childCounter() + name);
      break;
    }
  }
  return members;
}

/// The type of what counts the children in a loop over them.
std::string StmtPrinter::childCounter() const {
  return traversal.list() ? "std::uint32_t " : "int ";
}

void StmtPrinter::resume(unsigned point) {
  std::vector<std::string> carried;
  for (const VarDecl *var : traversal.resumes[point].live)
    switch (carriedAs(function, var)) {
    case Carried::Value:
      carried.push_back(elements(valueType(var), exprs.variable(var), ast));
      break;
    case Carried::Link:
      carried.push_back(links(var, carriedName(var), ast));
      break;
    default:
      carried.push_back(carriedName(var));
    }
  out += "ropes.resume(" + resumeName(point, values) + "{" +
         llvm::join(carried, ", ") + "});\n";
}

std::string StmtPrinter::body(const ResumePoint &point) {
  exprs.argsAreLocal = true;
  out.clear();
  list(point.body);
  const std::string segment = std::move(out);
  out.clear();
  for (const VarDecl *var : point.live)
    restore(var, segment);
  for (const VarDecl *var : point.rebound)
    out += declaration(var) + ";\n";
  for (const VarDecl *var : point.declared)
    declare(var);
  loadGroups(point);
  out += segment;
  return withoutLastReturn(std::move(out));
}

/// Declares a variable that the segment sets.
void StmtPrinter::declare(const VarDecl *var) {
  const std::string name = exprs.local(var);
  switch (carriedAs(function, var)) {
  case Carried::Value:
    out += values.declare(valueType(var), name) + ";\n";
    return;
  case Carried::Link:
    out += linkDeclarator(var) + " = " + links(var, "", ast) + ";\n";
    return;
  default:
    out += "rt::Index " + name + " = 0;\n";
  }
}

/// Declares a variable that has lived on a rope.
void StmtPrinter::restore(const VarDecl *var, const std::string &segment) {
  const std::string name = exprs.local(var);
  const std::string from = "live." + carriedName(var);
  switch (carriedAs(function, var)) {
  case Carried::Value:
    if (var->getType()->isArrayType())
      out += "auto &" + name + " = " + from + ";\n";
    else
      out += values.declare(var->getType(), name) + " = " + from + ";\n";
    return;
  case Carried::Link:
    out += linkDeclarator(var) + " = " + links(var, from, ast) + ";\n";
    return;
  case Carried::Number:
    out += "rt::Index " + name + " = " + from + ";\n";
    return;
  case Carried::Child:
    out += childCounter() + carriedName(var) + " = " + from + ";\n";
    if (namesIt(segment, name))
      out += "const rt::Link " + name + " = " + childOf(var) + ";\n";
    return;
  }
}

/// Loads the records that the segment reads outside the branches they belong
/// to, of which it may be a part.
void StmtPrinter::loadGroups(const ResumePoint &point) {
  for (unsigned group = 1; group < traversal.groups.size(); ++group)
    if (llvm::any_of(point.body,
                     [&](const Statement &stmt) { return reads(stmt, group); }))
      loadGroup(group);
}

bool StmtPrinter::reads(const Statement &stmt, unsigned group) const {
  bool found = false;
  const auto isRead = [&](unsigned path) {
    found |= llvm::is_contained(traversal.groups[group].paths, path);
  };
  for (const Expr *own : ownExprs(traversal, stmt))
    walkReads(function, own, [&](const Expr *e) {
      forNodeReads(traversal, function, e, isRead);
      if (const auto call = function.helperCalls.find(e);
          call != function.helperCalls.end())
        found |= llvm::is_contained(traversal.helpers[call->second]->groupsRead,
                                    group);
    });
  if (stmt.kind == Statement::CallNode)
    if (const int guard = traversal.calls[stmt.call].guard; guard >= 0)
      for (unsigned capture : traversal.guards[guard].captures)
        walkReads(function, traversal.captures[capture].value,
                  [&](const Expr *e) {
                    forNodeReads(traversal, function, e, isRead);
                  });
  const auto inside = [&](const std::vector<Statement> &list) {
    return llvm::any_of(
        list, [&](const Statement &inner) { return reads(inner, group); });
  };
  return found || inside(stmt.init) || inside(stmt.orElse) ||
         (!loads(stmt, group) && inside(stmt.body));
}

bool StmtPrinter::loads(const Statement &stmt, unsigned group) const {
  const Statement *branch = traversal.groups[group].loadIn;
  return stmt.kind == Statement::If && branch && branch->cond == stmt.cond;
}

void StmtPrinter::loadGroup(unsigned group) {
  out += "const auto &" + exprs.names.groups[group] + " = tree.template " +
         (isIndexed(traversal, group, ast) ? "inPlace<" : "load<") +
         std::to_string(group) + ">(self);\n";
}
