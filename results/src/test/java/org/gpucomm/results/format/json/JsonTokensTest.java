package org.gpucomm.results.format.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;

import org.gpucomm.results.format.json.JsonTokens.Malformed;
import org.junit.jupiter.api.Test;

class JsonTokensTest {

    @Test
    void piecesMayEndAnywhere() throws Exception {
        var text = "{\"a\":[1,{\"b\":\"x\\/\\u0041\\\"y\"}],c:-1.5e3,\"d\":inf,}";
        var whole = read(text);
        assertThat(whole).containsExactly("/a[]=1", "/a[]/b=x/A\"y", "/c=-1.5e3", "/d=inf");
        for (int at = 1; at < text.length(); at++) {
            assertThat(read(text.substring(0, at), text.substring(at))).as("cut at %d", at).isEqualTo(whole);
        }
    }

    @Test
    void whatIsNoJsonIsSaidWithItsPlace() {
        assertMalformed("{\"a\" 1}", "no ':' after the name a, at character 7");
        assertMalformed("{]", "']' where none belongs, at character 2");
        assertMalformed("{\"a\":}", "'}' where none belongs");
        assertMalformed("{\"a\":1;}", "';' where none belongs");
        assertMalformed("{".repeat(2), "a value without a name");
        assertMalformed("{\"a\":" + "[".repeat(70), "nested more than 64 deep");
    }

    @Test
    void aLongTextIsKeptToItsLimit() throws Exception {
        assertThat(read("{\"a\":\"" + "x".repeat(100_000) + "\"}").getFirst()).hasSize(3 + JsonTokens.MAX_TEXT);
    }

    private static List<String> read(String... pieces) throws Malformed {
        var values = new ArrayList<String>();
        var tokens = new JsonTokens(new JsonTokens.Sink() {
            @Override
            public void begin(String path) {}

            @Override
            public void value(String path, String text) {
                values.add(path + "=" + text);
            }

            @Override
            public void end(String path) {}
        });
        for (var piece : pieces) {
            tokens.feed(piece, 0);
        }
        return values;
    }

    private static void assertMalformed(String text, String words) {
        assertThatExceptionOfType(Malformed.class).isThrownBy(() -> read(text)).withMessageContaining(words);
    }
}
