`default_nettype none
// The pipelined router and router.sv with DELAY - 1 more registers at each output are equal, pin by pin, in every cycle:
// both see the same neighbours, which keep the contract and are otherwise free (router_neighbours.sv). An ack comes only
// for an output VC whose worm's head has left and whose tail has not.
module pipelined_equal #(
    parameter int PORTS = 3,
    parameter int VCS = 2,
    parameter int DEPTH = 2,
    parameter int DATA = 96,
    parameter int DELAY = 2,
    parameter int VC_BITS = $clog2(VCS),
    parameter int COUNT_BITS = $clog2(DEPTH + 1)
) (
    input logic                     clk_i,
    input logic [        PORTS-1:0] local_i,
    input logic [        PORTS-1:0] dateline_i,
    input logic                     two_lanes_i,
    input logic                     transit_first_i,
    input logic                     store_and_forward_i,
    input logic [   COUNT_BITS-1:0] reserve_i,
    input logic [   COUNT_BITS-1:0] shared_i,
    input logic [        PORTS-1:0] valid_i,
    input logic [        PORTS-1:0] tail_i,
    input logic [PORTS*VC_BITS-1:0] vc_i,
    input logic [   PORTS*DATA-1:0] data_i,
    input logic [        PORTS-1:0] credit_i,
    input logic [PORTS*VC_BITS-1:0] credit_vc_i,
    input logic [        PORTS-1:0] ack_i,
    input logic [PORTS*VC_BITS-1:0] ack_vc_i
);
  localparam int Pins = PORTS * (5 + 3 * VC_BITS + DATA);
  logic first = 1'b1;
  always_ff @(posedge clk_i) first <= 1'b0;

  logic [COUNT_BITS-1:0] reserve, shared, reserve_q, shared_q;
  assign reserve = (reserve_i == '0 || reserve_i > COUNT_BITS'(DEPTH)) ? COUNT_BITS'(1) : reserve_i;
  assign shared  = (shared_i > COUNT_BITS'(DEPTH) - reserve) ? '0 : shared_i;
  always_ff @(posedge clk_i) begin
    if (first) begin
      reserve_q <= reserve;
      shared_q  <= shared;
    end
  end

  logic [PORTS-1:0] in_valid, in_head, out_credit;
  logic [PORTS-1:0] in_credit, in_ack, out_valid, out_head, out_tail;
  logic [PORTS*VC_BITS-1:0] in_credit_vc, in_ack_vc, out_vc;
  logic [PORTS*DATA-1:0] out_data;
  logic [PORTS-1:0] plain_credit, plain_ack, plain_valid, plain_head, plain_tail;
  logic [PORTS*VC_BITS-1:0] plain_credit_vc, plain_ack_vc, plain_vc;
  logic [PORTS*DATA-1:0] plain_data;
  logic idle, plain_idle;

  router_neighbours #(
      .PORTS(PORTS),
      .VCS  (VCS),
      .DEPTH(DEPTH)
  ) i_neighbours (
      .clk_i,
      .rst(first),
      .first,
      .reserve_q,
      .shared_q,
      .valid_i,
      .tail_i,
      .vc_i,
      .credit_i,
      .credit_vc_i,
      .in_valid,
      .in_head,
      .in_credit,
      .in_credit_vc,
      .in_ack,
      .out_valid,
      .out_vc,
      .out_credit,
      .idle,
      .all_sent(),
      .all_taken(),
      .all_open(),
      .all_sent_above()
  );

  // Worms that are on an output VC, as the far end sees them.
  logic [PORTS*VCS-1:0] worm_q;
  logic [PORTS-1:0] out_ack;
  for (genvar p = 0; p < PORTS; p++) begin : gen_ack
    logic [VCS-1:0] asked;
    for (genvar v = 0; v < VCS; v++) begin : gen_vc
      assign asked[v] = ack_vc_i[p*VC_BITS+:VC_BITS] == VC_BITS'(v) && worm_q[p*VCS+v];
      always_ff @(posedge clk_i) begin
        if (first) worm_q[p*VCS+v] <= 1'b0;
        else if (out_valid[p] && out_vc[p*VC_BITS+:VC_BITS] == VC_BITS'(v)) worm_q[p*VCS+v] <= !out_tail[p];
      end
    end
    assign out_ack[p] = !first && ack_i[p] && asked != '0;
  end

  pipelined_router #(
      .PORTS(PORTS),
      .VCS  (VCS),
      .DEPTH(DEPTH),
      .DATA (DATA),
      .DELAY(DELAY)
  ) i_pipelined (
      .clk_i,
      .rst_i(first),
      .local_i,
      .dateline_i,
      .two_lanes_i,
      .transit_first_i,
      .store_and_forward_i,
      .cut_through_i(1'b0),
      .reserve_i(reserve),
      .shared_i (shared),
      .in_valid_i(in_valid),
      .in_head_i (in_head),
      .in_tail_i (tail_i),
      .in_vc_i   (vc_i),
      .in_data_i (data_i),
      .in_credit_o(in_credit),
      .in_credit_vc_o(in_credit_vc),
      .in_ack_o(in_ack),
      .in_ack_vc_o(in_ack_vc),
      .out_valid_o(out_valid),
      .out_head_o(out_head),
      .out_tail_o(out_tail),
      .out_vc_o(out_vc),
      .out_data_o(out_data),
      .out_credit_i(out_credit),
      .out_credit_vc_i(credit_vc_i),
      .out_ack_i(out_ack),
      .out_ack_vc_i(ack_vc_i),
      .gate_limit_i('0),
      .gate_next_i('0),
      .idle_o(idle)
  );
  router #(
      .PORTS(PORTS),
      .VCS  (VCS),
      .DEPTH(DEPTH),
      .DATA (DATA)
  ) i_plain (
      .clk_i,
      .rst_i(first),
      .local_i,
      .dateline_i,
      .two_lanes_i,
      .transit_first_i,
      .store_and_forward_i,
      .cut_through_i(1'b0),
      .reserve_i(reserve),
      .shared_i (shared),
      .in_valid_i(in_valid),
      .in_head_i (in_head),
      .in_tail_i (tail_i),
      .in_vc_i   (vc_i),
      .in_data_i (data_i),
      .in_credit_o(plain_credit),
      .in_credit_vc_o(plain_credit_vc),
      .in_ack_o(plain_ack),
      .in_ack_vc_o(plain_ack_vc),
      .out_valid_o(plain_valid),
      .out_head_o(plain_head),
      .out_tail_o(plain_tail),
      .out_vc_o(plain_vc),
      .out_data_o(plain_data),
      .out_credit_i(out_credit),
      .out_credit_vc_i(credit_vc_i),
      .out_ack_i(out_ack),
      .out_ack_vc_i(ack_vc_i),
      .gate_limit_i('0),
      .gate_next_i('0),
      .idle_o(plain_idle)
  );

  // Without valid, credit or ack the other pins have no meaning.
  function automatic logic [Pins-1:0] meant(
      input logic [PORTS-1:0] valid, input logic [PORTS-1:0] head, input logic [PORTS-1:0] tail,
      input logic [PORTS*VC_BITS-1:0] vc, input logic [PORTS*DATA-1:0] data, input logic [PORTS-1:0] credit,
      input logic [PORTS*VC_BITS-1:0] credit_vc, input logic [PORTS-1:0] ack, input logic [PORTS*VC_BITS-1:0] ack_vc);
    logic [PORTS*VC_BITS-1:0] vcs, credit_vcs, ack_vcs;
    logic [PORTS*DATA-1:0] words;
    for (int p = 0; p < PORTS; p++) begin
      vcs[p*VC_BITS+:VC_BITS] = vc[p*VC_BITS+:VC_BITS] & {VC_BITS{valid[p]}};
      words[p*DATA+:DATA] = data[p*DATA+:DATA] & {DATA{valid[p]}};
      credit_vcs[p*VC_BITS+:VC_BITS] = credit_vc[p*VC_BITS+:VC_BITS] & {VC_BITS{credit[p]}};
      ack_vcs[p*VC_BITS+:VC_BITS] = ack_vc[p*VC_BITS+:VC_BITS] & {VC_BITS{ack[p]}};
    end
    meant = {valid, head & valid, tail & valid, vcs, words, credit, credit_vcs, ack, ack_vcs};
  endfunction
  logic [Pins-1:0] plain, late_q, later_q, expected;
  assign plain = meant(plain_valid, plain_head, plain_tail, plain_vc, plain_data, plain_credit, plain_credit_vc,
                       plain_ack, plain_ack_vc);
  always_ff @(posedge clk_i) begin
    late_q  <= first ? '0 : plain;
    later_q <= first ? '0 : late_q;
  end
  assign expected = DELAY == 2 ? late_q : later_q;
  always_comb begin
    if (!first)
      assert (meant(out_valid, out_head, out_tail, out_vc, out_data, in_credit, in_credit_vc, in_ack, in_ack_vc) == expected);
  end
endmodule
`default_nettype wire
