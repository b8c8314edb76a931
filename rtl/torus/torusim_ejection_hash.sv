// SPDX-License-Identifier: MIT
`default_nettype none
// The hash of torusim over the flits of an ejection channel, and a check of every flit: models/watch/scoreboard.h in
// hardware. Each longest unbroken stream of a message (flits i .. j taken in cycles c .. c + j - i) adds a number to
// the sum, so equal hashes mean that every flit was taken at the same node in the same cycle.
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
  // Flits first .. taken - 1 of the message, the first of them in this cycle.
  function automatic logic [63:0] stream(input logic [31:0] node, input logic [31:0] number, input logic [31:0] first,
                                         input logic [31:0] taken, input logic [63:0] cycle);
    logic [63:0] h;
    h = mix(64'(number) + 64'h9E3779B97F4A7C15);
    h = mix(h ^ {node, first});
    h = mix(h ^ 64'(taken)) ^ mix(cycle + 64'hD1B54A32D192ED03);
    stream = mix(h);
  endfunction

  logic [31:0] number_q[VCS];  // of the message
  logic [31:0] flits_q [VCS];  // its length; 0: no message
  logic [31:0] taken_q [VCS];
  logic [31:0] first_q [VCS];  // first flit of the current stream
  logic [63:0] begin_q [VCS];  // the cycle of that flit
  logic [63:0] hash_q;
  logic fault_q;

  logic [31:0] number, index, flits, first;
  logic [63:0] now, from;
  logic broken, intact;
  assign now    = cycle_i + 64'd1;
  assign number = words_i[torusim_head_pkg::Number+:32];
  assign index  = head_i ? '0 : words_i[torusim_head_pkg::Length+:32];
  assign flits  = head_i ? words_i[torusim_head_pkg::Length+:32] : flits_q[vc_i];
  assign broken = !head_i && now != begin_q[vc_i] + {32'd0, index - first_q[vc_i]};
  assign first  = head_i || broken ? index : first_q[vc_i];
  assign from   = head_i || broken ? now : begin_q[vc_i];
  assign intact = tail_i == (index + 32'd1 == flits) &&
      (head_i ? flits_q[vc_i] == '0
              : number == number_q[vc_i] && index == taken_q[vc_i] && check_i == ~words_i[47:0]);

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      hash_q  <= '0;
      fault_q <= 1'b0;
      for (int v = 0; v < VCS; v++) flits_q[v] <= '0;
    end else if (valid_i) begin
      number_q[vc_i] <= number;
      flits_q[vc_i]  <= tail_i ? '0 : flits;
      taken_q[vc_i]  <= index + 32'd1;
      first_q[vc_i]  <= first;
      begin_q[vc_i]  <= from;
      if (broken || tail_i) begin
        hash_q <= hash_q + (broken ? stream(node_i, number, first_q[vc_i], index, begin_q[vc_i]) : '0) +
            (tail_i ? stream(node_i, number, first, index + 32'd1, from) : '0);
      end
      if (!intact) fault_q <= 1'b1;
    end
  end
  assign hash_o  = hash_q;
  assign fault_o = fault_q;
endmodule
`default_nettype wire
