package org.gpucomm.server.live;

import org.gpucomm.server.overlay.Overlay;

/** One measurement of a run that is under way. @param key what the points of its curve share */
record LiveRow(Overlay.Key key, Overlay.Point point) {}
