// SPDX-License-Identifier: MIT
`default_nettype none
// For a router whose flits do not mark the end of a message: the header has the length, and the reader counts flits.
// One output port; the wrapper restores head and tail. `length_i` is the length in the header (bits 63:32 of our head),
// and is read only when a message begins.
module torusim_length_wrapper #(
    parameter int VCS = 2,  ///< virtual channels (VCs) of a port
    parameter int VC_BITS = VCS > 1 ? $clog2(VCS) : 1  ///< bits of the number of a VC
) (
    input  logic               clk_i,
    input  logic               rst_i,
    input  logic               valid_i,
    input  logic [VC_BITS-1:0] vc_i,
    input  logic [       31:0] length_i,
    output logic               head_o,
    output logic               tail_o
);
  logic [31:0] left_q[VCS];  // flits of the message that are still to come
  logic [31:0] left;

  assign head_o = left_q[vc_i] == 32'd0;
  assign left   = head_o ? length_i : left_q[vc_i];
  assign tail_o = left == 32'd1;

  always_ff @(posedge clk_i) begin
    if (rst_i) for (int v = 0; v < VCS; v++) left_q[v] <= 32'd0;
    else if (valid_i) left_q[vc_i] <= left - 32'd1;
  end
endmodule
`default_nettype wire
