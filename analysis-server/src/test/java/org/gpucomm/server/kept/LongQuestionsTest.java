package org.gpucomm.server.kept;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;

import org.gpucomm.server.kept.KeptAnswers.Answer;
import org.gpucomm.server.kept.KeptAnswers.Question;
import org.junit.jupiter.api.Test;

class LongQuestionsTest {

    private static final TableState STATE = new TableState(List.of(1L), List.of());

    @Test
    void longQuestionsWithShortAnswersTakeNoMoreThanAllMay() {
        var answers = new KeptAnswers(1 << 20);
        for (int i = 0; i < 1000; i++) {
            answers.keep(question(i), STATE, new Answer("application/json", new byte[10]));
        }
        long kept = IntStream.range(0, 1000).filter(i -> answers.of(question(i), STATE).isPresent()).count();
        assertThat(kept).isBetween(50L, 104L);
        assertThat(answers.of(question(999), STATE)).isPresent();
    }

    private static Question question(int number) {
        return new Question("http://127.0.0.1:8080", "/api/v1/uploads", "q=" + number + "x".repeat(10_000), null);
    }
}
