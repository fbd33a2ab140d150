#include "guarded.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <new>

namespace emulator {
namespace {

constexpr size_t PAGE = 4096;

size_t round_up(size_t size, size_t to) { return (size + to - 1) / to * to; }

unsigned char* bytes(uintptr_t address) { return reinterpret_cast<unsigned char*>(address); }

}  // namespace

Guarded::Guarded(size_t size, unsigned variant) : size_(size) {
  size_t aligned = round_up(size, ALIGNMENT);
  size_t usable = round_up(aligned + ALIGNMENT, PAGE);
  pages_ = usable + 2 * PAGE;
  void* mapped = mmap(nullptr, pages_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED) throw std::bad_alloc();
  first_page_ = reinterpret_cast<uintptr_t>(mapped);
  uintptr_t inner = first_page_ + PAGE;
  if (mprotect(bytes(inner), usable, PROT_READ | PROT_WRITE) != 0) {
    unmap();
    throw std::bad_alloc();
  }
  base_ = inner + usable - aligned;
  std::memset(bytes(inner), PATTERN, base_ - inner);
  std::memset(bytes(base_ + size), PATTERN, aligned - size);
  fill(variant);
}

void Guarded::fill(unsigned variant) { std::memset(bytes(base_), poison(variant), size_); }

bool Guarded::is_filled(unsigned variant) const { return holds_only(base_, base_ + size_, poison(variant)); }

std::vector<std::string> Guarded::violations() {
  std::vector<std::string> found;
  if (auto before = violation(first_page_ + PAGE, base_)) found.push_back(*before);
  if (auto behind = violation(base_ + size_, first_page_ + pages_ - PAGE)) found.push_back(*behind);
  return found;
}

bool Guarded::holds_only(uintptr_t from, uintptr_t to, unsigned char byte) {
  // All bytes are that one where the first is and each equals the next.
  return from == to || (*bytes(from) == byte && std::memcmp(bytes(from), bytes(from) + 1, to - from - 1) == 0);
}

std::optional<std::string> Guarded::violation(uintptr_t from, uintptr_t to) const {
  if (holds_only(from, to, PATTERN)) return std::nullopt;
  auto is_wrong = [](unsigned char byte) { return byte != PATTERN; };
  unsigned char* first = std::find_if(bytes(from), bytes(to), is_wrong);
  auto last = to - 1;
  while (!is_wrong(*bytes(last))) --last;
  auto at = reinterpret_cast<uintptr_t>(first);
  std::memset(bytes(from), PATTERN, to - from);
  if (at < base_) return std::to_string(base_ - at) + " to " + std::to_string(base_ - last) + " bytes before it";
  uintptr_t behind = base_ + size_;
  return std::to_string(at - behind) + " to " + std::to_string(last - behind) + " bytes behind its end";
}

void Guarded::withdraw() {
  mprotect(bytes(first_page_), pages_, PROT_NONE);
  madvise(bytes(first_page_), pages_, MADV_DONTNEED);
}

void Guarded::unmap() { munmap(bytes(first_page_), pages_); }

}  // namespace emulator
