// SPDX-License-Identifier: MIT
`default_nettype none
// Bubble flow control: the packet slots of the far buffer, per VC. A worm holds one until its tail is credited.
// Flits are credited in the order in which they were sent, so one bit of each flit in flight tells which credit is a
// tail's.
module torusim_packet_slots #(
    parameter int VCS = 2,  ///< virtual channels (VCs) of a port
    parameter int DEPTH = 8,  ///< most slots of a VC, reserve + shared; a power of 2
    parameter int VC_BITS = VCS > 1 ? $clog2(VCS) : 1,  ///< bits of the number of a VC
    parameter int COUNT_BITS = $clog2(DEPTH + 1)  ///< bits of a number of slots
) (
    input  logic                  clk_i,
    input  logic                  rst_i,
    input  logic [COUNT_BITS-1:0] packet_slots_i,
    input  logic                  send_i,
    input  logic                  tail_i,
    input  logic [   VC_BITS-1:0] send_vc_i,
    input  logic                  credit_i,
    input  logic [   VC_BITS-1:0] credit_vc_i,
    output logic [       VCS-1:0] slot_o,       // VCs with a free packet slot
    output logic [       VCS-1:0] two_slots_o   // with two
);
  localparam int PointerBits = $clog2(DEPTH);

  logic [      DEPTH-1:0] tails_q[VCS];       // of the flits in flight, by place
  logic [PointerBits-1:0] oldest_q[VCS], next_q[VCS];
  logic [ COUNT_BITS-1:0] worms_q[VCS];       // tails in flight
  logic comes, leaves;

  assign comes  = send_i && tail_i;
  assign leaves = credit_i && tails_q[credit_vc_i][oldest_q[credit_vc_i]];

  for (genvar v = 0; v < VCS; v++) begin : gen_vc
    assign slot_o[v]      = worms_q[v] < packet_slots_i;
    assign two_slots_o[v] = packet_slots_i != '0 && worms_q[v] < packet_slots_i - COUNT_BITS'(1);
  end

  // Each update is under the `if` of its event, so simulation skips it in a cycle without one.
  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      for (int v = 0; v < VCS; v++) begin
        oldest_q[v] <= '0;
        next_q[v]   <= '0;
        worms_q[v]  <= '0;
      end
    end else if (send_i || credit_i) begin
      if (send_i) begin
        tails_q[send_vc_i][next_q[send_vc_i]] <= tail_i;
        next_q[send_vc_i] <= next_q[send_vc_i] + PointerBits'(1);
      end
      if (credit_i) oldest_q[credit_vc_i] <= oldest_q[credit_vc_i] + PointerBits'(1);
      if (!(comes && leaves && send_vc_i == credit_vc_i)) begin
        if (comes) worms_q[send_vc_i] <= worms_q[send_vc_i] + COUNT_BITS'(1);
        if (leaves) worms_q[credit_vc_i] <= worms_q[credit_vc_i] - COUNT_BITS'(1);
      end
    end
  end
endmodule
`default_nettype wire
