package io.pelton.engine.executable;

/**
 * What some executables can do and others can't, asked for through {@link
 * ExecutableGraph#capability}: who gets one may rely on it. Like the executable itself, used by one
 * thread at a time; a second one is refused with {@code ConcurrentUse}, as is any after closing.
 */
public sealed interface ExecutableCapability
    permits ActiveExtent,
        ExpertPlacement,
        Forking,
        HandleFeeds,
        Handles,
        KvRows,
        OutputRows,
        OutputTargets,
        Parameters,
        Pipelining,
        RandomNumbers,
        ResidentHandles {}
