#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "abi.h"

namespace emulator {

class Context;
class Stream;
struct Capture;

// The work of a stream up to a place in it.
struct Mark {
  std::shared_ptr<Stream> stream;
  uint64_t position = 0;

  bool is_done() const;
};

// Work that waits for its turn. It throws Failure, which is sticky in the context.
struct Operation {
  std::string name;
  std::function<void()> run;
  std::vector<Mark> after;
};

// Work in order, which is done when somebody waits for it and not before, so that whoever forgets to wait sees what was there before.
class Stream : public std::enable_shared_from_this<Stream> {
 public:
  Stream(Context& context, unsigned flags, int priority) : context_(context), flags_(flags), priority_(priority) {}

  Context& context() const { return context_; }
  unsigned flags() const { return flags_; }
  int priority() const { return priority_; }
  bool is_blocking() const { return (flags_ & CU_STREAM_NON_BLOCKING) == 0; }

  Mark enqueue(Operation operation);
  Mark tail() { return {shared_from_this(), enqueued_}; }
  bool is_idle() const { return completed_ == enqueued_; }
  uint64_t completed() const { return completed_; }

  // Does what was enqueued up to a position, and before it what that waits for.
  void advance(uint64_t position);

  // Does one operation.
  void step();

  // Drops what is pending, as the context has failed.
  void discard();

  // Destroyed by its owner, though it may still have work.
  bool is_retired = false;

  // Null when nothing is captured.
  std::shared_ptr<Capture> capture;

  // Nodes of the capture that the next one comes after.
  std::vector<size_t> frontier;

 private:
  Context& context_;
  unsigned flags_;
  int priority_;
  std::deque<Operation> pending_;
  uint64_t enqueued_ = 0;
  uint64_t completed_ = 0;
};

// What one cuEventRecord stands for; waits keep to it when the event is recorded again.
struct EventRecord {
  Mark mark;
  std::chrono::steady_clock::time_point time;
  std::weak_ptr<Capture> capture;
  std::vector<size_t> frontier;
  bool is_captured = false;
};

struct Event {
  Context& context;
  unsigned flags;
  std::shared_ptr<EventRecord> record;
};

}  // namespace emulator
