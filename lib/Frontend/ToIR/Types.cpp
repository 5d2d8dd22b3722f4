// Types, one after the other; structs are laid out in Structs.cpp.
#include "Unit.h"

#include "regtt/IR/LibraryParts.h"

#include <clang/AST/DeclTemplate.h>

using namespace regtt;
using namespace regtt::toir;
using clang::QualType;
using clang::SourceLocation;
using llvm::dyn_cast;
using llvm::isa;

/// Whether memory may be accessed as the type whatever else lies there. What is
/// apart is told by types.
static bool mayAlias(QualType type, const clang::ASTContext &context) {
  for (QualType last; type != last;) {
    const auto *name = dyn_cast<clang::TypedefType>(type.getTypePtr());
    if (name && name->getDecl()->hasAttr<clang::MayAliasAttr>())
      return true;
    last = type;
    type = type.getSingleStepDesugaredType(context);
  }
  if (const auto *array = context.getAsArrayType(type))
    return mayAlias(array->getElementType(), context);
  if (const QualType to = type->getPointeeType(); !to.isNull())
    return mayAlias(to, context);
  const clang::RecordDecl *record = type->getAsRecordDecl();
  return record && record->hasAttr<clang::MayAliasAttr>();
}

const ir::Type *Types::of(QualType type, SourceLocation loc) {
  if (mayAlias(type, unit.context)) {
    unit.refuseOdd("may_alias", loc);
    return nullptr;
  }
  type = type.getCanonicalType().getUnqualifiedType();
  if (const auto found = known.find(type.getTypePtr()); found != known.end())
    return found->second;
  const ir::Type *made = make(type, loc);
  if (made)
    known[type.getTypePtr()] = made;
  return made;
}

const ir::Type *Types::make(QualType type, SourceLocation loc) {
  if (const auto *number = dyn_cast<clang::BuiltinType>(type.getTypePtr())) {
    if (const ir::Type *made = builtin(number))
      return made;
  } else if (const auto *array = unit.context.getAsConstantArrayType(type)) {
    const ir::Type *element = of(array->getElementType(), loc);
    return element ? unit.module.array(element, array->getSize().getZExtValue())
                   : nullptr;
  } else if (isa<clang::IncompleteArrayType>(type)) {
    const auto *open = unit.context.getAsIncompleteArrayType(type);
    const ir::Type *element = of(open->getElementType(), loc);
    return element ? unit.module.array(element, 0) : nullptr;
  } else if (type->isPointerType() || type->isReferenceType()) {
    const QualType to = type->getPointeeType();
    const ir::Type *made = of(to, loc);
    if (!made)
      return nullptr;
    return type->isPointerType()
               ? static_cast<const ir::Type *>(
                     unit.module.pointerTo(made, to.isVolatileQualified()))
               : unit.module.referenceTo(made, to.isVolatileQualified());
  } else if (const auto *tagged = type->getAs<clang::EnumType>()) {
    return enumeration(tagged->getDecl());
  } else if (const auto *record = type->getAs<clang::RecordType>()) {
    return this->record(record->getDecl(), loc);
  } else if (const auto *function = type->getAs<clang::FunctionProtoType>()) {
    std::vector<const ir::Type *> params;
    for (const QualType param : function->param_types())
      params.push_back(of(param, loc));
    const ir::Type *result = of(function->getReturnType(), loc);
    if (!result || llvm::is_contained(params, nullptr))
      return nullptr;
    return unit.module.functionType(result, params);
  } else if (const auto *old = type->getAs<clang::FunctionNoProtoType>()) {
    const ir::Type *result = of(old->getReturnType(), loc);
    return result ? unit.module.functionType(result, {}) : nullptr;
  }
  const std::string text = type.getAsString(unit.context.getPrintingPolicy());
  return unit.subject.empty()
             ? unit.refuse(loc, "the type '" + text + "'")
             : unit.refuse(loc, Diag::RTT2011, {text, unit.subject});
}

const ir::Type *Types::builtin(const clang::BuiltinType *type) {
  using B = clang::BuiltinType;
  using I = ir::IntType;
  using F = ir::FloatType;
  ir::Module &m = unit.module;
  switch (type->getKind()) {
  case B::Void:
    return m.voidType();
  case B::Bool:
    return m.boolType();
  case B::Char_S: // with -funsigned-char it is Char_U, which there is not
    return m.intType(I::Char);
  case B::SChar:
    return m.intType(I::I8);
  case B::UChar:
    return m.intType(I::U8);
  case B::Short:
    return m.intType(I::I16);
  case B::UShort:
    return m.intType(I::U16);
  case B::Int:
    return m.intType(I::I32);
  case B::UInt:
    return m.intType(I::U32);
  case B::Long:
    return m.intType(I::I64);
  case B::ULong:
    return m.intType(I::U64);
  case B::LongLong:
    return m.intType(I::LongLong);
  case B::ULongLong:
    return m.intType(I::ULongLong);
  case B::Int128:
    return m.intType(I::I128);
  case B::UInt128:
    return m.intType(I::U128);
  case B::WChar_S:
    return m.intType(I::WChar);
  case B::Char8:
    return m.intType(I::Char8);
  case B::Char16:
    return m.intType(I::Char16);
  case B::Char32:
    return m.intType(I::Char32);
  case B::Float16:
  case B::Half:
    return m.floatType(F::F16);
  case B::BFloat16:
    return m.floatType(F::BF16);
  case B::Float:
    return m.floatType(F::F32);
  case B::Double:
    return m.floatType(F::F64);
  case B::LongDouble:
    return m.floatType(F::F80);
  case B::Float128:
    return m.floatType(F::F128);
  case B::NullPtr:
    return m.pointerTo(m.voidType());
  default:
    return nullptr;
  }
}

const ir::Type *Types::enumeration(const clang::EnumDecl *decl) {
  const clang::EnumDecl *definition = decl->getDefinition();
  if (!definition)
    definition = decl;
  if (const ir::Type *made = linked(definition))
    return made;
  const ir::Type *underlying = of(definition->getIntegerType());
  if (!underlying)
    return nullptr;
  std::vector<ir::EnumType::Constant> constants;
  for (const auto *constant : definition->enumerators())
    constants.push_back({constant->getNameAsString(),
                         constant->getInitVal().extOrTrunc(
                             ir::integerFormat(underlying)->bits)});
  ir::EnumType *made = unit.module.createEnum(
      freeTypeName(definition), underlying, std::move(constants),
      unit.locate(definition->getLocation()));
  made->isUnseen = !unit.isNameable(definition);
  unit.lowered.types[definition] = made;
  return made;
}

QualType Types::iteratedPointer(QualType type) {
  const auto *record =
      llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
          type->getAsCXXRecordDecl());
  if (!record || record->getName() != "__normal_iterator")
    return {};
  return record->getTemplateArgs()[0].getAsType();
}

/// What a container is given unless the user says otherwise.
static bool isUsual(const ir::LibraryType::Argument &argument) {
  const auto *type = std::get_if<const ir::Type *>(&argument);
  const auto *library = type ? dyn_cast<ir::LibraryType>(*type) : nullptr;
  return library &&
         llvm::is_contained<llvm::StringRef>(
             {"std::allocator", "std::default_delete", "std::char_traits",
              "std::less", "std::hash", "std::equal_to"},
             library->name);
}

bool Types::arguments(llvm::ArrayRef<clang::TemplateArgument> from,
                      std::vector<ir::LibraryType::Argument> &to,
                      SourceLocation loc) {
  using A = clang::TemplateArgument;
  for (const A &argument : from) {
    if (argument.getKind() == A::Pack) {
      if (!arguments(argument.getPackAsArray(), to, loc))
        return false;
    } else if (argument.getKind() == A::Type) {
      const ir::Type *type = of(argument.getAsType(), loc);
      if (!type)
        return false;
      to.push_back(type);
    } else if (argument.getKind() == A::Integral) {
      to.push_back(argument.getAsIntegral().extOrTrunc(64).getSExtValue());
    } else {
      unit.refuse(loc, "a template's argument that is no type");
      return false;
    }
  }
  return true;
}

const ir::Type *Types::library(const clang::RecordDecl *record,
                               SourceLocation loc) {
  const QualType type = unit.context.getRecordType(record);
  if (const QualType pointer = iteratedPointer(type); !pointer.isNull())
    return of(pointer, loc);
  if (const ir::Type *made = linkIterator(record, loc))
    return made;
  if (const ir::Type *made = tuple(record, loc))
    return made;
  if (const ir::Type *made = optional(record, loc))
    return made;
  std::vector<ir::LibraryType::Argument> list;
  std::string name = libraryName(record);
  // `std::map<K, V>::iterator`: the arguments of what it is in.
  const clang::DeclContext *in = record;
  std::vector<const clang::ClassTemplateSpecializationDecl *> templates;
  for (; in && !in->isNamespace(); in = in->getParent())
    if (const auto *made = dyn_cast<clang::ClassTemplateSpecializationDecl>(in))
      templates.insert(templates.begin(), made);
  for (const auto *made : templates)
    if (!arguments(made->getTemplateArgs().asArray(), list, loc))
      return nullptr;
  while (list.size() > 1 && isUsual(list.back()))
    list.pop_back();
  // Strings of GCC's old ABI are pointers; nobody is to look into them.
  const auto *definition = record->getDefinition();
  if (name == "std::basic_string" && definition &&
      definition->isCompleteDefinition() &&
      unit.context.getTypeSizeInChars(type).getQuantity() == 8)
    list.push_back(int64_t(0));
  // So of lists that do not count their elements.
  if (const auto linked = ir::linkedContainer(name);
      linked && definition && definition->isCompleteDefinition() &&
      unit.context.getTypeSizeInChars(type).getQuantity() !=
          int64_t(linked->bytes))
    list.push_back(int64_t(0));
  return unit.module.libraryType(name, list);
}

std::string Types::freeTypeName(const clang::TagDecl *decl) const {
  std::string name = nameOf(decl, unit.context);
  if (unit.leavesName(decl))
    name += ".2";
  std::string result = name;
  for (unsigned k = 2; unit.module.findType(result); ++k)
    result = name + "." + std::to_string(k);
  return result;
}
