// SPDX-License-Identifier: MIT
`default_nettype none
// Bubble flow control: a ring never fills and never stands still, whatever its neighbours do. A ring of NODES buffers of
// SLOTS packet slots, with the rule of the routers (ring_entry) at its channels. Worms of any length enter, go on and
// leave the ring in any order that the rule allows; flits and credits take any time. slots_props.sv has the count of
// packet slots.
module bubble_props #(
    parameter int NODES = 4,
    parameter int SLOTS = 3
) (
    input logic             clk_i,
    // By channel: a head goes onto it, of a worm that enters the ring, or from the buffer before.
    input logic [NODES-1:0] enter_i,
    input logic [NODES-1:0] pass_i,
    input logic [NODES-1:0] eject_i,   // the head at the front of the buffer behind it leaves the ring
    input logic [NODES-1:0] tail_i,    // the tail of the worm on the channel goes with this flit
    input logic [NODES-1:0] end_i,     // the tail of the worm that leaves the ring goes
    input logic [NODES-1:0] credit_i   // the credit of a tail comes back
);
  localparam int Bits = $clog2(SLOTS + 1);

  logic rst = 1'b1;
  always_ff @(posedge clk_i) rst <= 1'b0;

  logic [Bits-1:0] worms[NODES];       // head sent on the channel, tail not credited
  logic [Bits-1:0] residents[NODES];   // of those, whose head is in the buffer behind it
  logic [NODES-1:0] open, from_ring;   // a worm is on the channel, between head and tail; it comes from the buffer before
  logic [NODES-1:0] ejecting;          // the same of the front worm of the buffer that leaves the ring
  logic [NODES-1:0] goes_on, goes_in, passes, enters, ejects, begun, whole, credit;

  for (genvar c = 0; c < NODES; c++) begin : gen_channel
    localparam int From = (c + NODES - 1) % NODES;  // the buffer that it leads out of
    localparam int Next = (c + 1) % NODES;

    // Of the router in front of the channel: output 0 is the ring's, input 1 the ring's, input 2 the node's.
    logic [1:0] along, into;
    logic slot, two_slots;
    assign slot = worms[c] < Bits'(SLOTS);
    assign two_slots = worms[c] < Bits'(SLOTS - 1);
    for (genvar i = 1; i < 3; i++) begin : gen_input
      logic [1:0] fits;
      torusim_ring_entry #(
          .PORTS(3),
          .INDEX(i),
          .VCS(2)
      ) i_entry (
          .occupied_i(2'b01),
          .out_i('0),
          .out_vc_i('0),
          .room_fits_i('1),
          .ring_i(3'b001),
          .slot_i({5'b0, slot}),
          .two_slots_i({5'b0, two_slots}),
          .fits_o(fits)
      );
      if (i == 1) begin : gen_along
        assign along = fits;
      end else begin : gen_into
        assign into = fits;
      end
    end
    assign goes_on[c] = along[0];
    assign goes_in[c] = into[0];

    assign begun[c]  = ejecting[c] || (open[Next] && from_ring[Next]);  // the front worm of the buffer has
    assign passes[c] = pass_i[c] && !open[c] && goes_on[c] && residents[From] != '0 && !begun[From];
    assign enters[c] = enter_i[c] && !open[c] && goes_in[c] && !passes[c];
    assign ejects[c] = eject_i[c] && residents[c] != '0 && !begun[c] && !passes[Next];
    // A tail is credited once it has left the buffer. Before that it has come there.
    assign whole[c]  = worms[c] > residents[c] + Bits'(begun[c]);
    assign credit[c] = credit_i[c] && whole[c];

    always_ff @(posedge clk_i) begin
      if (rst) begin
        worms[c] <= '0;
        residents[c] <= '0;
        open[c] <= 1'b0;
        from_ring[c] <= 1'b0;
        ejecting[c] <= 1'b0;
      end else begin
        worms[c] <= worms[c] + Bits'(passes[c] || enters[c]) - Bits'(credit[c]);
        residents[c] <= residents[c] + Bits'(passes[c] || enters[c]) - Bits'(passes[Next] || ejects[c]);
        open[c] <= (open[c] || passes[c] || enters[c]) && !tail_i[c];
        if (!open[c]) from_ring[c] <= passes[c];
        ejecting[c] <= (ejecting[c] || ejects[c]) && !end_i[c];
      end
    end
  end

  logic [7:0] total;
  logic some_go_on, rest;
  always_comb begin
    total = '0;
    some_go_on = 1'b0;
    rest = open == '0 && ejecting == '0;
    for (int c = 0; c < NODES; c++) begin
      total = total + 8'(residents[c]);
      if (worms[c] != residents[c]) rest = 1'b0;
      if (goes_on[c] && residents[(c + NODES - 1) % NODES] != '0) some_go_on = 1'b1;
    end
  end

  always_comb begin
    if (!rst) begin
      for (int c = 0; c < NODES; c++) begin
        assert (worms[c] <= Bits'(SLOTS));                     // no buffer takes more worms than it has packet slots
        assert (residents[c] + Bits'(begun[c]) <= worms[c]);
      end
      assert (total < 8'(NODES * SLOTS));                      // 15: the ring never fills,
      assert (!rest || total == '0 || some_go_on);             // so at rest some worm can go on
    end
  end
`ifdef COVER
  // All packet slots of the ring but one can be taken.
  always_comb begin
    if (!rst) assert (!(rest && total == 8'(NODES * SLOTS - 1)));
  end
`endif
endmodule
`default_nettype wire
