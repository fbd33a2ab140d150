/**
 * Divides a graph between the host and one device by what kernels and moves cost, before it is
 * planned. May import what lies below plan, and of plan what prices kernels and moves.
 */
package io.pelton.engine.plan.choice;
