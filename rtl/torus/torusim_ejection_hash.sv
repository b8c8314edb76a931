// SPDX-License-Identifier: MIT
`default_nettype none
// The hash of torusim over the flits of an ejection channel, and a check of every flit: models/watch/scoreboard.h in
// hardware. Flit i of a message, taken in cycle c, adds key * Base^i * c modulo 2^61 - 1, where the key depends on message
// and node. So equal hashes mean that every flit was taken at the same node in the same cycle. As in the models, the
// flits since the last gap of a worm count from its next gap or its tail on.
//
// A worm owns its VC of the channel until its tail, so its state is kept per VC.
module torusim_ejection_hash #(
    parameter int VCS = 2,  ///< virtual channels (VCs) of a port
    parameter int VC_BITS = $clog2(VCS)  ///< bits of the number of a VC
) (
    input  logic               clk_i,
    input  logic               rst_i,
    input  logic [       31:0] node_i,
    input  logic [       63:0] cycle_i,
    input  logic               valid_i,
    input  logic               head_i,
    input  logic               tail_i,
    input  logic [VC_BITS-1:0] vc_i,
    input  logic [       63:0] words_i,  // message number; length or index
    input  logic [       47:0] check_i,  // in payload: their complement
    output logic [       63:0] hash_o,
    output logic               fault_o
);
  function automatic logic [63:0] mix(input logic [63:0] x);
    logic [63:0] a, b;
    a = (x ^ (x >> 30)) * 64'hBF58476D1CE4E5B9;
    b = (a ^ (a >> 27)) * 64'h94D049BB133111EB;
    mix = b ^ (b >> 31);
  endfunction
  localparam logic [60:0] Prime = '1;
  localparam logic [60:0] Base = 61'h0E3779B97F4A7C15;
  function automatic logic [60:0] residue(input logic [63:0] x);
    logic [61:0] folded;
    folded  = 62'(x[60:0]) + 62'(x[63:61]);
    residue = folded >= 62'(Prime) ? 61'(folded - 62'(Prime)) : folded[60:0];
  endfunction
  function automatic logic [60:0] times(input logic [60:0] a, input logic [60:0] b);
    logic [121:0] product;
    product = 122'(a) * 122'(b);
    times   = residue(64'(product[60:0]) + 64'(product[121:61]));
  endfunction
  function automatic logic [60:0] plus(input logic [60:0] a, input logic [60:0] b);
    plus = residue(64'(a) + 64'(b));
  endfunction
  // The weight of the head of a message for a node.
  function automatic logic [60:0] key(input logic [31:0] node, input logic [31:0] number);
    key = 61'(mix({number, node} + 64'h9E3779B97F4A7C15) >> 4) | 61'd1;
  endfunction

  logic [31:0] number_q[VCS];  // of the message
  logic [31:0] flits_q [VCS];  // its length; 0: no message
  logic [31:0] taken_q [VCS];
  logic [60:0] weight_q[VCS];  // of the next flit
  logic [60:0] stream_q[VCS];  // what the flits since the last gap add
  logic [63:0] last_q  [VCS];  // the cycle of the last flit
  logic [60:0] sum_q;
  logic fault_q;

  logic [31:0] number, index, flits;
  logic [63:0] now;
  logic [60:0] weight, added, stream;
  logic broken, intact;
  assign now    = cycle_i + 64'd1;
  assign number = words_i[torusim_head_pkg::Number+:32];
  assign index  = head_i ? '0 : words_i[torusim_head_pkg::Length+:32];
  assign flits  = head_i ? words_i[torusim_head_pkg::Length+:32] : flits_q[vc_i];
  assign weight = head_i ? key(node_i, number) : weight_q[vc_i];
  assign added  = times(weight, residue(now));
  assign broken = !head_i && now != last_q[vc_i] + 64'd1;
  assign stream = head_i || broken ? added : plus(stream_q[vc_i], added);
  assign intact = tail_i == (index + 32'd1 == flits) &&
      (head_i ? flits_q[vc_i] == '0
              : number == number_q[vc_i] && index == taken_q[vc_i] && check_i == ~words_i[47:0]);

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      sum_q   <= '0;
      fault_q <= 1'b0;
      for (int v = 0; v < VCS; v++) flits_q[v] <= '0;
    end else if (valid_i) begin
      number_q[vc_i] <= number;
      flits_q[vc_i]  <= tail_i ? '0 : flits;
      taken_q[vc_i]  <= index + 32'd1;
      weight_q[vc_i] <= times(weight, Base);
      stream_q[vc_i] <= stream;
      last_q[vc_i]   <= now;
      sum_q <= plus(sum_q, plus(broken ? stream_q[vc_i] : '0, tail_i ? stream : '0));
      if (!intact) fault_q <= 1'b1;
    end
  end
  assign hash_o  = {3'b0, sum_q};
  assign fault_o = fault_q;
endmodule
`default_nettype wire
