#include "memory.h"

#include <algorithm>

namespace emulator {
namespace {

// How much is kept after its release, to find out who still uses it.
constexpr size_t MAX_RELEASED = 4096;
constexpr size_t MAX_RELEASED_HOST_BYTES = 64 << 20;

}  // namespace

std::string Allocation::describe() const {
  const char* what = is_device() ? "allocation " : kind == MemoryKind::PINNED ? "host allocation " : "registered memory ";
  return what + std::to_string(number) + " of " + std::to_string(size) + " bytes";
}

Allocation& Memory::allocate(MemoryKind kind, size_t size, Context* owner) {
  uint64_t number = ++numbers_;
  Guarded guarded(size, static_cast<unsigned>(number));
  uintptr_t base = guarded.base();
  return live_.emplace(base, Allocation{kind, number, base, size, owner, guarded}).first->second;
}

Allocation& Memory::register_host(uintptr_t base, size_t size, Context* owner) {
  Allocation allocation{MemoryKind::REGISTERED, ++numbers_, base, size, owner, std::nullopt};
  return live_.emplace(base, allocation).first->second;
}

Allocation* Memory::find(uintptr_t address, size_t size) {
  auto after = live_.upper_bound(address);
  if (after == live_.begin()) return nullptr;
  Allocation& candidate = std::prev(after)->second;
  size_t offset = address - candidate.base;
  return offset <= candidate.size && size <= candidate.size - offset ? &candidate : nullptr;
}

Allocation* Memory::starting_at(uintptr_t base) {
  auto found = live_.find(base);
  return found == live_.end() ? nullptr : &found->second;
}

void Memory::check(Allocation& allocation, const std::string& last_operation) {
  if (!allocation.guarded) return;
  for (const std::string& violation : allocation.guarded->violations()) {
    violations_.push_back(allocation.describe() + " was overrun " + violation + "; last operation: " + last_operation);
  }
}

void Memory::release(Allocation& allocation, const std::string& last_operation) {
  check(allocation, last_operation);
  Allocation released = allocation;
  live_.erase(released.base);
  if (released.guarded) quarantine(released);
}

void Memory::release_all_of(const Context& owner, bool is_release_expected, const std::string& last_operation) {
  for (auto entry = live_.begin(); entry != live_.end();) {
    Allocation& allocation = (entry++)->second;
    if (allocation.owner != &owner) continue;
    if (is_release_expected && !allocation.is_release_tried) ++orphans_;
    release(allocation, last_operation);
  }
}

void Memory::quarantine(Allocation allocation) {
  if (allocation.is_device()) {
    allocation.guarded->withdraw();
  } else {
    // Stays readable: a late read in Java must not end the process.
    allocation.guarded->fill(static_cast<unsigned>(allocation.number));
    released_host_bytes_ += allocation.size;
  }
  released_.push_back(allocation);
  while (released_.size() > MAX_RELEASED || released_host_bytes_ > MAX_RELEASED_HOST_BYTES) forget_oldest();
}

void Memory::check_released(Allocation& allocation) {
  auto variant = static_cast<unsigned>(allocation.number);
  if (allocation.is_device() || allocation.guarded->is_filled(variant)) return;
  violations_.push_back(allocation.describe() + " was written after its release");
  allocation.guarded->fill(variant);
}

void Memory::verify_released() {
  for (Allocation& allocation : released_) check_released(allocation);
}

void Memory::forget_oldest() {
  Allocation& oldest = released_.front();
  if (!oldest.is_device()) {
    check_released(oldest);
    released_host_bytes_ -= oldest.size;
  }
  oldest.guarded->unmap();
  released_.pop_front();
}

void Memory::verify(const std::string& last_operation) {
  for (auto& entry : live_) check(entry.second, last_operation);
}

std::string Memory::locate(uintptr_t address) const {
  for (const auto& [base, allocation] : live_) {
    if (!allocation.guarded) continue;
    if (address < allocation.guarded->first_page() || address >= allocation.guarded->end()) continue;
    if (address < base) return std::to_string(base - address) + " bytes before " + allocation.describe();
    if (address >= base + allocation.size) {
      return std::to_string(address - base - allocation.size) + " bytes behind the end of " + allocation.describe();
    }
    return "byte " + std::to_string(address - base) + " of " + allocation.describe();
  }
  for (const Allocation& allocation : released_) {
    if (address < allocation.guarded->first_page() || address >= allocation.guarded->end()) continue;
    return allocation.describe() + ", which was freed";
  }
  return "an address outside of every allocation";
}

size_t Memory::count(bool device) const {
  return std::count_if(live_.begin(), live_.end(), [&](const auto& entry) {
    return entry.second.is_device() == device && !entry.second.is_release_tried;
  });
}

size_t Memory::bytes(bool device) const {
  size_t sum = 0;
  for (const auto& entry : live_) {
    if (entry.second.is_device() == device && !entry.second.is_release_tried) sum += entry.second.size;
  }
  return sum;
}

size_t Memory::device_bytes_of(const Context& owner) const {
  size_t sum = 0;
  for (const auto& entry : live_) {
    if (entry.second.is_device() && entry.second.owner == &owner) sum += (entry.second.size + 511) / 512 * 512;
  }
  return sum;
}

std::vector<std::string> Memory::describe_live() const {
  std::vector<std::string> lines;
  for (const auto& entry : live_) {
    if (!entry.second.is_release_tried) lines.push_back(entry.second.describe());
  }
  return lines;
}

void Memory::forget_reports() {
  violations_.clear();
  orphans_ = 0;
}

}  // namespace emulator
