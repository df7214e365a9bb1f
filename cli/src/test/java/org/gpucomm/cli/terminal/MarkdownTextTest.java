package org.gpucomm.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MarkdownTextTest {

    @Test
    void whatALogHasInItIsNoMarkup() {
        assertThat(MarkdownText.of("NCCL_ALGO=Ring | <img src=x> [a](http://evil.example) `x` **y** &lt;"))
                .isEqualTo(
                        "NCCL_ALGO=Ring \\| \\<img src=x\\> \\[a\\](http://evil.example) \\`x\\` \\*\\*y\\*\\* &amp;lt;");
    }

    @Test
    void aCellEndsWhereItsTextDoes() {
        assertThat(MarkdownText.of("a\n| b\r\n\u2028c\u202Ed\\")).isEqualTo("a \\| b c d\\\\");
    }

    @Test
    void aSentenceStaysAsItIs() {
        var sentence = "All-Reduce with NCCL reaches 32.5 GB/s at 1 MiB (96 %), 1.2× as fast.";
        assertThat(MarkdownText.of(sentence)).isEqualTo(sentence);
    }
}
