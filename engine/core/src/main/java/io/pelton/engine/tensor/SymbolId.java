package io.pelton.engine.tensor;

/** Names a quantity that is not known when the graph is built, such as the number of rows. */
public record SymbolId(String name) {
  @Override
  public String toString() {
    return name;
  }
}
