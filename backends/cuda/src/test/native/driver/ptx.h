#pragma once

#include <string>
#include <vector>

namespace emulator {

// What a driver looks at in PTX before it compiles it: the versions, and here the names of the kernels.
class Ptx {
 public:
  // Before the path of the object that NVRTC's double compiled.
  static constexpr const char* OBJECT = "// emulated object ";

  // Throws a failure where it is not PTX, or not for this driver and device.
  explicit Ptx(const std::string& text);

  const std::vector<std::string>& entries() const { return entries_; }
  const std::string& object() const { return object_; }

 private:
  std::vector<std::string> entries_;
  std::string object_;
};

}  // namespace emulator
