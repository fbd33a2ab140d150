#pragma once

#include <map>
#include <string>
#include <vector>

namespace emulator {

// A source in CUDA C that is compiled for the host, into an object that a later run of the same source finds again.
class Program {
 public:
  Program(std::string source, std::string name, std::map<std::string, std::string> headers)
      : source_(std::move(source)), name_(std::move(name)), headers_(std::move(headers)) {}

  enum class Outcome { COMPILED, REFUSED, INVALID_OPTION };

  Outcome compile(const std::vector<std::string>& options);

  const std::string& ptx() const { return ptx_; }
  const std::string& log() const { return log_; }

 private:
  std::string source_;
  std::string name_;
  std::map<std::string, std::string> headers_;
  std::string ptx_;
  std::string log_;

  bool build(const std::vector<std::string>& flags, const std::string& object, const std::string& folder);
};

}  // namespace emulator
