// The block that stands for an annotated loop: plain C89 or C++11.
#include "LoopBlock.h"

#include "SharedPointers.h"

#include "regtt/Kernel/Names.h"

#include <clang/AST/DeclCXX.h>

using namespace regtt;

/// Structs and arrays are copied bit by bit: the header has structs of its own.
/// Scoped enums are held as integers, to which they do not convert, and truth
/// values as characters: what is converted to one is compared with 0 first.
static std::string assign(const std::string &target, clang::QualType type,
                          const std::string &value, const Model &model) {
  if (llvm::StringRef(value).starts_with("{"))
    return target + " = " + value + ";\n";
  if (type->isRecordType() && !model.c)
    return "{\nconst auto &regtt_value = " + value + ";\nregtt_copy(&" +
           target + ", &regtt_value, sizeof " + target + ");\n}\n";
  if (type->isRecordType())
    return "{\nconst " + type.getUnqualifiedType().getAsString() +
           " regtt_value = " + value + ";\nregtt_copy(&" + target +
           ", &regtt_value, sizeof " + target + ");\n}\n";
  if (type->isArrayType())
    return "regtt_copy(&" + target + ", &(" + value + "), sizeof " + target +
           ");\n";
  if (type->isBooleanType())
    return target + " = (" + value + ") != 0;\n";
  return target + " = " +
         (type->isScopedEnumeralType()
              ? "static_cast<decltype(" + target + ")>(" + value + ")"
              : value) +
         ";\n";
}

/// `regtt_set_operand(&regtt_operands[0], &(q)[regtt_first], ...)`.
static std::string setOperand(const QueryOperand &operand, size_t number,
                              int step) {
  const std::string &element = operand.elementText;
  if (operand.input >= 0) // of a pointer, regtt_object says the bytes
    return "regtt_set_operand(&regtt_operands[" + std::to_string(number) +
           "], &" + element + ", sizeof(regtt_inputs[0]), 1, " +
           (operand.indirect ? "1, 0" : "0, sizeof(" + element + ")") + ");\n";
  const std::string several =
      operand.extent ? std::to_string(operand.extent) + " * " : "";
  return "regtt_set_operand(&regtt_operands[" + std::to_string(number) +
         "], &" + element + ", " + several + "sizeof(" + element + "), " +
         std::to_string(step) + ", " +
         (operand.indirect ? "1, sizeof(*" : "0, " + several + "sizeof(") +
         element + "));\n";
}

/// `regtt_assigns[0] = regtt_assigner(&queries[regtt_first].heap);`, for the
/// containers in operand `number`, whose object is `object`.
static std::string setAssigns(const Model &model, size_t number,
                              const std::string &object) {
  const Traversal &traversal = model.traversal;
  std::string out;
  size_t container = 0;
  for (const unsigned p : traversal.containers()) {
    const Path &path = traversal.paths[p];
    if (path.number == number) {
      std::string text = object;
      for (const PathStep &step : path.steps)
        if (!step.field->getName().empty())
          text += "." + step.field->getNameAsString();
      out += "regtt_assigns[" + std::to_string(container) +
             "] = regtt_assigner(&" + text + ");\n";
    }
    ++container;
  }
  return out;
}

/// `statements`, which name the shared object `text`, where there is one:
///
///     if (options != nullptr) {
///       regtt_uniforms.radius = options->radius;
///     }
static std::string whereThere(const std::string &text,
                              const std::string &statements,
                              const Model &model) {
  const std::string test = leadsSomewhere(text, model.c ? "0" : "nullptr");
  return test.empty() ? statements
                      : "if (" + test + ") {\n" + statements + "}\n";
}

/// `regtt_arrays[0].base = points; ...`
static std::string setArray(const DataArray &array, size_t number,
                            const Model &model) {
  const std::string target = "regtt_arrays[" + std::to_string(number) + "].";
  const std::string cast = model.c ? "(size_t)(" : "static_cast<size_t>(";
  const std::string count = array.extentText.empty()
                                ? "REGTT_UNKNOWN_COUNT"
                                : cast + array.extentText + ")";
  return whereThere(array.hostText,
                    target + "base = " + array.hostText + ";\n" + target +
                        "stride = sizeof(*(" + array.hostText + "));\n" +
                        target + "count = " + count + ";\n",
                    model);
}

/// Of a place that is no pointer: `q[regtt_first].x, sizeof(q[regtt_first]), 1,
/// 0, sizeof(q[regtt_first].x));`
static std::string directPlace(const HostRead &read, int step) {
  const std::string several =
      read.extent ? std::to_string(read.extent) + " * " : "";
  return read.text + ", " + several + "sizeof(" +
         (read.element.empty() ? read.text : read.element) + "), " +
         std::to_string(read.varies ? step : 0) + ", 0, " + several +
         "sizeof(" + read.text + "));\n";
}

/// `regtt_set_operand(&regtt_reads[0], &radius[regtt_first], ...)`.
static std::string setPlaces(const std::string &array,
                             llvm::ArrayRef<HostRead> places,
                             const QueryLoop &loop) {
  std::string out;
  for (size_t number = 0; number < places.size(); ++number) {
    const HostRead &read = places[number];
    out +=
        "regtt_set_operand(&" + array + "[" + std::to_string(number) + "], &";
    if (read.input >= 0) // regtt_object says the bytes
      out += "regtt_inputs[0]." + loop.inputs[read.input].name +
             ", sizeof(regtt_inputs[0]), 1, 1, 0);\n";
    else if (read.indirect)
      out += read.text + ", sizeof(" + read.text + "), " +
             std::to_string(loop.step) + ", 1, sizeof(*" + read.text + "));\n";
    else
      out += directPlace(read, loop.step);
  }
  return out;
}

/// `struct regtt_operand regtt_reads[2] = {{0, 0, 0, 0}};`
static std::string declareOperands(const std::string &array, size_t count,
                                   const Model &model) {
  if (count == 0)
    return "";
  return "struct regtt_operand " + array + "[" + std::to_string(count) +
         "] = {{" + (model.c ? "0" : "nullptr") + ", 0, 0, 0}};\n";
}

static llvm::ArrayRef<HostRead> laterWrites(const QueryLoop &loop) {
  if (!loop.tail)
    return {};
  return loop.tail->writes;
}

/// The loop's head once more; the element of a range may have no use there.
static std::string openAgain(const QueryLoop &loop) {
  std::string out = loop.headText + " {\n";
  const auto use = [&](const clang::NamedDecl *named) {
    out += "static_cast<void>(" + named->getNameAsString() + ");\n";
  };
  if (const auto *parts = llvm::dyn_cast<clang::DecompositionDecl>(loop.var))
    llvm::for_each(parts->bindings(), use);
  else if (loop.form == QueryLoop::Range)
    use(loop.var);
  return out;
}

/// The roots that a query program enters:
///
///     if (regtt_make_roots(&regtt_roots[1], trees.size()))
///       for (regtt_root = 0; regtt_root < regtt_roots[1].count; ++regtt_root)
///         regtt_roots[1].at[regtt_root].node = trees[regtt_root];
static std::string setRoots(const Model &model) {
  const std::vector<RootGroup> &roots = model.loop.roots;
  const bool numbers = model.traversal.nodesAreNumbers;
  std::string out;
  if (llvm::any_of(roots,
                   [](const RootGroup &group) { return !group.count.empty(); }))
    out += "size_t regtt_root;\n";
  for (size_t g = 0; g < roots.size(); ++g) {
    const std::string group = "regtt_roots[" + std::to_string(g) + "]";
    const bool several = !roots[g].count.empty();
    const std::string cast = model.c ? "(size_t)(" : "static_cast<size_t>(";
    out += "if (regtt_make_roots(&" + group + ", " +
           (several ? cast + roots[g].count + ")" : "1") + "))\n";
    if (several)
      out += "for (regtt_root = 0; regtt_root < " + group +
             ".count; ++regtt_root)\n";
    if (!roots[g].guard.empty())
      out += "if (" + roots[g].guard + ")\n";
    out += group + ".at[" + (several ? "regtt_root" : "0") + "]" +
           (numbers ? ".number = " : ".node = ") + roots[g].text + ";\n";
  }
  // The type is the same for all; in C, too, sizeof evaluates nothing.
  if (!numbers && !roots.empty())
    out += "regtt_call.node_bytes = sizeof(*(" + roots[0].text + "));\n";
  return "{\n" + out + "}\n";
}

/// What the call is handed besides: the root, where the operands lie, arrays
/// and uniforms.
static std::string setCall(const Model &model) {
  const QueryLoop &loop = model.loop;
  const Traversal &traversal = model.traversal;
  std::string out = traversal.program ? setRoots(model)
                    : traversal.nodesAreNumbers
                        ? "regtt_call.root_number = " + loop.rootText + ";\n"
                        : "regtt_call.root = " + loop.rootText +
                              ";\nregtt_call.node_bytes = sizeof(*(" +
                              loop.rootText + "));\n";
  for (size_t o = 0; o < loop.operands.size(); ++o) {
    const QueryOperand &operand = loop.operands[o];
    out += setOperand(operand, o, loop.step);
    const bool spelled = llvm::StringRef(operand.elementText).ends_with("]");
    if (operand.input < 0)
      out += setAssigns(model, o,
                        operand.indirect ? "(*" + operand.elementText + ")"
                        : spelled        ? operand.elementText
                                         : "(" + operand.elementText + ")");
  }
  out += setPlaces("regtt_reads", loop.reads, loop);
  out += setPlaces("regtt_later_reads", loop.laterReads, loop);
  out += setPlaces("regtt_later", laterWrites(loop), loop);
  if (loop.resident) {
    out += "regtt_call.resident = 1;\n";
    // What is no integer has no `|`.
    if (!loop.version.empty())
      out += "regtt_call.version = " +
             std::string(model.c ? "(size_t)((" : "static_cast<size_t>((") +
             loop.version + ") | 0);\n";
  }
  // Residents' are compared, with what lies between them.
  const bool mayStayUnset =
      llvm::any_of(traversal.uniforms, [](const Uniform &uniform) {
        return !leadsSomewhere(uniform.hostText, "0").empty();
      });
  if ((loop.resident && traversal.hasUniforms()) || mayStayUnset)
    out += "regtt_clear(&regtt_uniforms, sizeof regtt_uniforms);\n";
  if (loop.reorder.kind != QueryReorder::Auto) {
    out += "regtt_call.reorder = REGTT_ORDER_" + loop.reorder.name().upper() +
           ";\n";
    if (loop.reorder.levels != 0)
      out +=
          "regtt_call.reorder_levels = " + std::to_string(loop.reorder.levels) +
          ";\n";
  }
  size_t numSet = 0;
  for (const DataArray &array : traversal.nodeArrays)
    out += setArray(array, numSet++, model);
  for (const DataArray &array : traversal.arrays)
    if (array.isShared())
      out += setArray(array, numSet++, model);
  for (const Uniform &uniform : traversal.uniforms)
    out += whereThere(uniform.hostText,
                      assign("regtt_uniforms." + safeName(uniform.name),
                             uniform.type, uniform.hostText, model),
                      model);
  for (const Arg &arg : traversal.args)
    if (traversal.startsAtLoop(arg))
      out += assign("regtt_uniforms.first_" + arg.name, arg.type, arg.hostText,
                    model);
  return out;
}

/// `regtt_inputs[regtt_i].radius = 2 * r[i];` for what is set in `level`.
static std::string fillRecord(const Model &model, size_t level) {
  const QueryLoop &loop = model.loop;
  const bool innermost = level + 1 == loop.levels.size();
  std::string out;
  const auto isHere = [&](const LoopInput &input) {
    return input.level < 0 ? innermost : size_t(input.level) == level;
  };
  const auto target = [&](const LoopInput &input) {
    return "regtt_inputs[regtt_i]." + input.name;
  };
  const auto object = [&](int number, const std::string &user) {
    if (number < 0 || !loop.inputs[number].type.isNull() ||
        !isHere(loop.inputs[number]))
      return;
    const LoopInput &input = loop.inputs[number];
    const std::string text =
        input.isKept ? "regtt_kept(" + input.text + ")" : input.text;
    out += target(input) + " = regtt_object(&" + user + ", " + text +
           ", sizeof(*(" + text + ")));\n";
  };
  const auto objects = [&](const std::string &array,
                           llvm::ArrayRef<HostRead> places) {
    for (size_t p = 0; p < places.size(); ++p)
      object(places[p].input, array + "[" + std::to_string(p) + "]");
  };
  for (const LoopInput &input : loop.inputs)
    if (!input.type.isNull() && input.isSet && isHere(input))
      out += assign(target(input), input.type, input.text, model);
  for (size_t o = 0; o < loop.operands.size(); ++o) {
    const int input = loop.operands[o].input;
    object(input, "regtt_operands[" + std::to_string(o) + "]");
    if (input >= 0 && isHere(loop.inputs[input]))
      out += setAssigns(model, o,
                        loop.inputs[input].isKept
                            ? loop.operands[o].text
                            : "(*(" + loop.inputs[input].text + "))");
  }
  objects("regtt_reads", loop.reads);
  objects("regtt_later_reads", loop.laterReads);
  objects("regtt_later", laterWrites(loop));
  return out;
}

/// What stands before the call, and what is handed to it, from `level` on.
static std::string prepareLevel(const Model &model, size_t level) {
  const QueryLoop &loop = model.loop;
  std::string out;
  for (const std::string &statement : loop.levels[level].preparation)
    out += statement + "\n";
  if (level + 1 < loop.levels.size()) {
    const QueryLoop::Level &next = loop.levels[level + 1];
    out += "if (" + next.cond + ") {\n" + prepareLevel(model, level + 1) +
           "regtt_inputs[regtt_i]." + loop.inputs[next.taken].name +
           " = 1;\n}\n";
  } else if (loop.isConditional()) {
    // Nothing of the user's is evaluated where no iteration makes the call.
    out += "if (!regtt_ready) {\nregtt_ready = 1;\n" + setCall(model) + "}\n";
  }
  return out + fillRecord(model, level);
}

/// The loop's own head and statements, which find what each iteration hands
/// over:
///
///     for (int i = 0; i < n; ++i) {
///       regtt_inputs[regtt_i].radius = 2 * r[i];
///       ++regtt_i;
///     }
static std::string prepare(const Model &model) {
  return openAgain(model.loop) + prepareLevel(model, 0) +
         (model.loop.inputs.empty() ? "" : "++regtt_i;\n") + "}\n";
}

/// `const T name`, and `T *const name`.
static std::string constant(const std::string &type, const std::string &name) {
  return llvm::StringRef(type).ends_with("*") ? type + "const " + name
                                              : "const " + type + " " + name;
}

static std::string asSize(const std::string &text, const Model &model) {
  return (model.c ? "(size_t)(" : "static_cast<size_t>(") + text + ")";
}

/// How often the loop runs:
///
///     regtt_count(&regtt_call, static_cast<size_t>(regtt_first),
///                 static_cast<size_t>(regtt_last));
static std::string setCount(const Model &model) {
  const QueryLoop &loop = model.loop;
  if (loop.form == QueryLoop::Counted) {
    const bool real = loop.comparedType->isRealFloatingType();
    const std::string last = !real     ? asSize("regtt_last", model)
                             : model.c ? "(double)regtt_last"
                                       : "static_cast<double>(regtt_last)";
    return std::string(real ? "regtt_count_to_real" : "regtt_count") +
           "(&regtt_call, " + asSize("regtt_first", model) + ", " + last +
           ");\n" + (loop.countsInTest ? "--regtt_first;\n" : "");
  }
  // Iterators over elements that lie anywhere are counted one by one.
  if (loop.scattered)
    return "for (auto regtt_at = regtt_first; regtt_at != regtt_last; "
           "++regtt_at)\n++regtt_call.count;\n";
  const bool up = loop.step > 0;
  const std::string distance = asSize(
      up ? "regtt_last - regtt_first" : "regtt_first - regtt_last", model);
  const std::string step = std::to_string(up ? loop.step : -loop.step);
  std::string count = distance;
  if (loop.inclusive)
    count += (step == "1" ? "" : " / " + step) + " + 1";
  else if (step != "1")
    count = "(" + distance + " - 1) / " + step + " + 1";
  return std::string("regtt_call.count = regtt_first ") + (up ? "<" : ">") +
         (loop.inclusive ? "= " : " ") + "regtt_last ? " + count + " : 0;\n";
}

/// What the loop leaves in its variable.
static std::string finalValue(const Model &model) {
  const QueryLoop &loop = model.loop;
  const std::string step =
      std::to_string(loop.step > 0 ? loop.step : -loop.step);
  const std::string moved = std::string(loop.step > 0 ? " + " : " - ") +
                            (step == "1" ? "" : step + " * ");
  if (loop.form == QueryLoop::Counted) // modulo 2^64, then cut off
    return (model.c ? "(" + loop.varTypeText + ")("
                    : "static_cast<" + loop.varTypeText + ">(") +
           asSize("regtt_first", model) + moved + "regtt_call.count)";
  return "regtt_first" + moved +
         (model.c ? "(ptrdiff_t)" : "static_cast<ptrdiff_t>") +
         "(regtt_call.count)";
}

static std::string inputsType(const Model &model) {
  return model.loop.templateSite
             ? "typename regtt_this::Inputs"
             : "struct regtt_" + model.traversal.siteName + "_inputs";
}

std::string regtt::openLoopBlock(const Model &model) {
  const QueryLoop &loop = model.loop;
  const Traversal &traversal = model.traversal;
  const bool inTemplate = loop.templateSite.has_value();
  const std::string null = model.c ? "0" : "nullptr";
  const std::string symbol = "regtt_" + traversal.siteName;

  std::string out = "{ /* regtt-cc: runs the loop below in parallel */\n";
  // Declarations first, as C89 wants them.
  if (inTemplate)
    out += "typedef ::regtt_" + loop.baseName + "<" + loop.templateSite->tag +
           "> regtt_this;\n";
  if (loop.form == QueryLoop::Range)
    out += "auto &&regtt_range = " + loop.rangeText + ";\n";
  out += (loop.countsInTest ? loop.varTypeText + " regtt_first"
                            : constant(loop.varTypeText, "regtt_first")) +
         " = " + loop.firstText + ";\n";
  out +=
      constant(loop.lastTypeText, "regtt_last") + " = " + loop.lastText + ";\n";
  if (traversal.hasUniforms())
    out += (inTemplate ? "typename regtt_this::Uniforms"
                       : "struct " + symbol + "_uniforms") +
           std::string(" regtt_uniforms;\n");
  const bool objects = !loop.operands.empty();
  out += declareOperands("regtt_operands", loop.operands.size(), model);
  const bool arrays = traversal.numGivenArrays() > 0;
  if (arrays)
    out += "struct regtt_array regtt_arrays[" +
           std::to_string(traversal.numGivenArrays()) + "] = {{" + null +
           ", 0, 0}};\n";
  const std::string numRoots = std::to_string(loop.roots.size());
  if (!loop.roots.empty())
    out += "struct regtt_roots regtt_roots[" + numRoots + "] = {{" + null +
           ", 0}};\n";
  const size_t containers = traversal.containers().size();
  if (containers != 0)
    out += "regtt_assign regtt_assigns[" + std::to_string(containers) +
           "] = {nullptr};\n";
  if (llvm::any_of(loop.inputs,
                   [](const LoopInput &input) { return input.isKept; }))
    out += "regtt_keeper regtt_kept;\n";
  const llvm::ArrayRef<HostRead> later = laterWrites(loop);
  out += declareOperands("regtt_reads", loop.reads.size(), model);
  out += declareOperands("regtt_later_reads", loop.laterReads.size(), model);
  out += declareOperands("regtt_later", later.size(), model);
  out +=
      "struct regtt_call regtt_call = " + std::string(model.c ? "{0}" : "{}") +
      ";\nint regtt_serial;\n";

  out += "regtt_call.site = " +
         (inTemplate ? std::string("regtt_this::site()")
                     : "&" + symbol + "_site") +
         ";\n";
  out += setCount(model);
  if (arrays)
    out += "regtt_call.arrays = regtt_arrays;\n";
  if (!loop.roots.empty())
    out +=
        "regtt_call.roots = regtt_roots;\nregtt_call.num_roots = " + numRoots +
        ";\n";
  if (!loop.reads.empty())
    out += "regtt_call.reads = regtt_reads;\nregtt_call.num_reads = " +
           std::to_string(loop.reads.size()) + ";\n";
  if (!loop.laterReads.empty())
    out += "regtt_call.later_reads = regtt_later_reads;\n"
           "regtt_call.num_later_reads = " +
           std::to_string(loop.laterReads.size()) + ";\n";
  if (!later.empty())
    out += "regtt_call.later = regtt_later;\nregtt_call.num_later = " +
           std::to_string(later.size()) + ";\n";
  if (loop.irrevocable)
    out += "regtt_call.irrevocable = 1;\n";
  if (containers != 0)
    out += "regtt_call.assign = regtt_assigns;\n";
  // What stands before the call must not be done twice.
  if (loop.hasEffects)
    out += "regtt_serial = regtt_prepare(&regtt_call);\n";
  // Where no iteration runs, nothing of the user's is evaluated but the bounds.
  out += std::string("if (regtt_call.count != 0") +
         (loop.hasEffects ? " && !regtt_serial" : "") + ") {\n";
  for (const std::string &constant : loop.constants)
    out += constant + "\n";
  const bool inputs = !loop.inputs.empty();
  const std::string record = inputsType(model);
  const std::string make =
      "regtt_make_inputs(&regtt_call, sizeof(" + record + "))";
  if (inputs)
    out += record + " *const regtt_inputs = " +
           (model.c ? make : "static_cast<" + record + " *>(" + make + ")") +
           ";\nsize_t regtt_i = 0;\n";
  if (!loop.isConditional())
    out += setCall(model);
  if (loop.isConditional())
    out += "int regtt_ready = 0;\nif (regtt_inputs) {\nregtt_call.runs = "
           "&regtt_inputs[0]." +
           loop.inputs[loop.levels.back().taken].name +
           ";\nregtt_call.runs_stride = sizeof(regtt_inputs[0]);\n" +
           prepare(model) + "}\n";
  else if (inputs)
    out += "if (regtt_inputs)\n" + prepare(model);
  else if (loop.hasEffects)
    out += prepare(model);
  out += "}\n";
  if (objects)
    out += "regtt_call.operands = regtt_operands;\n";
  const bool numbered = llvm::any_of(traversal.paths, [](const Path &path) {
    return path.base == Base::Query && path.number == iterationNumber;
  });
  if (numbered)
    out += std::string("regtt_call.first = ") +
           (model.c ? "(ptrdiff_t)regtt_first"
                    : "static_cast<ptrdiff_t>(regtt_first)") +
           ";\nregtt_call.step = " + std::to_string(loop.step) + ";\n";
  if (traversal.hasUniforms())
    out += "regtt_call.uniforms = &regtt_uniforms;\n";
  if (loop.hasEffects)
    out += "if (!regtt_serial)\n";
  out += "regtt_serial = regtt_begin(&regtt_call);\nif (regtt_serial";
  return out + (loop.tail ? " && !regtt_call.verification) {" : ") {");
}

static bool usesRecord(llvm::StringRef statements) {
  return statements.contains("regtt_input->");
}

/// The loop once more, over iterations whose records are filled:
///
///     for (int i = 0; i < n; ++i) {
///       struct regtt_f_inputs *const regtt_input = &regtt_inputs[regtt_i++];
///       int count = regtt_input->count;
///       out[i] = count;
///     }
static std::string again(const Model &model, const std::string &statements) {
  const bool records = usesRecord(statements);
  std::string out = records ? "{\nsize_t regtt_i = 0;\n" : "";
  out += openAgain(model.loop);
  if (records)
    out +=
        inputsType(model) + " *const regtt_input = &regtt_inputs[regtt_i++];\n";
  return out + statements + "}\n" + (records ? "}\n" : "");
}

static std::string lines(llvm::ArrayRef<std::string> statements) {
  std::string out;
  for (const std::string &statement : statements)
    out += statement + "\n";
  return out;
}

/// `if (regtt_input->taken) {`: what stands in `level`.
static std::string ifTaken(const QueryLoop &loop, size_t level) {
  return "if (regtt_input->" + loop.inputs[loop.levels[level].taken].name +
         ") {\n";
}

/// The call by itself, from `level` on.
static std::string callAgain(const Model &model, size_t level) {
  const QueryLoop &loop = model.loop;
  const LoopTail &tail = *loop.tail;
  std::string out = lines(tail.levels[level].callBindings);
  if (level + 1 < loop.levels.size())
    return out + ifTaken(loop, level + 1) + callAgain(model, level + 1) + "}\n";
  out += tail.callText + "\n";
  for (const std::string &name : tail.changed)
    out += "regtt_copy(&regtt_input->" + name + ", &" + name + ", sizeof " +
           name + ");\n";
  return out;
}

/// What follows the call, from `level` on.
static std::string afterCall(const Model &model, const LineOf &lineOf,
                             size_t level) {
  const QueryLoop &loop = model.loop;
  const LoopTail::Level &here = loop.tail->levels[level];
  std::string out = lines(here.bindings);
  if (level + 1 < loop.levels.size()) {
    const LoopTail::Level &next = loop.tail->levels[level + 1];
    const std::string inner = afterCall(model, lineOf, level + 1);
    if (!inner.empty() || !next.otherwise.empty())
      out += ifTaken(loop, level + 1) + inner + "}" +
             (next.otherwise.empty() ? "\n" : "");
    if (!next.otherwise.empty())
      out += " else {\n" + lineOf(next.otherwiseLoc) + next.otherwise + "\n}\n";
  }
  if (!here.statements.empty())
    out += lineOf(here.loc) + lines(here.statements);
  return out;
}

/// What follows the calls.
static std::string closeTail(const Model &model, const LineOf &lineOf) {
  const QueryLoop &loop = model.loop;
  const LoopTail &tail = *loop.tail;
  const std::string call = callAgain(model, 0);
  const std::string after =
      tail.hasStatements() ? afterCall(model, lineOf, 0) : "";
  std::string out = " else {\n";
  if (usesRecord(call) || usesRecord(after)) {
    const std::string record = inputsType(model);
    out += record + " *const regtt_inputs = " +
           (model.c ? "(" + record + " *)regtt_call.inputs"
                    : "static_cast<" + record + " *>(regtt_call.inputs)") +
           ";\n";
  }
  out += "if (regtt_serial) {\n" + again(model, call) +
         "regtt_compare(&regtt_call);\n}\n";
  if (!after.empty())
    out += again(model, after);
  else if (loop.varDeclaredOutside)
    out += loop.var->getNameAsString() + " = " + finalValue(model) + ";\n";
  return out + "}\n";
}

std::string regtt::closeLoopBlock(const Model &model, const LineOf &lineOf) {
  const QueryLoop &loop = model.loop;
  std::string out = "}";
  if (loop.tail)
    out += closeTail(model, lineOf);
  else if (loop.varDeclaredOutside)
    out += " else {\n" + loop.var->getNameAsString() + " = " +
           finalValue(model) + ";\n}\n";
  else
    out += "\n";
  return out + "regtt_end(&regtt_call);\n}";
}

std::string regtt::specialization(const Model &model) {
  const std::string symbol = "regtt_" + model.traversal.siteName;
  std::string out = "template <> struct regtt_" + model.loop.baseName + "<" +
                    model.loop.templateSite->specialization + "> {\n";
  if (model.traversal.hasUniforms())
    out += "typedef struct " + symbol + "_uniforms Uniforms;\n";
  if (!model.loop.inputs.empty())
    out += "typedef struct " + symbol + "_inputs Inputs;\n";
  return out + "static const struct regtt_site *site() { return &" + symbol +
         "_site; }\n};\n";
}
