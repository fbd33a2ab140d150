package io.pelton.cuda.driver;

/**
 * Lets the backend look again, when next asked, at what devices there are: before and after a test
 * changes them.
 */
public final class Rediscovery {
  private Rediscovery() {}

  public static void rediscover() {
    CudaDriver.forget();
  }
}
