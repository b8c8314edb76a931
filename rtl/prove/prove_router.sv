// SPDX-License-Identifier: MIT
`default_nettype none
// Any router with the pins of rtl/README.md (module `TORUSIM_ROUTER) between neighbours that keep the contract and are
// otherwise free. Output bit broken_o[i]: rule i of rules.txt is broken in this cycle; reached_o[i]: situation i of
// situations.txt occurs. A rule counts as broken only while the rules of flits and credits have held so far. No logic
// here reads a register of the router.
module prove_router #(
    parameter int PORTS = 3,
    parameter int VCS = 1,
    parameter int SLOTS = 2,
    parameter int DATA = 96,
    parameter int CLASSES = 1,      // maximum number of classes
    parameter int LANES = 1,
    parameter int LOCAL_PORTS = 0,  // the last ones; 0: any
    parameter int RESERVE_MIN = 1,
    parameter int RESERVE_MAX = 2,
    parameter int SHARED_MAX = 0,
    parameter int RESET_CYCLES = 4,
    parameter int QUIET_CYCLES = 0,
    parameter int PATIENCE = 4,     // cycles that it may wait before a possible action
    parameter int HAS_IDLE = 0,
    parameter int HAS_ACKS = 0,
    parameter int ONE_ORDER = 0,    // of the flits of an input VC, as in cycle-exact routers; else of each output VC
    parameter logic [PORTS*PORTS-1:0] TURNS = {PORTS * PORTS{1'b1}},  // bit in*PORTS+out: a worm may go so
    parameter int VC_BITS = VCS > 1 ? $clog2(VCS) : 1,
    parameter int COUNT_BITS = $clog2(SLOTS + 1),
    parameter int PORT_BITS = $clog2(PORTS),
    parameter int LENGTH_BITS = 4,
    parameter int RULES = 14,
    parameter int SITUATIONS = 12
) (
    input  logic                         clk_i,
    input  logic [            PORTS-1:0] local_i,
    input  logic [            PORTS-1:0] dateline_i,
    input  logic                         two_lanes_i,
    input  logic [       COUNT_BITS-1:0] reserve_i,
    input  logic [       COUNT_BITS-1:0] shared_i,
    input  logic [            PORTS-1:0] send_i,
    input  logic [    PORTS*VC_BITS-1:0] send_vc_i,
    input  logic [PORTS*LENGTH_BITS-1:0] length_i,
    input  logic [       PORTS*DATA-1:0] data_i,
    input  logic [            PORTS-1:0] give_i,
    input  logic [    PORTS*VC_BITS-1:0] give_vc_i,
    input  logic [            PORTS-1:0] ack_i,
    input  logic [    PORTS*VC_BITS-1:0] ack_vc_i,
    input  logic [        PORT_BITS-1:0] watched_port_i,
    input  logic [          VC_BITS-1:0] watched_vc_i,
    input  logic [        PORT_BITS-1:0] to_port_i,
    input  logic [          VC_BITS-1:0] to_vc_i,
    input  logic                         watch_i,
`ifdef TORUSIM_LEMMAS
    output logic [  `TORUSIM_LEMMAS-1:0] lemma_o,    // which lemmas of the user (lemmas.py) do not hold
`endif
    output logic [            RULES-1:0] broken_o,
    output logic [       SITUATIONS-1:0] reached_o,
    output logic [             DATA-1:0] payload_o,  // rules of single bits: what never changes,
    output logic [           DATA-65:0]  route_o     // and the route in a head
);

  // Reset from any state of the router's registers, then never again.
  localparam int ResetBits = $clog2(RESET_CYCLES + 1);
  logic [ResetBits-1:0] reset_left = ResetBits'(RESET_CYCLES);
  localparam int QuietBits = $clog2(QUIET_CYCLES + 2);
  logic [QuietBits-1:0] quiet_left;  // cycles behind reset in which nothing is sent
  logic rst, first, after_reset;
  assign rst = reset_left != '0;
  assign first = reset_left == ResetBits'(RESET_CYCLES);
  always_ff @(posedge clk_i) begin
    if (rst) reset_left <= reset_left - ResetBits'(1);
    after_reset <= rst;
    if (rst) quiet_left <= QuietBits'(QUIET_CYCLES);
    else if (quiet_left != '0) quiet_left <= quiet_left - QuietBits'(1);
  end

  // Any configuration that the router is declared to serve, and any source; both stay. The registers hold the free
  // choice, and the legal value is derived from it, so that it is legal in every state that induction considers.
  logic [PORTS-1:0] local_ports, dateline, local_q, dateline_q;
  logic two_lanes, two_lanes_q;
  logic [COUNT_BITS-1:0] reserve, shared, reserve_q, shared_q;
  logic [PORT_BITS-1:0] watched_port, watched_port_q;
  logic [VC_BITS-1:0] watched_vc, watched_vc_q;
  logic [PORT_BITS-1:0] to_port;  // an output VC
  logic [VC_BITS-1:0] to_vc, to_vc_q;
  always_ff @(posedge clk_i) begin
    if (first) begin
      local_q        <= local_i;
      dateline_q     <= dateline_i;
      two_lanes_q    <= two_lanes_i;
      reserve_q      <= reserve_i;
      shared_q       <= shared_i;
      watched_port_q <= watched_port_i;
      watched_vc_q   <= watched_vc_i;
      to_port        <= to_port_i;
      to_vc_q        <= to_vc_i;
    end
  end
  always_comb begin
    local_ports = first ? local_i : local_q;
    if (LOCAL_PORTS != 0) for (int p = 0; p < PORTS; p++) local_ports[p] = p >= PORTS - LOCAL_PORTS;
    two_lanes = LANES > 1 && VCS > 1 && ((first ? two_lanes_i : two_lanes_q) || VCS > CLASSES);
    dateline  = two_lanes ? (first ? dateline_i : dateline_q) & ~local_ports : '0;
    reserve   = first ? reserve_i : reserve_q;
    if (32'(reserve) < RESERVE_MIN || 32'(reserve) > RESERVE_MAX) reserve = COUNT_BITS'(RESERVE_MIN);
    shared = first ? shared_i : shared_q;
    if (32'(shared) > SHARED_MAX || 32'(shared) + 32'(reserve) > SLOTS) shared = '0;
    watched_port = 32'(watched_port_q) < PORTS ? watched_port_q : '0;
    watched_vc   = 32'(watched_vc_q) < VCS ? watched_vc_q : '0;
    to_vc        = 32'(to_vc_q) < VCS ? to_vc_q : '0;
  end

  logic [PORTS-1:0] in_valid, in_head, in_tail, in_credit, in_ack;
  logic [PORTS-1:0] out_valid, out_head, out_tail, out_credit, out_ack;
  logic [PORTS*VC_BITS-1:0] in_credit_vc, in_ack_vc, out_vc;
  logic [PORTS*DATA-1:0] in_data, out_data;
  logic idle;
  `TORUSIM_ROUTER i_router (
      .clk_i          (clk_i),
      .rst_i          (rst),
      .local_i        (local_ports),
      .dateline_i     (dateline),
      .two_lanes_i    (two_lanes),
      .transit_first_i(1'b0),
      .store_and_forward_i(1'b0),
      .cut_through_i  (1'b0),
      .reserve_i      (reserve),
      .shared_i       (shared),
      .ring_i         ('0),  // rings have two lanes
      .packet_slots_i ('0),
      .in_valid_i     (in_valid),
      .in_head_i      (in_head),
      .in_tail_i      (in_tail),
      .in_vc_i        (send_vc_i),
      .in_data_i      (in_data),
      .in_credit_o    (in_credit),
      .in_credit_vc_o (in_credit_vc),
      .in_ack_o       (in_ack),
      .in_ack_vc_o    (in_ack_vc),
      .out_valid_o    (out_valid),
      .out_head_o     (out_head),
      .out_tail_o     (out_tail),
      .out_vc_o       (out_vc),
      .out_data_o     (out_data),
      .out_credit_i   (out_credit),
      .out_credit_vc_i(give_vc_i),
      .out_ack_i      (out_ack),
      .out_ack_vc_i   (ack_vc_i),
      .gate_limit_i   ({PORTS * 32{1'b1}}),  // open
      .gate_next_i    ({PORTS * 32{1'b1}}),
      .idle_o         (idle)
  );

  // The neighbours. A head names a port to which it may turn, with at least one hop to go, and the length of its worm.
  logic [PORTS*VCS*COUNT_BITS-1:0] sent, taken;
  logic [PORTS-1:0] unowed, unpaid, sent_full, taken_full, from_watched;
  logic take, later;
  for (genvar p = 0; p < PORTS; p++) begin : gen_port
    logic [VCS-1:0] usable;
    logic legal;
    logic [DATA-1:0] data;
    logic [LENGTH_BITS-1:0] length;
    logic [VC_BITS-1:0] vc;
    assign data   = data_i[p*DATA+:DATA];
    assign length = length_i[p*LENGTH_BITS+:LENGTH_BITS];
    assign vc     = send_vc_i[p*VC_BITS+:VC_BITS];
    always_comb begin
      for (int v = 0; v < VCS; v++)
        usable[v] = two_lanes ? v < 2 * CLASSES && !(v % 2 == 1 && local_ports[p]) : v < CLASSES;
      legal = 1'b0;
      for (int o = 0; o < PORTS; o++) if (TURNS[p*PORTS+o] && data[68:64] == 5'(o)) legal = 1'b1;
      if (data[77:69] == '0 || length == '0) legal = 1'b0;
    end
    prove_neighbour #(
        .VCS        (VCS),
        .LENGTH_BITS(LENGTH_BITS),
        .VC_BITS    (VC_BITS),
        .COUNT_BITS (COUNT_BITS)
    ) i_neighbour (
        .clk_i,
        .rst_i       (rst),
        .reserve_i   (reserve),
        .shared_i    (shared),
        .usable_i    (usable),
        .send_i      (send_i[p] && quiet_left == '0),
        .send_vc_i   (vc),
        .length_i    (length),
        .legal_i     (legal),
        .give_i      (give_i[p]),
        .give_vc_i   (give_vc_i[p*VC_BITS+:VC_BITS]),
        .valid_o     (in_valid[p]),
        .head_o      (in_head[p]),
        .tail_o      (in_tail[p]),
        .credit_i    (in_credit[p]),
        .credit_vc_i (in_credit_vc[p*VC_BITS+:VC_BITS]),
        .out_valid_i (out_valid[p]),
        .out_vc_i    (out_vc[p*VC_BITS+:VC_BITS]),
        .credit_o    (out_credit[p]),
        .sent_o      (sent[p*VCS*COUNT_BITS+:VCS*COUNT_BITS]),
        .taken_o     (taken[p*VCS*COUNT_BITS+:VCS*COUNT_BITS]),
        .unowed_o    (unowed[p]),
        .unpaid_o    (unpaid[p]),
        .sent_full_o (sent_full[p]),
        .taken_full_o(taken_full[p])
    );
    assign from_watched[p] = in_valid[p] && watched_port == PORT_BITS'(p) && watched_vc == vc;
    always_comb begin
      in_data[p*DATA+:DATA] = data;
      if (in_head[p]) in_data[p*DATA+32+:32] = 32'(length);
      in_data[p*DATA]   = from_watched[p];
      in_data[p*DATA+1] = from_watched[p] && take;
      in_data[p*DATA+2] = from_watched[p] && later;
    end
  end

  // The watched flit.
  logic watched_head, watched_tail, leaves, in_front, is_head, queued, shifted, gone, order, port, vc, ends;
  logic [DATA-1:0] payload;
  logic [DATA-65:0] route;
  logic [DATA-1:0] watched_data;
  logic [COUNT_BITS+2:0] inside;  // a router may give credits early, for flits in buffers of its own
  logic [PORT_BITS-1:0] worm_port;
  logic [VC_BITS-1:0] worm_vc;
  always_comb begin
    {watched_head, watched_tail, watched_data} = '0;
    for (int p = 0; p < PORTS; p++)
      if (watched_port == PORT_BITS'(p)) begin
        {watched_head, watched_tail} = {in_head[p], in_tail[p]};
        watched_data = in_data[p*DATA+:DATA];
      end
    watched_data[2:0] = {later, take, 1'b1};
  end
  prove_watched_flit #(
      .PORTS     (PORTS),
      .VCS       (VCS),
      .DATA      (DATA),
      .ONE_ORDER (ONE_ORDER),
      .VC_BITS   (VC_BITS),
      .COUNT_BITS(COUNT_BITS + 3),
      .PORT_BITS (PORT_BITS)
  ) i_watched (
      .clk_i,
      .rst_i      (rst),
      .local_i    (local_ports),
      .dateline_i (dateline),
      .two_lanes_i(two_lanes),
      .port_i     (watched_port),
      .vc_i       (watched_vc),
      .to_port_i  (to_port),
      .to_vc_i    (to_vc),
      .enters_i   (from_watched != '0),
      .head_i     (watched_head),
      .tail_i     (watched_tail),
      .data_i     (watched_data),
      .watch_i,
      .take_o     (take),
      .later_o    (later),
      .out_valid_i(out_valid),
      .out_head_i (out_head),
      .out_tail_i (out_tail),
      .out_vc_i   (out_vc),
      .out_data_i (out_data),
      .inside_o   (inside),
      .leaves_o   (leaves),
      .in_front_o (in_front),
      .is_head_o  (is_head),
      .queued_o   (queued),
      .shifted_o  (shifted),
      .gone_o     (gone),
      .worm_port_o(worm_port),
      .worm_vc_o  (worm_vc),
      .order_o    (order),
      .port_o     (port),
      .vc_o       (vc),
      .ends_o     (ends),
      .payload_o  (payload),
      .route_o    (route)
  );

  logic broken_before;
  prove_rules #(
      .PORTS     (PORTS),
      .VCS       (VCS),
      .DATA      (DATA),
      .PATIENCE  (PATIENCE),
      .HAS_IDLE  (HAS_IDLE),
      .HAS_ACKS  (HAS_ACKS),
      .VC_BITS   (VC_BITS),
      .COUNT_BITS(COUNT_BITS),
      .PORT_BITS (PORT_BITS),
      .RULES     (RULES),
      .SITUATIONS(SITUATIONS)
  ) i_rules (
      .*
  );

`ifdef TORUSIM_LEMMAS
  logic [`TORUSIM_LEMMAS-1:0] lemma_holds;
  torusim_lemmas i_lemmas (.holds_o(lemma_holds));
  assign lemma_o = rst || broken_before ? '0 : ~lemma_holds;
`endif
endmodule
`default_nettype wire
