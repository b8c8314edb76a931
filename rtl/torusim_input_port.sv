// SPDX-License-Identifier: MIT
`default_nettype none
// Input port: the buffer, the route of each front worm (RC), the flit that requests an output in this cycle (SA-1), and
// the credits for the slots that become free.
//
// A VC is *occupied* while it holds flits and *started* from its front worm's head leaving to its tail leaving,
// that is, while the worm owns output VC `out_vc_q` of output `out_q`.
module torusim_input_port #(
    parameter int PORTS = 5,  ///< ports: those of the network, then local ones; at most 32
    parameter int INDEX = 0,  ///< number of the input port
    parameter int VCS = 2,  ///< virtual channels (VCs) of a port
    parameter int DEPTH = 8,  ///< most slots of a VC, reserve + shared; a power of 2
    parameter int DATA = 128,  ///< bits of a flit
    parameter int GATE_BITS = 0,  ///< bits of a message number that gates compare; 0: no gates
    parameter int LIMIT_BITS = GATE_BITS > 0 ? GATE_BITS : 1,  ///< bits of a gate's limit
    parameter int BUBBLE = 0,  ///< 1: bubble flow control on rings
    parameter int VC_BITS = $clog2(VCS),  ///< bits of the number of a VC
    parameter int PORT_BITS = $clog2(PORTS),  ///< bits of the number of a port
    parameter int COUNT_BITS = $clog2(DEPTH + 1)  ///< bits of a number of slots
) (
    input  logic                 clk_i,
    input  logic                 rst_i,
    input  logic                 two_lanes_i,
    input  logic                 store_and_forward_i,
    input  logic                 cut_through_i,
    input  logic [    PORTS-1:0] local_i,
    input  logic [    PORTS-1:0] dateline_i,
    // The channel, and the credits for it.
    input  logic                 valid_i,
    input  logic                 head_i,
    input  logic                 tail_i,
    input  logic [  VC_BITS-1:0] vc_i,
    input  logic [     DATA-1:0] data_i,
    output logic                 credit_o,
    output logic [  VC_BITS-1:0] credit_vc_o,
    output logic                 ack_o,
    output logic [  VC_BITS-1:0] ack_vc_o,
    // Acks at the outputs.
    input  logic [    PORTS-1:0] out_ack_i,
    input  logic [PORTS*VC_BITS-1:0] out_ack_vc_i,
    // Status of every output VC.
    input  logic [PORTS*VCS-1:0] free_i,
    input  logic [PORTS*VCS-1:0] out_credit_i,
    input  logic [PORTS*VCS*COUNT_BITS-1:0] room_i,
    // verilator lint_off UNUSEDSIGNAL
    input  logic [    PORTS-1:0] ring_i,        // outputs of rings, by output VC their packet slots
    input  logic [PORTS*VCS-1:0] slot_i,
    input  logic [PORTS*VCS-1:0] two_slots_i,
    input  logic [PORTS*LIMIT_BITS-1:0] limit_i,  // by output: of its gate
    // verilator lint_on UNUSEDSIGNAL
    // The selected flit, as it would leave.
    output logic                 request_o,
    output logic [PORT_BITS-1:0] out_o,          // the output that it requests
    output logic [  VC_BITS-1:0] class_o,
    output logic                 head_o,
    output logic                 tail_o,
    output logic [  VC_BITS-1:0] vc_o,
    output logic [     DATA-1:0] data_o,
    input  logic                 granted_i,
    output logic                 empty_o         // no flit or ack here and no credit on the wire
);
  localparam int IndexBits = $clog2(PORTS * VCS);

  logic [      VCS-1:0] started_q;
  logic [      VCS-1:0] legal_q;            // the front worm requests a port that exists
  logic [PORT_BITS*VCS-1:0] out_q;          // its output
  logic [  VC_BITS*VCS-1:0] out_vc_q;
  logic [COUNT_BITS*VCS-1:0] flits_q;       // its length, for cut-through
  logic                 credit_q;
  logic [  VC_BITS-1:0] credit_vc_q;

  logic [      VCS-1:0] occupied, whole, room_fits, fits, admitted, ready, chosen;
  logic [  VC_BITS-1:0] chosen_vc;
  logic                 next;
  logic [          4:0] next_port;
  logic                 next_named;  // lane
  logic [         31:0] next_flits;
  // verilator lint_off UNUSEDSIGNAL
  logic [         31:0] next_number;
  // verilator lint_on UNUSEDSIGNAL
  logic [     DATA-1:0] front_data;

  torusim_input_buffer #(
      .VCS  (VCS),
      .DEPTH(DEPTH),
      .DATA (DATA)
  ) i_buffer (
      .clk_i,
      .rst_i,
      .push_i(valid_i),
      .push_vc_i(vc_i),
      .push_head_i(head_i),
      .push_tail_i(tail_i),
      .push_data_i(data_i),
      .pop_i(granted_i),
      .pop_vc_i(chosen_vc),
      .head_o,
      .tail_o,
      .data_o(front_data),
      .next_port_o(next_port),
      .next_lane_o(next_named),
      .next_flits_o(next_flits),
      .next_number_o(next_number),
      .next_o(next),
      .occupied_o(occupied)
  );

  torusim_whole_worms #(
      .VCS  (VCS),
      .DEPTH(DEPTH)
  ) i_whole (
      .clk_i,
      .rst_i,
      .asked_i      (store_and_forward_i),
      .tail_comes_i (valid_i && tail_i),
      .to_vc_i      (vc_i),
      .tail_leaves_i(granted_i && tail_o),
      .from_vc_i    (chosen_vc),
      .whole_o      (whole)
  );

  torusim_cut_through #(
      .PORTS(PORTS),
      .VCS  (VCS),
      .DEPTH(DEPTH)
  ) i_cut_through (
      .asked_i   (cut_through_i),
      .occupied_i(occupied),
      .out_i     (out_q),
      .out_vc_i  (out_vc_q),
      .flits_i   (flits_q),
      .room_i,
      .fits_o    (room_fits)
  );

  if (BUBBLE != 0) begin : gen_bubble
    torusim_ring_entry #(
        .PORTS(PORTS),
        .INDEX(INDEX),
        .VCS  (VCS)
    ) i_ring_entry (
        .occupied_i (occupied),
        .out_i      (out_q),
        .out_vc_i   (out_vc_q),
        .room_fits_i(room_fits),
        .ring_i,
        .slot_i,
        .two_slots_i,
        .fits_o     (fits)
    );
  end else begin : gen_no_bubble
    assign fits = room_fits;
  end

  // The output VC that VC v needs: the same class, and the lane of the route.
  function automatic logic [VC_BITS-1:0] with_lane(input logic [VC_BITS-1:0] vc, input logic lane,
                                                   input logic two_lanes);
    with_lane = vc;
    if (two_lanes) with_lane[0] = lane;
  endfunction

  // A VC is ready if it holds a flit, its worm owns the output VC (for a head: the output VC is free), the credit rule
  // allows the flit, and gate and switching mode let a head go. Simulation skips the body of an `if` that does not hold;
  // here and elsewhere, an `if` around idle logic is there for that reason.
  function automatic logic [VCS-1:0] ready_vcs(
      input logic [VCS-1:0] flits, input logic [VCS-1:0] legal, input logic [VCS-1:0] started,
      input logic [VCS-1:0] heads_go,
      input logic [PORT_BITS*VCS-1:0] out, input logic [VC_BITS*VCS-1:0] out_vc, input logic [PORTS*VCS-1:0] free,
      input logic [PORTS*VCS-1:0] credit);
    logic [IndexBits-1:0] target;
    ready_vcs = '0;
    target = '0;
    if (flits != '0) begin
      for (int v = 0; v < VCS; v++) begin
        if (flits[v]) begin
          target = IndexBits'(out[v*PORT_BITS+:PORT_BITS]) * IndexBits'(VCS) + IndexBits'(out_vc[v*VC_BITS+:VC_BITS]);
          ready_vcs[v] = legal[v] && credit[target] && (started[v] || (free[target] && heads_go[v]));
        end
      end
    end
  endfunction
  assign ready = ready_vcs(occupied, legal_q, started_q, whole & fits & admitted, out_q, out_vc_q, free_i, out_credit_i);

  torusim_input_arbiter #(
      .VCS(VCS)
  ) i_arbiter (
      .clk_i,
      .rst_i,
      .two_lanes_i,
      .ready_i (ready),
      .granted_i,
      .chosen_o(chosen)
  );

  // The number of the selected VC: bit b is set when the selected VC has bit b in its number. There is no loop in an
  // always_comb, because it may never settle in Icarus 11.
  function automatic logic [VCS-1:0] vcs_with(input logic [VC_BITS-1:0] bits);
    for (int v = 0; v < VCS; v++) vcs_with[v] = (VC_BITS'(v) & bits) != '0;
  endfunction
  for (genvar b = 0; b < VC_BITS; b++) begin : gen_chosen_vc
    localparam logic [VCS-1:0] Members = vcs_with(VC_BITS'(1) << b);
    assign chosen_vc[b] = (chosen & Members) != '0;
  end
  assign request_o = chosen != '0;
  assign out_o     = out_q[chosen_vc*PORT_BITS+:PORT_BITS];
  assign class_o   = two_lanes_i ? chosen_vc >> 1 : chosen_vc;
  assign vc_o      = out_vc_q[chosen_vc*VC_BITS+:VC_BITS];

  torusim_route_shift #(
      .DATA(DATA)
  ) i_route (
      .head_i(head_o && request_o),  // a flit that is not selected need not be shifted
      .data_i(front_data),
      .data_o
  );

  // RC: a head reaches the front when it arrives at an empty VC, or when the tail before it leaves.
  logic arrive_lane, follow_lane;
  logic [4:0] arrive_port;
  assign arrive_port = data_i[torusim_head_pkg::Port+:torusim_head_pkg::PortBits];

  torusim_next_lane #(
      .PORTS(PORTS),
      .INDEX(INDEX)
  ) i_arrive_lane (
      .two_lanes_i,
      .local_i,
      .dateline_i,
      .out_i (arrive_port[PORT_BITS-1:0]),
      .lane_i(vc_i[0]),
      .named_i(data_i[torusim_head_pkg::Lane]),
      .lane_o(arrive_lane)
  );
  torusim_next_lane #(
      .PORTS(PORTS),
      .INDEX(INDEX)
  ) i_follow_lane (
      .two_lanes_i,
      .local_i,
      .dateline_i,
      .out_i (next_port[PORT_BITS-1:0]),
      .lane_i(chosen_vc[0]),
      .named_i(next_named),
      .lane_o(follow_lane)
  );

  function automatic logic comes_to_front(input logic valid, input logic head, input logic [VC_BITS-1:0] vc,
                                          input logic [VCS-1:0] flits, input logic leaves,
                                          input logic [VC_BITS-1:0] leaving_vc, input logic followed);
    comes_to_front = 1'b0;
    if (valid) comes_to_front = head && (!flits[vc] || (leaves && leaving_vc == vc && !followed));
  endfunction

  if (GATE_BITS > 0) begin : gen_gate
    torusim_phase_gate #(
        .PORTS(PORTS),
        .VCS  (VCS),
        .GATE_BITS(GATE_BITS)
    ) i_gate (
        .clk_i,
        .follows_i      (granted_i && tail_o && next),
        .follow_vc_i    (chosen_vc),
        .follow_number_i(next_number[LIMIT_BITS-1:0]),
        .arrives_i      (comes_to_front(valid_i, head_i, vc_i, occupied, granted_i, chosen_vc, next)),
        .arrive_vc_i    (vc_i),
        .arrive_number_i(data_i[torusim_head_pkg::Number+:LIMIT_BITS]),
        .occupied_i     (occupied),
        .out_i          (out_q),
        .limit_i,
        .admitted_o     (admitted)
    );
  end else begin : gen_no_gate
    assign admitted = '1;
  end

  // Lengths above DEPTH saturate at DEPTH + 1: such a worm never fits.
  function automatic logic [COUNT_BITS-1:0] saturated(input logic [31:0] flits);
    saturated = flits > 32'(DEPTH) ? COUNT_BITS'(DEPTH + 1) : COUNT_BITS'(flits);
  endfunction
  always_ff @(posedge clk_i) begin
    if (granted_i && tail_o && next) begin
      out_q[chosen_vc*PORT_BITS+:PORT_BITS] <= next_port[PORT_BITS-1:0];
      out_vc_q[chosen_vc*VC_BITS+:VC_BITS]  <= with_lane(chosen_vc, follow_lane, two_lanes_i);
      legal_q[chosen_vc]  <= {1'b0, next_port} < 6'(PORTS);
      if (cut_through_i) flits_q[chosen_vc*COUNT_BITS+:COUNT_BITS] <= saturated(next_flits);
    end
    if (comes_to_front(valid_i, head_i, vc_i, occupied, granted_i, chosen_vc, next)) begin
      out_q[vc_i*PORT_BITS+:PORT_BITS] <= arrive_port[PORT_BITS-1:0];
      out_vc_q[vc_i*VC_BITS+:VC_BITS]  <= with_lane(vc_i, arrive_lane, two_lanes_i);
      legal_q[vc_i]  <= {1'b0, arrive_port} < 6'(PORTS);
      if (cut_through_i) flits_q[vc_i*COUNT_BITS+:COUNT_BITS] <= saturated(data_i[torusim_head_pkg::Length+:32]);
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) started_q <= '0;
    else if (granted_i) started_q[chosen_vc] <= !tail_o;
  end

  // Credit: a slot freed in this cycle is credited in the next.
  always_ff @(posedge clk_i) begin
    if (rst_i) credit_q <= 1'b0;
    else credit_q <= granted_i;
  end
  always_ff @(posedge clk_i) begin
    if (granted_i) credit_vc_q <= chosen_vc;
  end

  logic no_ack;
  torusim_ack_relay #(
      .PORTS(PORTS),
      .VCS  (VCS)
  ) i_acks (
      .clk_i,
      .rst_i,
      .started_i(started_q),
      .out_i    (out_q),
      .out_vc_i (out_vc_q),
      .ack_i    (out_ack_i),
      .ack_vc_i (out_ack_vc_i),
      .ack_o,
      .ack_vc_o,
      .empty_o  (no_ack)
  );

  assign credit_o    = credit_q;
  assign credit_vc_o = credit_vc_q;
  assign empty_o     = occupied == '0 && !credit_q && no_ack;
endmodule
`default_nettype wire
