package io.pelton.cpu.second;

import java.util.ArrayList;
import java.util.List;

/**
 * Does nothing until somebody waits: as late as a device may be, so that whoever forgets to wait
 * reads what was there before, in every run.
 */
final class LateQueue extends SecondQueue {
  private final List<Runnable> tasks = new ArrayList<>();

  LateQueue(SecondMemory memory) {
    super(memory);
  }

  @Override
  void enqueue(Runnable task) {
    tasks.add(task);
  }

  @Override
  Throwable settle() {
    try {
      tasks.forEach(Runnable::run);
      return null;
    } catch (RuntimeException | Error e) {
      return e;
    } finally {
      tasks.clear();
    }
  }

  @Override
  void end() {
    // holds nothing
  }
}
