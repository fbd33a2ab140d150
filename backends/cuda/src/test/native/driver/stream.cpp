#include "stream.h"

#include "context.h"

namespace emulator {

bool Mark::is_done() const { return !stream || stream->completed() >= position; }

Mark Stream::enqueue(Operation operation) {
  pending_.push_back(std::move(operation));
  ++enqueued_;
  return tail();
}

void Stream::advance(uint64_t position) {
  while (completed_ < position) step();
}

void Stream::step() {
  Operation operation = std::move(pending_.front());
  pending_.pop_front();
  for (const Mark& mark : operation.after) mark.stream->advance(mark.position);
  // The context may have failed meanwhile, which discarded this stream's work.
  if (context_.is_failed()) return;
  try {
    context_.execute(operation);
  } catch (const Failure& failure) {
    context_.fail(failure);
    return;
  }
  ++completed_;
}

void Stream::discard() {
  pending_.clear();
  completed_ = enqueued_;
}

}  // namespace emulator
