# How lit runs the tests of the compiler; those of the runtime are GoogleTest's.
import importlib.util
import os
import shutil

import lit.formats

config.name = "regtt-cc"
config.test_format = lit.formats.ShTest(execute_external=True)
config.suffixes = [".c", ".cpp", ".ir", ".kernel", ".test"]
config.excludes = ["Inputs", "Runtime"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.regtt_build, "test")

# In a sanitized build, everything that is built with its runtime is sanitized.
sanitize = f" {config.sanitize}" if config.sanitize else ""
path = [os.path.join(config.regtt_build, "bin"), config.llvm_bin]
if sanitize:
    config.available_features.add("sanitized")
    path.insert(0, os.path.join(config.test_exec_root, "sanitized"))
    config.environment["UBSAN_OPTIONS"] = "print_stacktrace=1"
    # The tests' programs, as their users', keep their trees to the end; leaks of
    # regtt-cc (sanitized-regtt-cc.in) and of the runtime's tests are failures.
    config.environment["ASAN_OPTIONS"] = (
        "detect_leaks=0:detect_stack_use_after_return=1:strict_init_order=1")
config.environment["PATH"] = os.pathsep.join(path + [os.environ["PATH"]])
for variable in ("HOME", "CUDA_PATH", "CUDA_HOME", "CCACHE_DIR", "REGTT_MUTANT"):
    if variable in os.environ:
        config.environment[variable] = os.environ[variable]

nvcc = shutil.which("nvcc") or shutil.which("/usr/local/cuda/bin/nvcc")
if nvcc:
    config.available_features.add("nvcc")
    config.environment["PATH"] += os.pathsep + os.path.dirname(nvcc)
if os.path.exists("/dev/nvidia0"):
    config.available_features.add("cuda-device")
if shutil.which("gdb"):
    config.available_features.add("gdb")
if importlib.util.find_spec("matplotlib"):
    config.available_features.add("matplotlib")

# What tests compile is kept by ccache, by paths relative to the project, so that
# the next run of another clone finds it; regtt-cc's own temporary files, too, lie
# in the project for that.
nvcc_objects, nvcc_ptx = "nvcc -c", "nvcc -ptx"
if shutil.which("ccache") and not sanitize:
    cached = os.path.join(config.test_source_root, "cached")
    config.environment.update({
        "CCACHE_BASEDIR": config.regtt_source,
        "CCACHE_NOHASHDIR": "1",
        "CCACHE_SLOPPINESS": "include_file_mtime,include_file_ctime",
        "TMPDIR": os.path.join(config.test_exec_root, "tmp"),
        "PATH": cached + os.pathsep + config.environment["PATH"],
    })
    os.makedirs(config.environment["TMPDIR"], exist_ok=True)
    # Else lit names a folder of its own, anew in each run.
    os.environ["LIT_PRESERVES_TMP"] = "1"
    nvcc_objects = "ccache nvcc -c"
    nvcc_ptx = (r"env CCACHE_COMPILERCHECK='%compiler% --version' ccache "
                + os.path.join(cached, "ptx", "nvcc") + " -c")

rt = os.path.join(config.regtt_source, "runtime", "include")
samples = os.path.join(config.regtt_source, "samples")
warnings = "-Wall -Wextra -Werror"
compile_cuda = (
    "-std=c++20 -arch=sm_90 -fmad=false --expt-relaxed-constexpr "
    f"-Xcompiler -Wall,-Wextra,-Werror -Werror all-warnings -I{rt}")
config.substitutions += [
    # Plain g++: the oracle.
    ("%serial", "g++ -O2 -ffp-contract=off -Wno-unknown-pragmas" + sanitize),
    # An emitted slice for each target, as a user without regtt-cc compiles it.
    ("%compile_cpu", f"g++ -std=c++20 -O2 -ffp-contract=off {warnings} -I{rt} -c"),
    ("%compile_cuda", f"{nvcc_objects} {compile_cuda}"),
    # The same without its dearest part, the machine code.
    ("%check_cuda", f"{nvcc_ptx} {compile_cuda}"),
    ("%samples", samples),
    # Laid out as an installed prefix is.
    ("%build", config.regtt_build),
    # The runtime, for a link by nvcc.
    ("%librt", os.path.join(config.regtt_build, "lib", "libregtt_rt.a")
     + "".join(f" -Xcompiler '{flag}'".replace(",", r"\,")
               for flag in config.sanitize.split())),
    ("%rt", rt),
    # Random programs, built with the plain compiler and with regtt-cc.
    ("%fuzz", os.path.join(config.regtt_source, "scripts", "fuzz")
     + " --regtt-cc regtt-cc"),
    ("%nested", os.path.join(config.regtt_source, "scripts", "fuzz-nested")),
    # Mutants of the tests' sources; sanitizers map more than any limit.
    ("%mutants", os.path.join(config.regtt_source, "scripts", "fuzz-sources")
     + (" --memory 0" if sanitize else "")),
    # A program that others wrote, taken as it stands or refused by name.
    ("%as-written", os.path.join(config.test_source_root, "as-written")),
    # Runs a serial and a parallel program on many inputs and compares.
    # The same of one that has code for lanes, for each instruction set.
    ("%same_lanes", os.path.join(config.test_source_root, "same-lanes")),
    ("%same", os.path.join(config.test_source_root, "same-output")),
]
