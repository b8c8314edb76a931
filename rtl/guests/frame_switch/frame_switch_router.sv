// SPDX-License-Identifier: MIT
`default_nettype none
// frame_switch with the pins of rtl/README.md: the header says the length, the egress and the lane behind it, all of
// them from our head; credits need no more than another notation.
module frame_switch_router #(
    parameter int PORTS = 5,
    parameter int VCS = 2,
    parameter int DEPTH = 4,
    parameter int DATA = 128
) (
    input  logic                  clk_i,
    input  logic                  rst_i,
    input  logic [     PORTS-1:0] local_i,
    input  logic [     PORTS-1:0] dateline_i,
    input  logic                  two_lanes_i,
    input  logic [     PORTS-1:0] in_valid_i,
    input  logic [     PORTS-1:0] in_head_i,
    input  logic [     PORTS-1:0] in_tail_i,
    input  logic [     PORTS-1:0] in_vc_i,
    input  logic [PORTS*DATA-1:0] in_data_i,
    output logic [     PORTS-1:0] in_credit_o,
    output logic [     PORTS-1:0] in_credit_vc_o,
    output logic [     PORTS-1:0] out_valid_o,
    output logic [     PORTS-1:0] out_head_o,
    output logic [     PORTS-1:0] out_tail_o,
    output logic [     PORTS-1:0] out_vc_o,
    output logic [PORTS*DATA-1:0] out_data_o,
    input  logic [     PORTS-1:0] out_credit_i,
    input  logic [     PORTS-1:0] out_credit_vc_i,
    output logic                  idle_o
);
  localparam int W = DATA + 38;
  localparam int PortBits = $clog2(PORTS);

  logic [PORTS-1:0] local_q, dateline_q;
  logic             two_lanes_q;
  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      local_q     <= local_i;
      dateline_q  <= dateline_i;
      two_lanes_q <= two_lanes_i;
    end
  end

  logic [PORTS*W-1:0] words_in, words_out;
  logic [2*PORTS-1:0] credits_in, credits_out;
  logic [  PORTS-1:0] unused_ends;
  assign unused_ends = in_head_i & in_tail_i;  // it counts

  for (genvar p = 0; p < PORTS; p++) begin : gen_port
    logic lane;
    torusim_next_lane #(
        .PORTS(PORTS),
        .INDEX(p)
    ) i_lane (
        .two_lanes_i(two_lanes_q),
        .local_i    (local_q),
        .dateline_i (dateline_q),
        .out_i      (in_data_i[p*DATA+torusim_head_pkg::Port+:PortBits]),
        .lane_i     (in_vc_i[p]),
        .named_i    (in_data_i[p*DATA+78]),
        .lane_o     (lane)
    );
    assign words_in[p*W+:W] = {in_data_i[p*DATA+torusim_head_pkg::Length+:32], in_data_i[p*DATA+torusim_head_pkg::Port+:torusim_head_pkg::PortBits], lane,
                                in_data_i[p*DATA+:DATA]};

    torusim_length_wrapper #(
        .VCS(VCS)
    ) i_length (
        .clk_i,
        .rst_i,
        .valid_i (out_valid_o[p]),
        .vc_i    (out_vc_o[p]),
        .length_i(words_out[p*W+32+:32]),
        .head_o  (out_head_o[p]),
        .tail_o  (out_tail_o[p])
    );

    torusim_credit_wrapper #(
        .VCS (VCS),
        .DATA(DATA)
    ) i_flow (
        .in_credit_i    (credits_in[2*p+:2]),
        .in_credit_o    (in_credit_o[p]),
        .in_credit_vc_o (in_credit_vc_o[p]),
        .out_credit_i   (out_credit_i[p]),
        .out_credit_vc_i(out_credit_vc_i[p]),
        .out_credit_o   (credits_out[2*p+:2]),
        .out_head_i     (out_head_o[p]),
        .out_data_i     (words_out[p*W+:DATA]),
        .out_data_o     (out_data_o[p*DATA+:DATA])
    );
  end

  frame_switch #(
      .N(PORTS),
      .D(DEPTH),
      .W(W)
  ) i_guest (
      .i_clk(clk_i),
      .i_rst(rst_i),
      .i_vld(in_valid_i),
      .i_chn(in_vc_i),
      .i_dat(words_in),
      .o_crd(credits_in),
      .o_vld(out_valid_o),
      .o_chn(out_vc_o),
      .o_dat(words_out),
      .i_crd(credits_out),
      .o_idl(idle_o)
  );
endmodule
`default_nettype wire
