#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "failure.h"

namespace emulator {

// Live objects by handle. A handle is never used again, so one that outlives its object is found out.
template <typename Handle, typename T>
class Registry {
 public:
  Registry(const char* kind, uintptr_t tag) : kind_(kind), tag_(tag) {}

  Handle add(std::shared_ptr<T> object) {
    auto handle = reinterpret_cast<Handle>(tag_ << 40 | ++count_ << 4);
    live_.emplace(handle, std::move(object));
    return handle;
  }

  std::shared_ptr<T> find(Handle handle) const {
    auto found = live_.find(handle);
    return found == live_.end() ? nullptr : found->second;
  }

  std::shared_ptr<T> get(Handle handle) const {
    auto found = find(handle);
    if (!found) throw Failure(CUDA_ERROR_INVALID_HANDLE, std::string("not a live ") + kind_);
    return found;
  }

  void remove(Handle handle) { live_.erase(handle); }

  template <typename Predicate>
  void remove_if(Predicate predicate) {
    for (auto entry = live_.begin(); entry != live_.end();) {
      entry = predicate(*entry->second) ? live_.erase(entry) : std::next(entry);
    }
  }

  size_t size() const { return live_.size(); }

  const std::map<Handle, std::shared_ptr<T>>& live() const { return live_; }

 private:
  const char* kind_;
  uintptr_t tag_;
  uintptr_t count_ = 0;
  std::map<Handle, std::shared_ptr<T>> live_;
};

}  // namespace emulator
