// SPDX-License-Identifier: MIT
`default_nettype none
// Pipelined router: the control of one VC of an input port, and whether its front flit is ready.
//
// A grant is known here one cycle late, as pop_i. So the state in a cycle lacks the grants of the cycle before. In
// every cycle the two flits that can be at the front in the next one are judged by all that is known: the front
// flit, if this VC is not granted in this cycle, and the flit behind it, if it is. In the next cycle the grants of
// this one, which are registers then, choose and correct the judgment.
module torusim_pipelined_front #(
    parameter int PORTS = 5,  ///< ports: those of the network, then local ones; at most 32
    parameter int DEPTH = 8,  ///< most slots of a VC, reserve + shared; a power of 2
    parameter int PTR_BITS = $clog2(DEPTH),  ///< bits of the number of a slot
    parameter int COUNT_BITS = $clog2(DEPTH + 1)  ///< bits of a number of slots
) (
    input  logic                clk_i,
    input  logic                rst_i,
    input  logic                store_and_forward_i,
    // A flit comes. `push_to_i`: its output VC, one-hot, bit 2 * port + lane.
    input  logic                push_i,
    input  logic                push_head_i,
    input  logic                push_tail_i,
    input  logic [ 2*PORTS-1:0] push_to_i,
    // The front flit was granted in the cycle before.
    input  logic                pop_i,
    // The output VCs of this class in the next cycle, unless something is granted in this one.
    input  logic [ 2*PORTS-1:0] free_i,
    input  logic [ 2*PORTS-1:0] room1_i,      // for one flit
    input  logic [ 2*PORTS-1:0] room2_i,      // for two
    // The flits that were granted in the cycle before, by output VC; outputs where one took a shared slot.
    input  logic [ 2*PORTS-1:0] sent_i,
    input  logic [ 2*PORTS-1:0] sent_tail_i,
    input  logic [   PORTS-1:0] pool_i,
    // The output VCs that have a reserved slot for a flit that is granted in this cycle.
    input  logic [ 2*PORTS-1:0] low_i,
    output logic                ready_o,
    output logic [ 2*PORTS-1:0] to_o,         // the output VC of the front flit
    output logic [   PORTS-1:0] to_port_o,    // its output, and the same if it would take a shared slot
    output logic [   PORTS-1:0] takes_shared_o,
    output logic                tail_o,       // it is a tail
    output logic [PTR_BITS-1:0] slot_o,       // of the flit that was granted in the cycle before
    output logic                occupied_o,
    // The worm whose head has left, as of the cycle before: its output VC.
    output logic                started_o,
    output logic [ 2*PORTS-1:0] owned_o
);
  localparam int Width = 2 * PORTS;
  localparam int Entry = Width + 2;  // output VC, head, tail

  logic [DEPTH*Entry-1:0] slots_q;
  logic [PTR_BITS-1:0] front_q, back_q;
  logic [COUNT_BITS-1:0] count_q;   // flits
  logic [COUNT_BITS-1:0] tails_q;
  logic started_q;
  logic [Width-1:0] owned_q;
  logic [Width-1:0] worm_to_q;      // of the worm that arrives

  logic [Entry-1:0] pushed, first, second, third, flit0, flit1;
  logic [COUNT_BITS-1:0] left;      // flits here, without those that come or have been granted
  logic [COUNT_BITS-1:0] tails;
  logic occupied0, occupied1, whole0, whole1;

  assign pushed = {push_head_i ? push_to_i : worm_to_q, push_head_i, push_tail_i};
  function automatic logic [Entry-1:0] entry(input logic [DEPTH*Entry-1:0] slots, input logic [PTR_BITS-1:0] at);
    entry = '0;
    for (int s = 0; s < DEPTH; s++) if (at == PTR_BITS'(s)) entry = entry | slots[s*Entry+:Entry];
  endfunction
  assign first  = entry(slots_q, front_q);
  assign second = entry(slots_q, front_q + PTR_BITS'(1));
  assign third  = entry(slots_q, front_q + PTR_BITS'(2));

  assign left  = pop_i ? count_q - COUNT_BITS'(1) : count_q;
  assign flit0 = left == '0 ? pushed : (pop_i ? second : first);
  assign flit1 = left == COUNT_BITS'(1) ? pushed : (pop_i ? third : second);
  assign occupied0 = left != '0 || push_i;
  assign occupied1 = left > COUNT_BITS'(1) || (left != '0 && push_i);

  // Store and forward: a head at the front waits for its tail, the first that is here.
  assign tails  = tails_q - COUNT_BITS'(pop_i && first[0]) + COUNT_BITS'(push_i && push_tail_i);
  assign whole0 = !store_and_forward_i || tails != '0;
  assign whole1 = !store_and_forward_i || tails > COUNT_BITS'(1);

  // Of a flit that is at the front in the next cycle: it is ready if nothing is sent to its output in this one; if
  // another VC of that output takes a shared slot; if its own output VC sends: a head then needs a tail to have left.
  logic [Width-1:0] to0, to1;
  assign to0 = flit0[Entry-1:2];
  assign to1 = flit1[Entry-1:2];

  function automatic logic [3:0] judged(input logic occupied, input logic head, input logic whole,
                                        input logic [Width-1:0] to, input logic [Width-1:0] free,
                                        input logic [Width-1:0] room1, input logic [Width-1:0] room2);
    logic go;
    go = occupied && (!head || (whole && (to & free) != '0));
    judged = {go && (to & room1) != '0, go && (to & room2) != '0,
              occupied && head && whole && (to & room2) != '0, occupied && !head && (to & room2) != '0};
  endfunction
  logic [3:0] judged0_q, judged1_q;
  logic [Entry-3:0] to0_q, to1_q;
  logic tail0_q, tail1_q;
  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      judged0_q <= '0;
      judged1_q <= '0;
    end else begin
      judged0_q <= judged(occupied0, flit0[1], whole0, to0, free_i, room1_i, room2_i);
      judged1_q <= judged(occupied1, flit1[1], whole1, to1, free_i, room1_i, room2_i);
    end
    to0_q   <= to0;
    to1_q   <= to1;
    tail0_q <= flit0[0];
    tail1_q <= flit1[0];
  end

  // The grants of the cycle before choose and correct.
  logic [3:0] judgment;
  logic own, own_tail, pool;
  function automatic logic [PORTS-1:0] ports(input logic [Width-1:0] to);
    for (int o = 0; o < PORTS; o++) ports[o] = to[2*o] || to[2*o+1];
  endfunction
  assign to_o     = pop_i ? to1_q : to0_q;
  assign to_port_o = ports(to_o);
  assign takes_shared_o = ports(to_o & ~low_i);
  assign tail_o   = pop_i ? tail1_q : tail0_q;
  assign judgment = pop_i ? judged1_q : judged0_q;
  assign own      = (to_o & sent_i) != '0;
  assign own_tail = (to_o & sent_tail_i) != '0;
  assign pool     = (to_port_o & pool_i) != '0;
  assign ready_o  = own ? (judgment[1] && own_tail) || judgment[0] : (pool ? judgment[2] : judgment[3]);

  assign slot_o     = front_q;
  assign occupied_o = count_q != '0;
  assign started_o  = started_q;
  assign owned_o    = owned_q;

  always_ff @(posedge clk_i) begin
    if (push_i) begin
      for (int s = 0; s < DEPTH; s++) if (back_q == PTR_BITS'(s)) slots_q[s*Entry+:Entry] <= pushed;
      worm_to_q <= pushed[Entry-1:2];
    end
    if (pop_i) owned_q <= first[Entry-1:2];
  end
  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      front_q   <= '0;
      back_q    <= '0;
      count_q   <= '0;
      tails_q   <= '0;
      started_q <= 1'b0;
    end else begin
      if (pop_i) front_q <= front_q + PTR_BITS'(1);
      if (push_i) back_q <= back_q + PTR_BITS'(1);
      count_q <= push_i ? left + COUNT_BITS'(1) : left;
      tails_q <= tails;
      if (pop_i) started_q <= !first[0];
    end
  end
endmodule
`default_nettype wire
