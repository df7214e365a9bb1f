package org.gpucomm.runner.output;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;

import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Platform;
import org.gpucomm.runner.rig.Cases.Point;
import org.gpucomm.runner.rig.Heading;
import org.gpucomm.runner.rig.ResultSink;
import org.gpucomm.runner.rig.Sample;
import org.jspecify.annotations.Nullable;

/**
 * Result file that is valid after every call: the rows of a point are passed to the operating system in one write. The extension of the
 * name decides the format. Only one process writes at a time.
 */
final class ResultFile implements ResultSink {

    private final Path file;
    private final RowFormat format;
    private final FileChannel channel;
    private final EarlierRows earlier;
    private final NamedValues settings;
    private final @Nullable Integer wantedSection;
    private final InstantSource clock;
    private int section;
    private String startedAt = "";
    private @Nullable Heading heading;

    private ResultFile(Path file, RowFormat format, FileChannel channel, EarlierRows earlier,
            NamedValues settings, @Nullable Integer wantedSection, InstantSource clock) {
        this.file = file;
        this.format = format;
        this.channel = channel;
        this.earlier = earlier;
        this.settings = settings;
        this.wantedSection = wantedSection;
        this.clock = clock;
        this.section = earlier.lastSection();
    }

    /**
     * Opens a new file, or an existing one to resume or overwrite.
     *
     * @param settings      settings for the column of that name, in addition to those of the headings
     * @param wantedSection section of the only benchmark to be written; null for the resumed or the next section
     * @throws IllegalArgumentException if the file exists and must not be replaced, or cannot be resumed or written
     */
    static ResultFile open(Path file, Existing existing, NamedValues settings,
            @Nullable Integer wantedSection, InstantSource clock) {
        var format = RowFormat.of(file);
        if (existing == Existing.REFUSE && Files.exists(file)) {
            throw new IllegalArgumentException(file + " exists; --resume goes on with it, --overwrite replaces it");
        }
        try {
            var channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            try {
                return open(file, format, channel, existing, settings, wantedSection, clock);
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot write " + file + ": " + reason(e), e);
        }
    }

    private static ResultFile open(Path file, RowFormat format, FileChannel channel, Existing existing,
            NamedValues settings, @Nullable Integer wantedSection, InstantSource clock) throws IOException {
        lock(file, channel);
        var earlier = existing == Existing.RESUME ? EarlierRows.read(file) : EarlierRows.none();
        channel.truncate(earlier.validBytes());
        if (earlier.validBytes() == 0) {
            format.forget();
        }
        channel.position(earlier.validBytes());
        format.fingerprintsBeside().sections().values().forEach(earlier::addHosts);
        return new ResultFile(file, format, channel, earlier, settings, wantedSection, clock);
    }

    /** Locks the file until the channel is closed or the process ends; does nothing if the file system does not support locks. */
    private static void lock(Path file, FileChannel channel) {
        boolean locked;
        try {
            locked = channel.tryLock() != null;
        } catch (OverlappingFileLockException inThisProcess) {
            locked = false;
        } catch (IOException noLocks) {
            // For example Lustre without the mount option flock, or some NFS: results matter more than the protection.
            locked = true;
        }
        if (!locked) {
            throw new IllegalArgumentException(
                    file + " is being written by another run; wait for it or give another --output");
        }
    }

    /** Treatment of an existing file. */
    enum Existing {
        REFUSE,
        RESUME,
        OVERWRITE
    }

    /** Returns the number of rows in the file when it was opened. */
    int earlierRows() {
        return earlier.rows();
    }

    @Override
    public void begin(Heading begun) {
        section = sectionOf(begun);
        heading = begun;
        startedAt = clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
        if (earlier.key(section).isEmpty()) {
            try {
                write((channel.position() == 0 ? format.head() : "") + format.fingerprint(section, begun.facts()));
            } catch (IOException e) {
                throw cannotWrite(e);
            }
        }
    }

    @Override
    public void point(List<Sample> samples) {
        var begun = Objects.requireNonNull(heading, "begin comes first");
        var source = Objects.requireNonNull(file.getFileName()).toString();
        var rows = samples.stream().map(sample -> begun.row(source, section, sample, startedAt, settings)).toList();
        try {
            write(format.lines(rows));
        } catch (IOException e) {
            throw cannotWrite(e);
        }
    }

    @Override
    public void end() {
        heading = null;
    }

    @Override
    public boolean has(Heading asked, Point point) {
        int of = heading == asked ? section : sectionOf(asked);
        return point.cases().stream()
                .allMatch(each -> earlier.has(new PointIdentity(of, each.workload(), asked.settings(each, settings))));
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw cannotWrite(e);
        }
    }

    private int sectionOf(Heading asked) {
        var key = SectionKey.of(asked, settings);
        refuseOtherHosts(asked, key.platform());
        if (wantedSection == null) {
            return earlier.section(key).orElse(Math.max(section, earlier.lastSection()) + 1);
        }
        earlier.key(wantedSection).filter(there -> !there.isGoneOnWithBy(key)).ifPresent(there -> {
            throw anothers("section " + wantedSection + " is " + there + "; this run is " + key);
        });
        return wantedSection;
    }

    private void refuseOtherHosts(Heading asked, Platform here) {
        var hosts = new TreeSet<String>();
        asked.members().forEach(rank -> hosts.add(rank.host()));
        var before = earlier.hosts();
        // A plan may use one host in some steps and several in others.
        if (!before.isEmpty() && !before.containsAll(hosts) && !hosts.containsAll(before)) {
            throw anothers("its results come from " + String.join(", ", new TreeSet<>(before)) + "; this is "
                    + String.join(", ", hosts));
        }
        for (var key : earlier.keys()) {
            var platform = key.platform();
            if (differ(platform.gpu(), here.gpu()) || differ(platform.instanceType(), here.instanceType())) {
                throw anothers("its results come from " + named(platform) + "; this is " + named(here));
            }
        }
    }

    /** Returns whether two known texts differ; unknown ones do not count, because other programs do not report everything. */
    private static boolean differ(@Nullable String there, @Nullable String here) {
        return there != null && here != null && !there.equals(here);
    }

    private static String named(Platform platform) {
        return Objects.requireNonNullElse(platform.gpu(), "an unknown GPU") + " in "
                + Objects.requireNonNullElse(platform.instanceType(), "an unknown type of machine");
    }

    private IllegalArgumentException anothers(String what) {
        return new IllegalArgumentException(
                file + " is of another run: " + what + ". Give another --output, or move the file"
                        + " away");
    }

    private void write(String text) throws IOException {
        var bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    private IllegalArgumentException cannotWrite(IOException e) {
        return new IllegalArgumentException("cannot write " + file + ": " + reason(e)
                + "; what it has is valid, and --resume goes on with it", e);
    }

    private static String reason(IOException e) {
        return switch (e) {
            case NoSuchFileException missing -> "the folder does not exist";
            case AccessDeniedException denied -> "permission denied";
            default -> String.valueOf(e.getMessage());
        };
    }
}
