#!/usr/bin/env bash
# Two routings under traffic of one's own, in a closed loop, in one chart for a paper. From an empty directory: routings.sh [PROGRAM]
# Its commands take 10 s. Pages: docs/traffic.md, Traffic of your own, Requests and replies, Several settings.
set -euo pipefail
torusim=${1:-torusim}

# 1. The pattern, a destination for each node: x moves by 3, y becomes 2 y + 1.
{
  echo 'traffic 1 permutation'
  for x in {0..7}; do
    for y in {0..7}; do echo "($x,$y) ($(((x + 3) % 8)),$(((2 * y + 1) % 8)))"; done
  done
} >mine.traffic

# 2. One point of it: 8 flits a request, 8 a reply, 4 requests outstanding at each node.
"$torusim" traffic mine.traffic -t torus:8x8 --reply 8 --outstanding 4

# 3. Both routings over the outstanding requests: chart/curve.svg and .pdf are latency, throughput.svg and .pdf what is answered.
"$torusim" curve mine.traffic -t torus:8x8 --reply 8 --outstanding 1,2,4,8 --routing dimension-order,adaptive -o chart

# 4. The same in an open loop: latency over load, up to saturation.
"$torusim" curve mine.traffic -t torus:8x8 --routing dimension-order,adaptive -o open
