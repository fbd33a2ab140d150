package io.pelton.arrow;

/** An allocation would take an {@link ArrowAllocator} above its limit. */
public final class AllocationLimitExceeded extends ArrowBridgeException {
  private static final long serialVersionUID = 1L;

  private final String allocator;
  private final long requested;
  private final long held;
  private final long limit;
  private final String option;

  public AllocationLimitExceeded(
      String allocator, long requested, long held, long limit, String option) {
    super(
        "Allocator '"
            + allocator
            + "' can't allocate "
            + requested
            + " bytes: it holds "
            + held
            + " of "
            + limit
            + " bytes; raise "
            + option
            + " or use smaller batches.");
    this.allocator = allocator;
    this.requested = requested;
    this.held = held;
    this.limit = limit;
    this.option = option;
  }

  public String allocator() {
    return allocator;
  }

  public long requested() {
    return requested;
  }

  public long held() {
    return held;
  }

  public long limit() {
    return limit;
  }

  public String option() {
    return option;
  }
}
