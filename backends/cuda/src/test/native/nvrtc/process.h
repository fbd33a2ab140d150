#pragma once

#include <string>
#include <vector>

namespace emulator {

struct ProcessResult {
  int status;  // -1 where it did not start
  std::string output;
};

// Runs a command found on the path, with both of its outputs in a file that is removed after.
ProcessResult run_process(const std::vector<std::string>& command, const std::string& output_file);

}  // namespace emulator
