#include "context.h"

#include <algorithm>

#include "driver.h"

namespace emulator {

void Context::activate() {
  failure_.reset();
  legacy_ = std::make_shared<Stream>(*this, 0u, 0);
}

void Context::deactivate() {
  if (legacy_) legacy_->discard();
  for (auto& stream : streams_) stream->discard();
  legacy_.reset();
  streams_.clear();
  failure_.reset();
}

std::shared_ptr<Stream> Context::add_stream(unsigned flags, int priority) {
  auto stream = std::make_shared<Stream>(*this, flags, priority);
  streams_.push_back(stream);
  return stream;
}

bool Context::is_blocking_stream_capturing() const {
  return std::any_of(streams_.begin(), streams_.end(), [](const auto& stream) { return stream->is_blocking() && stream->capture; });
}

void Context::forget_retired() {
  auto is_over = [](const auto& stream) { return stream->is_retired && stream->is_idle(); };
  streams_.erase(std::remove_if(streams_.begin(), streams_.end(), is_over), streams_.end());
}

Mark Context::enqueue(Stream& stream, Operation operation) {
  if (&stream == legacy_.get()) {
    for (auto& other : streams_) {
      if (other->is_blocking() && !other->is_idle()) operation.after.push_back(other->tail());
    }
  } else if (stream.is_blocking() && !legacy_->is_idle()) {
    operation.after.push_back(legacy_->tail());
  }
  Mark mark = stream.enqueue(std::move(operation));
  if (!driver().settings.is_lazy) stream.advance(mark.position);
  return mark;
}

void Context::drain() {
  auto streams = streams_;
  for (auto& stream : streams) stream->advance(stream->tail().position);
  if (legacy_) legacy_->advance(legacy_->tail().position);
  forget_retired();
}

void Context::execute(const Operation& operation) {
  driver().last_operation = operation.name;
  operation.run();
}

void Context::fail(const Failure& failure) {
  if (!failure_) {
    failure_ = failure;
    driver().report(failure);
  }
  legacy_->discard();
  for (auto& stream : streams_) stream->discard();
}

void Context::check() const {
  if (failure_) throw *failure_;
}

}  // namespace emulator
