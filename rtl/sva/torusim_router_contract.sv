// SPDX-License-Identifier: MIT
`default_nettype none
// The rules of docs/router.md on the pins, as concurrent assertions for simulation. They fit any router with the pins
// of rtl/README.md whose configuration pins keep their values after reset:
//
//   bind torusim_router torusim_router_contract #(.PORTS(PORTS), .VCS(VCS), .DEPTH(DEPTH), .DATA(DATA)) i_contract (.*);
//
// The module keeps its own counts and reads the pins only. Assertions have the names of rtl/prove/rules.txt.
module torusim_router_contract #(
    parameter int PORTS = 5,  ///< ports: those of the network, then local ones; at most 32
    parameter int VCS = 2,  ///< virtual channels (VCs) of a port
    parameter int DEPTH = 8,  ///< most slots of a VC, reserve + shared; a power of 2
    parameter int DATA = 128,  ///< bits of a flit
    parameter int VC_BITS = VCS > 1 ? $clog2(VCS) : 1,  ///< bits of the number of a VC
    parameter int COUNT_BITS = $clog2(DEPTH + 1)  ///< bits of a number of slots
) (
    input logic                     clk_i,
    input logic                     rst_i,
    input logic [        PORTS-1:0] local_i,
    input logic [        PORTS-1:0] dateline_i,
    input logic                     two_lanes_i,
    input logic [   COUNT_BITS-1:0] reserve_i,
    input logic [   COUNT_BITS-1:0] shared_i,
    input logic [        PORTS-1:0] in_valid_i,
    input logic [        PORTS-1:0] in_head_i,
    input logic [        PORTS-1:0] in_tail_i,
    input logic [PORTS*VC_BITS-1:0] in_vc_i,
    input logic [   PORTS*DATA-1:0] in_data_i,
    input logic [        PORTS-1:0] in_credit_o,
    input logic [PORTS*VC_BITS-1:0] in_credit_vc_o,
    input logic [        PORTS-1:0] in_ack_o,
    input logic [        PORTS-1:0] out_valid_o,
    input logic [        PORTS-1:0] out_head_o,
    input logic [        PORTS-1:0] out_tail_o,
    input logic [PORTS*VC_BITS-1:0] out_vc_o,
    input logic [   PORTS*DATA-1:0] out_data_o,
    input logic [        PORTS-1:0] out_credit_i,
    input logic [PORTS*VC_BITS-1:0] out_credit_vc_i,
    input logic                     idle_o
);
  localparam int Sources = PORTS * VCS;
  localparam int W = DATA + 2;  // head, tail, data

  // A head as it must leave.
  function automatic logic [DATA-1:0] advanced(input logic [DATA-1:0] head);
    advanced = head;
    if (head[77:69] == 9'd1) advanced[DATA-1:64] = head[DATA-1:64] >> 16;
    else advanced[77:69] = head[77:69] - 9'd1;
  endfunction
  // The output VC of a head from source s that leaves by port o; its segment names a lane.
  function automatic int vc_behind(input int s, input int o, input logic named);
    vc_behind = s % VCS;
    if (two_lanes_i) begin
      if (local_i[o] || local_i[s/VCS] || o / 2 != s / VCS / 2) vc_behind = vc_behind & ~1;
      if (dateline_i[o] || named) vc_behind = vc_behind | 1;
    end
  endfunction

  // Per source (an input port and VC): flits that entered and have not left, oldest first; credits owed.
  logic [DATA+1:0] waits[Sources][DEPTH];  // head, tail, data
  int count[Sources], owed[Sources];
  // Per output VC: the source of the worm that owns it, or none; flits in the far buffer.
  int holder[Sources], far[Sources], above[PORTS];
  // Per output: the source of the flit on it, -1 without a flit.
  int source[PORTS], into[PORTS];
  logic quiet_after;
  // The same state in the form that the assertions need: per port, and per source.
  logic [PORTS-1:0] is_owed, is_allowed, is_held, is_known, is_waiting;
  logic [Sources-1:0] is_empty;
  logic [PORTS*W-1:0] front;  // of the source of the flit that leaves

  // A slot of the credit rule for the flit on each output.
  always_comb begin
    for (int o = 0; o < PORTS; o++) begin
      above[o] = 0;
      for (int v = 0; v < VCS; v++)
        if (far[o*VCS+v] > int'(reserve_i)) above[o] = above[o] + far[o*VCS+v] - int'(reserve_i);
      into[o] = o * VCS + int'(out_vc_o[o*VC_BITS+:VC_BITS]);
      source[o] = holder[into[o]];
      if (out_valid_o[o] && out_head_o[o] && source[o] < 0)
        for (int s = 0; s < Sources; s++)
          if (count[s] != 0 && waits[s][0][DATA+1] && int'(waits[s][0][68:64]) == o &&
              o * VCS + vc_behind(s, o, waits[s][0][78]) == into[o] && advanced(waits[s][0][DATA-1:0]) == out_data_o[o*DATA+:DATA])
            source[o] = s;
      is_owed[o]    = owed[o*VCS+int'(in_credit_vc_o[o*VC_BITS+:VC_BITS])] > 0;
      is_allowed[o] = far[into[o]] < int'(reserve_i) || above[o] < int'(shared_i);
      is_held[o]    = holder[into[o]] >= 0;
      is_known[o]   = source[o] >= 0;
      is_waiting[o] = is_known[o] && count[source[o]] > 0;
      front[o*W+:W] = is_known[o] ? waits[source[o]][0] : '0;
    end
    for (int s = 0; s < Sources; s++) is_empty[s] = count[s] == 0 && owed[s] == 0;
  end

  always_ff @(posedge clk_i) begin
    quiet_after <= rst_i;
    for (int s = 0; s < Sources; s++) begin
      automatic int left = 0;
      automatic int came = int'(in_valid_i[s/VCS] && int'(in_vc_i[s/VCS*VC_BITS+:VC_BITS]) == s % VCS);
      for (int o = 0; o < PORTS; o++) if (out_valid_o[o] && source[o] == s) left = 1;
      if (rst_i) {left, came} = '0;
      if (left != 0) for (int i = 1; i < DEPTH; i++) waits[s][i-1] <= waits[s][i];
      if (came != 0)
        waits[s][count[s]-left] <= {in_head_i[s/VCS], in_tail_i[s/VCS], in_data_i[s/VCS*DATA+:DATA]};
      count[s] <= rst_i ? 0 : count[s] + came - left;
      owed[s]  <= rst_i ? 0 : owed[s] + came -
          int'(in_credit_o[s/VCS] && int'(in_credit_vc_o[s/VCS*VC_BITS+:VC_BITS]) == s % VCS);
      far[s]   <= rst_i ? 0 : far[s] + int'(out_valid_o[s/VCS] && into[s/VCS] == s) -
          int'(out_credit_i[s/VCS] && int'(out_credit_vc_i[s/VCS*VC_BITS+:VC_BITS]) == s % VCS);
      if (rst_i) holder[s] <= -1;
      else if (out_valid_o[s/VCS] && into[s/VCS] == s) holder[s] <= out_tail_o[s/VCS] ? -1 : source[s/VCS];
    end
  end

  quiet_after_reset: assert property (@(posedge clk_i) disable iff (rst_i)
      quiet_after |-> out_valid_o == '0 && in_credit_o == '0 && in_ack_o == '0)
  else $error("10 after reset every output is quiet");
  for (genvar p = 0; p < PORTS; p++) begin : gen_port
    credit_owed: assert property (@(posedge clk_i) disable iff (rst_i) in_credit_o[p] |-> is_owed[p])
    else $error("2 a credit on port %0d for a flit that never came", p);
    credit_rule: assert property (@(posedge clk_i) disable iff (rst_i)
        out_valid_o[p] |-> is_allowed[p])
    else $error("1, 7 a flit on port %0d that the credit rule does not allow", p);
    one_owner: assert property (@(posedge clk_i) disable iff (rst_i)
        out_valid_o[p] |-> out_head_o[p] == !is_held[p])
    else $error("4 on port %0d heads and tails do not come in turns", p);
    known_head: assert property (@(posedge clk_i) disable iff (rst_i) out_valid_o[p] && out_head_o[p] |-> is_known[p])
    else $error("5, 11 a head on port %0d that is not the next of any input, one hop on: its port, VC or route", p);
    in_order: assert property (@(posedge clk_i) disable iff (rst_i)
        out_valid_o[p] && is_known[p] |-> is_waiting[p] && front[p*W+DATA+1] == out_head_o[p])
    else $error("5 a flit on port %0d out of order, or one too many", p);
    ends_kept: assert property (@(posedge clk_i) disable iff (rst_i)
        out_valid_o[p] && is_known[p] |-> front[p*W+DATA] == out_tail_o[p])
    else $error("a tail on port %0d is lost or new", p);
    payload_kept: assert property (@(posedge clk_i) disable iff (rst_i)
        out_valid_o[p] && !out_head_o[p] && is_known[p] |-> front[p*W+:DATA] == out_data_o[p*DATA+:DATA])
    else $error("payload on port %0d changed", p);
  end
  for (genvar s = 0; s < Sources; s++) begin : gen_source
    idle_is_empty: assert property (@(posedge clk_i) disable iff (rst_i) idle_o |-> is_empty[s])
    else $error("idle, with a flit or a credit inside");
  end
endmodule
`default_nettype wire
