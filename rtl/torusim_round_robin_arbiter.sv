// SPDX-License-Identifier: MIT
`default_nettype none
// Round-robin: grants the first requester at or after the turn, in cyclic order. The turn moves to the one behind
// the winner. A granted flit always leaves, so every grant moves the turn.
module torusim_round_robin_arbiter #(
    parameter int N = 5  ///< requesters
) (
    input  logic         clk_i,
    input  logic         rst_i,
    input  logic [N-1:0] request_i,
    output logic [N-1:0] grant_o  // one-hot, or zero without a request
);
  // The turn as a mask of the requesters at or after it. No bit means the same as all bits: start at 0.
  logic [N-1:0] turn_q;
  logic [N-1:0] candidates;

  always_comb begin
    candidates = '0;
    grant_o    = '0;
    if (request_i != '0) begin
      candidates = ((request_i & turn_q) != '0) ? request_i & turn_q : request_i;
      grant_o    = candidates & (~candidates + N'(1));  // the lowest of them
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) turn_q <= '0;
    else if (grant_o != '0) turn_q <= ~(grant_o | (grant_o - N'(1)));
  end

`ifndef SYNTHESIS
  always @(posedge clk_i) begin
    if (!rst_i) begin
      assert ((grant_o & (grant_o - N'(1))) == '0);  // at most one
      assert ((grant_o & ~request_i) == '0);
    end
  end
`endif
endmodule
`default_nettype wire
