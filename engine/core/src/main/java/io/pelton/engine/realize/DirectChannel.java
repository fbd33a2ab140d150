package io.pelton.engine.realize;

/** Does work at once, on the thread that compiles. */
record DirectChannel(PassRunner runner) implements WorkChannel {
  @Override
  public void put(Work work) {
    runner.run(work);
  }

  @Override
  public Findings ask(Work.Inquiry inquiry) {
    return runner.answer(inquiry);
  }
}
