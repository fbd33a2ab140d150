#pragma once

#include <optional>

namespace emulator {

// When a fault shows: the call returns it, or the work fails when its turn comes.
enum class FaultPoint { CALL, EXECUTION };

// Picks the n-th event from now.
class Countdown {
 public:
  void arm(long nth, FaultPoint point) {
    left_ = nth;
    point_ = point;
  }

  void disarm() { left_ = 0; }

  // Counts an event; the fault where it is this one.
  std::optional<FaultPoint> count() {
    if (left_ == 0 || --left_ > 0) return std::nullopt;
    return point_;
  }

 private:
  long left_ = 0;
  FaultPoint point_ = FaultPoint::CALL;
};

struct Faults {
  Countdown allocations;
  Countdown host_allocations;
  Countdown launches;
  Countdown copies;
};

}  // namespace emulator
