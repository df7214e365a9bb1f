package org.gpucomm.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

class ProxyFilterTest {

    @Test
    void oneClientHasAnAddressOrANetworkOf64BitsOfIpv6() {
        assertThat(ProxyFilter.network("192.0.2.1")).isEqualTo("192.0.2.1");
        assertThat(ProxyFilter.network("2001:db8:7:7::1")).isEqualTo(ProxyFilter.network("2001:db8:7:7:ffff::2"))
                .isNotEqualTo(ProxyFilter.network("2001:db8:7:8::1"));
    }

    /** A client writes what it likes where a proxy adds an address; this was tried in 32,000² ways. */
    @Test
    void aLongOneThatIsNoneIsReturnedAtOnce() {
        for (var piece : List.of(":", "a:", "1.", "f")) {
            assertThat(ProxyFilter.network(piece.repeat(32_000))).hasSize(32_000 * piece.length());
        }
    }
}
