#pragma once

#include <memory>
#include <thread>
#include <vector>

#include "stream.h"

namespace emulator {

enum class CaptureMode { GLOBAL = 0, THREAD_LOCAL = 1, RELAXED = 2 };

struct GraphNode {
  Operation operation;
  std::vector<size_t> after;
};

// Operations with their arguments, to be repeated.
struct Graph {
  Context& context;
  std::vector<GraphNode> nodes;

  // The order in which they are repeated: each when those that it comes after are done, and otherwise the latest first.
  std::vector<size_t> order() const;
};

// What streams record instead of doing it.
struct Capture {
  Capture(Stream& origin, CaptureMode mode) : origin(origin), mode(mode), thread(std::this_thread::get_id()) {}

  Stream& origin;
  CaptureMode mode;
  std::thread::id thread;
  std::vector<GraphNode> nodes;
  std::vector<std::weak_ptr<Stream>> joined;
  bool is_valid = true;

  void add(Stream& stream, Operation operation);
  void invalidate() { is_valid = false; }
  bool forbids_this_thread() const;

  // Takes in a stream that waits for an event of this capture.
  void join(Stream& stream, const std::vector<size_t>& after);

  // True where every node comes before what the origin comes to.
  bool is_joined() const;

  void end();
};

}  // namespace emulator
