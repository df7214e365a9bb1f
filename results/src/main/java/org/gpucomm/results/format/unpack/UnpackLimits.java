package org.gpucomm.results.format.unpack;

/**
 * Limits for unpacking an upload.
 *
 * @param entries files and folders in all archives together
 * @param bytes   unpacked bytes in all layers together
 * @param ratio   unpacked bytes per byte of the upload
 * @param free    unpacked bytes before the ratio applies: a short log of zeros is harmless
 * @param depth   number of layers: a {@code .tar.gz} in a zip has three
 */
public record UnpackLimits(int entries, long bytes, int ratio, long free, int depth) {

    /** Logs of benchmarks compress to a tenth, repetitive ones to a hundredth; the limit of deflate is 1:1032. */
    public static final UnpackLimits DEFAULT = new UnpackLimits(10_000, 64L << 30, 250, 256L << 20, 6);
}
