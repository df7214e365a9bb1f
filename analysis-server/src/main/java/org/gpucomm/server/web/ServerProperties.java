package org.gpucomm.server.web;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** Start settings for handling requests. @param answerWithin time limit for all queries of an answer together */
@ConfigurationProperties("gpucomm")
record ServerProperties(@DefaultValue("30s") Duration answerWithin) {}
