package org.gpucomm.server.live;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;

import org.gpucomm.server.live.LiveRun.Live;
import org.gpucomm.server.live.LiveRun.Seen;
import org.gpucomm.analysis.identity.BadParameter;
import org.gpucomm.server.web.LargeBody;
import org.gpucomm.server.web.Refused;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

import jakarta.servlet.http.HttpServletResponse;

/** Endpoints for live runs. The runner and the viewers of a run use the same path, so that a load balancer can send both to one server. */
@RestController
@RequestMapping("/api/v1/live")
class LiveController {

    private static final int MOST_WATCHING = 200;
    /** Maximum duration of a stream; browsers reconnect after its end. */
    private static final Duration LONGEST_STREAM = Duration.ofMinutes(30);
    /** Interval of signs of life, since proxies close connections that are silent for a minute. */
    private static final Duration SIGN_OF_LIFE = Duration.ofSeconds(15);

    private final LiveRuns runs;
    private final Semaphore places = new Semaphore(MOST_WATCHING);

    LiveController(LiveRuns runs) {
        this.runs = runs;
    }

    /** Number of measurements of the run on the server, which is the index of the next one to send. */
    record Taken(String url, int rows) {}

    /** Stores news of a run. The limit allows for 1 MiB of rows, which get longer as a JSON string. */
    @LargeBody(kib = 2048)
    @PutMapping(path = "/{id}", consumes = MediaType.APPLICATION_JSON_VALUE)
    Taken take(@PathVariable String id, @RequestBody LiveUpdate news) throws IOException {
        if (!id.matches("[0-9a-f]{32}")) {
            throw new BadParameter("a live run is named by 32 hexadecimal digits, was '" + id + "'");
        }
        return new Taken("/live/" + id, runs.take(id, news));
    }

    /** Returns the runs in progress, without their measurements. */
    @GetMapping
    List<Live> list() {
        return runs.running().stream().map(run -> run.since(run.seen())).toList();
    }

    /** Returns the state of a run with all its measurements; only the upload if the run is no longer in memory. */
    @GetMapping(path = "/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
    Ended show(@PathVariable String id) {
        var run = runs.find(id).map(found -> found.since(Seen.NOTHING)).orElse(null);
        var upload = run != null ? run.upload() : runs.uploadOf(id).orElse(null);
        if (run == null && upload == null) {
            throw unknown();
        }
        return new Ended(upload, run);
    }

    /** @param upload upload with the results; null before the end @param live null if only the upload is known */
    record Ended(@Nullable String upload, @Nullable Live live) {}

    /** Streams events of the run, each a {@link Live} with the new measurements. */
    @GetMapping(path = "/{id}", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    SseEmitter watch(@PathVariable String id, HttpServletResponse response) {
        var run = runs.find(id).orElseThrow(LiveController::unknown);
        if (!places.tryAcquire()) {
            throw Refused.insufficientStorage(
                    "More than " + MOST_WATCHING + " watch runs on this server; look again later.");
        }
        response.setHeader("Cache-Control", "no-store");
        response.setHeader("X-Accel-Buffering", "no");
        var stream = new SseEmitter(0L);
        Thread.ofVirtual().name("live-" + id).start(() -> {
            try {
                follow(run, stream);
                stream.complete();
            } catch (IOException | IllegalStateException gone) {
                // The viewer has left.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                places.release();
            }
        });
        return stream;
    }

    private void follow(LiveRun run, SseEmitter stream) throws IOException, InterruptedException {
        long end = System.nanoTime() + LONGEST_STREAM.toNanos();
        var seen = Seen.NOTHING;
        while (!runs.isClosing() && System.nanoTime() < end) {
            var now = run.seen();
            if (now.version() == seen.version()) {
                stream.send(SseEmitter.event().comment("still here"));
            } else {
                var news = run.since(seen);
                // Measurements that arrived between the two calls are in this update, and are sent again with the next.
                seen = new Seen(now.version(), now.edition(), Math.min(now.rows(), news.count()));
                stream.send(SseEmitter.event().data(news, MediaType.APPLICATION_JSON));
                if (news.state() != LiveUpdate.State.running) {
                    return;
                }
            }
            run.await(seen, SIGN_OF_LIFE);
        }
    }

    private static Refused unknown() {
        return Refused
                .notFound("No run is known here by this name. Its server was started again, or it said nothing for "
                        + LiveRuns.SILENCE.toHours() + " hours; what was sent of it is among the uploads.");
    }
}
