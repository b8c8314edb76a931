// SPDX-License-Identifier: MIT
`default_nettype none
// 8: no flit that may go waits for ever. The pins and the contract alone decide whether the watched flit may go, so a
// router that waits for other reasons is refuted. The proof has two steps: a flit that may go makes its input request
// an output, for it or for one before it; a request is granted within a bound. A flit that may not go does not leave.
//
// The wires under `probes` are those of the router (see router_lemmas.sv).
module router_progress #(
    parameter int PORTS = 3,
    parameter int VCS = 2,
    parameter int VC_BITS = $clog2(VCS),
    parameter int PORT_BITS = $clog2(PORTS)
) (
    input logic                 clk_i,
    input logic                 rst,
    input logic                 first,
    input logic                 may_go,       // the watched flit may go (router_ready.sv)
    input logic                 two_lanes_q,
    input logic                 transit_first_q,
    input logic [    PORTS-1:0] local_q,
    input logic [PORT_BITS-1:0] watched_port,
    input logic [  VC_BITS-1:0] watched_vc,
    input logic [PORT_BITS-1:0] worm_port,
    input logic [    PORTS-1:0] out_valid,
    input logic [    PORTS-1:0] watched_out   // where the watched flit comes out
);
  localparam int All = PORTS * VCS;
  localparam int WaitBits = $clog2(2 * PORTS + 1);

  // probes
  logic [        All-1:0] chosen;          // by input and VC: the selected flit
  logic [PORTS*PORTS-1:0] request, grant;  // bit out*PORTS+in

  // The input of the watched flit: the selected flit, the output that it requests, and whether it is granted.
  logic [VCS-1:0] forward, own, class_mates;
  logic [PORTS-1:0] asked;
  logic granted, beaten;  // beaten: a rival at that output is more urgent
  logic yields;           // to transit flits of its class
  function automatic logic [VC_BITS-1:0] class_of(input logic [VC_BITS-1:0] vc, input logic two_lanes);
    class_of = two_lanes ? vc >> 1 : vc;
  endfunction
  always_comb begin
    forward = '0;
    asked   = '0;
    granted = 1'b0;
    for (int p = 0; p < PORTS; p++) begin
      if (watched_port == PORT_BITS'(p)) begin
        forward = chosen[p*VCS+:VCS];
        for (int o = 0; o < PORTS; o++) begin
          asked[o] = request[o*PORTS+p];
          if (grant[o*PORTS+p]) granted = 1'b1;
        end
      end
    end
    own         = '0;
    class_mates = '0;
    for (int v = 0; v < VCS; v++) begin
      own[v] = watched_vc == VC_BITS'(v);
      class_mates[v] = class_of(VC_BITS'(v), two_lanes_q) == class_of(watched_vc, two_lanes_q);
    end
    yields = 1'b0;
    for (int p = 0; p < PORTS; p++)
      if (watched_port == PORT_BITS'(p) && transit_first_q && local_q[p]) yields = 1'b1;
    beaten = 1'b0;
    for (int p = 0; p < PORTS; p++)
      for (int v = 0; v < VCS; v++)
        if (chosen[p*VCS+v] && (class_of(VC_BITS'(v), two_lanes_q) < class_of(watched_vc, two_lanes_q) ||
                                (class_mates[v] && yields && !local_q[p])))
          for (int o = 0; o < PORTS; o++) if (asked[o] && request[o*PORTS+p]) beaten = 1'b1;
  end

  // Step 1. At the pins alone: while a flit may go, one goes, from this or another input.
  logic could_go;
  always_ff @(posedge clk_i) could_go <= may_go && !rst;
  always_comb begin
    if (!first) begin
      if (could_go) assert (out_valid != '0);
      if (watched_out != '0) assert (could_go);
      if (may_go) begin
        assert (forward != '0 && asked != '0);
        for (int v = 0; v < VCS; v++)  // itself, its class's other lane or a more urgent class
          if (forward[v]) assert (class_mates[v] || VC_BITS'(v) < watched_vc);
        if (forward == own) assert (asked == PORTS'(1) << worm_port);
      end
    end
  end

  // Step 2. Cycles that the watched flit has waited while its class is selected and no rival is more urgent. The count
  // starts again if the selected flit changes without a grant: a flit of the other lane may lose its slot of the pool.
  logic [WaitBits-1:0] waited;
  logic [VCS-1:0] last;
  logic last_granted, counts, goes_on;
  assign counts  = !rst && may_go && (forward & class_mates) != '0 && !beaten && !(granted && forward == own);
  assign goes_on = waited != '0 && (last_granted || last == forward);
  always_ff @(posedge clk_i) begin
    waited       <= !counts ? '0 : goes_on ? waited + WaitBits'(1) : WaitBits'(1);
    last         <= forward;
    last_granted <= granted;
  end
  // The bound: every other input once. With two lanes, a flit of the other lane may first wait for as many.
  always_comb begin
    if (!first) assert (waited < (two_lanes_q ? WaitBits'(2 * PORTS) : WaitBits'(PORTS)));
  end

`ifdef LEMMAS
  // probes
  logic [  All*PORT_BITS-1:0] out;         // by input and VC: where the front worm goes
  logic [            All-1:0] lane_turn;   // by input and VC: the last that left
  logic [    PORTS*PORTS-1:0] turn;        // by output: the inputs from the turn on

  // Inputs that come before the watched one at the output that it waits for.
  logic [PORT_BITS-1:0] waits_for, start;
  logic [PORT_BITS:0] others;
  logic [VCS-1:0] had_turn;
  always_comb begin
    waits_for = '0;
    had_turn  = '0;
    for (int p = 0; p < PORTS; p++) begin
      if (watched_port == PORT_BITS'(p)) begin
        had_turn = lane_turn[p*VCS+:VCS];
        for (int v = 0; v < VCS; v++)
          if (last_granted ? own[v] : last[v]) waits_for = waits_for | out[(p*VCS+v)*PORT_BITS+:PORT_BITS];
      end
    end
    start = '0;
    for (int o = 0; o < PORTS; o++)
      if (waits_for == PORT_BITS'(o) && turn[o*PORTS+:PORTS] != '0)
        for (int i = PORTS - 1; i >= 0; i--) if (turn[o*PORTS+i]) start = PORT_BITS'(i);
    others = watched_port >= start ? (PORT_BITS + 1)'(watched_port) - (PORT_BITS + 1)'(start) :
        (PORT_BITS + 1)'(watched_port) + (PORT_BITS + 1)'(PORTS) - (PORT_BITS + 1)'(start);
  end
  always_comb begin
    if (!first) begin
      for (int o = 0; o < PORTS; o++)  // from the turn on means all behind it
        for (int i = 1; i < PORTS; i++) if (turn[o*PORTS+i-1]) assert (turn[o*PORTS+i]);
      for (int p = 0; p < PORTS; p++)
        assert ((lane_turn[p*VCS+:VCS] & (lane_turn[p*VCS+:VCS] - VCS'(1))) == '0);
      if (waited != '0) begin
        assert ((last & (last - VCS'(1))) == '0 && (last & class_mates) != '0 && 32'(waits_for) < PORTS);
        // The flit of the other lane has left, so the watched flit has the turn.
        if (last_granted) assert (last != own && had_turn == last && waited <= WaitBits'(PORTS));
        else if (last != own) assert (waited + WaitBits'(others) < WaitBits'(PORTS));
        else assert (waited + WaitBits'(others) < (two_lanes_q ? WaitBits'(2 * PORTS) : WaitBits'(PORTS)));
      end
    end
  end
`endif
endmodule
`default_nettype wire
