`default_nettype none
// The lane that a head takes at an output: its own when it goes on along the same dimension, else 0; 1 behind
// the dateline. Local ports belong to no dimension; with one lane there is only lane 0.
module next_lane #(
    parameter int PORTS = 5,
    parameter int INDEX = 0,                // of the input port
    parameter int PORT_BITS = $clog2(PORTS)
) (
    input  logic                 two_lanes_i,
    input  logic [    PORTS-1:0] local_i,
    input  logic [    PORTS-1:0] dateline_i,
    input  logic [PORT_BITS-1:0] out_i,
    input  logic                 lane_i,
    output logic                 lane_o
);
  logic straight, dateline;

  always_comb begin
    straight = 1'b0;
    dateline = 1'b0;
    for (int p = 0; p < PORTS; p++) begin
      if (out_i == PORT_BITS'(p)) begin
        straight = (p / 2 == INDEX / 2) && !local_i[p] && !local_i[INDEX];
        dateline = dateline_i[p];
      end
    end
  end
  assign lane_o = two_lanes_i && ((straight && lane_i) || dateline);
endmodule
`default_nettype wire
