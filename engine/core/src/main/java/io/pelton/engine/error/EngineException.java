package io.pelton.engine.error;

/** The engine's own failures, at build, plan or run time. */
public abstract sealed class EngineException extends PeltonException
    permits ArenaTooLarge,
        BackendUnavailable,
        CapacityExceeded,
        CaptureRefused,
        ConcurrentUse,
        DataDependentShape,
        DestructiveCycle,
        DeviceFailure,
        DeviceLost,
        DeviceOutOfMemory,
        DuplicateKernel,
        IncompatibleSource,
        InputMismatch,
        InvalidBranch,
        InvalidOp,
        InvalidValue,
        IterationMismatch,
        KernelFailure,
        NoBackendForOp,
        NoBucket,
        NoSuchArm,
        PaddingRefused,
        ParametersPending,
        PrecisionUnmet,
        RowOutOfRange,
        RunCancelled,
        StaleSession,
        StorageReleased,
        SymbolConflict,
        TopologyChanged,
        UnboundSymbol,
        UnknownName,
        Unplaced,
        UnpricedTransfer {
  private static final long serialVersionUID = 1L;

  EngineException(String message) {
    super(message);
  }

  EngineException(String message, Throwable cause) {
    super(message, cause);
  }
}
