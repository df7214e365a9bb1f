@NullMarked
package org.gpucomm.server.web;

import org.jspecify.annotations.NullMarked;
