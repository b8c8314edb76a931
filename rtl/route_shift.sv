`default_nettype none
// Advances the route of a head as it leaves: the first segment loses one hop, and is shifted out when none is left.
// Payload passes unchanged. Layout of a head: docs/router.md.
module route_shift #(
    parameter int DATA = 128
) (
    input  logic            head_i,
    input  logic [DATA-1:0] data_i,
    output logic [DATA-1:0] data_o
);
  localparam int Segments = 64;  // bit where the segments begin
  logic [8:0] hops;
  assign hops = data_i[Segments+5+:9] - 9'd1;

  // Each branch writes all bits once: a block that writes them twice never settles in Icarus 11.
  always_comb begin
    if (!head_i) data_o = data_i;
    else if (hops == '0) data_o = {16'd0, data_i[DATA-1:Segments+16], data_i[Segments-1:0]};
    else data_o = {data_i[DATA-1:Segments+14], hops, data_i[Segments+4:0]};
  end
endmodule
`default_nettype wire
