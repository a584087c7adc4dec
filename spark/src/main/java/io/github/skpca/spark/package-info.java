/**
 * Streaming kernel PCA on Apache Spark: {@link io.github.skpca.spark.KernelPcaEstimator} is a stage of a pipeline.
 *
 * <pre>
 * Dataset -> SamplingPass -> an empty learner -> PartitionLearner -> SketchTree -> KernelPcaEstimatorModel
 *            one pass      broadcast          one pass           merged by partition number
 * </pre>
 *
 * <p>{@link io.github.skpca.spark.StreamingLearner} learns from the micro-batches of a streaming query,
 * {@link io.github.skpca.spark.KernelPcaAggregator} one model for every key. The map is broadcast once; messages between machines
 * carry what a learner has learned, without it.
 */
@NullMarked
package io.github.skpca.spark;

import org.jspecify.annotations.NullMarked;
