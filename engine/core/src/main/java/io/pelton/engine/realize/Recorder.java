package io.pelton.engine.realize;

import io.pelton.engine.graph.ValueId;
import java.util.List;

/** Keeps what a compiler makes, where that is wanted. */
final class Recorder {
  private Recording recording;

  private Recorder(Recording recording) {
    this.recording = recording;
  }

  /** Keeps nothing. */
  static Recorder none() {
    return new Recorder(null);
  }

  static Recorder into(Recording recording) {
    return new Recorder(recording);
  }

  boolean keeps() {
    return recording != null;
  }

  void left(BoundSegment segment, List<ValueId> unread) {
    if (recording != null) {
      recording.add(new Recording.Left(segment, List.copyOf(unread)));
    }
  }

  void asked(Work.Inquiry inquiry, PassState state) {
    if (recording != null) {
      recording.ask(inquiry, state.copy());
    }
  }

  /** What comes now is kept for this answer. */
  void found(Findings findings) {
    if (recording != null) {
      recording = recording.next().get(findings.key(), recording::newContinuation);
    }
  }
}
