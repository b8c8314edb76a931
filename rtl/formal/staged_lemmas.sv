// SPDX-License-Identifier: MIT
`default_nettype none
// Invariants that relate the registers of the pipelined router to those of torusim_router.sv: see staged_props.sv. n is
// a VC of an input or of an output, in the order of ports. An output VC is written as in torusim_pipelined_front.sv:
// one-hot, bit 2 * port + lane of the class.
module staged_lemmas #(
    parameter int PORTS = 3,
    parameter int VCS = 2,
    parameter int DEPTH = 2,
    parameter int DATA = 96,
    parameter int EACH = 1,
    parameter int VC_BITS = $clog2(VCS),
    parameter int COUNT_BITS = $clog2(DEPTH + 1),
    parameter int PORT_BITS = $clog2(PORTS)
) (
    input logic                      clk_i,
    input logic                      rst,
    input logic                      first,
    input logic [         PORTS-1:0] local_q,
    input logic [         PORTS-1:0] dateline_q,
    input logic                      two_lanes_q,
    input logic                      transit_first_q,
    input logic                      store_and_forward_q,
    input logic [    COUNT_BITS-1:0] reserve_q,
    input logic [    COUNT_BITS-1:0] shared_q,
    input logic [         PORTS-1:0] ack_i,
    input logic [ PORTS*VC_BITS-1:0] ack_vc_i,
    input logic [         PORTS-1:0] in_credit,
    input logic [ PORTS*VC_BITS-1:0] in_credit_vc,
    input logic [         PORTS-1:0] in_ack,
    input logic [ PORTS*VC_BITS-1:0] in_ack_vc,
    input logic [         PORTS-1:0] out_valid,
    input logic [         PORTS-1:0] out_head,
    input logic [         PORTS-1:0] out_tail,
    input logic [ PORTS*VC_BITS-1:0] out_vc,
    input logic [    PORTS*DATA-1:0] out_data,
    input logic [    PORTS*EACH-1:0] was,
    input logic [     PORTS*VCS-1:0] all_open
);
  localparam int PtrBits = $clog2(DEPTH);
  localparam int All = PORTS * VCS;
  localparam int Width = 2 * PORTS;
  localparam int Entry = Width + 2;
  localparam int Wide = COUNT_BITS + 2;

  // probes: of torusim_router.sv
  logic [           All-1:0] occupied, started, free, waiting;
  logic [   All*PtrBits-1:0] front, back;
  logic [ All*PORT_BITS-1:0] out;
  logic [   All*VC_BITS-1:0] out_vcs;
  logic [   All*DEPTH*2-1:0] ends;
  logic [All*DEPTH*DATA-1:0] data;
  logic [All*COUNT_BITS-1:0] in_flight;
  logic [           All-1:0] lane_turn, ready, chosen;
  logic [   PORTS*PORTS-1:0] turn;
  // Of the pipelined router.
  logic                      s_two_lanes, s_transit_first, s_store_and_forward;
  logic [         PORTS-1:0] s_local, s_dateline;
  logic [    COUNT_BITS-1:0] s_reserve, s_shared;
  logic [All*DEPTH*Entry-1:0] s_slots;
  logic [All*DEPTH*(DATA+2)-1:0] s_data;
  logic [   All*PtrBits-1:0] s_front, s_back, s_write;
  logic [All*COUNT_BITS-1:0] s_count, s_tails;
  logic [           All-1:0] s_started, s_ready, s_chosen, s_served;
  logic [     All*Width-1:0] s_owned, s_worm_to, s_to0, s_to1;
  logic [         All*4-1:0] s_judged0, s_judged1;
  logic [           All-1:0] s_tail0, s_tail1;
  logic [           All-1:0] s_granted;  // in the cycle before
  logic [     All*Width-1:0] s_to_q, s_tail_to_q;
  logic [     All*PORTS-1:0] s_to_port_q, s_takes_shared_q;
  logic [           All-1:0] s_sent, s_sent_tail;
  logic [All*COUNT_BITS-1:0] s_in_flight;
  logic [           All-1:0] s_low_less, s_low, s_low_more, s_low_most, s_free;
  logic [PORTS*COUNT_BITS-1:0] s_used;
  logic [         PORTS-1:0] s_pool_less, s_pool, s_pool_more, s_pool_most;
  logic [PORTS*PORTS*PORTS-1:0] s_turns;   // with the grants of the cycle before
  logic [         PORTS-1:0] s_ack_came, s_relayed;
  logic [ PORTS*VC_BITS-1:0] s_ack_came_vc, s_relayed_vc;
  logic [           All-1:0] s_waiting;

  function automatic logic [Width-1:0] output_vc(input logic [PORT_BITS-1:0] port, input logic lane);
    for (int o = 0; o < PORTS; o++) begin
      output_vc[2*o]   = port == PORT_BITS'(o) && !lane;
      output_vc[2*o+1] = port == PORT_BITS'(o) && lane;
    end
  endfunction
  function automatic logic [PORTS-1:0] ports_of(input logic [Width-1:0] to);
    for (int o = 0; o < PORTS; o++) ports_of[o] = to[2*o] || to[2*o+1];
  endfunction
  // The flags of all outputs at the class of VC v.
  function automatic logic [Width-1:0] of_class(input logic [All-1:0] all, input int v);
    for (int o = 0; o < PORTS; o++) begin
      of_class[2*o]   = all[o*VCS+v/2*2];
      of_class[2*o+1] = v / 2 * 2 + 1 < VCS && all[o*VCS+(v/2*2+1)%VCS];
    end
  endfunction

  always_comb begin
    if (!first) begin
      assert (s_local == local_q && s_dateline == dateline_q && s_two_lanes == two_lanes_q);
      assert (s_transit_first == transit_first_q && s_store_and_forward == store_and_forward_q);
      assert (s_reserve == reserve_q && s_shared == shared_q);
      if (!rst) begin
        assert (s_ready == ready);
        assert (s_chosen == chosen);
      end
    end
  end

  // What torusim_router.sv had a cycle ago.
  logic [All-1:0] waiting_was, started_was;
  logic [All*PORT_BITS-1:0] out_was;
  logic [All*VC_BITS-1:0] out_vcs_was;
  logic [PORTS-1:0] ack_was;
  logic [PORTS*VC_BITS-1:0] ack_vc_was;
  always_ff @(posedge clk_i) begin
    waiting_was <= rst ? '0 : waiting;
    started_was <= rst ? '0 : started;
    out_was     <= out;
    out_vcs_was <= out_vcs;
    ack_was     <= rst ? '0 : ack_i;
    ack_vc_was  <= ack_vc_i;
  end

  logic [All*(DATA+2)-1:0] reads;  // of the flit in front, by input and VC

  // Room as the pipelined router tells of it, without the flits of the cycle before.
  logic [All-1:0] room1, room2;
  for (genvar n = 0; n < All; n++) begin : gen_room
    localparam int P = n / VCS;
    assign room1[n] = s_low[n] || s_pool[P];
    assign room2[n] = s_low_more[n] || (s_low[n] && s_pool[P]) || s_pool_more[P];
  end

  function automatic logic [3:0] judged(input logic here, input logic head, input logic whole, input logic [Width-1:0] to,
                                        input logic [Width-1:0] unowned, input logic [Width-1:0] one,
                                        input logic [Width-1:0] two);
    logic go;
    go = here && (!head || (whole && (to & unowned) != '0));
    judged = {go && (to & one) != '0, go && (to & two) != '0, here && head && whole && (to & two) != '0,
              here && !head && (to & two) != '0};
  endfunction

  for (genvar n = 0; n < All; n++) begin : gen_input
    localparam int P = n / VCS;
    localparam int V = n % VCS;
    logic pop, popped_tail;
    logic [PtrBits-1:0] used, at;
    logic [COUNT_BITS-1:0] count, s_n;
    logic [Width-1:0] holds, popped_to;  // output VC of the started worm; of the flit granted in the cycle before
    assign pop   = s_granted[n];
    assign used  = back[n*PtrBits+:PtrBits] - front[n*PtrBits+:PtrBits];
    assign count = !occupied[n] ? '0 : used == '0 ? COUNT_BITS'(DEPTH) : COUNT_BITS'(used);
    assign holds = output_vc(out[n*PORT_BITS+:PORT_BITS], out_vcs[n*VC_BITS]);
    assign at    = s_front[n*PtrBits+:PtrBits];
    assign s_n   = s_count[n*COUNT_BITS+:COUNT_BITS];

    // The row of the pipelined router, oldest first: an entry of output VC, head and tail; the same of torusim_router.sv.
    logic [DEPTH*Entry-1:0] entries;
    logic [DEPTH-1:0] r_head, r_tail, r_here;
    logic [DEPTH*Width-1:0] r_to, row_to;
    for (genvar s = 0; s < DEPTH; s++) begin : gen_slot
      localparam int At = n * DEPTH + s;
      logic [DATA-1:0] flit, right;
      logic [DATA+1:0] mine;
      logic [PtrBits-1:0] place;
      logic [4:0] port;
      logic lane;
      assign flit  = data[At*DATA+:DATA];
      assign mine  = s_data[At*(DATA+2)+:DATA+2];
      assign place = PtrBits'(s) - front[n*PtrBits+:PtrBits];
      assign entries[s*Entry+:Entry] = s_slots[At*Entry+:Entry];
      torusim_route_shift #(
          .DATA(DATA)
      ) i_route (
          .head_i(ends[At*2+1]),
          .data_i(flit),
          .data_o(right)
      );
      assign port = flit[64+:5];
      always_comb begin
        lane = V % 2 == 1;
        if (two_lanes_q) begin
          lane = flit[78];
          for (int o = 0; o < PORTS; o++)
            if (port == 5'(o))
              lane = flit[78] || dateline_q[o] || (V % 2 == 1 && o / 2 == P / 2 && !local_q[o] && !local_q[P]);
        end
        for (int o = 0; o < PORTS; o++) begin
          r_to[s*Width+2*o]   = port == 5'(o) && !lane;
          r_to[s*Width+2*o+1] = port == 5'(o) && lane;
        end
        if (!first && COUNT_BITS'(place) < count) begin
          assert (mine == {ends[At*2+:2], right});
          assert (s_slots[At*Entry+:2] == ends[At*2+:2]);
          if (ends[At*2+1]) assert (s_slots[At*Entry+2+:Width] == r_to[s*Width+:Width]);
        end
      end
    end
    logic [COUNT_BITS-1:0] tail_count;
    logic [Width-1:0] last_to;
    for (genvar k = 0; k < DEPTH; k++) begin : gen_flit
      logic [PtrBits-1:0] slot;
      assign slot = front[n*PtrBits+:PtrBits] + PtrBits'(k);
      assign r_here[k] = COUNT_BITS'(k) < count;
      assign {row_to[k*Width+:Width], r_head[k], r_tail[k]} = entries[slot*Entry+:Entry];
    end
    always_comb begin
      tail_count = '0;
      last_to = holds;
      for (int k = 0; k < DEPTH; k++) begin
        tail_count = tail_count + COUNT_BITS'(r_here[k] && r_tail[k]);
        if (r_here[k]) last_to = row_to[k*Width+:Width];
      end
    end
    logic [Entry-1:0] first_entry, second_entry;
    assign first_entry  = entries[at*Entry+:Entry];
    assign second_entry = entries[PtrBits'(at+PtrBits'(1))*Entry+:Entry];
    logic [DEPTH*(DATA+2)-1:0] row_data;
    assign row_data = s_data[n*DEPTH*(DATA+2)+:DEPTH*(DATA+2)];
    assign reads[n*(DATA+2)+:DATA+2] = row_data[at*(DATA+2)+:DATA+2];
    assign popped_to   = first_entry[Entry-1:2];
    assign popped_tail = first_entry[0];

    always_comb begin
      if (!first) begin
        // Pointers and counts: torusim_router.sv has carried out the grant of the cycle before.
        assert (pop == (in_credit[P] && in_credit_vc[P*VC_BITS+:VC_BITS] == VC_BITS'(V)));
        assert (front[n*PtrBits+:PtrBits] == at + PtrBits'(pop));
        assert (s_back[n*PtrBits+:PtrBits] == back[n*PtrBits+:PtrBits]);
        assert (s_write[n*PtrBits+:PtrBits] == back[n*PtrBits+:PtrBits]);
        assert (s_n == count + COUNT_BITS'(pop));
        assert (s_n <= COUNT_BITS'(DEPTH));
        assert (s_tails[n*COUNT_BITS+:COUNT_BITS] == tail_count + COUNT_BITS'(pop && popped_tail));
        // Output VCs: all flits of a worm have that of its head.
        if (r_here[0] && !r_head[0]) assert (row_to[0+:Width] == holds);
        for (int k = 1; k < DEPTH; k++)
          if (r_here[k] && !r_head[k]) assert (row_to[k*Width+:Width] == row_to[(k-1)*Width+:Width]);
        if (all_open[n]) assert (s_worm_to[n*Width+:Width] == last_to);
        // The flit that was granted.
        if (pop) begin
          assert (started[n] == !popped_tail);
          if (started[n]) assert (popped_to == holds);
          assert (s_to_q[n*Width+:Width] == popped_to);
          assert (ports_of(popped_to) != '0);
          assert (s_tail_to_q[n*Width+:Width] == (popped_tail ? popped_to : '0));
          assert (s_to_port_q[n*PORTS+:PORTS] == ports_of(popped_to));
          assert (s_takes_shared_q[n*PORTS+:PORTS] == ports_of(popped_to & ~of_class(s_low, V)));
        end
        // Judgments of the two flits that can be in front.
        assert (s_judged0[n*4+:4] == judged(s_n != '0, first_entry[1], !store_and_forward_q ||
            s_tails[n*COUNT_BITS+:COUNT_BITS] != '0, popped_to, of_class(s_free, V), of_class(room1, V), of_class(room2, V)));
        assert (s_judged1[n*4+:4] == judged(s_n > COUNT_BITS'(1), second_entry[1], !store_and_forward_q ||
            s_tails[n*COUNT_BITS+:COUNT_BITS] > COUNT_BITS'(1), second_entry[Entry-1:2], of_class(s_free, V),
            of_class(room1, V), of_class(room2, V)));
        if (s_n != '0) assert ({s_to0[n*Width+:Width], s_tail0[n]} == {popped_to, popped_tail});
        if (s_n > COUNT_BITS'(1))
          assert ({s_to1[n*Width+:Width], s_tail1[n]} == {second_entry[Entry-1:2], second_entry[0]});
        // What lags by a cycle: owners, for the relay of acks.
        assert (s_started[n] == started_was[n]);
        if (started_was[n]) assert (32'(out_was[n*PORT_BITS+:PORT_BITS]) < PORTS);
        if (started_was[n])
          assert (s_owned[n*Width+:Width] == output_vc(out_was[n*PORT_BITS+:PORT_BITS], out_vcs_was[n*VC_BITS]));
        if (!pop) begin
          assert (started_was[n] == started[n]);
          if (started[n])
            assert (output_vc(out_was[n*PORT_BITS+:PORT_BITS], out_vcs_was[n*VC_BITS]) == holds);
        end
        assert (s_waiting[n] == waiting_was[n]);
        assert (s_served[n] == lane_turn[n]);
      end
    end
  end

  // Outputs.
  for (genvar n = 0; n < All; n++) begin : gen_output
    localparam int P = n / VCS;
    localparam int V = n % VCS;
    logic [COUNT_BITS-1:0] far;
    assign far = s_in_flight[n*COUNT_BITS+:COUNT_BITS];
    always_comb begin
      if (!first) begin
        assert (s_sent[n] == (out_valid[P] && out_vc[P*VC_BITS+:VC_BITS] == VC_BITS'(V)));
        assert (s_sent_tail[n] == (s_sent[n] && out_tail[P]));
        assert (in_flight[n*COUNT_BITS+:COUNT_BITS] == far + COUNT_BITS'(s_sent[n]));
        assert (Wide'(far) <= Wide'(reserve_q) + Wide'(shared_q));
        assert (s_low_less[n] == (far <= reserve_q));
        assert (s_low[n] == (far < reserve_q));
        assert (s_low_more[n] == (Wide'(far) + Wide'(1) < Wide'(reserve_q)));
        assert (s_low_most[n] == (Wide'(far) + Wide'(2) < Wide'(reserve_q)));
        assert (free[n] == (s_sent[n] ? s_sent_tail[n] : s_free[n]));
      end
    end
  end
  for (genvar o = 0; o < PORTS; o++) begin : gen_port
    logic [Wide-1:0] above, used;
    logic [PORTS-1:0] last;
    always_comb begin
      above = '0;
      for (int v = 0; v < VCS; v++)
        if (s_in_flight[(o*VCS+v)*COUNT_BITS+:COUNT_BITS] > reserve_q)
          above = above + Wide'(s_in_flight[(o*VCS+v)*COUNT_BITS+:COUNT_BITS] - reserve_q);
      used = Wide'(s_used[o*COUNT_BITS+:COUNT_BITS]);
      // The last grant: the input below the lowest of the turn; the last one, if no bit is set.
      last = PORTS'(1) << (PORTS - 1);
      for (int i = PORTS - 1; i > 0; i--) if (turn[o*PORTS+i]) last = PORTS'(1) << (i - 1);
      if (!first) begin
        assert (used == above && above <= Wide'(shared_q));
        assert (s_pool_less[o] == (used <= Wide'(shared_q)));
        assert (s_pool[o] == (used < Wide'(shared_q)));
        assert (s_pool_more[o] == (used + Wide'(1) < Wide'(shared_q)));
        assert (s_pool_most[o] == (used + Wide'(2) < Wide'(shared_q)));
        assert (!turn[o*PORTS]);
        for (int i = 0; i < PORTS - 1; i++) if (turn[o*PORTS+i]) assert (turn[o*PORTS+i+1]);
        for (int i = 0; i < PORTS; i++)
          for (int j = 0; j < PORTS; j++)
            for (int l = 0; l < PORTS; l++)
              if (last[l] && i != j)
                assert (s_turns[(o*PORTS+i)*PORTS+j] == ((j + PORTS - 1 - l) % PORTS < (i + PORTS - 1 - l) % PORTS));
        // The flits that are read now.
        for (int n = 0; n < All; n++)
          if (s_granted[n] && s_to_port_q[n*PORTS+o])
            assert (reads[n*(DATA+2)+:DATA+2] == {out_head[o], out_tail[o], out_data[o*DATA+:DATA]});
      end
    end
  end
  // Acks: torusim_router.sv has returned one of those of the cycle before, the others wait.
  for (genvar p = 0; p < PORTS; p++) begin : gen_acks
    logic [VCS-1:0] asks;
    always_comb begin
      asks = waiting_was[p*VCS+:VCS];
      for (int v = 0; v < VCS; v++)
        for (int o = 0; o < PORTS; o++)
          if (started_was[p*VCS+v] && out_was[(p*VCS+v)*PORT_BITS+:PORT_BITS] == PORT_BITS'(o) && ack_was[o] &&
              ack_vc_was[o*VC_BITS+:VC_BITS] == out_vcs_was[(p*VCS+v)*VC_BITS+:VC_BITS])
            asks[v] = 1'b1;
      if (!first) begin
        assert (in_ack[p] == (asks != '0));
        assert (waiting[p*VCS+:VCS] == (asks & (asks - VCS'(1))));
        for (int v = 0; v < VCS; v++)
          if ((asks & -asks) == VCS'(1) << v) assert (in_ack_vc[p*VC_BITS+:VC_BITS] == VC_BITS'(v));
      end
    end
  end
  always_comb begin
    if (!first) begin
      for (int p = 0; p < PORTS; p++) begin
        assert (s_ack_came[p] == ack_was[p]);
        if (ack_was[p]) assert (s_ack_came_vc[p*VC_BITS+:VC_BITS] == ack_vc_was[p*VC_BITS+:VC_BITS]);
        assert (s_relayed[p] == was[p*EACH+EACH-2]);
        if (s_relayed[p]) assert (s_relayed_vc[p*VC_BITS+:VC_BITS] == was[p*EACH+DATA+VC_BITS+:VC_BITS]);
      end
    end
  end
endmodule
`default_nettype wire
