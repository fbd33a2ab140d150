package io.pelton.cuda.driver;

/** Lets the backend look again at what devices there are, after a test changed them. */
public final class Rediscovery {
  private Rediscovery() {}

  public static void rediscover() {
    CudaDriver.forget();
  }
}
