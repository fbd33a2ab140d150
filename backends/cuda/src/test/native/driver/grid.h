#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "../emulated/vectors.h"
#include "failure.h"

namespace emulator {

// A kernel with its geometry and a copy of its arguments.
class Launch {
 public:
  // Copies the arguments.
  Launch(const pelton_emulator::Kernel& kernel, dim3 grid, dim3 block, size_t shared, void* const* arguments);

  Launch(const Launch&) = delete;

  const pelton_emulator::Kernel& kernel() const { return kernel_; }
  dim3 grid() const { return grid_; }
  dim3 block() const { return block_; }
  size_t shared() const { return shared_; }
  void* const* arguments() const { return arguments_.data(); }

 private:
  pelton_emulator::Kernel kernel_;
  dim3 grid_;
  dim3 block_;
  size_t shared_;
  std::unique_ptr<unsigned char[]> bytes_;
  std::vector<void*> arguments_;
};

// What went wrong while a grid ran.
struct GridFault {
  CUresult code;
  std::string reason;
};

// Says where an address lies.
using Locator = std::function<std::string(uintptr_t)>;

// Runs the blocks of launches, one launch at a time.
class Grid {
 public:
  static constexpr size_t MAX_SHARED = 227 << 10;

  // Every second launch goes through blocks and threads backwards, so that kernels that count on an order are found out.
  static std::unique_ptr<GridFault> run(const Launch& launch, unsigned variant, const Locator& locate);
};

}  // namespace emulator
