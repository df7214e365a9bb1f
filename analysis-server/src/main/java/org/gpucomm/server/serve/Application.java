package org.gpucomm.server.serve;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The server as a Spring application; every feature beside this package brings its own beans. */
@SpringBootApplication(scanBasePackages = "org.gpucomm.server", proxyBeanMethods = false)
class Application {}
