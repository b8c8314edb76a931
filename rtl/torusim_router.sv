// SPDX-License-Identifier: MIT
`default_nettype none
// The router of docs/router.md. Pins, parameters and reset: rtl/README.md.
//
// Route computation (RC) gives the output of a head that comes to the front of its VC. Then a cycle has switch allocation
// in two steps, in which every input port selects one ready flit (SA-1) and every output port grants one of them (SA-2),
// and switch traversal (ST) into the registers of the channel. A credit for the slot follows in the next cycle. All
// outputs are registers and every input ends in one, so there is no combinational path through the router.
module torusim_router #(
    parameter int PORTS = 5,  ///< ports: those of the network, then local ones; at most 32
    parameter int VCS = 2,  ///< virtual channels (VCs) of a port, at least 2; a network may use fewer
    parameter int DEPTH = 8,  ///< most slots of a VC, reserve + shared; a power of 2, at least 2
    parameter int DATA = 128,  ///< bits of a flit: 64 + 16 s for s route segments, at least 2
    parameter int GATE_BITS = 0,  ///< bits of a message number that gates compare, at most 32; 0: no gates
    parameter int BUBBLE = 0,  ///< 1: bubble flow control on rings
    parameter int LIMIT_BITS = GATE_BITS > 0 ? GATE_BITS : 1,  ///< bits of a gate's limit
    parameter int VC_BITS = $clog2(VCS),  ///< bits of the number of a VC
    parameter int COUNT_BITS = $clog2(DEPTH + 1)  ///< bits of a number of slots
) (
    input  logic                     clk_i,
    input  logic                     rst_i,
    // Latched while rst_i is high.
    input  logic [        PORTS-1:0] local_i,
    input  logic [        PORTS-1:0] dateline_i,
    input  logic                     two_lanes_i,
    input  logic                     transit_first_i,
    input  logic                     store_and_forward_i,
    input  logic                     cut_through_i,
    input  logic [   COUNT_BITS-1:0] reserve_i,
    input  logic [   COUNT_BITS-1:0] shared_i,
    // Bubble flow control: outputs of rings (0: no such rule), and the worms that a buffer behind them takes.
    // verilator lint_off UNUSEDSIGNAL
    input  logic [        PORTS-1:0] ring_i,
    input  logic [   COUNT_BITS-1:0] packet_slots_i,
    // verilator lint_on UNUSEDSIGNAL
    // Channels in, the credits for them, and the acks of circuit switching.
    input  logic [        PORTS-1:0] in_valid_i,
    input  logic [        PORTS-1:0] in_head_i,
    input  logic [        PORTS-1:0] in_tail_i,
    input  logic [PORTS*VC_BITS-1:0] in_vc_i,
    input  logic [   PORTS*DATA-1:0] in_data_i,
    output logic [        PORTS-1:0] in_credit_o,
    output logic [PORTS*VC_BITS-1:0] in_credit_vc_o,
    output logic [        PORTS-1:0] in_ack_o,
    output logic [PORTS*VC_BITS-1:0] in_ack_vc_o,
    // Channels out, and their credits and acks.
    output logic [        PORTS-1:0] out_valid_o,
    output logic [        PORTS-1:0] out_head_o,
    output logic [        PORTS-1:0] out_tail_o,
    output logic [PORTS*VC_BITS-1:0] out_vc_o,
    output logic [   PORTS*DATA-1:0] out_data_o,
    input  logic [        PORTS-1:0] out_credit_i,
    input  logic [PORTS*VC_BITS-1:0] out_credit_vc_i,
    input  logic [        PORTS-1:0] out_ack_i,
    input  logic [PORTS*VC_BITS-1:0] out_ack_vc_i,
    // By output, with gates only: the limit of its gate, after the tails that are on out_* in this cycle, and after one
    // more tail. Heads with a smaller message number may enter.
    // verilator lint_off UNUSEDSIGNAL
    input  logic [PORTS*LIMIT_BITS-1:0] gate_limit_i,
    input  logic [PORTS*LIMIT_BITS-1:0] gate_next_i,
    // verilator lint_on UNUSEDSIGNAL
    // No flit, credit or ack inside: while the inputs are quiet, a clock edge changes nothing.
    output logic                     idle_o
);
  localparam int ControlBits = 2 + VC_BITS;  // head, tail, VC
  localparam int PortBits = $clog2(PORTS);

  // Illegal parameters do not elaborate: the name of a missing module is the reason. (Icarus 11 has no $error here.)
  if (PORTS < 2 || PORTS > 32) begin : gen_wrong_ports
    PORTS_must_be_2_to_32 i_wrong ();
  end
  if (VCS < 2) begin : gen_wrong_vcs
    VCS_must_be_at_least_2 i_wrong ();
  end
  if (DEPTH < 2 || (DEPTH & (DEPTH - 1)) != 0) begin : gen_wrong_depth
    DEPTH_must_be_a_power_of_2 i_wrong ();
  end
  if (DATA < 96 || DATA % 16 != 0) begin : gen_wrong_data
    DATA_must_be_64_and_16_for_each_of_2_or_more_segments i_wrong ();
  end

  if (GATE_BITS < 0 || GATE_BITS > 32) begin : gen_wrong_gate
    GATE_BITS_must_be_0_to_32 i_wrong ();
  end

  logic [     PORTS-1:0] local_q, dateline_q;
  logic                  two_lanes_q, transit_first_q, store_and_forward_q, cut_through_q;
  logic [COUNT_BITS-1:0] reserve_q, shared_q;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      local_q     <= local_i;
      dateline_q  <= dateline_i;
      two_lanes_q <= two_lanes_i;
      transit_first_q <= transit_first_i;
      store_and_forward_q <= store_and_forward_i;
      cut_through_q <= cut_through_i;
      reserve_q   <= reserve_i;
      shared_q    <= shared_i;
    end
  end

  logic [     PORTS-1:0] ring;
  logic [COUNT_BITS-1:0] packet_slots;

  if (BUBBLE != 0) begin : gen_bubble
    logic [     PORTS-1:0] ring_q;
    logic [COUNT_BITS-1:0] packet_slots_q;
    always_ff @(posedge clk_i) begin
      if (rst_i) begin
        ring_q         <= ring_i;
        packet_slots_q <= packet_slots_i;
      end
    end
    assign ring = ring_q;
    assign packet_slots = packet_slots_q;
  end else begin : gen_no_bubble
    assign ring = '0;
    assign packet_slots = '0;
  end

  logic [     PORTS*VCS-1:0] free, credit;
  logic [     PORTS*VCS-1:0] slot, two_slots;  // packet slots behind outputs of rings
  logic [PORTS*VCS*COUNT_BITS-1:0] room;
  logic [PORTS*LIMIT_BITS-1:0] limit;   // of the gates
  logic [         PORTS-1:0] asks;      // inputs with a selected flit
  logic [ PORTS*PortBits-1:0] wanted;   // the outputs that they request
  logic [   PORTS*PORTS-1:0] request;   // bit out*PORTS+in
  logic [   PORTS*PORTS-1:0] grant;     // bit out*PORTS+in
  logic [         PORTS-1:0] granted;   // inputs
  logic [ PORTS*VC_BITS-1:0] classes;
  logic [          PORTS-1:0] yields;   // inputs that yield to others of their class
  logic [PORTS*(VC_BITS+1)-1:0] urgencies;  // class, yields
  logic [   PORTS*PORTS-1:0] beaten;
  // Control and data are separate vectors: data stays on word boundaries, which simulates faster.
  logic [PORTS*ControlBits-1:0] control, leaving_control;
  logic [PORTS*DATA-1:0] data, leaving_data;
  logic [PORTS-1:0] empty;

  for (genvar i = 0; i < PORTS; i++) begin : gen_input
    torusim_input_port #(
        .PORTS(PORTS),
        .INDEX(i),
        .VCS  (VCS),
        .DEPTH(DEPTH),
        .DATA (DATA),
        .GATE_BITS(GATE_BITS),
        .BUBBLE(BUBBLE)
    ) i_input (
        .clk_i,
        .rst_i,
        .two_lanes_i (two_lanes_q),
        .store_and_forward_i(store_and_forward_q),
        .cut_through_i(cut_through_q),
        .local_i     (local_q),
        .dateline_i  (dateline_q),
        .valid_i     (in_valid_i[i]),
        .head_i      (in_head_i[i]),
        .tail_i      (in_tail_i[i]),
        .vc_i        (in_vc_i[i*VC_BITS+:VC_BITS]),
        .data_i      (in_data_i[i*DATA+:DATA]),
        .credit_o    (in_credit_o[i]),
        .credit_vc_o (in_credit_vc_o[i*VC_BITS+:VC_BITS]),
        .ack_o       (in_ack_o[i]),
        .ack_vc_o    (in_ack_vc_o[i*VC_BITS+:VC_BITS]),
        .out_ack_i,
        .out_ack_vc_i,
        .free_i      (free),
        .out_credit_i(credit),
        .room_i      (room),
        .ring_i      (ring),
        .slot_i      (slot),
        .two_slots_i (two_slots),
        .limit_i     (limit),
        .request_o   (asks[i]),
        .out_o       (wanted[i*PortBits+:PortBits]),
        .class_o     (classes[i*VC_BITS+:VC_BITS]),
        .head_o      (control[i*ControlBits+VC_BITS+1]),
        .tail_o      (control[i*ControlBits+VC_BITS]),
        .vc_o        (control[i*ControlBits+:VC_BITS]),
        .data_o      (data[i*DATA+:DATA]),
        .granted_i   (granted[i]),
        .empty_o     (empty[i])
    );
  end

  // Functions, because a loop in an always_comb may never settle in Icarus 11.
  function automatic logic [PORTS*PORTS-1:0] requests(input logic [PORTS-1:0] asking,
                                                      input logic [PORTS*PortBits-1:0] out);
    requests = '0;
    for (int i = 0; i < PORTS; i++) begin
      if (asking[i]) begin
        for (int o = 0; o < PORTS; o++) requests[o*PORTS+i] = out[i*PortBits+:PortBits] == PortBits'(o);
      end
    end
  endfunction
  function automatic logic [PORTS-1:0] inputs_of(input logic [PORTS*PORTS-1:0] grants);
    inputs_of = '0;
    for (int o = 0; o < PORTS; o++) inputs_of = inputs_of | grants[o*PORTS+:PORTS];
  endfunction
  assign request = requests(asks, wanted);
  assign granted = inputs_of(grant);

  assign yields = transit_first_q ? local_q : '0;
  for (genvar i = 0; i < PORTS; i++) begin : gen_urgency
    assign urgencies[i*(VC_BITS+1)+:VC_BITS+1] = {classes[i*VC_BITS+:VC_BITS], yields[i]};
  end
  torusim_urgency #(
      .PORTS(PORTS),
      .URGENCY_BITS(VC_BITS + 1)
  ) i_urgency (
      .asks_i   (asks),
      .urgency_i(urgencies),
      .beaten_o (beaten)
  );

  torusim_crossbar #(
      .PORTS(PORTS),
      .WIDTH(ControlBits)
  ) i_control (
      .grant_i(grant),
      .flit_i (control),
      .flit_o (leaving_control)
  );
  torusim_crossbar #(
      .PORTS(PORTS),
      .WIDTH(DATA)
  ) i_data (
      .grant_i(grant),
      .flit_i (data),
      .flit_o (leaving_data)
  );

  for (genvar o = 0; o < PORTS; o++) begin : gen_output
    torusim_link_arbiter #(
        .PORTS(PORTS)
    ) i_arbiter (
        .clk_i,
        .rst_i,
        .request_i(request[o*PORTS+:PORTS]),
        .beaten_i (beaten),
        .grant_o  (grant[o*PORTS+:PORTS])
    );

    torusim_output_port #(
        .VCS  (VCS),
        .DEPTH(DEPTH),
        .DATA (DATA),
        .BUBBLE(BUBBLE)
    ) i_output (
        .clk_i,
        .rst_i,
        .reserve_i  (reserve_q),
        .shared_i   (shared_q),
        .cut_through_i(cut_through_q),
        .packet_slots_i(packet_slots),
        .send_i     (grant[o*PORTS+:PORTS] != '0),
        .head_i     (leaving_control[o*ControlBits+VC_BITS+1]),
        .tail_i     (leaving_control[o*ControlBits+VC_BITS]),
        .vc_i       (leaving_control[o*ControlBits+:VC_BITS]),
        .data_i     (leaving_data[o*DATA+:DATA]),
        .credit_i   (out_credit_i[o]),
        .credit_vc_i(out_credit_vc_i[o*VC_BITS+:VC_BITS]),
        .free_o     (free[o*VCS+:VCS]),
        .credit_o   (credit[o*VCS+:VCS]),
        .room_o     (room[o*VCS*COUNT_BITS+:VCS*COUNT_BITS]),
        .slot_o     (slot[o*VCS+:VCS]),
        .two_slots_o(two_slots[o*VCS+:VCS]),
        .valid_o    (out_valid_o[o]),
        .head_o     (out_head_o[o]),
        .tail_o     (out_tail_o[o]),
        .vc_o       (out_vc_o[o*VC_BITS+:VC_BITS]),
        .data_o     (out_data_o[o*DATA+:DATA])
    );

    if (GATE_BITS > 0) begin : gen_gate
      torusim_gate_limit #(
          .GATE_BITS(GATE_BITS)
      ) i_gate (
          .clk_i,
          .limit_i(gate_limit_i[o*LIMIT_BITS+:LIMIT_BITS]),
          .next_i (gate_next_i[o*LIMIT_BITS+:LIMIT_BITS]),
          .tail_i (out_valid_o[o] && out_tail_o[o]),
          .limit_o(limit[o*LIMIT_BITS+:LIMIT_BITS])
      );
    end else begin : gen_no_gate
      assign limit[o*LIMIT_BITS+:LIMIT_BITS] = '0;
    end
  end

  assign idle_o = (&empty) && (out_valid_o == '0);

`ifdef FORMAL
  logic [PORTS*VC_BITS-1:0] forward_vc, leaving_vc;
  for (genvar i = 0; i < PORTS; i++) begin : gen_forward_vc
    assign forward_vc[i*VC_BITS+:VC_BITS] = control[i*ControlBits+:VC_BITS];
  end
  for (genvar o = 0; o < PORTS; o++) begin : gen_leaving_vc
    assign leaving_vc[o*VC_BITS+:VC_BITS] = leaving_control[o*ControlBits+:VC_BITS];
  end
  router_checks #(
      .PORTS(PORTS),
      .VCS  (VCS),
      .DEPTH(DEPTH)
  ) i_checks (
      .*
  );
`endif
endmodule
`default_nettype wire
