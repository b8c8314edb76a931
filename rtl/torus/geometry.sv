`default_nettype none
// How nodes are counted: docs/router.md. `sides` has 16 bits for each dimension, the first lowest.
package geometry;
  // Nodes that differ in the coordinates of dimension d and later ones only; d = 0: all. (Icarus 11 takes no function
  // for a constant that calls another.)
  function automatic int nodes(input int dimensions, input logic [127:0] sides, input int d);
    nodes = 1;
    for (int i = d; i < dimensions; i++) nodes = nodes * 32'(sides[16*i+:16]);
  endfunction
endpackage
`default_nettype wire
