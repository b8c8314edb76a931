// SPDX-License-Identifier: MIT
`default_nettype none
// ST: advances the route of a head as it leaves: the first segment loses one hop, and is shifted out when none is left.
// Payload passes unchanged. Layout of a head: docs/router.md.
module torusim_route_shift #(
    parameter int DATA = 128  ///< bits of a flit
) (
    input  logic            head_i,
    input  logic [DATA-1:0] data_i,
    output logic [DATA-1:0] data_o
);
  localparam int Segments = torusim_head_pkg::Segments;
  localparam int Hops = torusim_head_pkg::Hops;
  logic [8:0] hops;
  assign hops = data_i[Hops+:9] - 9'd1;

  // Each branch writes all bits once: a block that writes them twice never settles in Icarus 11.
  always_comb begin
    if (!head_i) data_o = data_i;
    else if (hops == '0) data_o = {16'd0, data_i[DATA-1:Segments+16], data_i[Segments-1:0]};
    else data_o = {data_i[DATA-1:Hops+9], hops, data_i[Hops-1:0]};
  end
endmodule
`default_nettype wire
