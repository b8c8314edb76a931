`default_nettype none
// The pipelined router of two stages with a register at its output pins (DELAY = 2), or that of three without: `prove.sh
// staged` proves that they are equal for any inputs. Pins without meaning, such as the VC of no credit, read as 0.
module staged_late #(
    parameter int PORTS = 3,
    parameter int VCS = 2,
    parameter int DEPTH = 2,
    parameter int DATA = 96,
    parameter int DELAY = 2,
    parameter int VC_BITS = $clog2(VCS),
    parameter int COUNT_BITS = $clog2(DEPTH + 1),
    parameter int EACH = 5 + 3 * VC_BITS + DATA
) (
    input  logic                     clk_i,
    input  logic                     rst_i,
    input  logic [        PORTS-1:0] local_i,
    input  logic [        PORTS-1:0] dateline_i,
    input  logic                     two_lanes_i,
    input  logic                     transit_first_i,
    input  logic                     store_and_forward_i,
    input  logic                     cut_through_i,
    input  logic [   COUNT_BITS-1:0] reserve_i,
    input  logic [   COUNT_BITS-1:0] shared_i,
    input  logic [        PORTS-1:0] in_valid_i,
    input  logic [        PORTS-1:0] in_head_i,
    input  logic [        PORTS-1:0] in_tail_i,
    input  logic [PORTS*VC_BITS-1:0] in_vc_i,
    input  logic [   PORTS*DATA-1:0] in_data_i,
    input  logic [        PORTS-1:0] out_credit_i,
    input  logic [PORTS*VC_BITS-1:0] out_credit_vc_i,
    input  logic [        PORTS-1:0] out_ack_i,
    input  logic [PORTS*VC_BITS-1:0] out_ack_vc_i,
    input  logic [        PORTS-1:0] gate_limit_i,
    input  logic [        PORTS-1:0] gate_next_i,
    output logic [   PORTS*EACH-1:0] pins_o
);
  logic [PORTS-1:0] credit, ack, valid, head, tail;
  logic [PORTS*VC_BITS-1:0] credit_vc, ack_vc, vc;
  logic [PORTS*DATA-1:0] data;
  // verilator lint_off UNUSEDSIGNAL
  logic idle;
  // verilator lint_on UNUSEDSIGNAL
  pipelined_router #(
      .PORTS(PORTS),
      .VCS  (VCS),
      .DEPTH(DEPTH),
      .DATA (DATA),
      .DELAY(DELAY)
  ) i_router (
      .*,
      .in_credit_o   (credit),
      .in_credit_vc_o(credit_vc),
      .in_ack_o      (ack),
      .in_ack_vc_o   (ack_vc),
      .out_valid_o   (valid),
      .out_head_o    (head),
      .out_tail_o    (tail),
      .out_vc_o      (vc),
      .out_data_o    (data),
      .idle_o        (idle)
  );

  logic [PORTS*EACH-1:0] pins;
  for (genvar p = 0; p < PORTS; p++) begin : gen_pins
    assign pins[p*EACH+:EACH] = {
      credit[p], ack[p], valid[p],
      credit[p] ? credit_vc[p*VC_BITS+:VC_BITS] : VC_BITS'(0),
      ack[p] ? ack_vc[p*VC_BITS+:VC_BITS] : VC_BITS'(0),
      valid[p] ? {head[p], tail[p], vc[p*VC_BITS+:VC_BITS], data[p*DATA+:DATA]} : (2 + VC_BITS + DATA)'(0)};
  end
  if (DELAY == 3) begin : gen_three
    assign pins_o = pins;
  end else begin : gen_two
    logic [PORTS*EACH-1:0] late;
    always_ff @(posedge clk_i) late <= rst_i ? '0 : pins;
    assign pins_o = late;
  end
endmodule
`default_nettype wire
