/** What all of HTTP shares: errors as RFC 9457 problem details, limits of bodies and of work at once, and the dashboard's pages. */
@NullMarked
package org.gpucomm.server.web;

import org.jspecify.annotations.NullMarked;
