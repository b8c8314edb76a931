// SPDX-License-Identifier: MIT
`default_nettype none
// xy_torus.v with the pins of rtl/README.md: ready and valid become credits, coordinates become route segments.
// The port numbers differ, and that is all that is said of them here.
module xy_torus_router #(
    parameter int PORTS = 5,
    parameter int VCS = 2,
    parameter int DEPTH = 8,
    parameter int DATA = 128,
    parameter int COUNT_BITS = $clog2(DEPTH + 1)
) (
    input  logic                  clk_i,
    input  logic                  rst_i,
    input  logic [     PORTS-1:0] dateline_i,
    input  logic [COUNT_BITS-1:0] reserve_i,
    input  logic [COUNT_BITS-1:0] shared_i,
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
  localparam int W = DATA + 6;

  // +x east 2, -x west 4, +y north 1, -y south 3, local 0.
  function automatic int guest_port(input int port);
    guest_port = (port == 0) ? 2 : (port == 1) ? 4 : (port == 2) ? 1 : (port == 3) ? 3 : 0;
  endfunction

  logic [     PORTS-1:0] dateline_q;
  logic [COUNT_BITS-1:0] reserve_q, shared_q;
  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      dateline_q <= dateline_i;
      reserve_q  <= reserve_i;
      shared_q   <= shared_i;
    end
  end

  logic [  PORTS-1:0] wrap, s_valid, s_vc, m_valid, m_vc, enters, leaves, empty;
  logic [PORTS*W-1:0] s_flit, m_flit;
  logic [PORTS*2-1:0] s_ready, m_ready;

  for (genvar p = 0; p < PORTS; p++) begin : gen_port
    localparam int G = guest_port(p);
    logic            head, tail, unused_valid;
    logic [DATA-1:0] data;
    logic [     3:0] destination, unused_here;

    assign wrap[G] = dateline_q[p];

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
        .in_vc_i        (in_vc_i[p]),
        .in_data_i      (in_data_i[p*DATA+:DATA]),
        .in_credit_o    (in_credit_o[p]),
        .in_credit_vc_o (in_credit_vc_o[p]),
        .out_valid_o    (out_valid_o[p]),
        .out_head_o     (out_head_o[p]),
        .out_tail_o     (out_tail_o[p]),
        .out_vc_o       (out_vc_o[p]),
        .out_data_o     (out_data_o[p*DATA+:DATA]),
        .out_credit_i   (out_credit_i[p]),
        .out_credit_vc_i(out_credit_vc_i[p]),
        .to_valid_o     (s_valid[G]),
        .to_head_o      (head),
        .to_tail_o      (tail),
        .to_vc_o        (s_vc[G]),
        .to_data_o      (data),
        .to_ready_i     (s_ready[2*G+:2]),
        .from_valid_i   (m_valid[G]),
        .from_head_i    (m_flit[G*W+W-1]),
        .from_tail_i    (m_flit[G*W+W-2]),
        .from_vc_i      (m_vc[G]),
        .from_data_i    (m_flit[G*W+:DATA]),
        .from_ready_o   (m_ready[2*G+:2]),
        .enters_o       (enters[p]),
        .leaves_o       (leaves[p]),
        .empty_o        (empty[p])
    );

    torusim_coordinate_wrapper #(
        .DIMENSIONS(2)
    ) i_route (
        .port_i(data[torusim_head_pkg::Port+:torusim_head_pkg::PortBits]),
        .to_o  (destination),
        .at_o  (unused_here)
    );
    assign s_flit[G*W+:W] = {head, tail, destination, data};
  end

  xy_torus #(
      .W(W)
  ) i_guest (
      .aclk   (clk_i),
      .aresetn(!rst_i),
      .my_x   (2'd1),
      .my_y   (2'd1),
      .wrap,
      .s_valid,
      .s_vc,
      .s_flit,
      .s_ready,
      .m_valid,
      .m_vc,
      .m_flit,
      .m_ready
  );

  logic [7:0] inside_q;  // flits in the guest, which does not say
  always_ff @(posedge clk_i) begin
    if (rst_i) inside_q <= '0;
    else inside_q <= inside_q + 8'($countones(enters)) - 8'($countones(leaves));
  end
  assign idle_o = (&empty) && inside_q == '0;
endmodule
`default_nettype wire
