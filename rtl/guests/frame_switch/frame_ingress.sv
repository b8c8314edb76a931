// SPDX-License-Identifier: MIT
// Ingress of frame_switch: a register, then a queue per channel. Asks an egress for the word in front of one of them.
module frame_ingress #(
    parameter int N = 5,
    parameter int D = 4,
    parameter int W = 166,
    parameter int A = $clog2(D)
) (
    input  logic           i_clk,
    input  logic           i_rst,
    input  logic           i_vld,
    input  logic           i_chn,
    input  logic [  W-1:0] i_dat,
    output logic [    1:0] o_crd,
    input  logic [2*N-1:0] i_open,     // egress channels that no frame holds
    input  logic [2*N-1:0] i_credit,   // egress channels with a credit
    output logic [  N-1:0] o_ask,
    output logic           o_chn,
    output logic           o_sof,
    output logic           o_eof,
    output logic [  W-1:0] o_dat,
    input  logic           i_got,
    output logic           o_quiet
);
  logic         vld_r, chn_r;
  logic [W-1:0] dat_r;
  logic [W-1:0] queue [2*D];
  logic [  A:0] fill  [2];
  logic [A-1:0] head  [2];
  logic [ 31:0] rest  [2];       // words of the frame in front that are still here or to come; 0: a header is next
  logic [  4:0] dst_r [2];
  logic         dch_r [2];

  logic [  1:0] able;
  logic [ 31:0] words [2];
  logic [  4:0] dst   [2];
  logic         dch   [2];
  logic [W-1:0] front [2];
  logic         turn, sel;

  for (genvar c = 0; c < 2; c++) begin : g_channel
    logic [5:0] target;
    assign front[c] = queue[c*D+32'(head[c])];
    assign words[c] = (rest[c] == 0) ? front[c][W-1-:32] : rest[c];
    assign dst[c]   = (rest[c] == 0) ? front[c][W-33-:5] : dst_r[c];
    assign dch[c]   = (rest[c] == 0) ? front[c][W-38] : dch_r[c];
    assign target   = {dst[c], dch[c]};
    assign able[c]  = fill[c] != 0 && i_credit[target] && (rest[c] != 0 || i_open[target]);
  end

  assign sel   = able[turn] ? turn : !turn;
  assign o_ask = able[sel] ? N'(1) << dst[sel] : '0;
  assign o_chn = dch[sel];
  assign o_sof = rest[sel] == 0;
  assign o_eof = words[sel] == 1;
  assign o_dat = front[sel];

  always_ff @(posedge i_clk) begin
    dat_r <= i_dat;
    chn_r <= i_chn;
    if (vld_r) queue[32'(chn_r)*D+32'(A'(fill[chn_r]+(A+1)'(head[chn_r])))] <= dat_r;
    if (i_rst) begin
      vld_r <= 1'b0;
      o_crd <= 2'b00;
      turn  <= 1'b0;
      for (int c = 0; c < 2; c++) begin
        fill[c] <= '0;
        head[c] <= '0;
        rest[c] <= '0;
      end
    end else begin
      vld_r <= i_vld;
      o_crd <= 2'b00;
      if (i_got) begin
        o_crd[sel]  <= 1'b1;
        head[sel]   <= head[sel] + 1'b1;
        rest[sel]   <= words[sel] - 1;
        dst_r[sel]  <= dst[sel];
        dch_r[sel]  <= dch[sel];
        turn        <= !sel;
      end
      for (int c = 0; c < 2; c++)
        fill[c] <= fill[c] + (A+1)'(vld_r && chn_r == c[0]) - (A+1)'(i_got && sel == c[0]);
    end
  end

  assign o_quiet = fill[0] == 0 && fill[1] == 0 && !vld_r && o_crd == 0;
endmodule
