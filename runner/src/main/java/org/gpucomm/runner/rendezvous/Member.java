package org.gpucomm.runner.rendezvous;

import java.nio.file.Path;

import org.gpucomm.runner.host.KernelState;

/**
 * Identity of a process, for messages.
 *
 * @param processes total number of processes, as known to this process
 */
record Member(int process, int processes, String host, long pid) {

    private static final int LONGEST_HOST = 200;

    /** Returns the identity of this process. */
    static Member itself(int process, int processes) {
        return new Member(process, processes, hostName(), ProcessHandle.current().pid());
    }

    byte[] toBytes() {
        return ByteArrays.ofTexts(process, processes, host, pid);
    }

    /**
     * Decodes the bytes of {@link #toBytes}.
     *
     * @throws IllegalArgumentException if the bytes are not an identity
     */
    static Member of(byte[] bytes) {
        var texts = ByteArrays.texts(bytes);
        if (texts.size() != 4) {
            throw new IllegalArgumentException("no member of a group");
        }
        // The name is printed to terminals: it must not contain control sequences.
        return new Member(Integer.parseInt(texts.get(0)), Integer.parseInt(texts.get(1)),
                texts.get(2).replaceAll("[^\\p{Alnum}._-]", "?"), Long.parseLong(texts.get(3)));
    }

    @Override
    public String toString() {
        return "process " + process + " on " + host + " (pid " + pid + ")";
    }

    private static String hostName() {
        var name = KernelState.hostName(Path.of("/")).orElse("this host");
        return name.substring(0, Math.min(LONGEST_HOST, name.length()));
    }
}
