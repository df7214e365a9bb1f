package org.gpucomm.runner.meeting;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** One of the processes, as messages name it. */
record Member(int process, String host, long pid) {

    private static final int LONGEST_HOST = 200;

    /** This process itself. */
    static Member itself(int process) {
        return new Member(process, hostName(), ProcessHandle.current().pid());
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
