// SPDX-License-Identifier: MIT
`default_nettype none
// stream_switch.sv with the pins of rtl/README.md: valid and ready become credits, and the first beat of a packet is
// found again behind the switch, which marks only the last. One virtual channel, so there are no pins for its number.
module stream_switch_router #(
    parameter int PORTS = 5,
    parameter int VCS = 1,
    parameter int DEPTH = 8,
    parameter int DATA = 128,
    parameter int COUNT_BITS = $clog2(DEPTH + 1)
) (
    input  logic                  clk_i,
    input  logic                  rst_i,
    input  logic [COUNT_BITS-1:0] reserve_i,
    input  logic [COUNT_BITS-1:0] shared_i,
    input  logic [     PORTS-1:0] in_valid_i,
    input  logic [     PORTS-1:0] in_head_i,
    input  logic [     PORTS-1:0] in_tail_i,
    input  logic [PORTS*DATA-1:0] in_data_i,
    output logic [     PORTS-1:0] in_credit_o,
    output logic [     PORTS-1:0] out_valid_o,
    output logic [     PORTS-1:0] out_head_o,
    output logic [     PORTS-1:0] out_tail_o,
    output logic [PORTS*DATA-1:0] out_data_o,
    input  logic [     PORTS-1:0] out_credit_i
);
  logic [COUNT_BITS-1:0] reserve_q, shared_q;
  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      reserve_q <= reserve_i;
      shared_q  <= shared_i;
    end
  end

  logic [PORTS-1:0]      to_valid, to_tail, to_ready, from_valid, from_tail, from_ready;
  logic [PORTS*DATA-1:0] to_data, from_data;
  logic [PORTS*3-1:0]    to_port;

  for (genvar p = 0; p < PORTS; p++) begin : gen_port
    logic inside_q;  // behind the first beat of a packet
    logic unused_head, unused_to_vc, unused_credit_vc, unused_out_vc, unused_enters, leaves, unused_empty;
    always_ff @(posedge clk_i) begin
      if (rst_i) inside_q <= 1'b0;
      else if (leaves) inside_q <= !from_tail[p];
    end

    torusim_ready_valid_wrapper #(
        .VCS  (VCS),
        .DEPTH(DEPTH),
        .DATA (DATA)
    ) i_flow (
        .clk_i,
        .rst_i,
        .reserve_i      (reserve_q),
        .shared_i       (shared_q),
        .in_valid_i     (in_valid_i[p]),
        .in_head_i      (in_head_i[p]),
        .in_tail_i      (in_tail_i[p]),
        .in_vc_i        (1'b0),
        .in_data_i      (in_data_i[p*DATA+:DATA]),
        .in_credit_o    (in_credit_o[p]),
        .in_credit_vc_o (unused_credit_vc),
        .out_valid_o    (out_valid_o[p]),
        .out_head_o     (out_head_o[p]),
        .out_tail_o     (out_tail_o[p]),
        .out_vc_o       (unused_out_vc),
        .out_data_o     (out_data_o[p*DATA+:DATA]),
        .out_credit_i   (out_credit_i[p]),
        .out_credit_vc_i(1'b0),
        .to_valid_o     (to_valid[p]),
        .to_head_o      (unused_head),
        .to_tail_o      (to_tail[p]),
        .to_vc_o        (unused_to_vc),
        .to_data_o      (to_data[p*DATA+:DATA]),
        .to_ready_i     (to_ready[p]),
        .from_valid_i   (from_valid[p]),
        .from_head_i    (!inside_q),
        .from_tail_i    (from_tail[p]),
        .from_vc_i      (1'b0),
        .from_data_i    (from_data[p*DATA+:DATA]),
        .from_ready_o   (from_ready[p]),
        .enters_o       (unused_enters),
        .leaves_o       (leaves),
        .empty_o        (unused_empty)
    );
    assign to_port[p*3+:3] = to_data[p*DATA+torusim_head_pkg::Port+:3];  // of the head's first route segment
  end

  stream_switch #(
      .N(PORTS),
      .W(DATA)
  ) i_guest (
      .aclk    (clk_i),
      .aresetn (!rst_i),
      .s_tvalid(to_valid),
      .s_tready(to_ready),
      .s_tdata (to_data),
      .s_tdest (to_port),
      .s_tlast (to_tail),
      .m_tvalid(from_valid),
      .m_tready(from_ready),
      .m_tdata (from_data),
      .m_tlast (from_tail)
  );
endmodule
`default_nettype wire
