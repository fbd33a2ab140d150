package io.pelton.engine.realize;

/**
 * Counts of one executor since it was made. A pass that finds what it needs in an {@link
 * OrderCache} raises nothing but {@code passes}.
 *
 * @param passes that succeeded, those over bodies of loops and conditionals included
 * @param ordersMade how often the order of a graph's nodes was found out
 * @param segmentsPlanned how often a part of a graph was planned
 * @param stepsBound kernel calls that were bound
 * @param compilerJobs passes that ran a compiler thread
 */
public record ExecutorStatistics(
    long passes, long ordersMade, long segmentsPlanned, long stepsBound, long compilerJobs) {}
