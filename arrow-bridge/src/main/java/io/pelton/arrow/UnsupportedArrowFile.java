package io.pelton.arrow;

/** A sound file that uses something the bridge does not read or write. */
public final class UnsupportedArrowFile extends ArrowBridgeException {
  private static final long serialVersionUID = 1L;

  private final String file;
  private final String found;
  private final String remedy;

  public UnsupportedArrowFile(String file, String found, String remedy) {
    super("'" + file + "' uses " + found + ", which is not supported; " + remedy + ".");
    this.file = file;
    this.found = found;
    this.remedy = remedy;
  }

  public String file() {
    return file;
  }

  public String found() {
    return found;
  }

  public String remedy() {
    return remedy;
  }
}
