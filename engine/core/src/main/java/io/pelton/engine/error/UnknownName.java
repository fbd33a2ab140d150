package io.pelton.engine.error;

import java.util.List;

/** A name does not exist, or one that is required was not given. */
public final class UnknownName extends EngineException {
  private static final long serialVersionUID = 1L;

  private final String what;
  private final String name;
  private final List<String> known;

  public UnknownName(String what, String name, List<String> known) {
    super(what + " '" + name + "'; known names: " + known);
    this.what = what;
    this.name = name;
    this.known = List.copyOf(known);
  }

  public String what() {
    return what;
  }

  public String name() {
    return name;
  }

  public List<String> known() {
    return known;
  }
}
