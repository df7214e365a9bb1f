package org.gpucomm.runner.meeting;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

import org.gpucomm.runner.launch.ProcessPlace;
import org.gpucomm.runner.meeting.Frame.Kind;
import org.gpucomm.runner.meeting.Frame.MalformedFrame;
import org.jspecify.annotations.Nullable;

/** A process other than 0. It has one connection, to process 0. */
final class OtherProcess extends TcpMeeting {

    /** After its own time-out it gives process 0 this long to say who is missing. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    private final Connection connection;
    private final Member first;
    private final boolean tellsOfFirst;
    private @Nullable Frame answer;
    private boolean firstLeft;
    private volatile boolean firstLost;

    /** @param first process 0, who welcomed this one on the connection */
    OtherProcess(ProcessPlace place, Member me, Connection connection, Member first, Duration timeout)
            throws IOException {
        super(me, place.processes(), timeout);
        this.connection = connection;
        this.first = first;
        tellsOfFirst = place.process() == 1 || place.localProcess() == 0;
        connection.trust();
        connection.register(selector, this);
    }

    @Override
    byte[] exchange(Frame mine, long deadline) {
        stay(mine);
        try {
            connection.send(mine, deadline);
        } catch (IOException e) {
            receive(); // it may have said why
            throwIfOver();
            throw lost();
        }
        waitForAnswer(mine, deadline);
        if (answer == null) {
            complain(mine);
            waitForAnswer(mine, deadline(GRACE));
        }
        var got = answer;
        if (got == null) {
            firstLost = true;
            throw failed(first + " did not answer within " + seconds(timeout) + " at " + nameOf(mine));
        }
        answer = null;
        if (got.kind() != mine.kind() || got.sequence() != mine.sequence()) {
            throw failed(first + " answers " + nameOf(mine) + " by " + nameOf(got));
        }
        return got.payload();
    }

    @Override
    void receive() {
        try {
            selector.selectedKeys().clear();
            connection.receive();
        } catch (IOException reset) {
            takeFrames();
            lost();
            return;
        } catch (MalformedFrame e) {
            firstLost = true;
            fail(first + " sent what is no message: " + e.getMessage());
            return;
        }
        takeFrames();
        if (connection.ended()) {
            connection.close();
            if (!firstLeft) {
                lost();
            }
        }
    }

    @Override
    void tellOthers(String reason, long deadline) {
        try {
            connection.send(new Frame(Kind.ABORT, sequence(), "", cut(reason).getBytes(UTF_8)), deadline);
        } catch (IOException gone) {
            // Process 0 sees the end of the connection instead.
        }
    }

    @Override
    boolean tellsUser() {
        return firstLost && tellsOfFirst;
    }

    @Override
    List<Connection> connections() {
        return List.of(connection);
    }

    @Override
    void stopListening() {
        // It does not listen.
    }

    private void takeFrames() {
        for (var frame = connection.poll(); frame != null; frame = connection.poll()) {
            switch (frame.kind()) {
                case ABORT -> learn(new String(frame.payload(), UTF_8));
                case BYE -> firstLeft = true;
                default -> answer = frame;
            }
        }
    }

    private void waitForAnswer(Frame mine, long deadline) {
        takeFrames(); // one may have come together with the welcome
        throwIfOver();
        while (answer == null && !passed(deadline)) {
            stay(mine);
            waitUntil(deadline);
        }
    }

    private void stay(Frame mine) {
        if (firstLeft) {
            throw failed(first + " left the meeting before " + nameOf(mine));
        }
    }

    private void complain(Frame mine) {
        try {
            connection.send(new Frame(Kind.TIMEOUT, mine.sequence(), mine.what()), deadline(GRACE));
        } catch (IOException e) {
            throw lost();
        }
    }

    private MeetingException lost() {
        firstLost = true;
        return failed(first + " died or the connection to it broke");
    }

    static String seconds(Duration duration) {
        return duration.toMillis() % 1000 == 0 ? duration.toSeconds() + " s" : duration.toMillis() + " ms";
    }

    /** A reason that fits into a message. */
    static String cut(String reason) {
        return reason.substring(0, Math.min(4000, reason.length()));
    }
}
