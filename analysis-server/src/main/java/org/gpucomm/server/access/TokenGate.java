package org.gpucomm.server.access;

import java.time.Duration;
import java.util.Optional;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** Says whose a token is. Wrong ones are answered late and logged without their secret; a right one is taken whatever came before it. */
@Component
class TokenGate {

    private static final Logger LOG = LoggerFactory.getLogger(TokenGate.class);
    private static final Duration PAUSE = Duration.ofMillis(200);

    private final AccessProperties properties;
    private final ObjectProvider<AccessTokens> tokens;
    private final WrongTokens wrong = new WrongTokens(System::nanoTime);

    /** @param tokens asked for at the first request, since the database may open later than the web server */
    TokenGate(AccessProperties properties, ObjectProvider<AccessTokens> tokens) {
        this.properties = properties;
        this.tokens = tokens;
    }

    boolean guarded() {
        return properties.guarded();
    }

    boolean closed() {
        return properties.closed();
    }

    /**
     * Returns whose token it is.
     *
     * @return empty when it is nobody's
     * @throws TooManyWrong when it is nobody's, as were too many others of the client
     */
    Optional<Caller> caller(String token, String client) throws TooManyWrong {
        var caller = owner(token);
        if (caller.isEmpty()) {
            int count = wrong.count(Network.ofOneClient(client));
            if (count > WrongTokens.MOST_IN_A_MINUTE) {
                pause();
                throw new TooManyWrong();
            }
            LOG.warn("wrong token {} from {}, {} in this minute", TokenText.of(token).map(TokenText::toString)
                    .orElse("of another form"), client, count);
            pause();
        }
        return caller;
    }

    private Optional<Caller> owner(String token) {
        var operator = properties.token();
        if (operator != null && TokenText.same(operator, token)) {
            return Optional.of(Caller.OPERATOR);
        }
        return TokenText.of(token).flatMap(text -> tokens.getObject().caller(text));
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A client guesses tokens. */
    static final class TooManyWrong extends Exception {

        private static final long serialVersionUID = 1L;

        TooManyWrong() {
            super("This token is wrong, as were too many others in the last " + WrongTokens.SECONDS
                    + " seconds that came from where you are.");
        }
    }
}
