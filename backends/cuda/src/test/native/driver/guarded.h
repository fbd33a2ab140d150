#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace emulator {

// Memory between two zones that hold a pattern and, outside of them, pages that nobody may touch. It ends as close to the page behind
// it as its alignment allows, so that reads beyond it are faults, too.
class Guarded {
 public:
  static constexpr size_t ALIGNMENT = 256;

  // Contents are poisoned with a pattern that depends on the variant. Throws std::bad_alloc.
  Guarded(size_t size, unsigned variant);

  uintptr_t base() const { return base_; }
  size_t size() const { return size_; }
  uintptr_t first_page() const { return first_page_; }
  uintptr_t end() const { return first_page_ + pages_; }

  // What was overwritten before and behind the memory, which is repaired so that it is told once.
  std::vector<std::string> violations();

  void fill(unsigned variant);

  // Lets the address range stand, with nothing behind it: every access is a fault.
  void withdraw();

  // True where the memory still holds what fill() wrote.
  bool is_filled(unsigned variant) const;

  void unmap();

 private:
  static constexpr unsigned char PATTERN = 0xa5;

  uintptr_t first_page_;
  size_t pages_;
  uintptr_t base_;
  size_t size_;

  static unsigned char poison(unsigned variant) { return variant % 2 == 0 ? 0xff : 0x7f; }
  static bool holds_only(uintptr_t from, uintptr_t to, unsigned char byte);
  std::optional<std::string> violation(uintptr_t from, uintptr_t to) const;
};

}  // namespace emulator
