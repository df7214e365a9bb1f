/** What all of HTTP shares: who may ask, which headers go out, errors as RFC 9457 problem details, and the dashboard's pages. */
@NullMarked
package org.gpucomm.server.web;

import org.jspecify.annotations.NullMarked;
