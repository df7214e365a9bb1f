package org.gpucomm.runner.meeting;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

import org.gpucomm.runner.meeting.Frame.Kind;
import org.gpucomm.runner.meeting.Frame.MalformedFrame;
import org.jspecify.annotations.Nullable;

/** Process 0: hears all others and answers them. */
final class FirstProcess extends TcpMeeting {

    private final @Nullable Seat[] seats;
    private final Lobby lobby;
    private Frame step = new Frame(Kind.BARRIER, 0, "");

    FirstProcess(Member me, int processes, Duration timeout, Lobby lobby) throws IOException {
        super(me, processes, timeout);
        seats = new Seat[processes];
        this.lobby = lobby;
        lobby.open(selector);
    }

    /** A process that has joined. */
    private static final class Seat {

        private final Member member;
        private final Connection connection;
        private @Nullable Frame arrived;
        private boolean left;

        Seat(Member member, Connection connection) {
            this.member = member;
            this.connection = connection;
        }
    }

    @Override
    byte[] exchange(Frame mine, long deadline) {
        step = mine;
        var missing = missing();
        while (!missing.isEmpty()) {
            if (passed(deadline)) {
                throw failed(said(missing) + " within " + OtherProcess.seconds(timeout));
            }
            // A stranger who says nothing must be shown out in time.
            waitUntil(lobby.isOpen() ? Math.min(deadline, deadline(Lobby.PATIENCE.dividedBy(2))) : deadline);
            missing = missing();
        }
        stopListening();
        for (var seat : seats) {
            if (seat != null) {
                check(seat, Objects.requireNonNull(seat.arrived), mine);
            }
        }
        return answer(mine, deadline);
    }

    @Override
    void receive() {
        var ready = List.copyOf(selector.selectedKeys());
        selector.selectedKeys().clear();
        for (var key : ready) {
            if (key.attachment() instanceof Seat seat) {
                receiveFrom(seat);
            } else {
                lobby.handle(key).ifPresent(this::seat);
            }
        }
        lobby.showOut();
    }

    @Override
    void tellOthers(String reason, long deadline) {
        var abort = new Frame(Kind.ABORT, sequence(), "", OtherProcess.cut(reason).getBytes(UTF_8));
        for (var connection : connections()) {
            try {
                connection.send(abort, deadline);
            } catch (IOException gone) {
                // It is told by the end of its connection.
            }
        }
    }

    @Override
    boolean tellsUser() {
        return true;
    }

    @Override
    List<Connection> connections() {
        return Arrays.stream(seats).filter(Objects::nonNull).map(seat -> seat.connection).toList();
    }

    @Override
    void stopListening() {
        lobby.close();
    }

    private void seat(Lobby.Guest guest) {
        var member = guest.member();
        int process = member.process();
        if (guest.processes() != processes()) {
            fail(member + " counts " + guest.processes() + " processes, " + me + " counts " + processes()
                    + ": start all of them with the same number");
        } else if (process < 1 || process >= processes()) {
            fail(member + " is none of processes 1 to " + (processes() - 1));
        } else if (seats[process] != null) {
            fail("two say that they are process " + process + ": " + seats[process].member + " and " + member);
        } else {
            var seat = new Seat(member, guest.connection());
            seats[process] = seat;
            guest.key().attach(seat);
            receiveFrom(seat);
            return;
        }
        tell(guest.connection());
        guest.connection().closeGently(deadline(Lobby.PATIENCE.dividedBy(10)));
    }

    private void tell(Connection connection) {
        try {
            throwIfOver();
        } catch (MeetingException over) {
            try {
                connection.send(new Frame(Kind.ABORT, 0, "", String.valueOf(over.getMessage()).getBytes(UTF_8)),
                        deadline(Lobby.PATIENCE));
            } catch (IOException gone) {
                // It need not know any more.
            }
        }
    }

    private void receiveFrom(Seat seat) {
        try {
            seat.connection.receive();
        } catch (IOException reset) {
            takeFrames(seat);
            lost(seat);
            return;
        } catch (MalformedFrame e) {
            fail(seat.member + " sent what is no message: " + e.getMessage());
            return;
        }
        takeFrames(seat);
        if (seat.connection.ended()) {
            seat.connection.close();
            if (!seat.left) {
                lost(seat);
            }
        }
    }

    private void lost(Seat seat) {
        fail(seat.member + " died or the connection to it broke, "
                + (seat.arrived == null ? "before " : "at ") + nameOf(step));
    }

    private void takeFrames(Seat seat) {
        for (var frame = seat.connection.poll(); frame != null; frame = seat.connection.poll()) {
            switch (frame.kind()) {
                case GATHER, BROADCAST, BARRIER -> arrive(seat, frame);
                case TIMEOUT -> complaint(seat, frame);
                case ABORT -> fail(new String(frame.payload(), UTF_8));
                case BYE -> seat.left = true;
                case HELLO, JOIN, WELCOME, REFUSED ->
                    fail(seat.member + " says " + frame.kind() + " at " + nameOf(step));
            }
        }
    }

    private void arrive(Seat seat, Frame frame) {
        if (seat.arrived != null) {
            fail(seat.member + " came to " + nameOf(frame) + " before it was let go from " + nameOf(seat.arrived));
            return;
        }
        seat.arrived = frame;
    }

    /** One of the others waited too long; who made it wait? */
    private void complaint(Seat seat, Frame frame) {
        var missing = missing();
        var late = step.sequence() < frame.sequence()
                ? me + " did not come to “" + frame.what() + "”"
                : missing.isEmpty() ? "" : said(missing);
        if (!late.isEmpty()) {
            fail(late + " within " + OtherProcess.seconds(timeout) + ", says " + seat.member);
        }
    }

    private List<Integer> missing() {
        var missing = new ArrayList<Integer>();
        for (int process = 1; process < seats.length; process++) {
            var seat = seats[process];
            if (seat == null || seat.arrived == null) {
                if (seat != null && seat.left) {
                    throw failed(seat.member + " left the meeting before " + nameOf(step));
                }
                missing.add(process);
            }
        }
        return missing;
    }

    private String said(List<Integer> missing) {
        var absent = missing.stream().filter(process -> seats[process] == null).toList();
        if (!absent.isEmpty()) {
            return (absent.size() == 1 ? "process " : "processes ") + Numbers.listed(absent) + " of " + processes()
                    + " did not come to " + lobby.address() + lobby.strangers();
        }
        return String.join(", ", IntStream.range(0, Math.min(4, missing.size()))
                .mapToObj(i -> String.valueOf(Objects.requireNonNull(seats[missing.get(i)]).member)).toList())
                + (missing.size() > 4 ? " and " + (missing.size() - 4) + " others" : "") + " did not come to "
                + nameOf(step);
    }

    private void check(Seat seat, Frame theirs, Frame mine) {
        if (theirs.kind() != mine.kind() || theirs.sequence() != mine.sequence()
                || !theirs.what().equals(mine.what())) {
            throw failed(seat.member + " is at " + nameOf(theirs) + " while " + me + " is at " + nameOf(mine)
                    + ": all must be started alike");
        }
    }

    private byte[] answer(Frame mine, long deadline) {
        var payload = mine.kind() == Kind.GATHER ? gathered(mine) : mine.payload();
        var answer = new Frame(mine.kind(), mine.sequence(), "", payload);
        for (var seat : seats) {
            if (seat != null) {
                seat.arrived = null;
                try {
                    seat.connection.send(answer, deadline);
                } catch (IOException e) {
                    lost(seat);
                    throwIfOver();
                }
            }
        }
        return payload;
    }

    private byte[] gathered(Frame mine) {
        var all = new ArrayList<byte[]>();
        all.add(mine.payload());
        for (int process = 1; process < seats.length; process++) {
            all.add(Objects.requireNonNull(Objects.requireNonNull(seats[process]).arrived).payload());
        }
        return Gathered.joined(all);
    }
}
