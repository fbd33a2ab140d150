package io.pelton.cuda.driver;

import io.pelton.engine.error.PeltonException;

/** The run-time compiler refused a source that this backend wrote. */
public final class CompilationFailed extends PeltonException {
  private static final long serialVersionUID = 1L;

  private final String source;
  private final String code;
  private final String log;

  CompilationFailed(String source, String code, String log) {
    super(
        "The run-time compiler refused '"
            + source
            + "' with "
            + code
            + ": "
            + log.strip()
            + ". Without libnvrtc.so.12 on the library path, ops run one by one instead of fused.");
    this.source = source;
    this.code = code;
    this.log = log;
  }

  /** The name of what was compiled. */
  public String source() {
    return source;
  }

  /** As NVRTC names it. */
  public String code() {
    return code;
  }

  /** What the compiler said, line by line. */
  public String log() {
    return log;
  }
}
