// SPDX-License-Identifier: MIT
`default_nettype none
// A whole router between neighbours that keep the contract and are otherwise free (router_neighbours.sv). They may send
// worms to any port, legal or not. Reset may come in any cycle, with any legal values of the configuration pins. Each
// group of properties has its own macro.
module router_props #(
    parameter int PORTS = 3,
    parameter int VCS = 2,
    parameter int DEPTH = 2,
    parameter int DATA = 96,
    parameter int GATE_BITS = 0,
    parameter int LIMIT_BITS = GATE_BITS > 0 ? GATE_BITS : 1,
    parameter int VC_BITS = $clog2(VCS),
    parameter int COUNT_BITS = $clog2(DEPTH + 1),
    parameter int PORT_BITS = $clog2(PORTS)
) (
    input logic                     clk_i,
    input logic                     reset_i,
    input logic [        PORTS-1:0] local_i,
    input logic [        PORTS-1:0] dateline_i,
    input logic                     two_lanes_i,
    input logic                     transit_first_i,
    input logic                     store_and_forward_i,
    input logic                     cut_through_i,
    input logic [   COUNT_BITS-1:0] reserve_i,
    input logic [   COUNT_BITS-1:0] shared_i,
    input logic [        PORTS-1:0] valid_i,
    input logic [        PORTS-1:0] tail_i,
    input logic [PORTS*VC_BITS-1:0] vc_i,
    input logic [   PORTS*DATA-1:0] data_i,
    input logic [        PORTS-1:0] credit_i,
    input logic [PORTS*VC_BITS-1:0] credit_vc_i,
    input logic [        PORTS-1:0] ack_i,
    input logic [PORTS*VC_BITS-1:0] ack_vc_i,
    input logic [PORTS*LIMIT_BITS-1:0] gate_limit_i,
    input logic [PORTS*LIMIT_BITS-1:0] gate_next_i,
    input logic [    PORT_BITS-1:0] watched_port_i,
    input logic [      VC_BITS-1:0] watched_vc_i,
    input logic                     watch_i
);
  localparam int Wide = COUNT_BITS + 2;
  // The lower of the two bits of a flit that carry marks (below): of the message number, or where gates compare this, of
  // the length, which is used by cut-through only.
  localparam int Mark = GATE_BITS > 0 ? 32 : 0;
  logic first = 1'b1;
  always_ff @(posedge clk_i) first <= 1'b0;
  logic rst;
`ifdef NARROW  // reset only at the start: enough to refute a mutant, and sooner
  assign rst = first;
`else
  assign rst = first || reset_i;
`endif

  // A legal configuration: 1 <= reserve, reserve + shared <= DEPTH; lanes come in pairs.
  logic [COUNT_BITS-1:0] reserve, shared, reserve_q, shared_q;
  logic two_lanes, two_lanes_q, transit_first_q, store_and_forward_q, cut_through, cut_through_q;
  logic [PORTS-1:0] local_q, dateline_q;
  assign reserve = (reserve_i == '0 || reserve_i > COUNT_BITS'(DEPTH)) ? COUNT_BITS'(1) : reserve_i;
  assign shared  = (shared_i > COUNT_BITS'(DEPTH) - reserve) ? '0 : shared_i;
  assign two_lanes = two_lanes_i && VCS % 2 == 0;
`ifdef CUT_THROUGH  // proved separately: it takes many times longer
  assign cut_through = cut_through_i;
`else
  assign cut_through = 1'b0;
`endif
  always_ff @(posedge clk_i) begin
    if (rst) begin
      reserve_q   <= reserve;
      shared_q    <= shared;
      two_lanes_q <= two_lanes;
      transit_first_q <= transit_first_i;
      store_and_forward_q <= store_and_forward_i;
      cut_through_q <= cut_through;
      local_q     <= local_i;
      dateline_q  <= dateline_i;
    end
  end

  logic [PORTS-1:0] in_valid, in_head, in_credit, in_ack, out_valid, out_head, out_tail, out_credit;
  logic [PORTS*VC_BITS-1:0] in_credit_vc, in_ack_vc, out_vc;
  logic [PORTS*DATA-1:0] in_data, out_data;
  logic idle;

  torusim_router #(
      .PORTS(PORTS),
      .VCS  (VCS),
      .DEPTH(DEPTH),
      .DATA (DATA),
      .GATE_BITS(GATE_BITS)
  ) i_router (
      .clk_i,
      .rst_i          (rst),
      .local_i,
      .dateline_i,
      .two_lanes_i    (two_lanes),
      .transit_first_i,
      .store_and_forward_i,
      .cut_through_i  (cut_through),
      .reserve_i      (reserve),
      .shared_i       (shared),
      .ring_i         ('0),
      .packet_slots_i ('0),
      .in_valid_i     (in_valid),
      .in_head_i      (in_head),
      .in_tail_i      (tail_i),
      .in_vc_i        (vc_i),
      .in_data_i      (in_data),
      .in_credit_o    (in_credit),
      .in_credit_vc_o (in_credit_vc),
      .out_valid_o    (out_valid),
      .out_head_o     (out_head),
      .out_tail_o     (out_tail),
      .out_vc_o       (out_vc),
      .out_data_o     (out_data),
      .out_credit_i   (out_credit),
      .out_credit_vc_i(credit_vc_i),
      .in_ack_o       (in_ack),
      .in_ack_vc_o    (in_ack_vc),
      .out_ack_i      (ack_i & {PORTS{!rst}}),
      .out_ack_vc_i   (ack_vc_i),
      .gate_limit_i,
      .gate_next_i,
      .idle_o         (idle)
  );

  // One source (an input port and VC, freely chosen) is watched for ever.
  logic [PORT_BITS-1:0] watched_port;
  logic [VC_BITS-1:0] watched_vc;
  always_ff @(posedge clk_i) begin
    if (first) begin
      watched_port <= watched_port_i;
      watched_vc   <= watched_vc_i;
    end
  end
  logic [PORTS-1:0] from_watched, credit_to_watched;

  logic [PORTS*VCS*COUNT_BITS-1:0] all_sent, all_taken;
  logic [PORTS*VCS-1:0] all_open;
  logic [PORTS*Wide-1:0] all_sent_above;
  router_neighbours #(
      .PORTS(PORTS),
      .VCS  (VCS),
      .DEPTH(DEPTH)
  ) i_neighbours (
      .*
  );
  for (genvar p = 0; p < PORTS; p++) begin : gen_watched
    assign from_watched[p] = in_valid[p] && watched_port == PORT_BITS'(p) && watched_vc == vc_i[p*VC_BITS+:VC_BITS];
    assign credit_to_watched[p] = in_credit[p] && watched_port == PORT_BITS'(p) &&
        watched_vc == in_credit_vc[p*VC_BITS+:VC_BITS];
  end

  // Two bits of a flit are marks: the lower one on flits of the watched source, the other on the watched flit. The
  // logic copies them to the same bits of flits and uses them nowhere else, which `prove.sh marks` proves.
  logic take;  // the watched flit enters
  always_comb begin
    in_data = data_i;
    for (int p = 0; p < PORTS; p++) begin
      in_data[p*DATA+Mark]   = from_watched[p];
      in_data[p*DATA+Mark+1] = from_watched[p] && take;
    end
  end
  logic [PORTS-1:0] mark_out, watched_out;
  for (genvar p = 0; p < PORTS; p++) begin : gen_marks
    assign mark_out[p] = out_data[p*DATA+Mark];
    assign watched_out[p] = out_valid[p] && out_data[p*DATA+Mark+1];
  end

  // Per output VC: a worm owns it, and the worm comes from the watched source. `owned` and `marked` follow from the
  // flits of earlier cycles, `holds` includes this cycle.
  logic [PORTS*VCS-1:0] owned, marked, holds, holds_watched;
  for (genvar o = 0; o < PORTS; o++) begin : gen_owner
    for (genvar v = 0; v < VCS; v++) begin : gen_vc
      logic now;
      assign now = out_valid[o] && out_vc[o*VC_BITS+:VC_BITS] == VC_BITS'(v);
      assign holds[o*VCS+v] = now ? !out_tail[o] : owned[o*VCS+v];
      assign holds_watched[o*VCS+v] = holds[o*VCS+v] && (now ? mark_out[o] : marked[o*VCS+v]);
      always_ff @(posedge clk_i) begin
        owned[o*VCS+v] <= !rst && holds[o*VCS+v];
        if (now) marked[o*VCS+v] <= mark_out[o];
      end
    end
  end

`ifdef RESET
  // 10: after reset every output is quiet, from any state.
  logic after_reset = 1'b0;
  always_ff @(posedge clk_i) after_reset <= rst;
  always_comb if (after_reset) assert (out_valid == '0 && in_credit == '0 && in_ack == '0 && idle);
`endif

`ifdef OWNERS
  // 4, 5: on every output VC heads and tails alternate, and all flits of a worm come from one source: either all carry
  // the mark of the watched source or none does.
  for (genvar o = 0; o < PORTS; o++) begin : gen_worms
    for (genvar v = 0; v < VCS; v++) begin : gen_vc
      always_comb begin
        if (!first && out_valid[o] && out_vc[o*VC_BITS+:VC_BITS] == VC_BITS'(v)) begin
          assert (out_head[o] == !owned[o*VCS+v]);
          if (owned[o*VCS+v]) assert (marked[o*VCS+v] == mark_out[o]);
        end
      end
    end
  end
`endif

  logic ack_pending;  // an ack for the watched source has arrived and has not returned
`ifdef ACKS
  router_acks #(
      .PORTS(PORTS),
      .VCS  (VCS)
  ) i_acks (
      .*
  );
`else
  assign ack_pending = 1'b0;
`endif

  logic watching, gone, leave, worm_legal, worm_lane, flit_head, flit_tail, whole_came;
  logic [DATA-1:0] flit;
  logic [31:0] worm_flits, worm_number;
  logic [PORT_BITS-1:0] worm_port;
  logic [COUNT_BITS-1:0] inside, before;
  router_flit #(
      .PORTS(PORTS),
      .VCS  (VCS),
      .DEPTH(DEPTH),
      .DATA (DATA)
  ) i_flit (
      .*
  );

`ifdef PROGRESS
  logic may_go;
  router_ready #(
      .PORTS(PORTS),
      .VCS  (VCS),
      .DEPTH(DEPTH),
      .GATE_BITS(GATE_BITS)
  ) i_ready (
      .*
  );
  router_progress #(
      .PORTS(PORTS),
      .VCS  (VCS)
  ) i_progress (
      .*
  );
`endif

`ifdef LEMMAS
  router_lemmas #(
      .PORTS(PORTS),
      .VCS  (VCS),
      .DEPTH(DEPTH),
      .DATA (DATA),
      .GATE_BITS(GATE_BITS),
      .Mark (Mark)
  ) i_lemmas (
      .*
  );
`endif

`ifdef STAGED  // the pipelined router, to whose pins covers belong then
  staged_props #(
      .PORTS(PORTS),
      .VCS  (VCS),
      .DEPTH(DEPTH),
      .DATA (DATA)
  ) i_both (
      .*
  );
`elsif COVER
  router_covers #(
      .PORTS(PORTS),
      .VCS  (VCS),
      .DEPTH(DEPTH)
  ) i_covers (
      .*
  );
`endif
endmodule
`default_nettype wire
