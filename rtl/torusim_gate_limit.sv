// SPDX-License-Identifier: MIT
`default_nettype none
// Gates, at an output port: the limit of its gate. The table outside sees tails on the channel. Its limit of the cycle
// before is right unless a tail is on the channel now: then the limit after one more tail is.
module torusim_gate_limit #(
    parameter int GATE_BITS = 32  ///< bits of a message number
) (
    input  logic                 clk_i,
    input  logic [GATE_BITS-1:0] limit_i,
    input  logic [GATE_BITS-1:0] next_i,   // after one more tail
    input  logic                 tail_i,   // on the channel
    output logic [GATE_BITS-1:0] limit_o
);
  logic [GATE_BITS-1:0] limit_q, next_q;
  always_ff @(posedge clk_i) begin
    limit_q <= limit_i;
    next_q  <= next_i;
  end
  assign limit_o = tail_i ? next_q : limit_q;
endmodule
`default_nettype wire
