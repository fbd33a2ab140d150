// How kernels make themselves known to the emulated driver, and what it offers them.
#pragma once

#include <stddef.h>

#define PELTON_EMULATED __attribute__((visibility("default")))

// Where the linker gathers the __shared__ arrays of a source, for them to be poisoned before each block.
extern "C" {
extern char __start_pelton_shared[] __attribute__((weak, visibility("hidden")));
extern char __stop_pelton_shared[] __attribute__((weak, visibility("hidden")));
}

namespace pelton_emulator {

struct Parameter {
  size_t size;
  size_t alignment;
  bool is_pointer;
};

struct Kernel {
  const char* name;
  void (*run_thread)(void* const* arguments);
  const Parameter* parameters;
  int parameter_count;
  char* shared_begin;
  char* shared_end;
};

PELTON_EMULATED void add(const Kernel& kernel);

// The dynamic shared memory of the block that runs.
PELTON_EMULATED void* dynamic_shared();

// Waits for the other threads of the block.
PELTON_EMULATED void barrier();

// Ends the launch as a fault of the kernel.
[[noreturn]] PELTON_EMULATED void trap(const char* reason);

template <typename T>
struct IsPointer {
  static constexpr bool value = false;
};

template <typename T>
struct IsPointer<T*> {
  static constexpr bool value = true;
};

template <size_t... I>
struct Indices {};

template <size_t N, size_t... I>
struct IndicesUpTo : IndicesUpTo<N - 1, N - 1, I...> {};

template <size_t... I>
struct IndicesUpTo<0, I...> {
  using type = Indices<I...>;
};

// Known by value, so that the compiler inlines the kernel into what runs a thread of it.
template <auto function>
struct Entry;

template <typename... P, void (*function)(P...)>
struct Entry<function> {
  static constexpr Parameter parameters[sizeof...(P) + 1] = {{sizeof(P), alignof(P), IsPointer<P>::value}...,
                                                             {0, 1, false}};

  static void run_thread(void* const* arguments) {
    run(arguments, typename IndicesUpTo<sizeof...(P)>::type());
  }

  static Kernel kernel(const char* name) {
    return Kernel{name, &run_thread, parameters, sizeof...(P), __start_pelton_shared, __stop_pelton_shared};
  }

 private:
  template <size_t... I>
  static void run([[maybe_unused]] void* const* arguments, Indices<I...>) {
    function(*static_cast<P*>(arguments[I])...);
  }
};

struct Registration {
  explicit Registration(const Kernel& kernel) { add(kernel); }
};

}  // namespace pelton_emulator

#define PELTON_KERNEL(name, ...)                                    \
  static void name(__VA_ARGS__);                                    \
  static const pelton_emulator::Registration registration_of_##name \
      __attribute__((used))(pelton_emulator::Entry<&name>::kernel(#name)); \
  static void name(__VA_ARGS__)

#define PELTON_SHARED(type, name) type* name = static_cast<type*>(pelton_emulator::dynamic_shared())
