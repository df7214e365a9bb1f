package org.gpucomm.server.kept;

import java.util.LinkedHashMap;
import java.util.Optional;

import org.gpucomm.server.series.Sequence;
import org.jspecify.annotations.Nullable;

/** Answers over one state of the tables, those asked for last. They take so many bytes at most. */
final class KeptAnswers {

    private final long most;
    private final LinkedHashMap<Question, Answer> answers = new LinkedHashMap<>(16, 0.75f, true);
    private long current = -1;
    private long bytes;

    KeptAnswers(long most) {
        this.most = most;
    }

    /** @param query null = none, as is {@code accept} */
    record Question(String path, @Nullable String query, @Nullable String accept) {}

    record Answer(String contentType, byte[] body) {}

    /** @param state as {@link Sequence#changes()} says it */
    synchronized Optional<Answer> of(Question question, long state) {
        return state == current ? Optional.ofNullable(answers.get(question)) : Optional.empty();
    }

    /** @param state which the tables had when the answer was begun; what came meanwhile may be in it already */
    synchronized void keep(Question question, long state, Answer answer) {
        if (state < current || answer.body().length > most / 8) {
            return;
        }
        if (state > current) {
            answers.clear();
            bytes = 0;
            current = state;
        }
        if (answers.putIfAbsent(question, answer) == null) {
            bytes += answer.body().length;
        }
        var eldest = answers.entrySet().iterator();
        while (bytes > most) {
            bytes -= eldest.next().getValue().body().length;
            eldest.remove();
        }
    }
}
