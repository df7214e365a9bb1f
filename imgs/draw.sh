#!/bin/sh
# Draws the pictures of this folder again, from data/. A test compares them with what gpucomm draws today.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
"$here/../gpucomm" figures --width 1600 --out "$here"
"$here/../gpucomm" figures --width 1600 --style study --out "$here/study"
