package io.pelton.engine.kernel;

/**
 * Where the experts of one run were computed.
 *
 * @param deviceCalls products of an expert that counts as resident
 * @param hostCalls products of one that does not
 * @param deviceTokens rows that went through the first
 * @param hostTokens rows that went through the second
 */
public record ExpertStatistics(
    long deviceCalls, long hostCalls, long deviceTokens, long hostTokens) {}
