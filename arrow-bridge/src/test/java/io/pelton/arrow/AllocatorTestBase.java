package io.pelton.arrow;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Gives each test an allocator and closes it, so that a leak fails the test. */
public abstract class AllocatorTestBase {
  protected ArrowAllocator allocator;

  @BeforeEach
  void openAllocator() {
    allocator = ArrowAllocator.open("test");
  }

  @AfterEach
  void closeAllocator() {
    allocator.close();
  }
}
