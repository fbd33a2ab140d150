package io.pelton.engine.executable;

import io.pelton.engine.tensor.Value;

/** What a run left behind: its outputs, until the next run, and how it came about. */
interface LastRun {
  Value output(int index);

  String explain();
}
