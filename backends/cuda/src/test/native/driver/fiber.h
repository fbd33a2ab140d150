#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace emulator {

// A stack that a thread of a block runs on and keeps while it waits.
class Fiber {
 public:
  // The entry never returns.
  Fiber(char* stack_begin, char* stack_end, void (*entry)());

  // Forgets what was going on there.
  void restart();

  // Goes on there until it calls leave().
  void enter();

  // Called on this fiber: goes back to who entered it.
  void leave();

  bool holds(uintptr_t address) const;

  // The thread of the block that waits here.
  unsigned thread = 0;
  bool is_waiting = false;

 private:
  char* begin_;
  char* end_;
  void (*entry_)();
  void* saved_ = nullptr;
  void* outside_ = nullptr;
};

// Keeps stacks for reuse; as many as threads of a block ever waited at once.
class FiberPool {
 public:
  explicit FiberPool(void (*entry)()) : entry_(entry) {}

  Fiber& take();
  void give_back(Fiber& fiber) { idle_.push_back(&fiber); }

 private:
  void (*entry_)();
  std::vector<std::unique_ptr<Fiber>> all_;
  std::vector<Fiber*> idle_;

  void grow();
};

}  // namespace emulator
