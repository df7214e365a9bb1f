package org.gpucomm.runner.rendezvous;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * One of the processes, as messages name it.
 *
 * @param processes how many it counts in all
 */
record Member(int process, int processes, String host, long pid) {

    private static final int LONGEST_HOST = 200;

    /** Returns this process itself. */
    static Member itself(int process, int processes) {
        return new Member(process, processes, hostName(), ProcessHandle.current().pid());
    }

    byte[] toBytes() {
        return Parts.ofTexts(process, processes, host, pid);
    }

    /**
     * Reads what {@link #toBytes} wrote.
     *
     * @throws IllegalArgumentException if the bytes are something else
     */
    static Member of(byte[] bytes) {
        var texts = Parts.texts(bytes);
        if (texts.size() != 4) {
            throw new IllegalArgumentException("no member of a group");
        }
        // A name goes to terminals: nothing in it may steer one.
        return new Member(Integer.parseInt(texts.get(0)), Integer.parseInt(texts.get(1)),
                texts.get(2).replaceAll("[^\\p{Alnum}._-]", "?"), Long.parseLong(texts.get(3)));
    }

    @Override
    public String toString() {
        return "process " + process + " on " + host + " (pid " + pid + ")";
    }

    private static String hostName() {
        try {
            // The kernel's own name: no name service is asked, which may be slow or wrong.
            var name = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
            return name.substring(0, Math.min(LONGEST_HOST, name.length()));
        } catch (IOException noProc) {
            return "this host";
        }
    }
}
