`default_nettype none
// A whole router between neighbours that keep the contract and are otherwise free: they send any worms to any port,
// legal or not, whenever they have the credit, and give credits whenever they owe one. Reset may come in any cycle,
// the pins that are latched then may have any legal value. Each group of properties under its own macro.
module router_props #(
    parameter int PORTS = 3,
    parameter int VCS = 2,
    parameter int DEPTH = 2,
    parameter int DATA = 96,
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
    input logic [    PORT_BITS-1:0] watched_port_i,
    input logic [      VC_BITS-1:0] watched_vc_i,
    input logic                     watch_i
);
  localparam int Wide = COUNT_BITS + 2;
  logic first = 1'b1;
  always_ff @(posedge clk_i) first <= 1'b0;
  logic rst;
`ifdef NARROW  // What is refuted here is refuted; it is found sooner than among all that neighbours may do.
  localparam logic [PORTS-1:0] Senders = PORTS'(1);
  assign rst = first;
`else
  localparam logic [PORTS-1:0] Senders = {PORTS{1'b1}};  // Yosys 0.23 takes '1 for 1 here
  assign rst = first || reset_i;
`endif

  // A legal configuration: 1 <= reserve, reserve + shared <= DEPTH; lanes come in pairs.
  logic [COUNT_BITS-1:0] reserve, shared, reserve_q, shared_q;
  logic two_lanes, two_lanes_q, transit_first_q, store_and_forward_q, cut_through, cut_through_q;
  logic [PORTS-1:0] local_q, dateline_q;
  assign reserve = (reserve_i == '0 || reserve_i > COUNT_BITS'(DEPTH)) ? COUNT_BITS'(1) : reserve_i;
  assign shared  = (shared_i > COUNT_BITS'(DEPTH) - reserve) ? '0 : shared_i;
  assign two_lanes = two_lanes_i && VCS % 2 == 0;
`ifdef CUT_THROUGH  // costs many times the rest: a proof of its own
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

  router #(
      .PORTS(PORTS),
      .VCS  (VCS),
      .DEPTH(DEPTH),
      .DATA (DATA)
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
      .idle_o         (idle)
  );

  // One source, an input port and a VC of it, is watched for ever: any.
  logic [PORT_BITS-1:0] watched_port;
  logic [VC_BITS-1:0] watched_vc;
  always_ff @(posedge clk_i) begin
    if (first) begin
      watched_port <= watched_port_i;
      watched_vc   <= watched_vc_i;
    end
  end
  logic [PORTS-1:0] from_watched, credit_to_watched;

  // What the neighbours know: per VC the flits sent and not credited, whether a worm is under way, and the flits
  // taken and not credited.
  logic [PORTS-1:0] credit_owed;  // every credit that the router gives is for a flit that it got
  logic [PORTS-1:0] within_rule;  // every flit that it sends keeps to the credit rule
  for (genvar p = 0; p < PORTS; p++) begin : gen_neighbour
    logic [VC_BITS-1:0] vc, credit_vc, out_on, returned;
    assign vc        = vc_i[p*VC_BITS+:VC_BITS];
    assign credit_vc = in_credit_vc[p*VC_BITS+:VC_BITS];
    assign out_on    = out_vc[p*VC_BITS+:VC_BITS];
    assign returned  = credit_vc_i[p*VC_BITS+:VC_BITS];

    logic [COUNT_BITS-1:0] sent[VCS], taken[VCS];
    logic [VCS-1:0] open;
    logic [Wide-1:0] sent_above, taken_above;
    always_comb begin
      sent_above  = '0;
      taken_above = '0;
      for (int v = 0; v < VCS; v++) begin
        if (sent[v] > reserve_q) sent_above = sent_above + Wide'(sent[v] - reserve_q);
        if (taken[v] > reserve_q) taken_above = taken_above + Wide'(taken[v] - reserve_q);
      end
    end
    assign in_valid[p] = !rst && valid_i[p] && Senders[p] && 32'(vc) < VCS &&
        (sent[vc] < reserve_q || sent_above < Wide'(shared_q));
    assign in_head[p] = !open[vc];
    assign out_credit[p] = !rst && credit_i[p] && 32'(returned) < VCS && taken[returned] != '0;
    assign credit_owed[p] = !in_credit[p] || (32'(credit_vc) < VCS && sent[credit_vc] != '0);
    assign within_rule[p] = !out_valid[p] || (32'(out_on) < VCS &&
        (taken[out_on] < reserve_q || taken_above < Wide'(shared_q)));

    always_ff @(posedge clk_i) begin
      for (int v = 0; v < VCS; v++) begin
        if (rst) begin
          sent[v]  <= '0;
          taken[v] <= '0;
          open[v]  <= 1'b0;
        end else begin
          sent[v] <= sent[v] + COUNT_BITS'(in_valid[p] && vc == VC_BITS'(v)) -
              COUNT_BITS'(in_credit[p] && credit_vc == VC_BITS'(v));
          taken[v] <= taken[v] + COUNT_BITS'(out_valid[p] && out_on == VC_BITS'(v)) -
              COUNT_BITS'(out_credit[p] && returned == VC_BITS'(v));
          if (in_valid[p] && vc == VC_BITS'(v)) open[v] <= !tail_i[p];
        end
      end
    end
    assign from_watched[p] = in_valid[p] && watched_port == PORT_BITS'(p) && watched_vc == vc;
    assign credit_to_watched[p] = in_credit[p] && watched_port == PORT_BITS'(p) && watched_vc == credit_vc;
  end

  // The same as vectors, by port and VC.
  logic [PORTS*VCS*COUNT_BITS-1:0] all_sent, all_taken;
  logic [PORTS*VCS-1:0] all_open;
  logic [PORTS*Wide-1:0] all_sent_above;
  for (genvar p = 0; p < PORTS; p++) begin : gen_all
    for (genvar v = 0; v < VCS; v++) begin : gen_vc
      assign all_sent[(p*VCS+v)*COUNT_BITS+:COUNT_BITS] = gen_neighbour[p].sent[v];
      assign all_taken[(p*VCS+v)*COUNT_BITS+:COUNT_BITS] = gen_neighbour[p].taken[v];
    end
    assign all_open[p*VCS+:VCS] = gen_neighbour[p].open;
    assign all_sent_above[p*Wide+:Wide] = gen_neighbour[p].sent_above;
  end

  // Bits 0 and 1 of a flit are marks: bit 0 says that it comes from the watched source, bit 1 that it is the watched
  // flit. They lead from a flit to the same bits of flits and nowhere else: prove.sh marks.
  logic take;  // the watched flit comes
  always_comb begin
    in_data = data_i;
    for (int p = 0; p < PORTS; p++) begin
      in_data[p*DATA]   = from_watched[p];
      in_data[p*DATA+1] = from_watched[p] && take;
    end
  end
  logic [PORTS-1:0] mark_out, watched_out;
  for (genvar p = 0; p < PORTS; p++) begin : gen_marks
    assign mark_out[p] = out_data[p*DATA];
    assign watched_out[p] = out_valid[p] && out_data[p*DATA+1];
  end

  // Per output VC: a worm is under way on it, and it comes from the watched source. `owned` and `marked` are what the
  // flits of earlier cycles say, `holds` includes this cycle's.
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
  // 10: after reset every output is quiet, whatever the state before.
  logic after_reset = 1'b0;
  always_ff @(posedge clk_i) after_reset <= rst;
  always_comb if (after_reset) assert (out_valid == '0 && in_credit == '0 && in_ack == '0 && idle);
`endif

`ifdef COUNTS
  // 1, 2 and 7 at the pins: a credit only where one is owed, the credit rule kept, and as many credits as flits.
  function automatic logic [PORT_BITS:0] count(input logic [PORTS-1:0] bits);
    count = '0;
    for (int p = 0; p < PORTS; p++) count = count + (PORT_BITS + 1)'(bits[p]);
  endfunction
  always_comb begin
    if (!first) begin
      assert (credit_owed == '1);
      assert (within_rule == '1);
      assert (count(out_valid) == count(in_credit));
      if (idle) assert (out_valid == '0 && in_credit == '0 && in_ack == '0 && all_sent == '0);
    end
  end
`endif

`ifdef OWNERS
  // 4, 5: on every output VC heads and tails come in turns, and the flits of a worm come from one source: those of
  // the watched one carry a mark.
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

  logic ack_pending;  // an ack for the watched source has come and is not given
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

  // 5, 11: one flit of the watched source, any, carries a mark: it comes out once, when all that came before it on its
  // VC have, by the port that its head named, on the VC of its class and of the lane that the contract says there,
  // its ends as they went in; every bit too, but for a head's route, which is that of the next router.
  logic watching, gone, leave, worm_legal, flit_head, flit_tail, marks_now;
  logic whole_came;  // of the watched flit's worm, if it is a head
  logic [DATA-1:0] flit;
  logic [31:0] worm_flits;  // the same
  assign worm_flits = flit[63:32];
  logic [PORT_BITS-1:0] worm_port;
  logic [COUNT_BITS-1:0] inside, before;
  assign take  = from_watched != '0 && watch_i && !watching && !gone;
  assign leave = credit_to_watched != '0;
  logic [4:0] head_port;
  logic head_now, tail_now;
  logic [DATA-1:0] data_now;
  always_comb begin
    head_port = '0;
    head_now  = 1'b0;
    tail_now  = 1'b0;
    data_now  = '0;
    for (int p = 0; p < PORTS; p++) begin
      if (from_watched[p]) begin
        head_port = data_i[p*DATA+64+:5];
        head_now  = in_head[p];
        tail_now  = tail_i[p];
        data_now  = in_data[p*DATA+:DATA];
      end
    end
  end
  assign marks_now = watching && before == '0 && leave;
  always_ff @(posedge clk_i) begin
    if (rst) begin
      watching <= 1'b0;
      gone     <= 1'b0;
      inside   <= '0;
    end else begin
      inside <= inside + COUNT_BITS'(from_watched != '0) - COUNT_BITS'(leave);
      if (from_watched != '0 && head_now && !watching && !gone) begin
        worm_port  <= head_port[PORT_BITS-1:0];
        worm_legal <= {27'd0, head_port} < PORTS;
      end
      if (take) begin
        watching  <= 1'b1;
        before    <= inside - COUNT_BITS'(leave);
        flit_head <= head_now;
        flit_tail <= tail_now;
        whole_came <= tail_now;
        flit      <= data_now;
      end else if (watching && leave) begin
        before <= before - COUNT_BITS'(1);
        if (before == '0) {watching, gone} <= 2'b01;
      end
      if (watching && from_watched != '0 && tail_now) whole_came <= 1'b1;
    end
  end
`ifdef FLIT
  // A head has a hop less to go; behind the last of a segment the next one takes its place. No head has zero hops to
  // go; what becomes of one is open.
  localparam int Hops = 64 + 5;
  logic [DATA-1:0] right;
  always_comb begin
    right = flit;
    if (flit_head && flit[Hops+:11] == 11'd1) right[DATA-1:64] = flit[DATA-1:64] >> 16;
    else if (flit_head) right[Hops+:11] = flit[Hops+:11] - 11'd1;
  end
  for (genvar o = 0; o < PORTS; o++) begin : gen_exit
    logic along;  // the same dimension
    logic [VC_BITS-1:0] right_vc;
    always_comb begin
      along = !local_q[o];
      for (int p = 0; p < PORTS; p++)
        if (watched_port == PORT_BITS'(p) && (p / 2 != o / 2 || local_q[p])) along = 1'b0;
      right_vc = watched_vc;
      if (two_lanes_q) right_vc[0] = (along && watched_vc[0]) || dateline_q[o];
      if (!first) begin
        assert (watched_out[o] == (marks_now && worm_port == PORT_BITS'(o)));
        if (watched_out[o]) begin
          assert (worm_legal);
          assert (out_vc[o*VC_BITS+:VC_BITS] == right_vc);
          assert (out_head[o] == flit_head);
          assert (out_tail[o] == flit_tail);
          if (!flit_head || flit[Hops+:11] != '0) assert (out_data[o*DATA+:DATA] == right);
        end
      end
    end
  end
`endif

`ifdef PROGRESS
  logic may_go;
  router_ready #(
      .PORTS(PORTS),
      .VCS  (VCS),
      .DEPTH(DEPTH)
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
      .DATA (DATA)
  ) i_lemmas (
      .*
  );
`endif

`ifdef COVER
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
