package io.pelton.engine.realize;

import io.pelton.engine.graph.ValueId;
import java.util.List;

/** Keeps what a compiler makes, where that is wanted. */
final class Recorder {
  private final List<Recording> path;
  private Recording recording;

  private Recorder(Recording recording, List<Recording> path) {
    this.recording = recording;
    this.path = path;
  }

  /** Keeps nothing. */
  static Recorder none() {
    return new Recorder(null, List.of());
  }

  /**
   * @param path takes all recordings that are made, this one first
   */
  static Recorder into(Recording recording, List<Recording> path) {
    path.add(recording);
    return new Recorder(recording, path);
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
      recording = recording.next().get(findings.key(), Recording::new);
      path.add(recording);
    }
  }
}
