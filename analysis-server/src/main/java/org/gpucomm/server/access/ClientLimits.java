package org.gpucomm.server.access;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

import org.gpucomm.server.web.AskedPath;
import org.gpucomm.server.web.OriginFilter;
import org.gpucomm.server.web.Refusal;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.filter.OncePerRequestFilter;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/**
 * Limits of one client: requests a second, and requests that are being sent at once. A client is an address,
 * behind a trusted proxy the one that it names. What comes from this machine itself is not limited, and what watches the server
 * at the port for that neither; nothing else is answered there, for it has few threads.
 */
final class ClientLimits extends OncePerRequestFilter {

    /** A page of the dashboard asks for several things at once, so what a second allows is saved for so many. */
    private static final int SECONDS_SAVED = 10;
    private static final int CLIENTS = 10_000;

    private final AccessProperties properties;
    private final LongSupplier nanos;
    private final Map<String, Client> clients = new LinkedHashMap<>(16, 0.75f, true) {

        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Client> eldest) {
            return size() > CLIENTS && eldest.getValue().sending == 0;
        }
    };

    /** @param nanos the time, as {@link System#nanoTime()} gives it */
    ClientLimits(AccessProperties properties, LongSupplier nanos) {
        this.properties = properties;
        this.nanos = nanos;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        var path = AskedPath.of(request);
        boolean watches = request.getLocalPort() == properties.managementPort();
        if (watches && !path.startsWith("/actuator/")) {
            Refusal.write(response, HttpStatus.NOT_FOUND, "This port has health and metrics only, below /actuator/.");
            return;
        }
        var address = ProxyFilter.client(request);
        if (watches || isOfThisMachine(address) || path.startsWith("/actuator/health")) {
            chain.doFilter(request, response);
            return;
        }
        boolean sends = !OriginFilter.READING.contains(request.getMethod());
        var client = Network.ofOneClient(address);
        var refusal = begin(client, sends);
        if (!refusal.isEmpty()) {
            response.setIntHeader(HttpHeaders.RETRY_AFTER, 1);
            Refusal.write(response, HttpStatus.TOO_MANY_REQUESTS, refusal);
            return;
        }
        try {
            chain.doFilter(request, response);
        } finally {
            end(client, sends);
        }
    }

    /** Returns why it may not; empty when it may. */
    private synchronized String begin(String address, boolean sends) {
        int aSecond = properties.requestsPerClient();
        int most = properties.uploadsPerClient();
        long now = nanos.getAsLong();
        var client = clients.computeIfAbsent(address, any -> new Client(now, (double) aSecond * SECONDS_SAVED));
        if (aSecond > 0 && !client.takes(now, aSecond)) {
            return "More than " + aSecond + " requests a second come from where you are; ask again in a second.";
        }
        if (sends && most > 0 && client.sending >= most) {
            return most + " uploads are coming from where you are; send this one when one of them is done.";
        }
        client.sending += sends ? 1 : 0;
        return "";
    }

    private synchronized void end(String address, boolean sends) {
        var client = clients.get(address);
        if (client != null && sends) {
            client.sending--;
        }
    }

    private static boolean isOfThisMachine(String address) {
        return address.startsWith("127.") || address.equals("::1") || address.equals("0:0:0:0:0:0:0:1");
    }

    private static final class Client {

        private long seen;
        private double left;
        private int sending;

        private Client(long seen, double left) {
            this.seen = seen;
            this.left = left;
        }

        private boolean takes(long now, int aSecond) {
            left = Math.min((double) aSecond * SECONDS_SAVED, left + (now - seen) / 1e9 * aSecond);
            seen = now;
            if (left < 1) {
                return false;
            }
            left--;
            return true;
        }
    }
}
