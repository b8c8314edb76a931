// SPDX-License-Identifier: MIT
`default_nettype none
// RC: the lane of a head at an output: unchanged along the same dimension, that of its segment after a turn, 1 behind the
// dateline. Local ports belong to no dimension. With one lane, the lane is 0.
module torusim_next_lane #(
    parameter int PORTS = 5,  ///< ports: those of the network, then local ones; at most 32
    parameter int INDEX = 0,  ///< number of the input port
    parameter int PORT_BITS = $clog2(PORTS)  ///< bits of the number of a port
) (
    input  logic                 two_lanes_i,
    input  logic [    PORTS-1:0] local_i,
    input  logic [    PORTS-1:0] dateline_i,
    input  logic [PORT_BITS-1:0] out_i,
    input  logic                 lane_i,   // on which it came
    input  logic                 named_i,  // by its segment
    output logic                 lane_o
);
  localparam int Padded = 1 << PORT_BITS;  // a port that does not exist reads as 0
  logic [PORTS-1:0] along;                 // outputs in the dimension of this input
  logic [Padded-1:0] straight, dateline;

  for (genvar p = 0; p < PORTS; p++) begin : gen_port
    assign along[p] = (p / 2 == INDEX / 2) && !local_i[p] && !local_i[INDEX];
  end
  assign straight = Padded'(along);
  assign dateline = Padded'(dateline_i);
  assign lane_o = two_lanes_i && ((straight[out_i] && lane_i) || named_i || dateline[out_i]);
endmodule
`default_nettype wire
