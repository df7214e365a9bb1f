package org.gpucomm.runner.upload;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

import org.gpucomm.results.upload.UploadAnswer;
import org.gpucomm.results.upload.UploadClient;
import org.gpucomm.runner.live.LiveFeed;
import org.jspecify.annotations.Nullable;

/**
 * Sender of result files to a server. A file is put into the spool first and leaves it when the server has it, so that results outlive
 * a server that is away. Nothing here throws: what happened is said.
 */
public final class ResultUploads implements AutoCloseable {

    /** Short, because a benchmark's other processes wait meanwhile. */
    private static final Duration ANSWER = Duration.ofSeconds(30);
    private static final Duration FIRST_BACK_OFF = Duration.ofSeconds(5);
    private static final Duration LONGEST_BACK_OFF = Duration.ofMinutes(5);

    private final URI server;
    private final @Nullable String token;
    private final UploadClient client;
    private final Spool spool;
    private final Path folder;
    private final PrintStream says;
    private Duration backOff = FIRST_BACK_OFF;
    private long nextTryNanos = System.nanoTime();
    private @Nullable Path ownFile;

    private ResultUploads(URI server, @Nullable String token, Path folder, PrintStream says) {
        this.server = server;
        this.token = token;
        this.client = new UploadClient(server, token, ANSWER);
        this.spool = new Spool(folder, server);
        this.folder = folder;
        this.says = says;
    }

    static ResultUploads to(URI server, @Nullable String token, Path folder, PrintStream says) {
        return new ResultUploads(server, token, folder, says);
    }

    /**
     * Begins to show a run on the server while it goes on.
     *
     * @param results the file that gets its measurements
     * @param name    what is measured
     * @param looks   how often the file is looked at besides when something is reported; zero = then only
     */
    public LiveFeed live(Path results, String name, Duration looks) {
        return LiveFeed.start(server, token, results, name, looks, says);
    }

    /** Makes a file for results that the user wants on the server only; it goes when it has been put into the spool. */
    public Path ownFile(Instant now) {
        var stamp = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC).format(now);
        var file = folder.resolve("running")
                .resolve("gpucomm-" + stamp + "-" + ProcessHandle.current().pid() + ".jsonl");
        try {
            Files.createDirectories(folder.resolve("running"));
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "cannot make the folder of results that wait for a server: " + e.getMessage()
                            + "; give another by --spool",
                    e);
        }
        ownFile = file;
        return file;
    }

    /**
     * Tries what earlier runs left, unless the last attempt failed a short while ago: the pause between attempts doubles
     * from 5 seconds to 5 minutes.
     */
    public void retryWaiting() {
        if (System.nanoTime() - nextTryNanos < 0) {
            return;
        }
        try {
            for (var waiting : spool.waiting()) {
                if (settled(waiting, client.post(Spool.nameOf(waiting),
                        () -> Files.newInputStream(waiting))) instanceof UploadAnswer.Later) {
                    nextTryNanos = System.nanoTime() + backOff.toNanos();
                    backOff = backOff.multipliedBy(2).compareTo(LONGEST_BACK_OFF) < 0
                            ? backOff.multipliedBy(2)
                            : LONGEST_BACK_OFF;
                    return;
                }
            }
        } catch (IOException e) {
            say("results that wait for the server cannot be read: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Sends a finished result file, and on success what earlier runs left.
     *
     * @return id of the upload; empty while the server does not have it
     */
    public Optional<String> send(Path results) {
        try {
            var waiting = spool.put(UploadedForm.name(results), out -> UploadedForm.write(results, out));
            if (results.equals(ownFile)) {
                Files.delete(results);
            }
            var answer = settled(waiting, client.send(Spool.nameOf(waiting), () -> Files.newInputStream(waiting)));
            if (answer instanceof UploadAnswer.Later later) {
                say(UploadedForm.name(results) + " is not uploaded: " + later.reason() + ". It waits in "
                        + waiting.getParent() + " and is sent by the next run with this --upload");
            } else {
                nextTryNanos = System.nanoTime();
                retryWaiting();
            }
            return answer instanceof UploadAnswer.Accepted accepted ? Optional.of(accepted.id()) : Optional.empty();
        } catch (IOException | IllegalArgumentException e) {
            say(results + " is not uploaded: " + e.getMessage() + "; send it by: gpucomm upload " + results);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return Optional.empty();
    }

    @Override
    public void close() {
        client.close();
    }

    /** Says and clears away what became of a file that waits. */
    private UploadAnswer settled(Path waiting, UploadAnswer answer) throws IOException {
        var name = Spool.nameOf(waiting);
        switch (answer) {
            case UploadAnswer.Accepted accepted -> {
                spool.sent(waiting);
                say(name + (accepted.known() ? " was there already: " : " is uploaded: ") + accepted.permalink());
            }
            case UploadAnswer.Refused refused -> say(name + " is not uploaded: " + refused.reason() + ". It is kept as "
                    + spool.refused(waiting));
            case UploadAnswer.Later _ -> {
                // Said once, at the end.
            }
        }
        return answer;
    }

    private void say(String message) {
        says.println("gpucomm: " + message);
    }
}
