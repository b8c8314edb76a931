// SPDX-License-Identifier: MIT
`default_nettype none
// The rules of docs/router.md that are broken in this cycle, in the order of rules.txt, and the situations that occur.
module prove_rules #(
    parameter int PORTS = 3,
    parameter int VCS = 1,
    parameter int DATA = 96,
    parameter int PATIENCE = 4,
    parameter int HAS_IDLE = 0,
    parameter int HAS_ACKS = 0,
    parameter int VC_BITS = 1,
    parameter int COUNT_BITS = 2,
    parameter int PORT_BITS = 2,
    parameter int RULES = 14,
    parameter int SITUATIONS = 12,
    parameter int WIDE = COUNT_BITS + VC_BITS + 1
) (
    input  logic                            clk_i,
    input  logic                            rst,
    input  logic                            after_reset,
    input  logic [               PORTS-1:0] in_valid,
    input  logic [               PORTS-1:0] in_credit,
    input  logic [       PORTS*VC_BITS-1:0] in_credit_vc,
    input  logic [               PORTS-1:0] in_ack,
    input  logic [       PORTS*VC_BITS-1:0] in_ack_vc,
    input  logic [               PORTS-1:0] out_valid,
    input  logic [               PORTS-1:0] out_head,
    input  logic [               PORTS-1:0] out_tail,
    input  logic [       PORTS*VC_BITS-1:0] out_vc,
    input  logic [          PORTS*DATA-1:0] out_data,
    input  logic                            idle,
    input  logic [          COUNT_BITS-1:0] reserve,
    input  logic [          COUNT_BITS-1:0] shared,
    input  logic [               PORTS-1:0] ack_i,
    input  logic [       PORTS*VC_BITS-1:0] ack_vc_i,
    output logic [               PORTS-1:0] out_ack,
    // The neighbours' accounts.
    input  logic [PORTS*VCS*COUNT_BITS-1:0] sent,
    input  logic [PORTS*VCS*COUNT_BITS-1:0] taken,
    input  logic [               PORTS-1:0] unowed,
    input  logic [               PORTS-1:0] unpaid,
    input  logic [               PORTS-1:0] sent_full,
    input  logic [               PORTS-1:0] taken_full,
    // The watched source and flit.
    input  logic [           PORT_BITS-1:0] watched_port,
    input  logic [             VC_BITS-1:0] watched_vc,
    input  logic [          COUNT_BITS+2:0] inside,
    input  logic                            leaves,
    input  logic                            in_front,
    input  logic                            is_head,
    input  logic                            queued,
    input  logic                            shifted,
    input  logic                            gone,
    input  logic [           PORT_BITS-1:0] worm_port,
    input  logic [             VC_BITS-1:0] worm_vc,
    input  logic                            order,
    input  logic                            port,
    input  logic                            vc,
    input  logic                            ends,
    input  logic [                DATA-1:0] payload,
    input  logic [              DATA-65:0]  route,
    output logic                            broken_before,  // of the rules of flits and credits
    output logic [               RULES-1:0] broken_o,
    output logic [          SITUATIONS-1:0] reached_o,
    output logic [                DATA-1:0] payload_o,
    output logic [              DATA-65:0]  route_o
);
  localparam int WaitBits = $clog2(PATIENCE + PORTS + VCS + 3);

  // Owners of the output VCs: a worm owns it; it comes from the watched source; its head left in an earlier cycle.
  logic [PORTS*VCS-1:0] owned, marked, holds, holds_watched, now, acked;
  logic heads_and_tails, mixed;
  always_comb begin
    heads_and_tails = 1'b0;
    mixed           = 1'b0;
    for (int o = 0; o < PORTS; o++) begin
      for (int v = 0; v < VCS; v++) begin
        now[o*VCS+v]   = out_valid[o] && out_vc[o*VC_BITS+:VC_BITS] == VC_BITS'(v);
        holds[o*VCS+v] = now[o*VCS+v] ? !out_tail[o] : owned[o*VCS+v];
        holds_watched[o*VCS+v] = holds[o*VCS+v] && (now[o*VCS+v] ? out_data[o*DATA] : marked[o*VCS+v]);
        if (now[o*VCS+v] && out_head[o] == owned[o*VCS+v]) heads_and_tails = 1'b1;
        if (now[o*VCS+v] && owned[o*VCS+v] && out_data[o*DATA] != marked[o*VCS+v]) mixed = 1'b1;
      end
    end
  end
  always_ff @(posedge clk_i) begin
    owned  <= rst ? '0 : holds;
    marked <= holds_watched;
  end

  // An ack arrives once per worm, while the worm owns the output VC and after its head has left.
  logic ack_comes, ack_given, ack_pending;
  always_comb begin
    out_ack   = '0;
    ack_comes = 1'b0;
    ack_given = 1'b0;
    for (int o = 0; o < PORTS; o++) begin
      for (int v = 0; v < VCS; v++) begin
        if (HAS_ACKS != 0 && !rst && ack_i[o] && ack_vc_i[o*VC_BITS+:VC_BITS] == VC_BITS'(v) && owned[o*VCS+v] &&
            holds[o*VCS+v] && !acked[o*VCS+v]) begin
          out_ack[o] = 1'b1;
          if (marked[o*VCS+v]) ack_comes = 1'b1;
        end
      end
    end
    for (int p = 0; p < PORTS; p++)
      if (watched_port == PORT_BITS'(p) && in_ack[p] && in_ack_vc[p*VC_BITS+:VC_BITS] == watched_vc) ack_given = 1'b1;
  end
  always_ff @(posedge clk_i) begin
    ack_pending <= !rst && (ack_comes || (ack_pending && !ack_given));
    for (int o = 0; o < PORTS; o++)
      for (int v = 0; v < VCS; v++)
        acked[o*VCS+v] <= !rst && owned[o*VCS+v] &&
            (acked[o*VCS+v] || (out_ack[o] && ack_vc_i[o*VC_BITS+:VC_BITS] == VC_BITS'(v)));
  end

  // Whether the contract allows the watched flit to go: it is in front, its worm owns the output VC or the VC is free,
  // and the credit rule allows it, with this cycle's flit counted as sent.
  logic may_go, may_have_gone, output_busy, output_quiet, held_up;
  logic [COUNT_BITS-1:0] far, own;
  logic [WIDE-1:0] above;
  logic [COUNT_BITS-1:0] sent_here;
  always_comb begin
    may_go       = 1'b0;
    output_busy  = 1'b0;
    output_quiet = out_valid == '0;
    far          = '0;
    own          = '0;
    above        = '0;
    for (int o = 0; o < PORTS; o++) begin
      if (worm_port == PORT_BITS'(o)) begin
        if (VCS == 1) output_quiet = !out_valid[o];
        output_busy = out_valid[o] && !out_data[o*DATA];
        above = '0;
        own   = '0;
        for (int v = 0; v < VCS; v++) begin
          far = taken[(o*VCS+v)*COUNT_BITS+:COUNT_BITS] + COUNT_BITS'(now[o*VCS+v]);
          if (far > reserve) above = above + WIDE'(far - reserve);
          if (worm_vc == VC_BITS'(v)) begin
            own    = far;
            may_go = !is_head || !holds[o*VCS+v];
          end
        end
        if (own >= reserve && above >= WIDE'(shared)) may_go = 1'b0;
      end
    end
    if (rst || !in_front || leaves) may_go = 1'b0;
    sent_here = '0;
    for (int p = 0; p < PORTS; p++)
      for (int v = 0; v < VCS; v++)
        if (watched_port == PORT_BITS'(p) && watched_vc == VC_BITS'(v)) sent_here = sent[(p*VCS+v)*COUNT_BITS+:COUNT_BITS];
  end
  // Cycles without an action that was possible, and flits of other sources that left by the same output.
  logic [WaitBits-1:0] quiet_for, owes_for, passed_by, ack_for;
  always_ff @(posedge clk_i) begin
    may_have_gone <= may_go;
    held_up       <= !rst && in_front && !gone && (held_up || (is_head && !may_go && !leaves));
    quiet_for     <= !rst && may_go && output_quiet ? quiet_for + WaitBits'(quiet_for <= WaitBits'(PATIENCE)) : '0;
    owes_for      <= !rst && (COUNT_BITS + 3)'(sent_here) > inside && !(in_credit != '0) ? owes_for + WaitBits'(owes_for <= WaitBits'(PATIENCE)) : '0;
    ack_for       <= !rst && ack_pending && !ack_given ? ack_for + WaitBits'(ack_for <= WaitBits'(PATIENCE + VCS)) : '0;
    if (rst || !in_front) passed_by <= '0;
    else if (may_have_gone && output_busy && passed_by < WaitBits'(PATIENCE + PORTS)) passed_by <= passed_by + WaitBits'(1);
  end

  logic [RULES-1:0] breaks;
  always_comb begin
    breaks     = '0;
    breaks[0]  = unowed != '0;
    breaks[1]  = unpaid != '0;
    breaks[2]  = heads_and_tails;
    breaks[3]  = mixed;
    breaks[4]  = order;
    breaks[5]  = port;
    breaks[6]  = vc;
    breaks[7]  = ends;
    breaks[8] = owes_for > WaitBits'(PATIENCE);
    breaks[9] = quiet_for > WaitBits'(PATIENCE);
    breaks[10] = VCS == 1 && passed_by >= WaitBits'(PATIENCE + PORTS);
    breaks[11] = after_reset && (out_valid != '0 || in_credit != '0 || in_ack != '0);
    breaks[12] = HAS_IDLE != 0 && idle && (inside != '0 || sent_here != '0 || out_valid != '0 || in_credit != '0 || in_ack != '0);
    breaks[13] = HAS_ACKS != 0 && ((ack_given && !ack_pending) || ack_for > WaitBits'(PATIENCE + VCS));
    broken_o   = rst || broken_before ? '0 : breaks;
    payload_o  = rst || broken_before ? '0 : payload;
    route_o    = rst || broken_before ? '0 : route;
  end
  // After a wrong flit or credit the accounts are no longer valid.
  always_ff @(posedge clk_i) broken_before <= !rst && (broken_before || breaks[5:0] != '0);

  always_comb begin
    reached_o     = '0;
    reached_o[0]  = leaves && in_front && queued;
    reached_o[1]  = leaves && in_front && !is_head;
    reached_o[2]  = leaves && in_front && shifted;
    reached_o[3]  = leaves && in_front && is_head && !shifted;
    reached_o[4]  = leaves && in_front && held_up;
    reached_o[5]  = sent_full == '1;
    reached_o[6]  = taken_full == '1;
    reached_o[7]  = in_valid == '1;
    reached_o[8]  = (out_valid & (out_valid - PORTS'(1))) != '0;
    reached_o[9]  = gone && sent == '0 && taken == '0;
    reached_o[10] = leaves && in_front && is_head && worm_vc != watched_vc;
    reached_o[11] = ack_given;
    if (rst || broken_before || breaks[5:0] != '0) reached_o = '0;
  end
endmodule
`default_nettype wire
