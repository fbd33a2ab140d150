#include "ptx.h"

#include <sstream>

#include "failure.h"

namespace emulator {
namespace {

// CUDA 12.6 reads PTX up to this version.
constexpr double MAX_VERSION = 8.5;
constexpr int DEVICE = 80;

}  // namespace

Ptx::Ptx(const std::string& text) {
  std::istringstream lines(text);
  std::string line;
  double version = 0;
  bool is_targeted = false;
  while (std::getline(lines, line)) {
    if (line.rfind(OBJECT, 0) == 0) object_ = line.substr(std::string(OBJECT).size());
    std::istringstream words(line);
    std::string word;
    words >> word;
    if (word == ".version") words >> version;
    if (word == ".target") {
      words >> word;
      is_targeted = word.rfind("sm_", 0) == 0;
      int architecture = is_targeted ? std::atoi(word.c_str() + 3) : 0;
      if (architecture > DEVICE || word.back() == 'a') throw Failure(CUDA_ERROR_NO_BINARY_FOR_GPU, "PTX is for " + word);
    }
    size_t entry = line.find(".entry ");
    if (word == ".visible" && entry != std::string::npos) {
      size_t begin = entry + 7;
      entries_.push_back(line.substr(begin, line.find_first_of("( \r", begin) - begin));
    }
  }
  if (version == 0 || !is_targeted) throw Failure(CUDA_ERROR_INVALID_PTX, "there is no .version or no .target");
  if (version > MAX_VERSION) throw Failure(CUDA_ERROR_UNSUPPORTED_PTX_VERSION, "PTX is of version " + std::to_string(version));
}

}  // namespace emulator
