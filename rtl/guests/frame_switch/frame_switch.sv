// SPDX-License-Identifier: MIT
// frame_switch: N x N input-queued switch for variable-length frames.
//
// A frame is a header word and the words that follow it; nothing but the count in the header says where it ends.
// Header: [W-1:W-32] words in the frame, header included; [W-33:W-37] egress; [W-38] egress channel.
// Flow control: one credit wire per channel; a transmitter starts with D credits per channel.
// Three clocks through the switch: ingress register, queue, egress register.
module frame_switch #(
    parameter int N = 5,
    parameter int D = 4,    // words per queue
    parameter int W = 166
) (
    input  logic           i_clk,
    input  logic           i_rst,
    input  logic [  N-1:0] i_vld,
    input  logic [  N-1:0] i_chn,
    input  logic [N*W-1:0] i_dat,
    output logic [2*N-1:0] o_crd,
    output logic [  N-1:0] o_vld,
    output logic [  N-1:0] o_chn,
    output logic [N*W-1:0] o_dat,
    input  logic [2*N-1:0] i_crd,
    output logic           o_idl
);
  logic [  N*N-1:0] ask, give;           // [ingress][egress], [egress][ingress]
  logic [    N-1:0] chn, sof, eof, got, quiet;
  logic [  N*W-1:0] dat;
  logic [  2*N-1:0] open, credit;

  for (genvar i = 0; i < N; i++) begin : g_ingress
    logic [N-1:0] given;
    for (genvar e = 0; e < N; e++) begin : g_given
      assign given[e] = give[e*N+i];
    end
    assign got[i] = given != '0;
    frame_ingress #(.N(N), .D(D), .W(W)) u_ingress (
        .i_clk, .i_rst,
        .i_vld(i_vld[i]), .i_chn(i_chn[i]), .i_dat(i_dat[i*W+:W]), .o_crd(o_crd[2*i+:2]),
        .i_open(open), .i_credit(credit),
        .o_ask(ask[i*N+:N]), .o_chn(chn[i]), .o_sof(sof[i]), .o_eof(eof[i]), .o_dat(dat[i*W+:W]),
        .i_got(got[i]), .o_quiet(quiet[i]));
  end

  for (genvar e = 0; e < N; e++) begin : g_egress
    logic [N-1:0] asks;
    for (genvar i = 0; i < N; i++) begin : g_asks
      assign asks[i] = ask[i*N+e];
    end
    frame_egress #(.N(N), .D(D), .W(W)) u_egress (
        .i_clk, .i_rst,
        .i_ask(asks), .i_chn(chn), .i_sof(sof), .i_eof(eof), .i_dat(dat), .o_give(give[e*N+:N]),
        .o_open(open[2*e+:2]), .o_credit(credit[2*e+:2]),
        .o_vld(o_vld[e]), .o_chn(o_chn[e]), .o_dat(o_dat[e*W+:W]), .i_crd(i_crd[2*e+:2]));
  end

  assign o_idl = (&quiet) && o_vld == '0;
endmodule
