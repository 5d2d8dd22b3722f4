// Mirrors of the user's value structs, and how types are spelled.
#include "ValueTypes.h"

#include "Names.h"
#include "OperatorPrinter.h"
#include "regtt/Frontend/Model/Layout.h"
#include "regtt/Frontend/Model/Links.h"
#include "regtt/Frontend/Model/Names.h"
#include "regtt/Frontend/Model/Walk.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/RecordLayout.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringMap.h>

using namespace regtt;
using namespace clang;

/// std::pair and std::array come from the library's own headers.
static const ClassTemplateSpecializationDecl *
libraryStruct(const RecordDecl *record) {
  return record->isInStdNamespace()
             ? dyn_cast<ClassTemplateSpecializationDecl>(record)
             : nullptr;
}

ValueTypes::ValueTypes(const Unit &unit) : ast(*unit.ast) {
  for (const Site &site : unit.sites) {
    collect(site.model->traversal);
    for (const LoopInput &input : site.model->loop.inputs)
      if (!input.type.isNull())
        add(input.type, true);
  }
  nameAll(unit);
}

std::shared_ptr<const ValueTypes> regtt::valueTypes(const Unit &unit) {
  return std::make_shared<const ValueTypes>(unit);
}

//===--- Collecting -------------------------------------------------------===//

void ValueTypes::collect(const Traversal &traversal) {
  for (const Path &path : traversal.paths)
    add(path.isContainer() ? elementType(path) : path.type);
  for (const Uniform &uniform : traversal.uniforms)
    add(uniform.type, true);
  for (const Arg &arg : traversal.args)
    add(arg.type, true);
  for (const Capture &capture : traversal.captures)
    add(capture.type);
  for (const auto &helper : traversal.helpers) {
    add(helper->decl->getReturnType());
    if (helper->thisRole && helper->thisRole->kind == Role::Value)
      add(ast.getRecordType(cast<CXXMethodDecl>(helper->decl)->getParent()));
    for (unsigned k = 0; k < helper->paramRoles.size(); ++k)
      if (helper->paramRoles[k].kind == Role::Value)
        add(helper->decl->getParamDecl(k)->getType());
    collect(traversal, *helper);
  }
  collect(traversal, traversal.function);
  if (traversal.program)
    collect(traversal, *traversal.program);
}

void ValueTypes::collect(const Traversal &traversal, const Function &function) {
  walkStmts(function.body, [&](const Statement &stmt) {
    for (const VarDecl *var : stmt.vars)
      if (const auto role = function.roles.find(var);
          role != function.roles.end() && role->second.kind == Role::Value)
        add(var->getType());
    for (const Expr *own : ownExprs(traversal, stmt))
      collect(traversal, function, own);
  });
}

void ValueTypes::collect(const Traversal &traversal, const Function &function,
                         const clang::Stmt *stmt) {
  if (!stmt)
    return;
  if (const auto *e = dyn_cast<Expr>(stmt)) {
    if (const auto found = function.accesses.find(e);
        found != function.accesses.end()) {
      for (const Selector &part : found->second.parts)
        collect(traversal, function, part.index);
      for (const Expr *offset : found->second.element.offsets)
        collect(traversal, function, offset);
      return;
    }
    if (const auto found = function.elements.find(e);
        found != function.elements.end()) {
      for (const Expr *offset : found->second.offsets)
        collect(traversal, function, offset);
      return;
    }
    if (function.uniforms.count(e) || function.children.count(e) ||
        function.nullTests.count(e))
      return;
    if (const auto call = function.helperCalls.find(e);
        call != function.helperCalls.end()) {
      const Function &helper = *traversal.helpers[call->second];
      if (helper.thisRole && helper.thisRole->kind == Role::Value)
        collect(traversal, function, calledObject(e));
      for (unsigned k = 0; k < helper.paramRoles.size(); ++k)
        if (helper.paramRoles[k].kind == Role::Value)
          collect(traversal, function, argumentOf(e, k));
      return;
    }
    if (const auto *argument = dyn_cast<CXXDefaultArgExpr>(e))
      return collect(traversal, function, argument->getExpr());
    if (const auto *field = dyn_cast<CXXDefaultInitExpr>(e))
      return collect(traversal, function, field->getExpr());
    if (isa<CXXConstructExpr, ExplicitCastExpr, CompoundLiteralExpr,
            InitListExpr>(e) &&
        !e->getType()->isPointerType() && !pointerArray(e->getType(), ast))
      add(e->getType());
  }
  for (const clang::Stmt *child : stmt->children())
    collect(traversal, function, child);
}

void ValueTypes::add(QualType type, bool inHeader) {
  type = type.getNonReferenceType().getCanonicalType();
  while (type->isArrayType() || type->isPointerType())
    type = type->isArrayType()
               ? ast.getAsArrayType(type)->getElementType().getCanonicalType()
               : type->getPointeeType().getCanonicalType();
  if (const auto *record = type->getAsRecordDecl())
    addRecord(record->getDefinition(), inHeader);
}

void ValueTypes::addRecord(const RecordDecl *record, bool inHeader) {
  if (!record || record->isLambda())
    return;
  if (const auto found = numbers.find(record); found != numbers.end()) {
    if (!inHeader || mirrors[found->second].inHeader)
      return;
    mirrors[found->second].inHeader = true;
  }
  if (const auto *library = libraryStruct(record)) {
    for (const TemplateArgument &argument :
         library->getTemplateArgs().asArray())
      if (argument.getKind() == TemplateArgument::Type)
        add(argument.getAsType(), inHeader);
    return;
  }
  if (const auto *cxx = dyn_cast<CXXRecordDecl>(record))
    for (const CXXBaseSpecifier &base : cxx->bases())
      add(base.getType(), inHeader);
  for (const FieldDecl *field : record->fields())
    add(field->getType(), inHeader);
  if (numbers.insert({record, mirrors.size()}).second)
    mirrors.push_back({record, "", inHeader});
}

//===--- Names ------------------------------------------------------------===//

/// `Vec` of Vec<float, 3> becomes `Vec_float_3`.
static std::string withArguments(const RecordDecl *record) {
  std::string name =
      typeIdentifier(record->getASTContext().getRecordType(record), "Unnamed");
  const auto *special = dyn_cast<ClassTemplateSpecializationDecl>(record);
  if (!special)
    return name;
  for (const TemplateArgument &argument :
       special->getTemplateArgs().asArray()) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    if (argument.getKind() == TemplateArgument::Type &&
        argument.getAsType()->isRecordType())
      stream << withArguments(argument.getAsType()->getAsRecordDecl());
    else
      argument.print(record->getASTContext().getPrintingPolicy(), stream,
                     /*IncludeType=*/false);
    stream.flush();
    name += '_';
    for (char c : text)
      name += llvm::isAlnum(c) ? c : '_';
  }
  return name;
}

/// Names are given when all structs are known: a struct may have the name of a
/// field or a variable in C, and another struct's of another namespace.
void ValueTypes::nameAll(const Unit &unit) {
  std::set<std::string> others;
  for (const Mirror &mirror : mirrors)
    for (const FieldDecl *field : mirror.record->fields())
      others.insert(safeName(field->getName()));
  const auto note = [&](const Function &function) {
    others.insert(function.name);
    for (const auto &entry : function.roles)
      others.insert(safeName(entry.first->getName()));
  };
  for (const Site &site : unit.sites) {
    const Traversal &traversal = site.model->traversal;
    for (const Path &path : traversal.paths)
      others.insert(safeName(path.name));
    for (const Uniform &uniform : traversal.uniforms)
      others.insert(safeName(uniform.name));
    for (const Arg &arg : traversal.args)
      others.insert(safeName(arg.name));
    note(traversal.function);
    if (traversal.program)
      note(*traversal.program);
    for (const auto &helper : traversal.helpers)
      note(*helper);
  }
  for (Mirror &mirror : mirrors) {
    const std::string stem = withArguments(mirror.record);
    std::string name = others.count(stem) ? stem + "_t" : stem;
    for (int suffix = 2; used.count(name) || others.count(name); ++suffix)
      name = stem + "_" + std::to_string(suffix);
    used.insert(name);
    mirror.name = name;
  }
  findHidden();
}

/// The fields of the bases of `record`, and of theirs.
static void basesFields(const RecordDecl *record,
                        llvm::SmallVectorImpl<const FieldDecl *> &fields) {
  const auto *cxx = dyn_cast<CXXRecordDecl>(record);
  if (!cxx)
    return;
  for (const CXXBaseSpecifier &base : cxx->bases())
    if (const auto *of = base.getType()->getAsCXXRecordDecl()) {
      of = of->getDefinition();
      fields.append(of->field_begin(), of->field_end());
      basesFields(of, fields);
    }
}

void ValueTypes::findHidden() {
  for (const Mirror &mirror : mirrors) {
    llvm::SmallVector<const FieldDecl *, 16> inherited;
    basesFields(mirror.record, inherited);
    llvm::StringMap<unsigned> counts;
    for (const FieldDecl *field : mirror.record->fields())
      ++counts[field->getName()];
    for (const FieldDecl *field : inherited)
      ++counts[field->getName()];
    for (const FieldDecl *field : inherited)
      if (field->getIdentifier() && counts[field->getName()] > 1)
        hidden.insert(field);
  }
}

std::string ValueTypes::fieldName(const FieldDecl *field) const {
  const std::string name = safeName(field->getName());
  const Mirror *mirror =
      hidden.count(field) ? find(field->getParent()) : nullptr;
  return mirror ? name + "_of_" + mirror->name : name;
}

const ValueTypes::Mirror *ValueTypes::find(const RecordDecl *record) const {
  const auto found = numbers.find(record->getDefinition());
  return found == numbers.end() ? nullptr : &mirrors[found->second];
}

std::string ValueTypes::headerName(const Mirror &mirror) const {
  return "regtt_" + mirror.name;
}

//===--- Spelling ---------------------------------------------------------===//

static PrintingPolicy slicePolicy() {
  LangOptions options;
  options.CPlusPlus = options.Bool = true;
  PrintingPolicy result(options);
  result.Bool = true;
  return result;
}

/// A type that is not made of others.
std::string ValueTypes::base(QualType type, bool inC) const {
  if (const auto *enumeration = type->getAs<EnumType>())
    type = enumeration->getDecl()->getIntegerType().getCanonicalType();
  if (inC && type->isBooleanType())
    return "regtt_bool";
  const auto *record = type->getAsRecordDecl();
  if (!record)
    return type.getUnqualifiedType().getAsString(slicePolicy());
  if (record->isLambda())
    return "auto";
  if (const auto *library = libraryStruct(record)) {
    std::string arguments;
    for (const TemplateArgument &argument :
         library->getTemplateArgs().asArray()) {
      arguments += arguments.empty() ? "" : ", ";
      if (argument.getKind() == TemplateArgument::Type)
        arguments += declare(argument.getAsType(), "", inC);
      else
        llvm::raw_string_ostream(arguments) << argument.getAsIntegral();
    }
    return "std::" + record->getNameAsString() + "<" + arguments + ">";
  }
  const Mirror *mirror = find(record);
  if (!mirror) {
    unknown.push_back({nullptr, record});
    return "char";
  }
  return inC ? "struct " + headerName(*mirror) : mirror->name;
}

std::string ValueTypes::declare(QualType type, std::string name,
                                bool inC) const {
  type = type.getCanonicalType();
  if (const auto *array = ast.getAsConstantArrayType(type)) {
    if (!name.empty() && (name[0] == '*' || name[0] == '&'))
      name = "(" + name + ")";
    return declare(array->getElementType(),
                   name + "[" +
                       std::to_string(array->getSize().getZExtValue()) + "]",
                   inC);
  }
  if (type->isPointerType())
    return declare(
        type->getPointeeType(),
        "*" + std::string(type.isConstQualified() ? "const " : "") + name, inC);
  if (type->isReferenceType())
    return declare(type->getPointeeType(),
                   (type->isLValueReferenceType() ? "&" : "&&") + name, inC);
  return std::string(type.isConstQualified() ? "const " : "") +
         base(type, inC) + (name.empty() ? "" : " ") + name;
}

std::string ValueTypes::declare(QualType type, llvm::StringRef name) const {
  return declare(type, name.str(), false);
}

std::string ValueTypes::declare(const Path &path) const {
  const std::string name = safeName(path.name);
  if (path.isContainer())
    return std::string(isQueue(path) ? "rt::Heap<" : "rt::List<") +
           spell(elementType(path)) + ", " + std::to_string(path.bound) + "> " +
           name;
  const FieldDecl *bits = path.bitField();
  return bits ? "rt::Bits<" + spell(path.type) + ", " +
                    std::to_string(bits->getBitWidthValue(ast)) + "> " + name
              : declareHeld(path.type, name);
}

std::string ValueTypes::declareHeld(QualType type, llvm::StringRef name) const {
  return declare(ast.getUnqualifiedArrayType(type), name);
}

std::string ValueTypes::contents(const Path &path, bool ofNode) const {
  const DatumBits at = datumBits(path, ast);
  std::string text = std::to_string(at.bytes);
  if (path.address && !ofNode)
    text += ", true";
  if (at.width != 0)
    text += (ofNode ? ", {" : ", false, {") + std::to_string(at.shift) + ", " +
            std::to_string(at.width) + "}";
  return text;
}

std::string ValueTypes::declareInC(QualType type, llvm::StringRef name) const {
  return declare(type, name.str(), true);
}

//===--- Definitions ------------------------------------------------------===//

/// An alignment of the user's own. The header is C89, which has no word for it.
static std::string alignmentText(int64_t bytes, bool inC) {
  return (inC ? "__attribute__((aligned(" : "alignas(") +
         std::to_string(bytes) + (inC ? ")))" : ")");
}

/// The struct's own alignment, where its fields have less.
static std::string ownAlignment(const RecordDecl *record, const ASTContext &ast,
                                bool inC) {
  return record->hasAttr<AlignedAttr>()
             ? alignmentText(
                   ast.getASTRecordLayout(record).getAlignment().getQuantity(),
                   inC) +
                   " "
             : "";
}

std::string ValueTypes::fields(const Mirror &mirror, bool inC) const {
  std::string result;
  for (const FieldDecl *field : mirror.record->fields()) {
    const int64_t alignment = ast.getDeclAlign(field).getQuantity();
    const bool aligned =
        !field->isBitField() &&
        alignment > ast.getTypeAlignInChars(field->getType().getCanonicalType())
                        .getQuantity();
    if (aligned && !inC)
      result += alignmentText(alignment, inC) + " ";
    result += declare(ast.getUnqualifiedArrayType(field->getType()),
                      fieldName(field), inC);
    if (field->isBitField())
      result += " : " + std::to_string(field->getBitWidthValue(ast));
    if (aligned && inC)
      result += " " + alignmentText(alignment, inC);
    result += ";\n";
  }
  return result;
}

std::string ValueTypes::bases(const Mirror &mirror, bool inC) const {
  std::string result;
  if (const auto *cxx = dyn_cast<CXXRecordDecl>(mirror.record))
    for (const CXXBaseSpecifier &base : cxx->bases()) {
      const std::string type = declare(base.getType(), std::string(), inC);
      llvm::StringRef name = type; // without the word that C wants
      name.consume_front("struct ");
      result += (result.empty() ? " : " : ", ") + name.str();
    }
  return result;
}

std::string ValueTypes::definitions() const {
  std::string out;
  if (llvm::any_of(mirrors, [&](const Mirror &mirror) {
        return !bases(mirror, false).empty();
      }))
    out += "// Records may hold structs with bases.\n"
           "#pragma GCC diagnostic ignored \"-Winvalid-offsetof\"\n"
           "#ifdef __CUDACC__\n#pragma nv_diag_suppress 1427\n#endif\n\n";
  for (const Mirror &mirror : mirrors) {
    const ASTRecordLayout &layout = ast.getASTRecordLayout(mirror.record);
    const std::string bytes = std::to_string(layout.getSize().getQuantity());
    out += "// From " + sourceLine(mirror.record->getLocation(), ast) + "\n";
    if (mirror.inHeader) {
      out += "using " + mirror.name + " = " + headerName(mirror) + ";\n";
    } else {
      out += "struct " + ownAlignment(mirror.record, ast, false) + mirror.name +
             bases(mirror, false) + " {\n" + fields(mirror, false) + "};\n";
    }
    out += "static_assert(sizeof(" + mirror.name + ") == " + bytes + ");\n\n";
  }
  return out;
}

std::string ValueTypes::headerDefinitions() const {
  std::string out;
  for (const Mirror &mirror : mirrors)
    if (mirror.inHeader)
      out += "struct " + ownAlignment(mirror.record, ast, true) +
             headerName(mirror) + bases(mirror, true) + " {\n" +
             fields(mirror, true) + "};\n";
  return out;
}
