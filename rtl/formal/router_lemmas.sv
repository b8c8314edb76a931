// SPDX-License-Identifier: MIT
`default_nettype none
// Invariants of the registers of a router. Together with them the properties of router_props.sv are inductive: each
// cycle follows from the one before, and a proof for runs of any length takes seconds. Lemmas are asserted and proved
// together with the properties; none is assumed.
//
// The wires under `probes` are the registers of the router; prove.sh connects them when the design is flat, because
// Yosys reads no hierarchical names.
module router_lemmas #(
    parameter int PORTS = 3,
    parameter int VCS = 2,
    parameter int DEPTH = 2,
    parameter int DATA = 96,
    parameter int GATE_BITS = 0,
    parameter int LIMIT_BITS = GATE_BITS > 0 ? GATE_BITS : 1,
    parameter int Mark = 0,  // the lower bit of a flit with a mark
    parameter int VC_BITS = $clog2(VCS),
    parameter int COUNT_BITS = $clog2(DEPTH + 1),
    parameter int PORT_BITS = $clog2(PORTS),
    parameter int Wide = COUNT_BITS + 2
) (
    input logic                            first,
    input logic [          COUNT_BITS-1:0] reserve_q,
    input logic [          COUNT_BITS-1:0] shared_q,
    input logic                            two_lanes_q,
    input logic                            transit_first_q,
    input logic                            store_and_forward_q,
    input logic                            cut_through_q,
    input logic [               PORTS-1:0] local_q,
    input logic [               PORTS-1:0] dateline_q,
    // The neighbours' accounts, by port and VC: flits sent and not credited, a worm under way, flits taken.
    input logic [PORTS*VCS*COUNT_BITS-1:0] all_sent,
    input logic [PORTS*VCS*COUNT_BITS-1:0] all_taken,
    input logic [           PORTS*VCS-1:0] all_open,
    input logic [          PORTS*Wide-1:0] all_sent_above,
    // The pins.
    input logic [               PORTS-1:0] in_credit,
    input logic [       PORTS*VC_BITS-1:0] in_credit_vc,
    input logic [               PORTS-1:0] in_ack,
    input logic [       PORTS*VC_BITS-1:0] in_ack_vc,
    input logic [               PORTS-1:0] out_valid,
    input logic [       PORTS*VC_BITS-1:0] out_vc,
    // The output VCs that a worm owns, derived from the flits on the pins; the watched source and flit.
    input logic [           PORTS*VCS-1:0] holds,
    input logic [           PORTS*VCS-1:0] holds_watched,
    input logic [           PORT_BITS-1:0] watched_port,
    input logic [             VC_BITS-1:0] watched_vc,
    input logic                            ack_pending,
    input logic                            watching,
    input logic                            gone,
    input logic [          COUNT_BITS-1:0] inside,
    input logic [          COUNT_BITS-1:0] before,
    input logic [           PORT_BITS-1:0] worm_port,
    input logic                            worm_legal,
    input logic                            worm_lane,
    input logic                            flit_head,
    input logic                            flit_tail,
    input logic                            whole_came,  // of the watched flit's worm, if it is a head
    input logic [                DATA-1:0] flit
);
  localparam int PtrBits = $clog2(DEPTH);
  localparam int All = PORTS * VCS;

  // probes
  logic                      two_lanes, transit_first, store_and_forward, cut_through;
  logic [         PORTS-1:0] local_ports, dateline;
  logic [    COUNT_BITS-1:0] reserve, shared;
  logic [           All-1:0] occupied, started, legal, waiting, some_tail;  // by input and VC
  logic [All*COUNT_BITS-1:0] tails, flits;  // flits: of the front worm
  logic [   All*PtrBits-1:0] front, back;
  logic [ All*PORT_BITS-1:0] out;
  logic [   All*VC_BITS-1:0] out_vcs;
  logic [All*LIMIT_BITS-1:0] number;                             // of the front worm's message
  logic [   All*DEPTH*2-1:0] ends;
  logic [All*DEPTH*DATA-1:0] data;
  logic [           All-1:0] free, below_reserve;                // by output and VC
  logic [All*COUNT_BITS-1:0] in_flight;
  logic [All*COUNT_BITS-1:0] far;                                // the account of router_checks.sv
  logic [PORTS*COUNT_BITS-1:0] shared_used;

  always_comb begin
    if (!first) begin
      assert (reserve == reserve_q && shared == shared_q);
      assert (two_lanes == two_lanes_q && transit_first == transit_first_q);
      assert (local_ports == local_q && dateline == dateline_q);
      assert (store_and_forward == store_and_forward_q && cut_through == cut_through_q);
      assert (reserve != '0 && (COUNT_BITS + 1)'(reserve) + (COUNT_BITS + 1)'(shared) <= (COUNT_BITS + 1)'(DEPTH));
    end
  end

  // Inputs.
  logic [All-1:0] is_watched;
  for (genvar n = 0; n < All; n++) begin : gen_input
    localparam int P = n / VCS;
    localparam int V = n % VCS;
    logic [PtrBits-1:0] used;
    logic [COUNT_BITS-1:0] count;
    logic pending;  // its credit is on the wire
    assign used = back[n*PtrBits+:PtrBits] - front[n*PtrBits+:PtrBits];
    assign count = !occupied[n] ? '0 : used == '0 ? COUNT_BITS'(DEPTH) : COUNT_BITS'(used);
    assign pending = in_credit[P] && in_credit_vc[P*VC_BITS+:VC_BITS] == VC_BITS'(V);
    assign is_watched[n] = watched_port == PORT_BITS'(P) && watched_vc == VC_BITS'(V);

    // The flits of the ring, oldest first: head and tail bits, the port, the lane, and the two marks of each.
    logic [DEPTH*10-1:0] slots;
    logic [DEPTH*LIMIT_BITS-1:0] numbers;
    logic [DEPTH*COUNT_BITS-1:0] lengths;  // saturated at DEPTH + 1
    logic [DEPTH-1:0] here, head, tail, lane, mark, watched;
    logic [DEPTH*5-1:0] port;
    for (genvar s = 0; s < DEPTH; s++) begin : gen_slot
      localparam int At = n * DEPTH + s;
      assign slots[s*10+:10] = {ends[At*2+:2], data[At*DATA+64+:5], data[At*DATA+78], data[At*DATA+Mark+:2]};
      assign numbers[s*LIMIT_BITS+:LIMIT_BITS] = data[At*DATA+:LIMIT_BITS];
      assign lengths[s*COUNT_BITS+:COUNT_BITS] =
          data[At*DATA+32+:32] > 32'(DEPTH) ? COUNT_BITS'(DEPTH + 1) : COUNT_BITS'(data[At*DATA+32+:32]);
      // The watched flit is unchanged in its slot.
      logic [PtrBits-1:0] place;  // in the row
      assign place = PtrBits'(s) - front[n*PtrBits+:PtrBits];
      always_comb begin
        if (!first && COUNT_BITS'(place) < count && data[At*DATA+Mark+1]) assert (data[At*DATA+:DATA] == flit);
      end
    end
    for (genvar k = 0; k < DEPTH; k++) begin : gen_flit
      logic [PtrBits-1:0] slot;
      assign slot = front[n*PtrBits+:PtrBits] + PtrBits'(k);
      assign here[k] = COUNT_BITS'(k) < count;
      assign {head[k], tail[k], port[k*5+:5], lane[k], watched[k], mark[k]} = slots[slot*10+:10];
    end

    // Its class, and the lane at the output of its worm, but for the lane that a head names that has left.
    logic [VC_BITS-1:0] right_vc;
    always_comb begin
      right_vc = VC_BITS'(V);
      if (two_lanes) begin
        right_vc[0] = 1'b0;
        for (int o = 0; o < PORTS; o++)
          if (out[n*PORT_BITS+:PORT_BITS] == PORT_BITS'(o))
            right_vc[0] = (V % 2 == 1 && o / 2 == P / 2 && !local_q[o] && !local_q[P]) || dateline_q[o];
        if (!started[n] && lane[0]) right_vc[0] = 1'b1;
      end
    end

    logic [COUNT_BITS-1:0] tail_count;
    logic tail_behind;  // a tail that is not before the watched flit
    always_comb begin
      tail_count  = '0;
      tail_behind = 1'b0;
      for (int k = 0; k < DEPTH; k++) begin
        tail_count = tail_count + COUNT_BITS'(here[k] && tail[k]);
        if (here[k] && tail[k] && COUNT_BITS'(k) + COUNT_BITS'(pending) >= before) tail_behind = 1'b1;
      end
    end

    logic last_open;  // the worm of the last flit is not complete
    logic [PORT_BITS-1:0] worm_to;  // the output of the worm of the watched flit, or of the last flit
    logic worm_may, worm_names, head_here;  // its head is in the ring, and names a lane
    always_comb begin
      last_open = started[n];
      worm_to   = out[n*PORT_BITS+:PORT_BITS];
      worm_may  = legal[n];
      head_here = 1'b0;
      worm_names = 1'b0;
      for (int k = 0; k < DEPTH; k++) begin
        if (here[k]) last_open = !tail[k];
        if (here[k] && head[k] && (!watching || COUNT_BITS'(k) + COUNT_BITS'(pending) <= before)) begin
          worm_to  = port[k*5+:PORT_BITS];
          worm_may = {27'd0, port[k*5+:5]} < PORTS;
          head_here = 1'b1;
          worm_names = lane[k];
        end
      end
    end

    always_comb begin
      if (!first) begin
        // The account of the neighbour = flits in the ring + the credit on the wire, so no ring overflows.
        if (!occupied[n]) assert (used == '0);
        assert (all_sent[n*COUNT_BITS+:COUNT_BITS] == count + COUNT_BITS'(pending));
        // Heads and tails alternate: a head behind every tail, and a head in front exactly if no worm is started.
        if (here[0]) assert (head[0] == !started[n]);
        for (int k = 1; k < DEPTH; k++) if (here[k]) assert (head[k] == tail[k-1]);
        assert (all_open[n] == last_open);
        // The route of the front worm: the port in its head, and the VC for it. A started worm is legal.
        if (here[0] && !started[n]) begin
          assert (legal[n] == ({27'd0, port[4:0]} < PORTS));
          assert (out[n*PORT_BITS+:PORT_BITS] == port[PORT_BITS-1:0]);
          if (GATE_BITS > 0)
            assert (number[n*LIMIT_BITS+:LIMIT_BITS] == numbers[front[n*PtrBits+:PtrBits]*LIMIT_BITS+:LIMIT_BITS]);
          if (cut_through)
            assert (flits[n*COUNT_BITS+:COUNT_BITS] == lengths[front[n*PtrBits+:PtrBits]*COUNT_BITS+:COUNT_BITS]);
        end
        if (started[n]) assert (legal[n]);
        if (store_and_forward)
          assert (tails[n*COUNT_BITS+:COUNT_BITS] == tail_count && some_tail[n] == (tail_count != '0));
        if (here[0] || started[n]) begin
          if (legal[n]) assert (32'(out[n*PORT_BITS+:PORT_BITS]) < PORTS);
          assert ((out_vcs[n*VC_BITS+:VC_BITS] | VC_BITS'(two_lanes && started[n])) ==
              (right_vc | VC_BITS'(two_lanes && started[n])));
          if (right_vc[0]) assert (out_vcs[n*VC_BITS]);
        end
        // The flits of the watched source carry their mark, and so does the watched flit, in its place of the ring.
        for (int k = 0; k < DEPTH; k++) begin
          if (here[k]) begin
            assert (mark[k] == is_watched[n]);
            assert (watched[k] == (is_watched[n] && watching && before == COUNT_BITS'(k) + COUNT_BITS'(pending)));
            if (watched[k]) assert ({head[k], tail[k]} == {flit_head, flit_tail});
          end
        end
        if (is_watched[n]) begin
          assert (inside == all_sent[n*COUNT_BITS+:COUNT_BITS]);
          if (watching && flit_head && before >= COUNT_BITS'(pending)) assert (whole_came == tail_behind);
          if (!gone && (watching ? before >= COUNT_BITS'(pending) : last_open))
          begin
            assert (worm_legal == worm_may && worm_port == worm_to);
            if (head_here) assert (worm_lane == worm_names);
            else if (two_lanes) assert (out_vcs[n*VC_BITS] == (right_vc[0] || worm_lane));
          end
          // An ack waits from its arrival until it is on the wire.
          assert (waiting[n] == (ack_pending && !(in_ack[P] && in_ack_vc[P*VC_BITS+:VC_BITS] == VC_BITS'(V))));
        end
      end
    end
  end
  always_comb begin
    if (!first) begin
      if (is_watched == '0) assert (inside == '0 && !watching && !gone && !ack_pending);
      if (watching) assert (before < inside);
      assert (!(watching && gone));
      for (int p = 0; p < PORTS; p++) assert (all_sent_above[p*Wide+:Wide] <= Wide'(shared));
    end
  end

  // Outputs.
  for (genvar n = 0; n < All; n++) begin : gen_output
    localparam int P = n / VCS;
    localparam int V = n % VCS;
    logic [All-1:0] owner;  // inputs whose front worm is started and goes here
    for (genvar i = 0; i < All; i++) begin : gen_owner
      assign owner[i] = started[i] && out[i*PORT_BITS+:PORT_BITS] == PORT_BITS'(P) &&
          out_vcs[i*VC_BITS+:VC_BITS] == VC_BITS'(V);
    end
    always_comb begin
      if (!first) begin
        // A VC has one owner or is free, in agreement with the flits that have left.
        assert ((owner & (owner - All'(1))) == '0);
        assert (free[n] == (owner == '0));
        assert (holds[n] == (owner != '0));
        assert (holds_watched[n] == ((owner & is_watched) != '0));
        // The account = flits taken by the neighbour + the flit on the wire; the credit rule applies to it.
        assert (in_flight[n*COUNT_BITS+:COUNT_BITS] == all_taken[n*COUNT_BITS+:COUNT_BITS] +
            COUNT_BITS'(out_valid[P] && out_vc[P*VC_BITS+:VC_BITS] == VC_BITS'(V)));
        assert (far[n*COUNT_BITS+:COUNT_BITS] == in_flight[n*COUNT_BITS+:COUNT_BITS]);
        assert (below_reserve[n] == (in_flight[n*COUNT_BITS+:COUNT_BITS] < reserve));
      end
    end
  end
  for (genvar p = 0; p < PORTS; p++) begin : gen_pool
    logic [Wide-1:0] above;
    always_comb begin
      above = '0;
      for (int v = 0; v < VCS; v++)
        if (in_flight[(p*VCS+v)*COUNT_BITS+:COUNT_BITS] > reserve)
          above = above + Wide'(in_flight[(p*VCS+v)*COUNT_BITS+:COUNT_BITS] - reserve);
      if (!first) assert (Wide'(shared_used[p*COUNT_BITS+:COUNT_BITS]) == above && above <= Wide'(shared));
      if (!first && out_valid[p]) assert (32'(out_vc[p*VC_BITS+:VC_BITS]) < VCS);
    end
  end
endmodule
`default_nettype wire
