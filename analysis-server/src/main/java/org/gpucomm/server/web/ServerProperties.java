package org.gpucomm.server.web;

import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of a server's start that decide how requests are judged.
 *
 * @param address   what it listens on
 * @param answerWithin how long the queries of an answer may take together
 * @param publicUrl where a reverse proxy shows it; null = nowhere
 */
@ConfigurationProperties("gpucomm")
record ServerProperties(InetAddress address, @DefaultValue("30s") Duration answerWithin, @Nullable URI publicUrl) {}
