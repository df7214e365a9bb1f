/** Common parts of the HTTP interface: errors as RFC 9457 problem details, limits of bodies and concurrency, and the dashboard's pages. */
@NullMarked
package org.gpucomm.server.web;

import org.jspecify.annotations.NullMarked;
