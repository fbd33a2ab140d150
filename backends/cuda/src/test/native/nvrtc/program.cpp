#include "program.h"

#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "../driver/exports.h"
#include "../driver/ptx.h"
#include "process.h"

#if !defined(PELTON_OUTPUT) || !defined(PELTON_NATIVES) || !defined(PELTON_FLAGS) || !defined(PELTON_DRIVER) || \
    !defined(PELTON_HEADERS)
#error "the build has to define where and how sources are compiled"
#endif

namespace emulator {
namespace {

// FNV-1a, of the lengths, too.
uint64_t hash(uint64_t seed, const std::string& text) {
  uint64_t value = seed ^ text.size();
  for (unsigned char byte : text) value = (value ^ byte) * 1099511628211ull;
  return value * 1099511628211ull;
}

std::vector<std::string> words(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> found;
  std::string word;
  while (stream >> word) found.push_back(word);
  return found;
}

bool starts(const std::string& text, const std::string& with) { return text.rfind(with, 0) == 0; }

// Devices multiply and add in one rounding unless told not to, so here, too.
bool translate(const std::vector<std::string>& options, std::vector<std::string>& flags) {
  bool is_contracting = true;
  for (const std::string& option : options) {
    if (option == "--fmad=false" || option == "-fmad=false") {
      is_contracting = false;
    } else if (starts(option, "--gpu-architecture=") || starts(option, "-arch=")) {
      std::string architecture = option.substr(option.find('=') + 1);
      if (!starts(architecture, "compute_") && !starts(architecture, "sm_")) return false;
    } else if (starts(option, "-D") || starts(option, "--define-macro=")) {
      flags.push_back("-D" + option.substr(option[1] == 'D' ? 2 : 15));
    } else if (starts(option, "--std=") || starts(option, "-std=")) {
      flags.push_back("-std=" + option.substr(option.find('=') + 1));
    } else if (option != "--ftz=false" && option != "-ftz=false" && option != "--prec-div=true" && option != "-prec-div=true" &&
               option != "--prec-sqrt=true" && option != "-prec-sqrt=true" && option != "-default-device" &&
               option != "--device-as-default-execution-space" && option != "--fmad=true" && option != "-fmad=true") {
      return false;
    }
  }
  flags.push_back(is_contracting ? "-ffp-contract=fast" : "-ffp-contract=off");
  return true;
}

std::string ptx_of(const std::string& object) {
  std::string text = std::string("// made by a test double of NVRTC\n") + Ptx::OBJECT + object +
                     "\n.version 8.0\n.target sm_80\n.address_size 64\n";
  for (const std::string& kernel : kernels_of(object)) text += "\n.visible .entry " + kernel + "()\n{\n\tret;\n}\n";
  return text;
}

}  // namespace

Program::Outcome Program::compile(const std::vector<std::string>& options) {
  ptx_.clear();
  log_.clear();
  std::vector<std::string> flags = words(PELTON_FLAGS);
  if (!translate(options, flags)) {
    log_ = "nvrtc: error: invalid value for --gpu-architecture or an option that is not emulated";
    return Outcome::INVALID_OPTION;
  }
  uint64_t key = hash(hash(1469598103934665603ull, PELTON_HEADERS), source_);
  for (const auto& [name, text] : headers_) key = hash(hash(key, name), text);
  for (const std::string& flag : flags) key = hash(key, flag);
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(key));
  std::string folder = std::string(PELTON_OUTPUT) + "/" + digits;
  std::string object = folder + ".so";
  if (access(object.c_str(), R_OK) != 0 && !build(flags, object, folder)) return Outcome::REFUSED;
  try {
    ptx_ = ptx_of(object);
  } catch (const std::runtime_error& failure) {
    log_ = failure.what();
    return Outcome::REFUSED;
  }
  return Outcome::COMPILED;
}

bool Program::build(const std::vector<std::string>& flags, const std::string& object, const std::string& folder) {
  static std::atomic<unsigned> count{0};
  // Several processes may compile the same source; the last one's object stays.
  std::string own = folder + "." + std::to_string(getpid()) + "." + std::to_string(count++);
  mkdir(own.c_str(), 0700);
  std::vector<std::string> written;
  auto write = [&](const std::string& name, const std::string& text) {
    written.push_back(own + "/" + name);
    std::ofstream(written.back()) << text;
  };
  for (const auto& [name, text] : headers_) write(name, text);
  std::string source = own + "/" + name_;
  write(name_, source_);
  std::vector<std::string> command{"g++"};
  command.insert(command.end(), flags.begin(), flags.end());
  std::vector<std::string> rest{"-shared", "-I" + own, "-I" PELTON_NATIVES, "-include", "emulated_cuda.h", "-x", "c++", source,
                                "-x", "none", PELTON_DRIVER, "-o", own + ".so"};
  command.insert(command.end(), rest.begin(), rest.end());
  ProcessResult result = run_process(command, own + ".log");
  log_ = result.output;
  for (const std::string& file : written) unlink(file.c_str());
  rmdir(own.c_str());
  return result.status == 0 && std::rename((own + ".so").c_str(), object.c_str()) == 0;
}

}  // namespace emulator
