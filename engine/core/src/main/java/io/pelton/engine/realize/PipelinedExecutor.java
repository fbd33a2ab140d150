package io.pelton.engine.realize;

/** Placeholder. */
public final class PipelinedExecutor {}
