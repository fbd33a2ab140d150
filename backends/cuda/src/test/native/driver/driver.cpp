#include "driver.h"

#include "calls.h"

namespace emulator {

Driver::Driver() {
  for (int device = 0; device < MAX_DEVICES; ++device) {
    auto context = std::make_shared<Context>(device, true);
    context->handle = contexts.add(context);
    primaries_.push_back(context);
  }
}

void Driver::check_device(CUdevice device) const {
  if (device < 0 || device >= settings.devices) throw Failure(CUDA_ERROR_INVALID_DEVICE);
}

Context& Driver::current() {
  auto& stack = current_contexts();
  if (stack.empty() || stack.back() == nullptr) misuse(CUDA_ERROR_INVALID_CONTEXT, "no context is current on this thread");
  auto context = contexts.find(stack.back());
  if (!context || !context->is_active()) misuse(CUDA_ERROR_CONTEXT_IS_DESTROYED, "the current context was destroyed");
  return *context;
}

void Driver::destroy_resources_of(Context& context, bool is_release_expected) {
  auto is_of_context = [&](const auto& object) { return &object.context == &context; };
  context.deactivate();
  memory.release_all_of(context, is_release_expected, last_operation);
  streams.remove_if([&](const Stream& stream) { return &stream.context() == &context; });
  events.remove_if(is_of_context);
  functions.remove_if(is_of_context);
  modules.remove_if(is_of_context);
  graphs.remove_if(is_of_context);
  executable_graphs.remove_if(is_of_context);
}

void Driver::misuse(CUresult code, const std::string& reason) {
  misuses.push_back(std::string(current_call()) + ": " + reason);
  throw Failure(code, reason);
}

void Driver::report(const Failure& failure) { last_failure = text_of(failure); }

void Driver::reset_tests() {
  settings = Settings();
  faults = Faults();
  counters = Counters();
  misuses.clear();
  memory.forget_reports();
  last_failure.clear();
  last_kernel.clear();
  last_operation = "none";
}

Driver& driver() {
  // Never destroyed: threads of the Java virtual machine may outlive static objects.
  static Driver& instance = *new Driver();
  return instance;
}

std::vector<CUcontext>& current_contexts() {
  thread_local std::vector<CUcontext> contexts;
  return contexts;
}

}  // namespace emulator
