// SPDX-License-Identifier: MIT
`default_nettype none
// The pipelined router beside torusim_router.sv, on the same input pins (router_props.sv, STAGED): in every cycle its
// output pins are those of torusim_router.sv of the cycle before. The neighbours see the outputs of torusim_router.sv,
// so they send flits and credits a cycle sooner than those of the pipelined router may; all that these may do is among
// it.
//
// The rest are lemmas: the registers of the pipelined router follow from those of torusim_router.sv and from the grants
// of the cycle before, which it has not yet carried out. The wires under `probes` are registers, as in
// router_lemmas.sv.
module staged_props #(
    parameter int PORTS = 3,
    parameter int VCS = 2,
    parameter int DEPTH = 2,
    parameter int DATA = 96,
    parameter int VC_BITS = $clog2(VCS),
    parameter int COUNT_BITS = $clog2(DEPTH + 1),
    parameter int PORT_BITS = $clog2(PORTS)
) (
    input logic                            clk_i,
    input logic                            rst,
    input logic                            first,
    input logic [               PORTS-1:0] local_i,
    input logic [               PORTS-1:0] dateline_i,
    input logic                            two_lanes,
    input logic                            transit_first_i,
    input logic                            store_and_forward_i,
    input logic [          COUNT_BITS-1:0] reserve,
    input logic [          COUNT_BITS-1:0] shared,
    input logic [               PORTS-1:0] local_q,
    input logic [               PORTS-1:0] dateline_q,
    input logic                            two_lanes_q,
    input logic                            transit_first_q,
    input logic                            store_and_forward_q,
    input logic [          COUNT_BITS-1:0] reserve_q,
    input logic [          COUNT_BITS-1:0] shared_q,
    // The input pins of both, and the output pins of torusim_router.sv.
    input logic [               PORTS-1:0] in_valid,
    input logic [               PORTS-1:0] in_head,
    input logic [               PORTS-1:0] tail_i,
    input logic [       PORTS*VC_BITS-1:0] vc_i,
    input logic [          PORTS*DATA-1:0] in_data,
    input logic [               PORTS-1:0] out_credit,
    input logic [       PORTS*VC_BITS-1:0] credit_vc_i,
    input logic [               PORTS-1:0] ack_i,
    input logic [       PORTS*VC_BITS-1:0] ack_vc_i,
    input logic [               PORTS-1:0] in_credit,
    input logic [       PORTS*VC_BITS-1:0] in_credit_vc,
    input logic [               PORTS-1:0] in_ack,
    input logic [       PORTS*VC_BITS-1:0] in_ack_vc,
    input logic [               PORTS-1:0] out_valid,
    input logic [               PORTS-1:0] out_head,
    input logic [               PORTS-1:0] out_tail,
    input logic [       PORTS*VC_BITS-1:0] out_vc,
    input logic [          PORTS*DATA-1:0] out_data,
    input logic [           PORTS*VCS-1:0] all_open
);
  logic [PORTS-1:0] credit, ack, valid, head, tail;
  logic [PORTS*VC_BITS-1:0] credit_vc, ack_vc, vc;
  logic [PORTS*DATA-1:0] data;
  // verilator lint_off UNUSEDSIGNAL
  logic idle;
  // verilator lint_on UNUSEDSIGNAL
  torusim_pipelined_router #(
      .PORTS(PORTS),
      .VCS  (VCS),
      .DEPTH(DEPTH),
      .DATA (DATA)
  ) i_staged (
      .clk_i,
      .rst_i          (rst),
      .local_i,
      .dateline_i,
      .two_lanes_i    (two_lanes),
      .transit_first_i,
      .store_and_forward_i,
      .reserve_i      (reserve),
      .shared_i       (shared),
      .in_valid_i     (in_valid),
      .in_head_i      (in_head),
      .in_tail_i      (tail_i),
      .in_vc_i        (vc_i),
      .in_data_i      (in_data),
      .in_credit_o    (credit),
      .in_credit_vc_o (credit_vc),
      .in_ack_o       (ack),
      .in_ack_vc_o    (ack_vc),
      .out_valid_o    (valid),
      .out_head_o     (head),
      .out_tail_o     (tail),
      .out_vc_o       (vc),
      .out_data_o     (data),
      .out_credit_i   (out_credit),
      .out_credit_vc_i(credit_vc_i),
      .out_ack_i      (ack_i & {PORTS{!rst}}),
      .out_ack_vc_i   (ack_vc_i),
      .idle_o         (idle)
  );

  // The output pins of torusim_router.sv. `was`: of the cycle before.
  localparam int Each = 5 + 3 * VC_BITS + DATA;
  logic [PORTS*Each-1:0] pins, was;
  for (genvar p = 0; p < PORTS; p++) begin : gen_pins
    assign pins[p*Each+:Each] = {in_credit[p], in_ack[p], out_valid[p], out_head[p], out_tail[p],
        in_credit_vc[p*VC_BITS+:VC_BITS], in_ack_vc[p*VC_BITS+:VC_BITS], out_vc[p*VC_BITS+:VC_BITS], out_data[p*DATA+:DATA]};
    always_ff @(posedge clk_i) begin
      was[p*Each+:Each] <= pins[p*Each+:Each];
      if (rst) was[p*Each+Each-1-:3] <= '0;
    end
  end
  for (genvar p = 0; p < PORTS; p++) begin : gen_equal
    logic credit_was, ack_was, valid_was, head_was, tail_was;
    logic [VC_BITS-1:0] credit_vc_was, ack_vc_was, vc_was;
    logic [DATA-1:0] data_was;
    assign {credit_was, ack_was, valid_was, head_was, tail_was, credit_vc_was, ack_vc_was, vc_was, data_was} =
        was[p*Each+:Each];
    always_comb begin
      if (!first) begin
        assert (credit[p] == credit_was && ack[p] == ack_was && valid[p] == valid_was);
        if (credit_was) assert (credit_vc[p*VC_BITS+:VC_BITS] == credit_vc_was);
        if (ack_was) assert (ack_vc[p*VC_BITS+:VC_BITS] == ack_vc_was);
        if (valid_was) begin
          assert (head[p] == head_was && tail[p] == tail_was && vc[p*VC_BITS+:VC_BITS] == vc_was);
          assert (data[p*DATA+:DATA] == data_was);
        end
      end
    end
  end

`ifdef COVER  // of the pins of the pipelined router
  router_covers #(
      .PORTS(PORTS),
      .VCS  (VCS),
      .DEPTH(DEPTH)
  ) i_covers (
      .*,
      .in_credit(credit),
      .out_valid(valid),
      .out_head (head),
      .out_tail (tail),
      .out_vc   (vc),
      .all_sent ('0),
      .all_taken('0)
  );
`endif

`ifdef LEMMAS
  staged_lemmas #(
      .PORTS(PORTS),
      .VCS  (VCS),
      .DEPTH(DEPTH),
      .DATA (DATA),
      .EACH (Each)
  ) i_staged_lemmas (
      .*
  );
`endif
endmodule
`default_nettype wire
