package io.pelton.engine.error;

/** What one thread uses at a time was entered by a second one, or after it was closed. */
public final class ConcurrentUse extends EngineException {
  private static final long serialVersionUID = 1L;

  private final String subject;
  private final String reason;

  /**
   * @param subject what was entered, such as "executable 'iris'"
   * @param remedy a sentence
   */
  public ConcurrentUse(String subject, String reason, String remedy) {
    super("The " + subject + " can't run: " + reason + ". " + remedy);
    this.subject = subject;
    this.reason = reason;
  }

  public String subject() {
    return subject;
  }

  public String reason() {
    return reason;
  }
}
