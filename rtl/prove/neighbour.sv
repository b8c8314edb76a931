// SPDX-License-Identifier: MIT
`default_nettype none
// The neighbour at one port of a router under proof. It keeps the credit rule and sends whole worms, each as long as
// its head says. Everything else is free: when it sends, on which VC, which data, and when it returns the credits that
// it owes. Its accounts show when the router breaks a rule on this port.
module prove_neighbour #(
    parameter int VCS = 2,
    parameter int LENGTH_BITS = 4,  // worms of at most 2^LENGTH_BITS - 1 flits
    parameter int VC_BITS = 1,
    parameter int COUNT_BITS = 2,
    parameter int WIDE = COUNT_BITS + VC_BITS + 1
) (
    input  logic                      clk_i,
    input  logic                      rst_i,
    input  logic [    COUNT_BITS-1:0] reserve_i,
    input  logic [    COUNT_BITS-1:0] shared_i,
    input  logic [           VCS-1:0] usable_i,      // VCs on which it may send here
    // Free choices.
    input  logic                      send_i,
    input  logic [       VC_BITS-1:0] send_vc_i,
    input  logic [   LENGTH_BITS-1:0] length_i,
    input  logic                      legal_i,       // a head may turn to the port that this one names
    input  logic                      give_i,
    input  logic [       VC_BITS-1:0] give_vc_i,
    // The channel into the router, and its credits.
    output logic                      valid_o,
    output logic                      head_o,
    output logic                      tail_o,
    input  logic                      credit_i,
    input  logic [       VC_BITS-1:0] credit_vc_i,
    // The channel out of it.
    input  logic                      out_valid_i,
    input  logic [       VC_BITS-1:0] out_vc_i,
    output logic                      credit_o,
    // The accounts: flits sent and not credited, flits taken and not credited.
    output logic [VCS*COUNT_BITS-1:0] sent_o,
    output logic [VCS*COUNT_BITS-1:0] taken_o,
    output logic                      unowed_o,      // a credit that the router does not owe
    output logic                      unpaid_o,      // a flit that the credit rule does not allow
    output logic                      sent_full_o,   // no further flit may be sent, on any VC
    output logic                      taken_full_o
);
  logic [COUNT_BITS-1:0] sent[VCS], taken[VCS];
  logic [LENGTH_BITS-1:0] rest[VCS];  // flits of the open worm still to come
  logic [WIDE-1:0] sent_above, taken_above;
  logic [VCS-1:0] sends, returns, takes, gives, may_send, may_take, open, owed;

  always_comb begin
    sent_above  = '0;
    taken_above = '0;
    for (int v = 0; v < VCS; v++) begin
      if (sent[v] > reserve_i) sent_above = sent_above + WIDE'(sent[v] - reserve_i);
      if (taken[v] > reserve_i) taken_above = taken_above + WIDE'(taken[v] - reserve_i);
    end
    for (int v = 0; v < VCS; v++) begin
      may_send[v] = sent[v] < reserve_i || sent_above < WIDE'(shared_i);
      may_take[v] = taken[v] < reserve_i || taken_above < WIDE'(shared_i);
      owed[v]     = sent[v] != '0;
      open[v]     = rest[v] != '0;
      sends[v]    = send_i && !rst_i && send_vc_i == VC_BITS'(v) && usable_i[v] && may_send[v] && (open[v] || legal_i);
      returns[v]  = credit_i && credit_vc_i == VC_BITS'(v);
      takes[v]    = out_valid_i && out_vc_i == VC_BITS'(v);
      gives[v]    = give_i && !rst_i && give_vc_i == VC_BITS'(v) && taken[v] != '0;
    end
    valid_o = sends != '0;
    head_o  = (sends & open) == '0;
    tail_o  = length_i == LENGTH_BITS'(1);
    for (int v = 0; v < VCS; v++) if (sends[v] && open[v]) tail_o = rest[v] == LENGTH_BITS'(1);
    credit_o     = gives != '0;
    unowed_o     = credit_i && (returns & owed) == '0;
    unpaid_o     = out_valid_i && (takes & may_take) == '0;
    sent_full_o  = (may_send & usable_i) == '0;
    taken_full_o = (may_take & usable_i) == '0;
  end
  always_ff @(posedge clk_i) begin
    for (int v = 0; v < VCS; v++) begin
      if (rst_i) begin
        sent[v]  <= '0;
        taken[v] <= '0;
        rest[v]  <= '0;
      end else begin
        sent[v]  <= sent[v] + COUNT_BITS'(sends[v]) - COUNT_BITS'(returns[v]);
        taken[v] <= taken[v] + COUNT_BITS'(takes[v]) - COUNT_BITS'(gives[v]);
        if (sends[v]) rest[v] <= (open[v] ? rest[v] : length_i) - LENGTH_BITS'(1);
      end
    end
  end
  for (genvar v = 0; v < VCS; v++) begin : gen_account
    assign sent_o[v*COUNT_BITS+:COUNT_BITS]  = sent[v];
    assign taken_o[v*COUNT_BITS+:COUNT_BITS] = taken[v];
  end
endmodule
`default_nettype wire
