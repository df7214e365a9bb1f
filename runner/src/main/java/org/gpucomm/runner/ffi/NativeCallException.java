package org.gpucomm.runner.ffi;

/**
 * A native call that returned an error: the message names library, call, where it was made, code and the library's own
 * words.
 */
public final class NativeCallException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public NativeCallException(String library, String call, int code, String words) {
        super(call + " of " + library + " failed: " + words + " (" + code + ")");
    }

    /** @param where device and rank as far as known: {@code GPU 3}, {@code rank 3 (GPU 3)} */
    public NativeCallException(String library, String call, String where, int code, String words) {
        super(call + " of " + library + " failed on " + where + ": " + words + " (" + code + ")");
    }
}
