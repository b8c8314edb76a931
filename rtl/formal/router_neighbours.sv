// SPDX-License-Identifier: MIT
`default_nettype none
// The neighbours of a router under proof: they send flits of any worm while they have the credit, and return any credit
// that they owe. Each keeps accounts per VC: flits sent and not credited, whether a worm is open, flits taken and not
// credited. With COUNTS, properties 1, 2 and 7 on the pins: the router returns a credit only for a flit that it took,
// keeps the credit rule, and returns as many credits as it sends flits.
module router_neighbours #(
    parameter int PORTS = 3,
    parameter int VCS = 2,
    parameter int DEPTH = 2,
    parameter int VC_BITS = $clog2(VCS),
    parameter int COUNT_BITS = $clog2(DEPTH + 1),
    parameter int PORT_BITS = $clog2(PORTS),
    parameter int Wide = COUNT_BITS + 2
) (
    input  logic                            clk_i,
    input  logic                            rst,
    input  logic                            first,
    input  logic [          COUNT_BITS-1:0] reserve_q,
    input  logic [          COUNT_BITS-1:0] shared_q,
    // Free choices of the neighbours.
    input  logic [               PORTS-1:0] valid_i,
    input  logic [               PORTS-1:0] tail_i,
    input  logic [       PORTS*VC_BITS-1:0] vc_i,
    input  logic [               PORTS-1:0] credit_i,
    input  logic [       PORTS*VC_BITS-1:0] credit_vc_i,
    // Pins of the router.
    output logic [               PORTS-1:0] in_valid,
    output logic [               PORTS-1:0] in_head,
    input  logic [               PORTS-1:0] in_credit,
    input  logic [       PORTS*VC_BITS-1:0] in_credit_vc,
    input  logic [               PORTS-1:0] in_ack,
    input  logic [               PORTS-1:0] out_valid,
    input  logic [       PORTS*VC_BITS-1:0] out_vc,
    output logic [               PORTS-1:0] out_credit,
    input  logic                            idle,
    // The accounts, by port and VC; all_sent_above: flits beyond the reserve, by port.
    output logic [PORTS*VCS*COUNT_BITS-1:0] all_sent,
    output logic [PORTS*VCS*COUNT_BITS-1:0] all_taken,
    output logic [           PORTS*VCS-1:0] all_open,
    output logic [          PORTS*Wide-1:0] all_sent_above
);
`ifdef NARROW  // One sender is enough to refute a mutant, and sooner than all of them.
  localparam logic [PORTS-1:0] Senders = PORTS'(1);
`else
  localparam logic [PORTS-1:0] Senders = {PORTS{1'b1}};  // Yosys 0.23 reads '1 as 1 here
`endif
  logic [PORTS-1:0] credit_owed;  // the router's credit is for a flit that it took
  logic [PORTS-1:0] within_rule;  // the router's flit keeps the credit rule
  for (genvar p = 0; p < PORTS; p++) begin : gen_neighbour
    logic [VC_BITS-1:0] vc, credit_vc, out_on, returned;
    assign vc        = vc_i[p*VC_BITS+:VC_BITS];
    assign credit_vc = in_credit_vc[p*VC_BITS+:VC_BITS];
    assign out_on    = out_vc[p*VC_BITS+:VC_BITS];
    assign returned  = credit_vc_i[p*VC_BITS+:VC_BITS];

    logic [COUNT_BITS-1:0] sent[VCS], taken[VCS];
    logic [VCS-1:0] open;
    logic [Wide-1:0] sent_above, taken_above;
    always_comb begin
      sent_above  = '0;
      taken_above = '0;
      for (int v = 0; v < VCS; v++) begin
        if (sent[v] > reserve_q) sent_above = sent_above + Wide'(sent[v] - reserve_q);
        if (taken[v] > reserve_q) taken_above = taken_above + Wide'(taken[v] - reserve_q);
      end
    end
    assign in_valid[p] = !rst && valid_i[p] && Senders[p] && 32'(vc) < VCS &&
        (sent[vc] < reserve_q || sent_above < Wide'(shared_q));
    assign in_head[p] = !open[vc];
    assign out_credit[p] = !rst && credit_i[p] && 32'(returned) < VCS && taken[returned] != '0;
    assign credit_owed[p] = !in_credit[p] || (32'(credit_vc) < VCS && sent[credit_vc] != '0);
    assign within_rule[p] = !out_valid[p] || (32'(out_on) < VCS &&
        (taken[out_on] < reserve_q || taken_above < Wide'(shared_q)));

    always_ff @(posedge clk_i) begin
      for (int v = 0; v < VCS; v++) begin
        if (rst) begin
          sent[v]  <= '0;
          taken[v] <= '0;
          open[v]  <= 1'b0;
        end else begin
          sent[v] <= sent[v] + COUNT_BITS'(in_valid[p] && vc == VC_BITS'(v)) -
              COUNT_BITS'(in_credit[p] && credit_vc == VC_BITS'(v));
          taken[v] <= taken[v] + COUNT_BITS'(out_valid[p] && out_on == VC_BITS'(v)) -
              COUNT_BITS'(out_credit[p] && returned == VC_BITS'(v));
          if (in_valid[p] && vc == VC_BITS'(v)) open[v] <= !tail_i[p];
        end
      end
    end
  end

  // The accounts as vectors, by port and VC.
  for (genvar p = 0; p < PORTS; p++) begin : gen_all
    for (genvar v = 0; v < VCS; v++) begin : gen_vc
      assign all_sent[(p*VCS+v)*COUNT_BITS+:COUNT_BITS] = gen_neighbour[p].sent[v];
      assign all_taken[(p*VCS+v)*COUNT_BITS+:COUNT_BITS] = gen_neighbour[p].taken[v];
    end
    assign all_open[p*VCS+:VCS] = gen_neighbour[p].open;
    assign all_sent_above[p*Wide+:Wide] = gen_neighbour[p].sent_above;
  end

`ifdef COUNTS
  function automatic logic [PORT_BITS:0] count(input logic [PORTS-1:0] bits);
    count = '0;
    for (int p = 0; p < PORTS; p++) count = count + (PORT_BITS + 1)'(bits[p]);
  endfunction
  always_comb begin
    if (!first) begin
      assert (credit_owed == '1);
      assert (within_rule == '1);
      assert (count(out_valid) == count(in_credit));
      if (idle) assert (out_valid == '0 && in_credit == '0 && in_ack == '0 && all_sent == '0);
    end
  end
`endif
endmodule
`default_nettype wire
