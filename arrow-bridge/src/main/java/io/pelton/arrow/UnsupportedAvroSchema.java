package io.pelton.arrow;

/** An Avro schema, or a pair of them, that has no columns, or columns that have no Avro schema. */
public final class UnsupportedAvroSchema extends ArrowBridgeException {
  private static final long serialVersionUID = 1L;

  private final String path;
  private final String found;
  private final String remedy;

  /**
   * @param path of the field from the top record, with dots; empty for the schema itself
   */
  public UnsupportedAvroSchema(String path, String found, String remedy) {
    super(
        (path.isEmpty() ? "The Avro schema" : "Avro field '" + path + "'")
            + ": "
            + found
            + "; "
            + remedy
            + ".");
    this.path = path;
    this.found = found;
    this.remedy = remedy;
  }

  public String path() {
    return path;
  }

  public String found() {
    return found;
  }

  public String remedy() {
    return remedy;
  }
}
