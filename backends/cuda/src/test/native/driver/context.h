#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "failure.h"
#include "stream.h"

namespace emulator {

// A device's resources and the queue of work on them. A primary context stays the same object while its device is reset.
class Context {
 public:
  Context(CUdevice device, bool is_primary) : device_(device), is_primary_(is_primary) {}

  CUdevice device() const { return device_; }
  bool is_primary() const { return is_primary_; }

  void activate();

  // Drops the pending work, forgets the failure. Whoever keeps the resources removes them.
  void deactivate();

  bool is_active() const { return legacy_ != nullptr; }

  // True where a stream that orders itself with the legacy one captures.
  bool is_blocking_stream_capturing() const;

  std::shared_ptr<Stream> legacy() { return legacy_; }
  std::shared_ptr<Stream> add_stream(unsigned flags, int priority);

  // Enqueues behind what the legacy stream demands.
  Mark enqueue(Stream& stream, Operation operation);

  // Does everything that is pending.
  void drain();

  void execute(const Operation& operation);

  // From now on every call fails in the same way.
  void fail(const Failure& failure);

  bool is_failed() const { return failure_.has_value(); }

  // What the context failed with, in words.
  std::string failure() const { return text_of(*failure_); }

  // Throws what the context failed with.
  void check() const;

  CUcontext handle = nullptr;
  unsigned retained = 0;
  unsigned flags = 0;

 private:
  CUdevice device_;
  bool is_primary_;
  std::shared_ptr<Stream> legacy_;
  std::vector<std::shared_ptr<Stream>> streams_;
  std::optional<Failure> failure_;

  void forget_retired();
};

}  // namespace emulator
