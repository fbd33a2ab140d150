package io.pelton.arrow;

/** The library of a compression is not on the class path, or can't be loaded. */
public final class MissingCodec extends ArrowBridgeException {
  private static final long serialVersionUID = 1L;

  private final String file;
  private final String codec;
  private final String libraries;

  public MissingCodec(String file, String codec, String libraries, LinkageError cause) {
    super(
        "'"
            + file
            + "' needs the codec "
            + codec
            + ", which can't be loaded ("
            + cause
            + "); add "
            + libraries
            + " to the class path, or write without compression.",
        cause);
    this.file = file;
    this.codec = codec;
    this.libraries = libraries;
  }

  public String file() {
    return file;
  }

  public String codec() {
    return codec;
  }

  /** What has to be on the class path. */
  public String libraries() {
    return libraries;
  }
}
