package org.gpucomm.server.kept;

import java.util.LinkedHashMap;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/** The last answer to each question, those asked for last. They take so many bytes at most. */
final class KeptAnswers {

    /** Objects and references of a question and its answer. */
    private static final int OVERHEAD = 500;

    private final long most;
    private final LinkedHashMap<Question, Kept> answers = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    KeptAnswers(long most) {
        this.most = most;
    }

    /**
     * @param base  where the asker finds this server: links in the answer begin so
     * @param query null = none, as is {@code accept}
     */
    record Question(String base, String path, @Nullable String query, @Nullable String accept) {

        /** Memory besides the answer: the question, whose length the client chooses. */
        int length() {
            return OVERHEAD + base.length() + path.length() + length(query) + length(accept);
        }

        private static int length(@Nullable String text) {
            return text == null ? 0 : text.length();
        }
    }

    record Answer(String contentType, byte[] body) {}

    private record Kept(Question question, TableState state, Answer answer) {

        int bytes() {
            return answer.body().length + question.length();
        }
    }

    /** Returns the answer, if it was made over that state. */
    synchronized Optional<Answer> of(Question question, TableState state) {
        return Optional.ofNullable(answers.get(question)).filter(kept -> kept.state().equals(state)).map(Kept::answer);
    }

    /** @param state which the tables had when the answer was begun, and when it was given */
    synchronized void keep(Question question, TableState state, Answer answer) {
        if (answer.body().length > most / 8) {
            return;
        }
        var added = new Kept(question, state, answer);
        var before = answers.put(question, added);
        bytes += added.bytes() - (before == null ? 0 : before.bytes());
        var eldest = answers.entrySet().iterator();
        while (bytes > most) {
            bytes -= eldest.next().getValue().bytes();
            eldest.remove();
        }
    }
}
