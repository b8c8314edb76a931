`default_nettype none
// Nodes and ports of a torus, as docs/router.md numbers them. `sides` has 16 bits for each dimension, the first lowest;
// the last coordinate of a node counts fastest.
package geometry;
  function automatic int side(input logic [127:0] sides, input int d);
    side = int'(sides[16*d+:16]);
  endfunction

  // Nodes that differ in the coordinates of dimension d and later ones only.
  function automatic int nodes(input int dimensions, input logic [127:0] sides, input int d);
    nodes = 1;
    for (int i = d; i < dimensions; i++) nodes = nodes * side(sides, i);
  endfunction

  function automatic int coordinate(input int dimensions, input logic [127:0] sides, input int node, input int d);
    coordinate = (node / nodes(dimensions, sides, d + 1)) % side(sides, d);
  endfunction

  // The channel by which port 2d (towards +) or 2d + 1 (towards -) leaves closes the ring.
  function automatic logic wraps(input int dimensions, input logic [127:0] sides, input int node, input int port);
    wraps = coordinate(dimensions, sides, node, port / 2) == (port % 2 == 0 ? side(sides, port / 2) - 1 : 0);
  endfunction

  function automatic int neighbour(input int dimensions, input logic [127:0] sides, input int node, input int port);
    int step;
    step = wraps(dimensions, sides, node, port) ? 1 - side(sides, port / 2) : 1;
    neighbour = node + (port % 2 == 0 ? step : -step) * nodes(dimensions, sides, port / 2 + 1);
  endfunction
endpackage
`default_nettype wire
