package org.gpucomm.runner.ffi.shim;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Shared memory files of libfabric's provider shm, {@code /dev/shm/PROCESS:USER:NUMBER}. A killed process leaves its files behind, and a
 * later process with the same process id gets the error "busy".
 */
record ShmFiles(List<Path> files) {

    /** Error code -FI_EBUSY. */
    static final int BUSY = -16;

    private static final Path FOLDER = Path.of("/dev/shm");
    private static final Pattern NAME = Pattern.compile("(\\d{1,10}):\\d{1,10}:\\d{1,10}");

    /** Returns the files that exist now; none if the folder does not exist. */
    static ShmFiles now() {
        try (var all = Files.list(FOLDER)) {
            return new ShmFiles(all.filter(file -> NAME.matcher(name(file)).matches())
                    .sorted(Comparator.comparing(ShmFiles::name)).toList());
        } catch (IOException | UncheckedIOException none) {
            return new ShmFiles(List.of());
        }
    }

    /**
     * Returns why opening the first endpoint of a process fails as busy, and what to do about it.
     *
     * @param process process id
     */
    String whyBusy(long process) {
        var mine = files.stream().filter(file -> owner(file) == process).toList();
        return (mine.isEmpty()
                ? "no file in " + FOLDER + " has this process's id, " + process + ": start again"
                : "an earlier process with this one's id, " + process + ", was killed and left " + listed(mine)
                        + " (or, where containers share " + FOLDER + ", another's process has it): remove by rm "
                        + FOLDER
                        + "/" + process + ":* or start again")
                + leftByOthers(process);
    }

    private String leftByOthers(long process) {
        var dead = files.stream().filter(file -> owner(file) != process && ProcessHandle.of(owner(file)).isEmpty())
                .collect(Collectors.groupingBy(ShmFiles::owner, TreeMap::new, Collectors.counting()));
        return dead.isEmpty()
                ? ""
                : "; of processes that are dead here there are also "
                        + dead.entrySet().stream()
                                .map(each -> FOLDER + "/" + each.getKey() + ":* (" + each.getValue() + ")")
                                .collect(Collectors.joining(", "));
    }

    private static String listed(List<Path> files) {
        return files.stream().map(Path::toString).collect(Collectors.joining(", "));
    }

    private static long owner(Path file) {
        return Long.parseLong(name(file).substring(0, name(file).indexOf(':')));
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }
}
