// SPDX-License-Identifier: MIT
// Egress of frame_switch: serves the ingresses in turn and holds a channel for a frame from its first word to its last.
module frame_egress #(
    parameter int N = 5,
    parameter int D = 4,
    parameter int W = 166
) (
    input  logic           i_clk,
    input  logic           i_rst,
    input  logic [  N-1:0] i_ask,
    input  logic [  N-1:0] i_chn,
    input  logic [  N-1:0] i_sof,
    input  logic [  N-1:0] i_eof,
    input  logic [N*W-1:0] i_dat,
    output logic [  N-1:0] o_give,
    output logic [    1:0] o_open,
    output logic [    1:0] o_credit,
    output logic           o_vld,
    output logic           o_chn,
    output logic [  W-1:0] o_dat,
    input  logic [    1:0] i_crd
);
  logic [$clog2(N)-1:0]   next, winner;
  logic [$clog2(D+1)-1:0] credits [2];
  logic [1:0] held;
  logic       any, chn, sof, eof;

  always_comb begin
    winner = '0;
    for (int k = N - 1; k >= 0; k--)        // from the last in line to the first
      if (i_ask[(32'(next)+k)%N]) winner = $clog2(N)'((32'(next) + k) % N);
  end
  assign any    = i_ask != '0;
  assign o_give = any ? N'(1) << winner : '0;
  assign chn    = i_chn[winner];
  assign sof    = i_sof[winner];
  assign eof    = i_eof[winner];
  assign o_open = ~held;
  assign o_credit = {credits[1] != 0, credits[0] != 0};

  always_ff @(posedge i_clk) begin
    if (any) begin
      o_dat <= i_dat[winner*W+:W];
      o_chn <= chn;
    end
    if (i_rst) begin
      o_vld <= 1'b0;
      next  <= '0;
      held  <= 2'b00;
      for (int c = 0; c < 2; c++) credits[c] <= $clog2(D+1)'(D);
    end else begin
      o_vld <= any;
      if (any) begin
        next <= (32'(winner) == N - 1) ? '0 : winner + 1'b1;
        if (sof || eof) held[chn] <= !eof;
      end
      for (int c = 0; c < 2; c++)
        credits[c] <= credits[c] + $clog2(D+1)'(i_crd[c]) - $clog2(D+1)'(any && chn == c[0]);
    end
  end
endmodule
