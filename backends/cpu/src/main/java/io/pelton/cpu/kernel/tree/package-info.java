/**
 * Tree ensembles, walked eight trees at a time without branches. Imports {@code block}, {@code
 * kernel.score} and the engine's {@code kernel}, {@code graph} and {@code tensor} only.
 *
 * <p>Every comparison of a node is rewritten as {@code key(x) <= bound}, where keys are integers in
 * the order of the floating-point numbers ({@link io.pelton.cpu.kernel.tree.Comparisons}). Nodes
 * lie so that a step is an addition ({@link io.pelton.cpu.kernel.tree.ForestLayout}), packed into
 * one {@code long} each ({@link io.pelton.cpu.kernel.tree.NarrowForest}) or, for double thresholds
 * and outsize trees, into two ({@link io.pelton.cpu.kernel.tree.WideForest}).
 *
 * <p>Where a backend compares many rows in one instruction ({@link
 * io.pelton.cpu.kernel.tree.Descents}), trees that are not deep lie complete, too, with ranks in
 * bytes instead of keys ({@link io.pelton.cpu.kernel.tree.LaneForest}).
 *
 * <p>A row's votes are added in file order, tree after tree, whatever the batch: in {@code float}
 * where thresholds and features are no wider, as ONNX Runtime does, so that even ties come out the
 * same; in {@code double} otherwise.
 */
package io.pelton.cpu.kernel.tree;
