// Which product `--emit` names, and what it is called.
#include "Emit.h"

#include "Scratch.h"

using namespace regtt;

std::string regtt::hostName(const SourceFile &source) {
  return generatedStem(source.path) + ".regtt" + (source.c ? ".c" : ".cpp");
}

llvm::Error regtt::emitProduct(const CommandLine &command,
                               const std::string &folder,
                               const SourceFile &source,
                               const Translation &translation) {
  const llvm::StringRef what = command.options.Emit;
  std::string name, text;
  if (what == "ir" || what == "loop" || what == "kernel") {
    name = (translation.stem + ".regtt." + what).str();
    text = translation.ir;
  } else if (what == "header") {
    name = translation.stem + ".regtt.h";
    text = translation.header;
  } else if (what == "host") {
    name = hostName(source);
    text = translation.host;
  }
  for (const Slice &slice : translation.slices)
    if (slice.backend->name == what) {
      name = translation.stem + slice.backend->extension.str();
      text = slice.text;
    }
  if (name.empty()) {
    if (translation.anySites)
      return llvm::createStringError("--emit=" + what +
                                     " needs --target=" + what);
    return llvm::Error::success();
  }
  std::string file = command.output;
  if (file.empty() && !folder.empty())
    file = folder + "/" + name;
  if (file.empty() || file == "-") {
    llvm::outs() << text;
    return llvm::Error::success();
  }
  return writeFile(file, text);
}
