// SPDX-License-Identifier: MIT
`default_nettype none
// For a router with ready and valid: one input and one output port, with a ready for each virtual channel.
//
// A flit moves when valid and the ready of its VC are both high. Input: flits wait in a FIFO per VC, deep enough for
// all credits, and are offered round-robin. Valid and the VC of an offer depend on registers only, so ready may depend
// on them. With one VC an offer stays until the router takes it, as AXI-Stream asks. With several, another VC takes the
// place of a refused offer. A slot is credited when the router has taken the flit. Output: ready is the credit rule of the far buffer; a flit is
// registered, which costs a cycle per hop, and a head is advanced.
module torusim_ready_valid_wrapper #(
    parameter int VCS = 2,  ///< virtual channels (VCs) of a port
    parameter int DEPTH = 8,  ///< maximum slots of a VC, reserve + shared; a power of 2
    parameter int DATA = 128,  ///< bits of a flit
    parameter int VC_BITS = VCS > 1 ? $clog2(VCS) : 1,  ///< bits of the number of a VC
    parameter int COUNT_BITS = $clog2(DEPTH + 1)  ///< bits of a number of slots
) (
    input  logic                  clk_i,
    input  logic                  rst_i,
    input  logic [COUNT_BITS-1:0] reserve_i,
    input  logic [COUNT_BITS-1:0] shared_i,
    // The pins of rtl/README.md.
    input  logic                  in_valid_i,
    input  logic                  in_head_i,
    input  logic                  in_tail_i,
    input  logic [   VC_BITS-1:0] in_vc_i,
    input  logic [      DATA-1:0] in_data_i,
    output logic                  in_credit_o,
    output logic [   VC_BITS-1:0] in_credit_vc_o,
    output logic                  out_valid_o,
    output logic                  out_head_o,
    output logic                  out_tail_o,
    output logic [   VC_BITS-1:0] out_vc_o,
    output logic [      DATA-1:0] out_data_o,
    input  logic                  out_credit_i,
    input  logic [   VC_BITS-1:0] out_credit_vc_i,
    // The router's input port.
    output logic                  to_valid_o,
    output logic                  to_head_o,
    output logic                  to_tail_o,
    output logic [   VC_BITS-1:0] to_vc_o,
    output logic [      DATA-1:0] to_data_o,
    input  logic [       VCS-1:0] to_ready_i,
    // Its output port.
    input  logic                  from_valid_i,
    input  logic                  from_head_i,
    input  logic                  from_tail_i,
    input  logic [   VC_BITS-1:0] from_vc_i,
    input  logic [      DATA-1:0] from_data_i,
    output logic [       VCS-1:0] from_ready_o,
    // For the idle pin: a flit enters or leaves the router; the wrapper holds no flit or credit.
    output logic                  enters_o,
    output logic                  leaves_o,
    output logic                  empty_o
);
  logic [    VCS-1:0] occupied, chosen, hopeful_q;
  logic [    VCS-1:0] unused_free;
  logic [VCS*COUNT_BITS-1:0] unused_room;
  logic [    VCS-1:0] unused_slot, unused_two_slots;
  logic [        4:0] unused_port;
  logic [       31:0] unused_flits, unused_number;
  logic               unused_next, unused_lane;
  logic [   DATA-1:0] advanced;
  logic               credit_q;
  logic [VC_BITS-1:0] credit_vc_q;

  torusim_input_buffer #(
      .VCS  (VCS),
      .DEPTH(DEPTH),
      .DATA (DATA)
  ) i_buffer (
      .clk_i,
      .rst_i,
      .push_i     (in_valid_i),
      .push_vc_i  (in_vc_i),
      .push_head_i(in_head_i),
      .push_tail_i(in_tail_i),
      .push_data_i(in_data_i),
      .pop_i      (enters_o),
      .pop_vc_i   (to_vc_o),
      .head_o     (to_head_o),
      .tail_o     (to_tail_o),
      .data_o     (to_data_o),
      .next_port_o(unused_port),
      .next_lane_o(unused_lane),
      .next_flits_o(unused_flits),
      .next_number_o(unused_number),
      .next_o     (unused_next),
      .occupied_o (occupied)
  );

  // VCs that were ready in the cycle before are offered first. Ready can depend on the offer, so behind a worm, and when
  // no such VC has a flit, all are offered. Every offer moves the turn.
  always_ff @(posedge clk_i) begin
    if (rst_i) hopeful_q <= '0;
    else hopeful_q <= enters_o && to_tail_o ? '1 : to_ready_i;
  end
  torusim_round_robin_arbiter #(
      .N(VCS)
  ) i_turns (
      .clk_i,
      .rst_i,
      .request_i((occupied & hopeful_q) != '0 ? occupied & hopeful_q : occupied),
      .grant_o  (chosen)
  );
  always_comb begin
    to_vc_o = '0;
    for (int v = 0; v < VCS; v++) if (chosen[v]) to_vc_o = VC_BITS'(v);
  end
  assign to_valid_o = chosen != '0;
  assign enters_o   = to_valid_o && to_ready_i[to_vc_o];

  always_ff @(posedge clk_i) begin
    if (rst_i) credit_q <= 1'b0;
    else credit_q <= enters_o;
  end
  always_ff @(posedge clk_i) begin
    if (enters_o) credit_vc_q <= to_vc_o;
  end
  assign in_credit_o    = credit_q;
  assign in_credit_vc_o = credit_vc_q;

  assign leaves_o = from_valid_i && from_ready_o[from_vc_i];
  torusim_route_shift #(
      .DATA(DATA)
  ) i_route (
      .head_i(from_head_i),
      .data_i(from_data_i),
      .data_o(advanced)
  );
  torusim_output_port #(
      .VCS  (VCS),
      .DEPTH(DEPTH),
      .DATA (DATA)
  ) i_output (
      .clk_i,
      .rst_i,
      .reserve_i,
      .shared_i,
      .packet_slots_i('0),
      .cut_through_i(1'b0),
      .send_i     (leaves_o),
      .head_i     (from_head_i),
      .tail_i     (from_tail_i),
      .vc_i       (from_vc_i),
      .data_i     (advanced),
      .credit_i   (out_credit_i),
      .credit_vc_i(out_credit_vc_i),
      .free_o     (unused_free),
      .credit_o   (from_ready_o),
      .room_o     (unused_room),
      .slot_o     (unused_slot),
      .two_slots_o(unused_two_slots),
      .valid_o    (out_valid_o),
      .head_o     (out_head_o),
      .tail_o     (out_tail_o),
      .vc_o       (out_vc_o),
      .data_o     (out_data_o)
  );

  assign empty_o = occupied == '0 && !credit_q && !out_valid_o;
endmodule
`default_nettype wire
