// SPDX-License-Identifier: MIT
`default_nettype none
// For a router that routes by coordinates: the first route segment of a head (docs/router.md) as a destination.
//
// The router is configured as the middle of a line of three in every dimension, at (1,1). The destination it sees is
// the neighbour in the direction that the segment names, or (1,1) for a local port. So a dimension-order router becomes
// a switch of any torus: it sees one hop of the route. Its own distances do not matter; the turns of its crossbar do.
// The bits of the head pass as payload; flow wrappers advance them at the exit.
module torusim_coordinate_wrapper #(
    parameter int DIMENSIONS = 2  ///< dimensions of the torus
) (
    input  logic [             4:0] port_i,  // of the head's first segment
    output logic [2*DIMENSIONS-1:0] to_o,    // dimension d in bits 2d+1:2d
    output logic [2*DIMENSIONS-1:0] at_o
);
  for (genvar d = 0; d < DIMENSIONS; d++) begin : gen_dimension
    assign at_o[2*d+:2] = 2'd1;
    assign to_o[2*d+:2] = (port_i == 5'(2 * d)) ? 2'd2 : (port_i == 5'(2 * d + 1)) ? 2'd0 : 2'd1;
  end
endmodule
`default_nettype wire
