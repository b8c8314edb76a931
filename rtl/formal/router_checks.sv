// SPDX-License-Identifier: MIT
`default_nettype none
// Properties inside torusim_router.sv, for every cycle; torusim_router.sv instantiates this module when FORMAL is
// defined. Each group has its own macro, so a proof carries no more state than its property needs. The module latches
// the configuration pins itself and derives classes from VCs: no property reads a register of the router that it
// checks.
module router_checks #(
    parameter int PORTS = 3,
    parameter int VCS = 2,
    parameter int DEPTH = 2,
    parameter int VC_BITS = $clog2(VCS),
    parameter int COUNT_BITS = $clog2(DEPTH + 1)
) (
    input logic                     clk_i,
    input logic                     rst_i,
    input logic [   COUNT_BITS-1:0] reserve_i,
    input logic [   COUNT_BITS-1:0] shared_i,
    input logic                     two_lanes_i,
    input logic                     transit_first_i,
    input logic [        PORTS-1:0] local_i,
    input logic [        PORTS-1:0] asks,
    input logic [  PORTS*PORTS-1:0] request,
    input logic [  PORTS*PORTS-1:0] grant,
    input logic [        PORTS-1:0] granted,
    input logic [PORTS*VC_BITS-1:0] forward_vc,  // by input: where the flit put forward would leave
    input logic [PORTS*VC_BITS-1:0] leaving_vc,
    input logic [    PORTS*VCS-1:0] credit,
    input logic [        PORTS-1:0] out_credit_i,
    input logic [PORTS*VC_BITS-1:0] out_credit_vc_i
);
`ifdef GRANTS
  // 3: at most one grant per output and one read per input, and only for requests. An output with a request grants one.
  for (genvar p = 0; p < PORTS; p++) begin : gen_port
    logic [PORTS-1:0] to_output, requests, of_input;
    assign to_output = grant[p*PORTS+:PORTS];
    assign requests  = request[p*PORTS+:PORTS];
    for (genvar o = 0; o < PORTS; o++) begin : gen_of
      assign of_input[o] = grant[o*PORTS+p];
    end
    always_comb begin
      if (!rst_i) begin
        assert ((to_output & (to_output - PORTS'(1))) == '0);
        assert ((of_input & (of_input - PORTS'(1))) == '0);
        assert ((to_output & ~requests) == '0);
        assert ((to_output != '0) == (requests != '0));
        assert (granted[p] == (of_input != '0));
        assert (!(granted[p] && !asks[p]));
      end
    end
  end
`endif
`ifdef URGENCY
  logic two_lanes_q, transit_first_q;
  logic [PORTS-1:0] local_q;
  logic [PORTS*VC_BITS-1:0] classes;
  always_ff @(posedge clk_i) begin
    if (rst_i) {two_lanes_q, transit_first_q, local_q} <= {two_lanes_i, transit_first_i, local_i};
  end
  for (genvar i = 0; i < PORTS; i++) begin : gen_class
    assign classes[i*VC_BITS+:VC_BITS] = forward_vc[i*VC_BITS+:VC_BITS] >> two_lanes_q;
  end
  // 6: an output sends no flit less urgent than one that requests it; with transit first, among equals, no injected
  // flit before a transit flit.
  for (genvar o = 0; o < PORTS; o++) begin : gen_output
    for (genvar g = 0; g < PORTS; g++) begin : gen_winner
      for (genvar i = 0; i < PORTS; i++) begin : gen_rival
        always_comb begin
          if (!rst_i && grant[o*PORTS+g] && request[o*PORTS+i]) begin
            assert (classes[g*VC_BITS+:VC_BITS] <= classes[i*VC_BITS+:VC_BITS]);
            if (transit_first_q && local_q[g] && !local_q[i])
              assert (classes[g*VC_BITS+:VC_BITS] != classes[i*VC_BITS+:VC_BITS]);
          end
        end
      end
    end
  end
`endif
`ifdef CREDITS
  logic [COUNT_BITS-1:0] reserve_q, shared_q;
  always_ff @(posedge clk_i) begin
    if (rst_i) {reserve_q, shared_q} <= {reserve_i, shared_i};
  end
  // 2 and 7: the account of every output equals the flits in flight, and the credit rule applies to it. So a reserved
  // slot is always available to its VC, and the pool is never overdrawn (1).
  for (genvar o = 0; o < PORTS; o++) begin : gen_account
    logic [COUNT_BITS-1:0] far[VCS];
    logic [COUNT_BITS+1:0] above;
    logic sends, returns;
    assign sends = grant[o*PORTS+:PORTS] != '0;
    assign returns = out_credit_i[o];
    always_ff @(posedge clk_i) begin
      for (int v = 0; v < VCS; v++) begin
        if (rst_i) far[v] <= '0;
        else
          far[v] <= far[v] + COUNT_BITS'(sends && leaving_vc[o*VC_BITS+:VC_BITS] == VC_BITS'(v)) -
              COUNT_BITS'(returns && out_credit_vc_i[o*VC_BITS+:VC_BITS] == VC_BITS'(v));
      end
    end
    always_comb begin
      above = '0;
      for (int v = 0; v < VCS; v++)
        if (far[v] > reserve_q) above = above + (COUNT_BITS + 2)'(far[v] - reserve_q);
      if (!rst_i) begin
        assert (above <= (COUNT_BITS + 2)'(shared_q));
        for (int v = 0; v < VCS; v++)
          assert (credit[o*VCS+v] == (far[v] < reserve_q || above < (COUNT_BITS + 2)'(shared_q)));
      end
    end
  end
`endif
endmodule
`default_nettype wire
