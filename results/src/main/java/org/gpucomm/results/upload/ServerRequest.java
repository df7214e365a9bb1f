package org.gpucomm.results.upload;

import java.net.URI;
import java.net.http.HttpRequest;

import org.gpucomm.results.format.Json;
import org.jspecify.annotations.Nullable;

/** A request to a server of gpucomm. */
public final class ServerRequest {

    private ServerRequest() {}

    /**
     * Returns a builder of a request.
     *
     * @param server root of the server, as {@link UploadClient#server} reads it
     * @param path   path below the root, without a slash in front
     * @param token  token; null or blank if the server needs none
     * @throws IllegalArgumentException if the address is invalid; the message is a clause that says what to write
     */
    public static HttpRequest.Builder to(String server, String path, @Nullable String token) {
        return to(root(UploadClient.server(server)), path, token);
    }

    static HttpRequest.Builder to(URI root, String path, @Nullable String token) {
        var request = HttpRequest.newBuilder(root.resolve(path));
        return token == null || token.isBlank() ? request : request.header("Authorization", "Bearer " + token.strip());
    }

    /** Returns the detail of a problem that a server answered; the text itself if it is not JSON, such as that of a proxy. */
    public static String detail(String text) {
        try {
            return Json.parseObject(text).get("detail") instanceof String detail ? detail : text;
        } catch (IllegalArgumentException notJson) {
            return text;
        }
    }

    /** Returns the address with a slash at its end, so that paths are resolved below it. */
    static URI root(URI server) {
        return URI.create(server.toString().replaceFirst("(?<!/)/*$", "/"));
    }
}
