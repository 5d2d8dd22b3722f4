// Compiles what is generated for one target.
#include "Slices.h"

#include "Process.h"
#include "Scratch.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Program.h>

using namespace regtt;

using Words = std::vector<std::string>;

/// Options of code generation that are not the slices': they change what the
/// language means, or name or make files that are the user's own.
static bool isHostsAlone(llvm::StringRef argument) {
  static const llvm::StringRef starts[] = {"-fno-exceptions",
                                           "-fno-rtti",
                                           "-fdiagnostics",
                                           "-ffp-contract",
                                           "-fshort-enums",
                                           "-fpack-struct",
                                           "-fsyntax-only",
                                           "-fprofile-",
                                           "-ftest-coverage",
                                           "-fcoverage-",
                                           "-fcallgraph-info",
                                           "-fstack-usage",
                                           "-fdump-",
                                           "-fopt-info",
                                           "-fplugin",
                                           "-fsave-optimization-record",
                                           "-gsplit-dwarf",
                                           "-ffile-prefix-map",
                                           "-fdebug-prefix-map",
                                           "-fmacro-prefix-map",
                                           "-fpch-",
                                           "-fpreprocessed",
                                           "-fdirectives-only",
                                           "-fmodules",
                                           "-fopenacc",
                                           "-fanalyzer",
                                           "-flinker-output"};
  return llvm::any_of(starts, [&](llvm::StringRef start) {
    return argument.starts_with(start);
  });
}

/// Arguments of the user's that shape the slices' code, too: optimisation,
/// debugging, machine and code generation; not warnings, language or includes.
static std::vector<std::string> codegenArgs(const CommandLine &command) {
  std::vector<std::string> result;
  for (const std::string &arg : command.compile) {
    const llvm::StringRef text = arg;
    const bool codegen = text.starts_with("-O") || text.starts_with("-g") ||
                         text.starts_with("-m") || text.starts_with("-f") ||
                         text == "-pthread" || text == "-DNDEBUG";
    if (codegen && !isHostsAlone(text))
      result.push_back(arg);
  }
  return result;
}

/// How each floating-point mode is spelled for the two compilers.
struct FpFlags {
  llvm::StringLiteral mode, gcc, nvcc;
};
static constexpr FpFlags fpFlags[] = {
    {"strict", "-ffp-contract=off", "-fmad=false"},
    {"libm", "-ffp-contract=off", "-fmad=false"},
    {"contract", "-ffp-contract=fast", "-fmad=true"},
    {"fast", "-ffast-math", "--use_fast_math"},
};

static const FpFlags &flagsOf(const Options &options) {
  for (const FpFlags &flags : fpFlags)
    if (flags.mode == options.Fp)
      return flags;
  return fpFlags[0];
}

/// nvcc hands its words to a shell.
static bool isPlainInShell(llvm::StringRef text) {
  return llvm::all_of(text, [](char c) {
    return llvm::isAlnum(c) || llvm::StringRef("_-+=.,:/@%^").contains(c);
  });
}

/// An argument for nvcc's comma list -Xcompiler.
static std::string escaped(llvm::StringRef argument) {
  std::string result;
  for (char c : argument)
    result += c == ',' ? std::string("\\,") : std::string(1, c);
  return result;
}

static llvm::Expected<Words> cudaCommand(const SliceJob &job) {
  const Toolchain &toolchain = job.toolchain;
  const Options &options = job.command.options;
  Words result = {toolchain.nvcc, "-std=c++20",  "--expt-relaxed-constexpr",
                  "-ccbin",       toolchain.cxx, flagsOf(options).nvcc.str()};
  llvm::SmallVector<llvm::StringRef, 4> archs;
  llvm::StringRef(options.CudaGpuArch).split(archs, ',');
  for (llvm::StringRef arch : archs) {
    llvm::StringRef number = arch;
    number.consume_front("sm_");
    if (number.empty() || !llvm::all_of(number, llvm::isAlnum))
      return llvm::createStringError(
          "'" + arch + "' is no GPU architecture; they are named like sm_90");
    result.push_back("-gencode=arch=compute_" + number.str() + ",code=[sm_" +
                     number.str() + ",compute_" + number.str() + "]");
  }
  std::string host = flagsOf(options).gcc.str();
  Words odd;
  for (const std::string &arg : codegenArgs(job.command)) {
    if (llvm::StringRef(arg).starts_with("-O"))
      result.push_back(
          arg.size() > 2 && arg[2] >= '0' && arg[2] <= '3' ? arg : "-O3");
    else if (arg == "-DNDEBUG")
      result.push_back(arg);
    else if (isPlainInShell(arg))
      host += "," + escaped(arg);
    else
      odd.push_back(arg);
  }
  host += "," + escaped(job.prefixMap());
  if (!odd.empty()) {
    const std::string file = job.folder + "/options";
    if (llvm::Error error = writeFile(file, responseText(odd)))
      return std::move(error);
    host += ",@" + file;
  }
  result.push_back("-Xcompiler");
  result.push_back(host);
  if (job.launchesGrids)
    result.push_back("-rdc=true");
  return result;
}

/// Links the device code of an object with what launches grids there. What that
/// defines for itself stays in the object, so that several go into one program.
static llvm::Expected<int> linkDeviceCode(const SliceJob &job, Words words,
                                          const std::string &object,
                                          const std::string &result) {
  const auto objcopy = llvm::sys::findProgramByName("objcopy");
  if (!objcopy)
    return llvm::createStringError(
        "'objcopy' was not found, which engines that launch grids on the "
        "device take; install binutils");
  const std::string linked = result + ".linked.o",
                    joined = result + ".joined.o";
  const Words library = {"-L" + job.toolchain.cudaLibDir, "-lcudadevrt"};
  words.insert(words.end(), {"-dlink", object, "-o", linked});
  words.insert(words.end(), library.begin(), library.end());
  Words join = {
      job.toolchain.cxx, "-r", "-nostdlib", "-o", joined, object, linked};
  join.insert(join.end(), library.begin(), library.end());
  Words localise = {*objcopy, "--wildcard"};
  for (const char *name : {"__fatbinwrap_*", "__cudaRegisterLinkedBinary_*",
                           "__CNPRT_*", "cudartError*"})
    localise.push_back("--localize-symbol=" + std::string(name));
  localise.insert(localise.end(), {joined, result});
  for (const Words &each : {words, join, localise}) {
    llvm::Expected<int> code = runCommand(job.toolchain, each);
    if (!code || *code != 0)
      return code;
  }
  return 0;
}

static llvm::Expected<Words> cpuCommand(const SliceJob &job) {
  Words result = {job.toolchain.cxx, "-std=c++20"};
  for (const std::string &arg : codegenArgs(job.command))
    result.push_back(arg);
  result.push_back(flagsOf(job.command.options).gcc.str());
  result.push_back(job.prefixMap());
  return result;
}

/// The launcher of lanes, and their code for each instruction set, which knows
/// nothing of the user's.
static constexpr SlicePiece lanePieces[] = {
    {},
    {"avx512", "-march=x86-64-v4"},
    {"avx2", "-march=x86-64-v3"},
    {"none", "-march=x86-64"},
};
static constexpr SlicePiece wholeSlice[] = {{}};

static bool choosesInstructions(llvm::StringRef argument) {
  static const llvm::StringRef starts[] = {
      "-march=", "-mavx",    "-mno-avx", "-mfma",    "-mno-fma",
      "-msse",   "-mno-sse", "-mbmi",    "-mno-bmi", "-mprefer-vector-width="};
  return llvm::any_of(starts, [&](llvm::StringRef start) {
    return argument.starts_with(start);
  });
}

static llvm::Expected<Words> lanesCommand(const SliceJob &job) {
  llvm::Expected<Words> words = cpuCommand(job);
  if (!words || job.piece.isa.empty())
    return words;
  llvm::erase_if(*words, choosesInstructions);
  words->push_back(job.piece.option.str());
  words->push_back("-Wno-psabi");
  words->push_back("-DREGTT_LANES_UNIT=" + job.piece.isa.str());
  return words;
}

/// Which compiler takes which backend's slice.
struct SliceCompiler {
  llvm::StringLiteral backend;
  llvm::Expected<Words> (*command)(const SliceJob &job);
  llvm::ArrayRef<SlicePiece> pieces;
};
static constexpr SliceCompiler sliceCompilers[] = {
    {"cuda", cudaCommand, wholeSlice},
    {"lanes", lanesCommand, lanePieces},
    {"cpu", cpuCommand, wholeSlice},
};

static const SliceCompiler &compilerOf(const Backend &backend) {
  return *llvm::find_if(sliceCompilers, [&](const SliceCompiler &each) {
    return each.backend == backend.name;
  });
}

llvm::ArrayRef<SlicePiece> regtt::slicePieces(const Backend &backend) {
  return compilerOf(backend).pieces;
}

/// The runtime's headers by a path that means nothing to a shell.
static llvm::Expected<std::string> plainIncludeDir(const SliceJob &job) {
  if (isPlainInShell(job.toolchain.includeDir))
    return job.toolchain.includeDir;
  const std::string link = job.folder + "/include";
  if (llvm::sys::fs::exists(link))
    return link;
  if (const std::error_code code =
          llvm::sys::fs::create_link(job.toolchain.includeDir, link))
    return llvm::createStringError("cannot make '" + link +
                                   "': " + code.message());
  return link;
}

std::string SliceJob::prefixMap() const {
  const bool shown = !keptIn.empty() && isPlainInShell(keptIn);
  return "-ffile-prefix-map=" + folder + "/=" + (shown ? keptIn + "/" : "");
}

llvm::Expected<int> regtt::compileSlice(const SliceJob &job,
                                        const Backend &backend,
                                        const std::string &name,
                                        const std::string &object) {
  llvm::Expected<Words> words = compilerOf(backend).command(job);
  if (!words)
    return words.takeError();
  llvm::Expected<std::string> includes = plainIncludeDir(job);
  if (!includes)
    return includes.takeError();
  const Words options = *words;
  const std::string compiled =
      job.launchesGrids ? object + ".device.o" : object;
  if (job.command.options.CountVisits)
    words->push_back("-DREGTT_COUNT_VISITS");
  for (const std::string &word :
       {"-I" + job.folder, "-I" + *includes, std::string("-c"),
        job.folder + "/" + name, std::string("-o"), compiled})
    words->push_back(word);
  llvm::Expected<int> code = runCommand(job.toolchain, *words);
  if (!job.launchesGrids || !code || *code != 0)
    return code;
  return linkDeviceCode(job, options, compiled, object);
}

std::string regtt::hostFpFlag(const Options &options) {
  const FpFlags &flags = flagsOf(options);
  return flags.mode == "strict" || flags.mode == "libm" ? flags.gcc.str() : "";
}
