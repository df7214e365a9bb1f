package org.gpucomm.runner.ffi;

/** A native call that returned an error: the message names library, call, code and the library's own words. */
public final class NativeCallException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NativeCallException(String library, String call, int code, String words) {
        super(call + " of " + library + " failed: " + words + " (" + code + ")");
    }
}
