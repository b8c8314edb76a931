// SPDX-License-Identifier: MIT
`default_nettype none
// Numbers of nodes, as docs/router.md defines them. `sides` has 16 bits for each dimension, the first lowest.
package torusim_geometry;
  // Number of nodes that differ only in the coordinates of dimensions d and later; d = 0: all nodes. (Icarus 11 rejects
  // a constant function that calls another.)
  function automatic int nodes(input int dimensions, input logic [127:0] sides, input int d);
    nodes = 1;
    for (int i = d; i < dimensions; i++) nodes = nodes * 32'(sides[16*i+:16]);
  endfunction
endpackage
`default_nettype wire
