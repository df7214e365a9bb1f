package org.gpucomm.server.live;

import org.gpucomm.server.overlay.Overlay;

/** Measurement of a run in progress. @param key properties that the points of its curve share */
record LiveRow(Overlay.Key key, Overlay.Point point) {}
