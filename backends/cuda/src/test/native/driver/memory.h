#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "guarded.h"

namespace emulator {

class Context;

enum class MemoryKind { DEVICE, PINNED, REGISTERED };

struct Allocation {
  MemoryKind kind;
  uint64_t number;
  uintptr_t base;
  size_t size;
  Context* owner;
  std::optional<Guarded> guarded;  // not of memory that was only registered
  bool is_release_tried = false;   // while its device was lost

  bool is_device() const { return kind == MemoryKind::DEVICE; }
  std::string describe() const;
};

// All memory that the driver gave out, of every context.
class Memory {
 public:
  Allocation& allocate(MemoryKind kind, size_t size, Context* owner);
  Allocation& register_host(uintptr_t base, size_t size, Context* owner);

  // The live allocation that holds all of these bytes, or null.
  Allocation* find(uintptr_t address, size_t size);

  // The live allocation that begins there, or null.
  Allocation* starting_at(uintptr_t base);

  // Verifies the guard zones and releases.
  void release(Allocation& allocation, const std::string& last_operation);
  // Counts as orphans those whose release nobody asked for, where that was expected.
  void release_all_of(const Context& owner, bool is_release_expected, const std::string& last_operation);

  // Writes beside allocations become violations.
  void verify(const std::string& last_operation);

  // So do writes to pinned memory after its release, as far as that is kept.
  void verify_released();

  // Where an address lies, for messages.
  std::string locate(uintptr_t address) const;

  size_t count(bool device) const;
  size_t bytes(bool device) const;
  size_t device_bytes_of(const Context& owner) const;
  std::vector<std::string> describe_live() const;

  std::vector<std::string>& violations() { return violations_; }
  uint64_t orphans() const { return orphans_; }
  void forget_reports();

 private:
  std::map<uintptr_t, Allocation> live_;
  std::deque<Allocation> released_;
  size_t released_host_bytes_ = 0;
  uint64_t numbers_ = 0;
  uint64_t orphans_ = 0;
  std::vector<std::string> violations_;

  void check(Allocation& allocation, const std::string& last_operation);
  void check_released(Allocation& allocation);
  void quarantine(Allocation allocation);
  void forget_oldest();
};

}  // namespace emulator
