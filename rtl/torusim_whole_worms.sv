// SPDX-License-Identifier: MIT
`default_nettype none
// Store and forward: the VCs that hold their whole front worm. Flits arrive in order, so while the head is in the
// buffer the first tail is that worm's, and it is enough to count tails.
module torusim_whole_worms #(
    parameter int VCS = 2,  ///< virtual channels (VCs) of a port
    parameter int DEPTH = 8,  ///< most slots of a VC, reserve + shared; a power of 2
    parameter int VC_BITS = $clog2(VCS),  ///< bits of the number of a VC
    parameter int COUNT_BITS = $clog2(DEPTH + 1)  ///< bits of a number of slots
) (
    input  logic               clk_i,
    input  logic               rst_i,
    input  logic               asked_i,      // 0: heads do not wait for their worm
    input  logic               tail_comes_i,
    input  logic [VC_BITS-1:0] to_vc_i,
    input  logic               tail_leaves_i,
    input  logic [VC_BITS-1:0] from_vc_i,
    output logic [    VCS-1:0] whole_o
);
  logic [COUNT_BITS-1:0] tails_q[VCS];
  logic [       VCS-1:0] some_q;        // VCs that hold a tail

  assign whole_o = asked_i ? some_q : '1;

  // Each update is under the `if` of its mode and event, so simulation skips it otherwise.
  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      some_q <= '0;
      for (int v = 0; v < VCS; v++) tails_q[v] <= '0;
    end else if (asked_i && !(tail_comes_i && tail_leaves_i && to_vc_i == from_vc_i)) begin
      if (tail_comes_i) begin
        tails_q[to_vc_i] <= tails_q[to_vc_i] + COUNT_BITS'(1);
        some_q[to_vc_i]  <= 1'b1;
      end
      if (tail_leaves_i) begin
        tails_q[from_vc_i] <= tails_q[from_vc_i] - COUNT_BITS'(1);
        if (tails_q[from_vc_i] == COUNT_BITS'(1)) some_q[from_vc_i] <= 1'b0;
      end
    end
  end
endmodule
`default_nettype wire
