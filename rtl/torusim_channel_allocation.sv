// SPDX-License-Identifier: MIT
`default_nettype none
// Owners of the VCs of an output: a worm owns a VC from the grant of its head to the departure of its tail.
module torusim_channel_allocation #(
    parameter int VCS = 2,  ///< virtual channels (VCs) of a port
    parameter int VC_BITS = VCS > 1 ? $clog2(VCS) : 1  ///< bits of the number of a VC
) (
    input  logic               clk_i,
    input  logic               rst_i,
    input  logic               send_i,
    input  logic               head_i,
    input  logic               tail_i,
    input  logic [VC_BITS-1:0] vc_i,
    output logic [    VCS-1:0] free_o   // no worm owns the VC
);
  logic [VCS-1:0] free_q;
  assign free_o = free_q;

  always_ff @(posedge clk_i) begin
    if (rst_i) free_q <= '1;
    else if (send_i) begin
      if (tail_i) free_q[vc_i] <= 1'b1;
      else if (head_i) free_q[vc_i] <= 1'b0;
    end
  end

`ifndef SYNTHESIS
  always @(posedge clk_i) begin
    if (!rst_i) begin
      if (send_i) assert (head_i == free_q[vc_i]);  // a head takes a free VC; the other flits follow their head
    end
  end
`endif
endmodule
`default_nettype wire
