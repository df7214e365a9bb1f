package org.gpucomm.runner.ffi;

/** Error that a native call returned. The message has the library, the call, the device, the error code and its text. */
public final class NativeCallException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public NativeCallException(String library, String call, int code, String words) {
        super(call + " of " + library + " failed: " + words + " (" + code + ")");
    }

    /** @param where device and rank, for example {@code GPU 3} or {@code rank 3 (GPU 3)} */
    public NativeCallException(String library, String call, String where, int code, String words) {
        super(call + " of " + library + " failed on " + where + ": " + words + " (" + code + ")");
    }
}
