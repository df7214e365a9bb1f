package org.gpucomm.runner.launch;

/** What the launcher or the options say of this process is incomplete or contradicts itself. The message names it. */
public final class LaunchException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public LaunchException(String message) {
        super(message);
    }
}
