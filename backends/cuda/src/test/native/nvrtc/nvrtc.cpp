// A test double of NVRTC, which compiles for the host.
#include <cstring>
#include <map>
#include <memory>
#include <mutex>

#include "program.h"

#define NVRTC_API extern "C" __attribute__((visibility("default")))

using namespace emulator;
using nvrtcProgram = struct nvrtcProgram_st*;

enum nvrtcResult {
  NVRTC_SUCCESS = 0,
  NVRTC_ERROR_INVALID_INPUT = 3,
  NVRTC_ERROR_INVALID_PROGRAM = 4,
  NVRTC_ERROR_INVALID_OPTION = 5,
  NVRTC_ERROR_COMPILATION = 6,
};

namespace {

std::mutex mutex;
std::map<uintptr_t, std::shared_ptr<Program>> programs;
uintptr_t created = 0;

std::shared_ptr<Program> find(nvrtcProgram handle) {
  std::lock_guard<std::mutex> lock(mutex);
  auto found = programs.find(reinterpret_cast<uintptr_t>(handle));
  return found == programs.end() ? nullptr : found->second;
}

// Sizes count the zero at the end.
nvrtcResult size_of(nvrtcProgram handle, size_t* size, const std::string& (Program::*text)() const) {
  auto program = find(handle);
  if (!program) return NVRTC_ERROR_INVALID_PROGRAM;
  if (size == nullptr) return NVRTC_ERROR_INVALID_INPUT;
  *size = (program.get()->*text)().size() + 1;
  return NVRTC_SUCCESS;
}

nvrtcResult copy(nvrtcProgram handle, char* into, const std::string& (Program::*text)() const) {
  auto program = find(handle);
  if (!program) return NVRTC_ERROR_INVALID_PROGRAM;
  if (into == nullptr) return NVRTC_ERROR_INVALID_INPUT;
  const std::string& from = (program.get()->*text)();
  std::memcpy(into, from.c_str(), from.size() + 1);
  return NVRTC_SUCCESS;
}

}  // namespace

NVRTC_API nvrtcResult nvrtcVersion(int* major, int* minor) {
  if (major == nullptr || minor == nullptr) return NVRTC_ERROR_INVALID_INPUT;
  *major = 12;
  *minor = 6;
  return NVRTC_SUCCESS;
}

NVRTC_API const char* nvrtcGetErrorString(nvrtcResult result) {
  switch (result) {
    case NVRTC_SUCCESS: return "NVRTC_SUCCESS";
    case NVRTC_ERROR_INVALID_INPUT: return "NVRTC_ERROR_INVALID_INPUT";
    case NVRTC_ERROR_INVALID_PROGRAM: return "NVRTC_ERROR_INVALID_PROGRAM";
    case NVRTC_ERROR_INVALID_OPTION: return "NVRTC_ERROR_INVALID_OPTION";
    case NVRTC_ERROR_COMPILATION: return "NVRTC_ERROR_COMPILATION";
  }
  return "NVRTC_ERROR unknown";
}

NVRTC_API nvrtcResult nvrtcGetNumSupportedArchs(int* count) {
  if (count == nullptr) return NVRTC_ERROR_INVALID_INPUT;
  *count = 1;
  return NVRTC_SUCCESS;
}

NVRTC_API nvrtcResult nvrtcGetSupportedArchs(int* architectures) {
  if (architectures == nullptr) return NVRTC_ERROR_INVALID_INPUT;
  architectures[0] = 80;
  return NVRTC_SUCCESS;
}

NVRTC_API nvrtcResult nvrtcCreateProgram(nvrtcProgram* program, const char* source, const char* name, int header_count,
                                         const char* const* headers, const char* const* include_names) {
  if (program == nullptr || source == nullptr || header_count < 0) return NVRTC_ERROR_INVALID_INPUT;
  if (header_count > 0 && (headers == nullptr || include_names == nullptr)) return NVRTC_ERROR_INVALID_INPUT;
  std::map<std::string, std::string> texts;
  for (int i = 0; i < header_count; ++i) texts.emplace(include_names[i], headers[i]);
  std::string file = name == nullptr || *name == '\0' ? "default_program" : name;
  std::lock_guard<std::mutex> lock(mutex);
  uintptr_t handle = ++created << 4;
  programs.emplace(handle, std::make_shared<Program>(source, file, texts));
  *program = reinterpret_cast<nvrtcProgram>(handle);
  return NVRTC_SUCCESS;
}

NVRTC_API nvrtcResult nvrtcDestroyProgram(nvrtcProgram* program) {
  if (program == nullptr) return NVRTC_ERROR_INVALID_PROGRAM;
  std::lock_guard<std::mutex> lock(mutex);
  if (programs.erase(reinterpret_cast<uintptr_t>(*program)) == 0) return NVRTC_ERROR_INVALID_PROGRAM;
  *program = nullptr;
  return NVRTC_SUCCESS;
}

NVRTC_API nvrtcResult nvrtcCompileProgram(nvrtcProgram handle, int option_count, const char* const* options) {
  auto program = find(handle);
  if (!program) return NVRTC_ERROR_INVALID_PROGRAM;
  switch (program->compile(std::vector<std::string>(options, options + option_count))) {
    case Program::Outcome::COMPILED: return NVRTC_SUCCESS;
    case Program::Outcome::INVALID_OPTION: return NVRTC_ERROR_INVALID_OPTION;
    case Program::Outcome::REFUSED: return NVRTC_ERROR_COMPILATION;
  }
  return NVRTC_ERROR_INVALID_INPUT;
}

NVRTC_API nvrtcResult nvrtcGetPTXSize(nvrtcProgram program, size_t* size) { return size_of(program, size, &Program::ptx); }

NVRTC_API nvrtcResult nvrtcGetPTX(nvrtcProgram program, char* ptx) { return copy(program, ptx, &Program::ptx); }

NVRTC_API nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram program, size_t* size) { return size_of(program, size, &Program::log); }

NVRTC_API nvrtcResult nvrtcGetProgramLog(nvrtcProgram program, char* log) { return copy(program, log, &Program::log); }
