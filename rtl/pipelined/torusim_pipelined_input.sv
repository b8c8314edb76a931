// SPDX-License-Identifier: MIT
`default_nettype none
// Pipelined router: an input port. It selects one ready VC in every cycle (SA-1), as torusim_input_arbiter.sv does, and
// reads the flit in the cycle after its grant. Output VCs of heads are computed (RC), and their routes advance, on their
// way into the buffer.
module torusim_pipelined_input #(
    parameter int PORTS = 5,  ///< ports: those of the network, then local ones; at most 32
    parameter int INDEX = 0,  ///< number of the input port
    parameter int VCS = 2,  ///< virtual channels (VCs) of a port
    parameter int DEPTH = 8,  ///< most slots of a VC, reserve + shared; a power of 2
    parameter int DATA = 128,  ///< bits of a flit
    parameter int VC_BITS = $clog2(VCS),  ///< bits of the number of a VC
    parameter int PORT_BITS = $clog2(PORTS)  ///< bits of the number of a port
) (
    input  logic                 clk_i,
    input  logic                 rst_i,
    input  logic                 two_lanes_i,
    input  logic                 store_and_forward_i,
    input  logic [    PORTS-1:0] local_i,
    input  logic [    PORTS-1:0] dateline_i,
    input  logic                 valid_i,
    input  logic                 head_i,
    input  logic                 tail_i,
    input  logic [  VC_BITS-1:0] vc_i,
    input  logic [     DATA-1:0] data_i,
    // Of torusim_pipelined_output.sv, all outputs.
    input  logic [PORTS*VCS-1:0] free_i,
    input  logic [PORTS*VCS-1:0] room1_i,
    input  logic [PORTS*VCS-1:0] room2_i,
    input  logic [PORTS*VCS-1:0] low_i,
    input  logic [PORTS*VCS-1:0] sent_i,
    input  logic [PORTS*VCS-1:0] sent_tail_i,
    input  logic [    PORTS-1:0] pool_i,
    // The selected flit: its VC, one-hot, its output VC as 2 * port + lane of its class, and whether it is a tail.
    output logic [      VCS-1:0] chosen_o,
    output logic [2*PORTS*VCS-1:0] to_o,
    output logic [VCS*PORTS-1:0] to_port_o,      // its output, and the same if it would take a shared slot
    output logic [VCS*PORTS-1:0] takes_shared_o,
    output logic [      VCS-1:0] tail_o,
    input  logic [      VCS-1:0] granted_i,      // in the cycle before
    // The flit that was granted in the cycle before.
    output logic                 flit_head_o,
    output logic                 flit_tail_o,
    output logic [     DATA-1:0] flit_data_o,
    // Acks that came in the cycle before, and those that return.
    input  logic [    PORTS-1:0] out_ack_i,
    input  logic [PORTS*VC_BITS-1:0] out_ack_vc_i,
    output logic                 ack_o,
    output logic [  VC_BITS-1:0] ack_vc_o,
    output logic                 empty_o
);
  localparam int PtrBits = $clog2(DEPTH);
  localparam int SlotBits = $clog2(VCS * DEPTH);

  logic [VCS-1:0] ready, occupied, started;
  logic [PtrBits*VCS-1:0] slots;
  logic [2*PORTS*VCS-1:0] owned;

  // The output VC that a head needs, as torusim_next_lane.sv says: `lane` is that of the input VC, `named` that of its
  // segment.
  function automatic logic [2*PORTS-1:0] output_vc(input logic [4:0] port, input logic lane, input logic named,
                                                   input logic two_lanes, input logic [PORTS-1:0] locals,
                                                   input logic [PORTS-1:0] datelines);
    logic straight;
    logic next;
    for (int o = 0; o < PORTS; o++) begin
      straight = o / 2 == INDEX / 2 && !locals[o] && !locals[INDEX];
      next = two_lanes ? (straight && lane) || named || datelines[o] : lane;
      output_vc[2*o]   = port == 5'(o) && !next;
      output_vc[2*o+1] = port == 5'(o) && next;
    end
  endfunction
  // The output VCs of the class of VC v, by port and lane.
  function automatic logic [2*PORTS-1:0] of_class(input logic [PORTS*VCS-1:0] all, input int v);
    for (int o = 0; o < PORTS; o++) begin
      of_class[2*o]   = all[o*VCS+v/2*2];
      of_class[2*o+1] = v / 2 * 2 + 1 < VCS && all[o*VCS+(v/2*2+1)%VCS];
    end
  endfunction

  logic [4:0] arrive_port;
  logic arrive_lane;
  assign arrive_port = data_i[torusim_head_pkg::Port+:torusim_head_pkg::PortBits];
  assign arrive_lane = data_i[torusim_head_pkg::Lane];

  for (genvar v = 0; v < VCS; v++) begin : gen_vc
    localparam logic Lane = v % 2 == 1;
    torusim_pipelined_front #(
        .PORTS(PORTS),
        .DEPTH(DEPTH)
    ) i_front (
        .clk_i,
        .rst_i,
        .store_and_forward_i,
        .push_i     (valid_i && vc_i == VC_BITS'(v)),
        .push_head_i(head_i),
        .push_tail_i(tail_i),
        .push_to_i  (output_vc(arrive_port, Lane, arrive_lane, two_lanes_i, local_i, dateline_i)),
        .pop_i      (granted_i[v]),
        .free_i     (of_class(free_i, v)),
        .room1_i    (of_class(room1_i, v)),
        .room2_i    (of_class(room2_i, v)),
        .sent_i     (of_class(sent_i, v)),
        .sent_tail_i(of_class(sent_tail_i, v)),
        .low_i      (of_class(low_i, v)),
        .pool_i,
        .ready_o    (ready[v]),
        .to_o       (to_o[v*2*PORTS+:2*PORTS]),
        .to_port_o  (to_port_o[v*PORTS+:PORTS]),
        .takes_shared_o(takes_shared_o[v*PORTS+:PORTS]),
        .tail_o     (tail_o[v]),
        .slot_o     (slots[v*PtrBits+:PtrBits]),
        .occupied_o (occupied[v]),
        .started_o  (started[v]),
        .owned_o    (owned[v*2*PORTS+:2*PORTS])
    );
  end

  // The VC of the grant before: the other lane of its class comes first, if both are ready.
  logic [VCS-1:0] served_q, served;
  assign served = granted_i != '0 ? granted_i : served_q;
  always_ff @(posedge clk_i) begin
    if (rst_i) served_q <= '0;
    else served_q <= served;
  end
  function automatic logic [VCS-1:0] choice(input logic [VCS-1:0] able, input logic [VCS-1:0] last, input logic two_lanes);
    logic above, other;
    for (int v = 0; v < VCS; v++) begin
      above = 1'b0;
      for (int u = 0; u < v / 2 * 2; u++) above = above || able[u];
      if (v % 2 == 1) begin
        other = able[v-1] && !(two_lanes && last[v-1]);
      end else begin
        other = v + 1 < VCS && able[(v+1)%VCS] && two_lanes && last[v];
      end
      choice[v] = able[v] && !above && !other;
    end
  endfunction
  assign chosen_o = choice(ready, served, two_lanes_i);

  // The flits. A slot is read after its grant, long before another flit comes to it.
  logic [DATA+1:0] data_q [VCS*DEPTH];
  logic [VC_BITS-1:0] granted_vc;
  logic [PtrBits-1:0] slot;
  logic [DATA-1:0] advanced;
  function automatic logic [PtrBits-1:0] place(input logic [VCS-1:0] vc, input logic [VCS*PtrBits-1:0] all);
    place = '0;
    for (int v = 0; v < VCS; v++) if (vc[v]) place = place | all[v*PtrBits+:PtrBits];
  endfunction
  function automatic logic [VC_BITS-1:0] number(input logic [VCS-1:0] vc);
    number = '0;
    for (int v = 0; v < VCS; v++) if (vc[v]) number = number | VC_BITS'(v);
  endfunction
  assign granted_vc = number(granted_i);
  assign slot       = place(granted_i, slots);
  torusim_route_shift #(
      .DATA(DATA)
  ) i_route (
      .head_i(head_i),
      .data_i,
      .data_o(advanced)
  );
  logic [VCS*PtrBits-1:0] back_q;
  for (genvar v = 0; v < VCS; v++) begin : gen_back
    always_ff @(posedge clk_i) begin
      if (rst_i) back_q[v*PtrBits+:PtrBits] <= '0;
      else if (valid_i && vc_i == VC_BITS'(v)) back_q[v*PtrBits+:PtrBits] <= back_q[v*PtrBits+:PtrBits] + PtrBits'(1);
    end
  end
  always_ff @(posedge clk_i) begin
    if (valid_i) data_q[SlotBits'({vc_i, back_q[vc_i*PtrBits+:PtrBits]})] <= {head_i, tail_i, advanced};
  end
  assign {flit_head_o, flit_tail_o, flit_data_o} = data_q[SlotBits'({granted_vc, slot})];

  // The relay sees all one cycle late.
  function automatic logic [VCS*PORT_BITS-1:0] owned_ports(input logic [2*PORTS*VCS-1:0] all);
    owned_ports = '0;
    for (int v = 0; v < VCS; v++)
      for (int o = 0; o < PORTS; o++)
        if (all[v*2*PORTS+2*o] || all[v*2*PORTS+2*o+1])
          owned_ports[v*PORT_BITS+:PORT_BITS] = owned_ports[v*PORT_BITS+:PORT_BITS] | PORT_BITS'(o);
  endfunction
  function automatic logic [VCS*VC_BITS-1:0] owned_vcs(input logic [2*PORTS*VCS-1:0] all);
    logic lane;
    for (int v = 0; v < VCS; v++) begin
      lane = 1'b0;
      for (int o = 0; o < PORTS; o++) lane = lane || all[v*2*PORTS+2*o+1];
      owned_vcs[v*VC_BITS+:VC_BITS] = VC_BITS'(v / 2 * 2) | VC_BITS'(lane);
    end
  endfunction
  logic no_ack;
  torusim_ack_relay #(
      .PORTS(PORTS),
      .VCS  (VCS)
  ) i_acks (
      .clk_i,
      .rst_i,
      .started_i(started),
      .out_i    (owned_ports(owned)),
      .out_vc_i (owned_vcs(owned)),
      .ack_i    (out_ack_i),
      .ack_vc_i (out_ack_vc_i),
      .ack_o,
      .ack_vc_o,
      .empty_o  (no_ack)
  );
  assign empty_o = occupied == '0 && granted_i == '0 && no_ack;
endmodule
`default_nettype wire
