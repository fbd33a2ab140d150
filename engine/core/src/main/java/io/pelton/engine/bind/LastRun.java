package io.pelton.engine.bind;

import io.pelton.engine.tensor.Value;

/** What a run left behind: its outputs, until the next run, and how it came about. */
public interface LastRun {
  Value output(int index);

  String explain();
}
