// SPDX-License-Identifier: MIT
`default_nettype none
// Situations that must be reachable for a whole router and its neighbours. A macro selects one; its assertion must be
// refuted.
module router_covers #(
    parameter int PORTS = 3,
    parameter int VCS = 2,
    parameter int DEPTH = 2,
    parameter int VC_BITS = $clog2(VCS),
    parameter int COUNT_BITS = $clog2(DEPTH + 1)
) (
    input logic                            clk_i,
    input logic                            rst,
    input logic                            first,
    input logic                            two_lanes_q,
    input logic [          COUNT_BITS-1:0] reserve_q,
    input logic [          COUNT_BITS-1:0] shared_q,
    input logic [               PORTS-1:0] in_valid,
    input logic [               PORTS-1:0] in_credit,
    input logic [               PORTS-1:0] out_valid,
    input logic [               PORTS-1:0] out_head,
    input logic [               PORTS-1:0] out_tail,
    input logic [       PORTS*VC_BITS-1:0] out_vc,
    input logic [               PORTS-1:0] out_credit,
    input logic [PORTS*VCS*COUNT_BITS-1:0] all_sent,     // by input and VC: sent, not credited
    input logic [PORTS*VCS*COUNT_BITS-1:0] all_taken     // by output and VC: taken, not credited
);
  localparam int Wide = COUNT_BITS + 2;

  logic [VCS-1:0] open[PORTS];
  for (genvar o = 0; o < PORTS; o++) begin : gen_cover
    logic [VC_BITS-1:0] on;
    assign on = out_vc[o*VC_BITS+:VC_BITS];
    always_ff @(posedge clk_i) begin
      if (rst) open[o] <= '0;
      else if (out_valid[o]) open[o][on] <= !out_tail[o];
    end
  end
  logic preempted;  // a more urgent worm has come between two flits of the least urgent one, at output 0
  always_ff @(posedge clk_i) begin
    if (rst) preempted <= 1'b0;
    else if (out_valid[0] && out_vc[VC_BITS-1:0] == '0 && out_head[0] && open[0][VCS-1]) preempted <= 1'b1;
  end

  // Full buffers: at input 0 those of the first and the last VC, at output 1 that of the first.
  logic sent_full, taken_full;
  logic [Wide-1:0] sent_above, taken_above;
  always_comb begin
    sent_above  = '0;
    taken_above = '0;
    for (int v = 0; v < VCS; v++) begin
      if (all_sent[v*COUNT_BITS+:COUNT_BITS] > reserve_q)
        sent_above = sent_above + Wide'(all_sent[v*COUNT_BITS+:COUNT_BITS] - reserve_q);
      if (all_taken[(VCS+v)*COUNT_BITS+:COUNT_BITS] > reserve_q)
        taken_above = taken_above + Wide'(all_taken[(VCS+v)*COUNT_BITS+:COUNT_BITS] - reserve_q);
    end
    sent_full = sent_above == Wide'(shared_q) && all_sent[COUNT_BITS-1:0] >= reserve_q &&
        all_sent[(VCS-1)*COUNT_BITS+:COUNT_BITS] >= reserve_q;
    taken_full = taken_above == Wide'(shared_q) && all_taken[VCS*COUNT_BITS+:COUNT_BITS] >= reserve_q;
  end

  always_comb begin
    if (!first && !rst) begin
`ifdef PREEMPTION
      // A worm of the least urgent class continues after one of the most urgent class preempted it.
      assert (!(preempted && !two_lanes_q && out_valid[0] && out_vc[VC_BITS-1:0] == VC_BITS'(VCS - 1) && !out_head[0] &&
                open[0][0] == 1'b0));
`elsif SENDERS
      assert (!(&in_valid));
`elsif ALL_PORTS
      assert (!(out_valid == '1 && in_credit == '1 && in_valid == '1 && out_credit == '1));
`else
      // All buffers of an input and all far buffers of an output are full at once.
      assert (!(sent_full && taken_full && shared_q == COUNT_BITS'(1)));
`endif
    end
  end
endmodule
`default_nettype wire
