// What Java's EmulatedDriver asks of the emulated driver.
#include <jni.h>

#include "calls.h"

using namespace emulator;

#define CONTROL(type, name) extern "C" JNIEXPORT type JNICALL Java_io_pelton_cuda_emulator_Control_##name

namespace {

// Java's objects are made outside of it: a thread that waits for the lock may hold up the collector.
template <typename Body>
auto locked(Body body) {
  Driver& state = driver();
  std::lock_guard<std::recursive_mutex> lock(state.mutex);
  return body(state);
}

jobjectArray strings(JNIEnv* env, const std::vector<std::string>& texts) {
  jclass type = env->FindClass("java/lang/String");
  jobjectArray array = env->NewObjectArray(static_cast<jsize>(texts.size()), type, nullptr);
  for (size_t i = 0; i < texts.size(); ++i) {
    env->SetObjectArrayElement(array, static_cast<jsize>(i), env->NewStringUTF(texts[i].c_str()));
  }
  return array;
}

FaultPoint point(jboolean at_call) { return at_call ? FaultPoint::CALL : FaultPoint::EXECUTION; }

}  // namespace

CONTROL(void, reset)(JNIEnv*, jclass) {
  locked([](Driver& state) { state.reset_tests(); });
}

CONTROL(void, devices)(JNIEnv*, jclass, jint count) {
  locked([&](Driver& state) { state.settings.devices = count; });
}

CONTROL(void, memory)(JNIEnv*, jclass, jlong bytes) {
  locked([&](Driver& state) { state.settings.memory = static_cast<size_t>(bytes); });
}

CONTROL(void, lazy)(JNIEnv*, jclass, jboolean lazy) {
  locked([&](Driver& state) { state.settings.is_lazy = lazy; });
}

CONTROL(void, driverVersion)(JNIEnv*, jclass, jint version) {
  locked([&](Driver& state) { state.settings.version = version; });
}

CONTROL(void, initResult)(JNIEnv*, jclass, jint code) {
  locked([&](Driver& state) { state.settings.init_result = static_cast<CUresult>(code); });
}

CONTROL(void, failAllocation)(JNIEnv*, jclass, jlong nth) {
  locked([&](Driver& state) { state.faults.allocations.arm(nth, FaultPoint::CALL); });
}

CONTROL(void, failHostAllocation)(JNIEnv*, jclass, jlong nth) {
  locked([&](Driver& state) { state.faults.host_allocations.arm(nth, FaultPoint::CALL); });
}

CONTROL(void, failLaunch)(JNIEnv*, jclass, jlong nth, jboolean at_call) {
  locked([&](Driver& state) { state.faults.launches.arm(nth, point(at_call)); });
}

CONTROL(void, failCopy)(JNIEnv*, jclass, jlong nth, jboolean at_call) {
  locked([&](Driver& state) { state.faults.copies.arm(nth, point(at_call)); });
}

CONTROL(void, loseDevice)(JNIEnv*, jclass, jint device, jint code) {
  locked([&](Driver& state) {
    for (const auto& entry : state.contexts.live()) {
      Context& context = *entry.second;
      if (context.is_active() && context.device() == device) {
        context.fail(Failure(static_cast<CUresult>(code), "the device is lost on request"));
      }
    }
  });
}

CONTROL(jobjectArray, endFailedContexts)(JNIEnv* env, jclass) {
  return strings(env, locked([](Driver& state) {
                   std::vector<std::string> failures;
                   for (const auto& entry : state.contexts.live()) {
                     Context& context = *entry.second;
                     if (!context.is_active() || !context.is_failed()) continue;
                     failures.push_back(context.failure());
                     state.destroy_resources_of(context, false);
                   }
                   return failures;
                 }));
}

CONTROL(jstring, loadKernels)(JNIEnv* env, jclass, jstring path) {
  const char* text = env->GetStringUTFChars(path, nullptr);
  std::string file(text);
  env->ReleaseStringUTFChars(path, text);
  std::string problem = locked([&](Driver& state) -> std::string {
    try {
      state.kernels.load(file);
      return {};
    } catch (const Failure& failure) {
      return failure.reason;
    }
  });
  return problem.empty() ? nullptr : env->NewStringUTF(problem.c_str());
}

CONTROL(jlong, liveAllocations)(JNIEnv*, jclass) {
  return locked([](Driver& state) { return static_cast<jlong>(state.memory.count(true)); });
}

CONTROL(jlong, liveBytes)(JNIEnv*, jclass) {
  return locked([](Driver& state) { return static_cast<jlong>(state.memory.bytes(true)); });
}

CONTROL(jlong, liveHostAllocations)(JNIEnv*, jclass) {
  return locked([](Driver& state) { return static_cast<jlong>(state.memory.count(false)); });
}

CONTROL(jlong, liveStreams)(JNIEnv*, jclass) {
  return locked([](Driver& state) { return static_cast<jlong>(state.streams.size()); });
}

CONTROL(jlong, liveEvents)(JNIEnv*, jclass) {
  return locked([](Driver& state) { return static_cast<jlong>(state.events.size()); });
}

CONTROL(jlong, liveModules)(JNIEnv*, jclass) {
  return locked([](Driver& state) { return static_cast<jlong>(state.modules.size()); });
}

CONTROL(jlong, liveGraphs)(JNIEnv*, jclass) {
  return locked([](Driver& state) { return static_cast<jlong>(state.graphs.size() + state.executable_graphs.size()); });
}

CONTROL(jlong, orphans)(JNIEnv*, jclass) {
  return locked([](Driver& state) { return static_cast<jlong>(state.memory.orphans()); });
}

CONTROL(jlong, launches)(JNIEnv*, jclass) {
  return locked([](Driver& state) { return static_cast<jlong>(state.counters.launches); });
}

CONTROL(jlong, copies)(JNIEnv*, jclass) {
  return locked([](Driver& state) { return static_cast<jlong>(state.counters.copies); });
}

CONTROL(jobjectArray, liveMemory)(JNIEnv* env, jclass) {
  return strings(env, locked([](Driver& state) { return state.memory.describe_live(); }));
}

CONTROL(jobjectArray, guardViolations)(JNIEnv* env, jclass) {
  return strings(env, locked([](Driver& state) {
                   state.verify_guards();
                   state.memory.verify_released();
                   return state.memory.violations();
                 }));
}

CONTROL(jobjectArray, contextMisuses)(JNIEnv* env, jclass) {
  return strings(env, locked([](Driver& state) { return state.misuses; }));
}

CONTROL(jstring, lastKernel)(JNIEnv* env, jclass) {
  return env->NewStringUTF(locked([](Driver& state) { return state.last_kernel; }).c_str());
}

CONTROL(jstring, lastFailure)(JNIEnv* env, jclass) {
  return env->NewStringUTF(locked([](Driver& state) { return state.last_failure; }).c_str());
}
