package org.gpucomm.server.web;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of a server's start that decide how requests are judged.
 *
 * @param answerWithin how long the queries of an answer may take together
 */
@ConfigurationProperties("gpucomm")
record ServerProperties(@DefaultValue("30s") Duration answerWithin) {}
