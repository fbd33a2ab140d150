#include "capture.h"

#include <algorithm>

#include "context.h"
#include "failure.h"

namespace emulator {
namespace {

void add_unless_there(std::vector<size_t>& to, const std::vector<size_t>& nodes) {
  for (size_t node : nodes) {
    if (std::find(to.begin(), to.end(), node) == to.end()) to.push_back(node);
  }
}

}  // namespace

std::vector<size_t> Graph::order() const {
  std::vector<size_t> order;
  std::vector<bool> is_done(nodes.size());
  auto is_ready = [&](const GraphNode& node) {
    return std::all_of(node.after.begin(), node.after.end(), [&](size_t before) { return is_done[before]; });
  };
  while (order.size() < nodes.size()) {
    size_t next = nodes.size() - 1;
    while (is_done[next] || !is_ready(nodes[next])) --next;
    order.push_back(next);
    is_done[next] = true;
  }
  return order;
}

void Capture::add(Stream& stream, Operation operation) {
  if (!is_valid) throw Failure(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
  nodes.push_back({std::move(operation), stream.frontier});
  stream.frontier = {nodes.size() - 1};
}

bool Capture::forbids_this_thread() const {
  return mode == CaptureMode::GLOBAL || (mode == CaptureMode::THREAD_LOCAL && thread == std::this_thread::get_id());
}

void Capture::join(Stream& stream, const std::vector<size_t>& after) {
  if (!stream.capture) {
    stream.capture = origin.capture;
    stream.frontier.clear();
    joined.push_back(stream.weak_from_this());
  }
  add_unless_there(stream.frontier, after);
}

bool Capture::is_joined() const {
  std::vector<bool> is_before(nodes.size());
  for (size_t node : origin.frontier) is_before[node] = true;
  for (size_t i = nodes.size(); i-- > 0;) {
    if (!is_before[i]) continue;
    for (size_t before : nodes[i].after) is_before[before] = true;
  }
  return std::all_of(is_before.begin(), is_before.end(), [](bool before) { return before; });
}

void Capture::end() {
  for (auto& weak : joined) {
    if (auto stream = weak.lock()) {
      stream->frontier.clear();
      stream->capture.reset();
    }
  }
  origin.frontier.clear();
  origin.capture.reset();
}

}  // namespace emulator
