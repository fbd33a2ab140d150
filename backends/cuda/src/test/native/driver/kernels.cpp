#include "kernels.h"

#include <dlfcn.h>

#include "failure.h"
#include "ptx.h"

namespace emulator {
namespace {

// Where kernels of the object that is being opened register.
KernelsByName* opening = nullptr;
std::string twice;

}  // namespace

void Kernels::load(const std::string& path) {
  for (const auto& [name, kernel] : open(path)) {
    auto added = shipped_.emplace(name, kernel);
    if (!added.second && added.first->second.run_thread != kernel.run_thread) {
      throw Failure(CUDA_ERROR_INVALID_IMAGE, "two kernels are named " + name + ", one of them in " + path);
    }
  }
}

const KernelsByName& Kernels::open(const std::string& path) {
  auto known = objects_.find(path);
  if (known != objects_.end()) return known->second;
  KernelsByName found;
  opening = &found;
  twice.clear();
  void* object = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  opening = nullptr;
  if (object == nullptr) throw Failure(CUDA_ERROR_INVALID_IMAGE, dlerror());
  if (!twice.empty()) throw Failure(CUDA_ERROR_INVALID_IMAGE, "two kernels are named " + twice + " in " + path);
  return objects_.emplace(path, std::move(found)).first->second;
}

KernelsByName Kernels::link(const std::string& text) {
  Ptx ptx(text);
  const KernelsByName& there = ptx.object().empty() ? shipped_ : open(ptx.object());
  KernelsByName linked;
  for (const std::string& name : ptx.entries()) {
    auto found = there.find(name);
    if (found == there.end()) {
      throw Failure(CUDA_ERROR_INVALID_PTX, "PTX has the entry " + name + ", which no source that was compiled for the host registers");
    }
    linked.insert(*found);
  }
  return linked;
}

}  // namespace emulator

namespace pelton_emulator {

void add(const Kernel& kernel) {
  using namespace emulator;
  if (opening == nullptr) return;
  if (!opening->emplace(kernel.name, kernel).second) twice = kernel.name;
}

}  // namespace pelton_emulator
