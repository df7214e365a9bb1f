package org.gpucomm.results.format.unpack;

/**
 * Limits of what an upload may unpack to.
 *
 * @param entries  files and folders, in all archives together
 * @param bytes    unpacked, in all layers together
 * @param ratio    unpacked bytes for each byte of the upload
 * @param free     unpacked bytes that no ratio is asked of: a short log of zeros is no bomb
 * @param depth    layers: a {@code .tar.gz} in a zip has three
 */
public record UnpackLimits(int entries, long bytes, int ratio, long free, int depth) {

    /** Logs of benchmarks compress to a tenth, repeated ones to a hundredth; deflate itself ends at 1:1032. */
    public static final UnpackLimits DEFAULT = new UnpackLimits(10_000, 64L << 30, 250, 256L << 20, 6);
}
