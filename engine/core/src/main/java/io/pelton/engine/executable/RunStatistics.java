package io.pelton.engine.executable;

/**
 * Counts of one executable since it was made.
 *
 * @param runs calls that succeeded
 * @param planHits runs that found their plans in the cache
 * @param planMisses runs for which plans were made
 * @param planEvictions plans that left the full cache, those of a graph's segments together
 * @param arenaBytes memory held for intermediates and outputs of all cached plans, and in handles
 * @param weightBytes memory of the weights, shared with other executables of the same graph
 */
public record RunStatistics(
    long runs,
    long planHits,
    long planMisses,
    long planEvictions,
    long arenaBytes,
    long weightBytes) {}
