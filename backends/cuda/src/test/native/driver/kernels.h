#pragma once

#include <map>
#include <string>

#include "../emulated/kernels.h"

namespace emulator {

using KernelsByName = std::map<std::string, pelton_emulator::Kernel>;

// The kernels that were compiled for the host.
class Kernels {
 public:
  // Opens an object of kernels that every module may name.
  void load(const std::string& path);

  // Opens an object of kernels that only modules which name it see.
  const KernelsByName& open(const std::string& path);

  // Those that a module's PTX declares. It names its own object where NVRTC made it.
  KernelsByName link(const std::string& ptx);

 private:
  KernelsByName shipped_;
  std::map<std::string, KernelsByName> objects_;
};

}  // namespace emulator
