// SPDX-License-Identifier: MIT
`default_nettype none
// The owners of the VCs of an output: property 4. Assumption: heads go only to free VCs, other flits only to owned
// ones (torusim_input_port.sv). Then a VC is owned exactly from a head to its tail.
module allocation_props #(
    parameter int VCS = 3
) (
    input logic       clk_i,
    input logic       send_i,
    input logic       head_i,
    input logic       tail_i,
    input logic [1:0] vc_i
);
  logic rst = 1'b1;
  always_ff @(posedge clk_i) rst <= 1'b0;
  logic [VCS-1:0] free;
  logic [VCS-1:0] owned;  // by the flits that have passed
  logic send;
  assign send = !rst && send_i && vc_i < 2'(VCS) && (head_i ? free[vc_i] : !free[vc_i]);

  torusim_channel_allocation #(
      .VCS(VCS)
  ) i_allocation (
      .clk_i,
      .rst_i (rst),
      .send_i(send),
      .head_i,
      .tail_i,
      .vc_i,
      .free_o(free)
  );
  always_ff @(posedge clk_i) begin
    if (rst) owned <= '0;
    else if (send) owned[vc_i] <= !tail_i;
  end
  always_comb begin
    if (!rst) assert (owned == ~free);
  end
`ifdef COVER
  always_comb begin
    if (!rst) assert (!(free == '0 && send && tail_i));
  end
`endif
endmodule
`default_nettype wire
