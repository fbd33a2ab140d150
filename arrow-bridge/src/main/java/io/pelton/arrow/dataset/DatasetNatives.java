package io.pelton.arrow.dataset;

import io.pelton.arrow.DatasetUnavailable;
import java.io.File;
import java.lang.reflect.InvocationTargetException;

/**
 * Loads Arrow's dataset library or says why that fails. Must not refer to its classes, so that it
 * can run where they are missing.
 */
final class DatasetNatives {
  private static final String LOADER = "org.apache.arrow.dataset.jni.JniLoader";
  private static final String C_DATA = "org.apache.arrow.c.Data";

  private DatasetNatives() {}

  /**
   * @throws DatasetUnavailable with reason and remedy
   */
  static void require() {
    Class<?> loader = find(LOADER, "arrow-dataset");
    find(C_DATA, "arrow-c-data");
    try {
      loader.getMethod("ensureLoaded").invoke(loader.getMethod("get").invoke(null));
    } catch (InvocationTargetException failure) {
      throw notLoaded(failure.getCause());
    } catch (ReflectiveOperationException otherVersion) {
      throw new DatasetUnavailable(
          "arrow-dataset is of another version: " + otherVersion,
          "use version 18.3.0",
          otherVersion);
    }
  }

  private static Class<?> find(String name, String artifact) {
    try {
      return Class.forName(name);
    } catch (ClassNotFoundException | LinkageError missing) {
      throw new DatasetUnavailable(
          artifact + " is not on the class path (" + missing + ")",
          "add org.apache.arrow:" + artifact + ":18.3.0",
          missing);
    }
  }

  private static DatasetUnavailable notLoaded(Throwable cause) {
    String folder = System.getProperty("java.io.tmpdir");
    String place = System.getProperty("os.name") + " " + System.getProperty("os.arch");
    if (!new File(folder).canWrite()) {
      return new DatasetUnavailable(
          "it is unpacked to java.io.tmpdir, but " + folder + " is no writable folder",
          "let java.io.tmpdir name a writable folder with 100 MB free that programs may run from",
          cause);
    }
    return new DatasetUnavailable(
        "it does not load on " + place + " from " + folder + ": " + cause.getMessage(),
        "it needs glibc 2.17 or later (not musl) on x86_64 or aarch64, and in java.io.tmpdir 100 MB"
            + " and the right to run programs (no noexec)",
        cause);
  }
}
