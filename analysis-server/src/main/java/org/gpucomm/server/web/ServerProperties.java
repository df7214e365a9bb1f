package org.gpucomm.server.web;

import java.net.InetAddress;
import java.net.URI;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * How the server was started, as far as requests are judged by it.
 *
 * @param address   what it listens on
 * @param publicUrl where a reverse proxy shows it; null = nowhere
 */
@ConfigurationProperties("gpucomm")
record ServerProperties(InetAddress address, @Nullable URI publicUrl) {}
