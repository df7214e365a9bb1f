package org.gpucomm.server.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;

import java.util.List;

import org.junit.jupiter.api.Test;

class NetworkTest {

    @Test
    void aNetworkHasTheAddressesThatShareItsFirstBits() throws Exception {
        assertThat(contains("10.0.0.0/8", "10.200.3.4")).isTrue();
        assertThat(contains("10.0.0.0/8", "11.0.0.1")).isFalse();
        assertThat(contains("192.0.2.128/25", "192.0.2.127")).isFalse();
        assertThat(contains("192.0.2.128/25", "192.0.2.128")).isTrue();
        assertThat(contains("127.0.0.1", "127.0.0.2")).isFalse();
        assertThat(contains("fd00::/8", "fdab::1")).isTrue();
        assertThat(contains("0.0.0.0/0", "::1")).as("another family").isFalse();
    }

    @Test
    void whatIsNoNetworkIsRefusedWithoutAskingANameServer() {
        for (var wrong : new String[]{"proxy.example.org", "10.0.0.0/33", "10.0.0.0/x", "", "face"}) {
            assertThatThrownBy(() -> Network.of(wrong)).hasMessageContaining("10.0.0.0/8");
        }
    }

    /** A client writes what it likes where a proxy adds an address; this was tried in 32,000² ways. */
    @Test
    void aLongOneIsRefusedAtOnce() {
        for (var piece : List.of(":", "a:", "1.", "f")) {
            assertThatThrownBy(() -> Network.of(piece.repeat(32_000) + "g"))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThat(Network.ofOneClient(piece.repeat(32_000))).hasSize(32_000 * piece.length());
        }
    }

    private static boolean contains(String network, String address) throws Exception {
        return Network.of(network).contains(InetAddress.getByName(address));
    }
}
