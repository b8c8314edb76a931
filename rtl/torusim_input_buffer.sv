// SPDX-License-Identifier: MIT
`default_nettype none
// The flits of one input port: a ring of DEPTH slots per VC, with one write and one read per cycle.
//
// The credit rule (torusim_credit_counter.sv, at the sender) limits a VC to reserve + shared flits, so a ring of that
// depth never overflows and needs no state for the rule. The shared pool is an account, not a memory: rings cost (VCS -
// 1) * shared slots more than a linked list, and need no list pointers.
module torusim_input_buffer #(
    parameter int VCS = 2,  ///< virtual channels (VCs) of a port
    parameter int DEPTH = 8,  ///< a power of 2
    parameter int DATA = 128,  ///< bits of a flit
    parameter int VC_BITS = VCS > 1 ? $clog2(VCS) : 1  ///< bits of the number of a VC
) (
    input  logic               clk_i,
    input  logic               rst_i,
    input  logic               push_i,
    input  logic [VC_BITS-1:0] push_vc_i,
    input  logic               push_head_i,
    input  logic               push_tail_i,
    input  logic [   DATA-1:0] push_data_i,
    input  logic               pop_i,          // the flit on the outputs leaves
    input  logic [VC_BITS-1:0] pop_vc_i,       // VC whose front flit is on the outputs
    output logic               head_o,
    output logic               tail_o,
    output logic [   DATA-1:0] data_o,
    output logic [        4:0] next_port_o,    // while a tail leaves: the port of the head behind it, if any,
    output logic               next_lane_o,    // the lane that its segment names,
    output logic [       31:0] next_flits_o,   // the length of its worm,
    output logic [       31:0] next_number_o,  // and the number of its message
    output logic               next_o,         // there is a flit behind the front flit
    output logic [    VCS-1:0] occupied_o
);
  localparam int PtrBits = $clog2(DEPTH);
  localparam int SlotBits = $clog2(VCS * DEPTH);  // with one VC the VC number has no bits

  logic [    DATA-1:0] data_q    [VCS*DEPTH];
  logic [         1:0] ends_q    [VCS*DEPTH];  // head, tail
  logic [ PtrBits-1:0] front_q   [VCS];        // the oldest flit
  logic [ PtrBits-1:0] back_q    [VCS];        // the slot of the next flit to arrive
  logic [     VCS-1:0] occupied_q;             // tells a full ring from an empty one

  logic [ PtrBits-1:0] front, next;

  assign front      = front_q[pop_vc_i];
  assign next       = front + PtrBits'(1);
  assign next_o     = back_q[pop_vc_i] != next;
  assign occupied_o = occupied_q;

  assign {head_o, tail_o} = ends_q[SlotBits'({pop_vc_i, front})];
  assign data_o           = data_q[SlotBits'({pop_vc_i, front})];

  always_comb begin
    next_port_o  = '0;
    next_lane_o  = 1'b0;
    next_flits_o = '0;
    next_number_o = '0;
    if (pop_i && tail_o) begin
      next_port_o  = data_q[SlotBits'({pop_vc_i, next})][torusim_head_pkg::Port+:torusim_head_pkg::PortBits];
      next_lane_o  = data_q[SlotBits'({pop_vc_i, next})][torusim_head_pkg::Lane];
      next_flits_o = data_q[SlotBits'({pop_vc_i, next})][torusim_head_pkg::Length+:32];
      next_number_o = data_q[SlotBits'({pop_vc_i, next})][torusim_head_pkg::Number+:32];
    end
  end

  always_ff @(posedge clk_i) begin
    if (push_i) begin
      data_q[SlotBits'({push_vc_i, back_q[push_vc_i]})] <= push_data_i;
      ends_q[SlotBits'({push_vc_i, back_q[push_vc_i]})] <= {push_head_i, push_tail_i};
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      occupied_q <= '0;
      for (int v = 0; v < VCS; v++) begin
        front_q[v] <= '0;
        back_q[v]  <= '0;
      end
    end else begin
      if (pop_i) begin
        front_q[pop_vc_i] <= next;
        if (!next_o) occupied_q[pop_vc_i] <= 1'b0;
      end
      if (push_i) begin  // after the pop: a VC whose last flit leaves while another comes stays occupied
        back_q[push_vc_i]     <= back_q[push_vc_i] + PtrBits'(1);
        occupied_q[push_vc_i] <= 1'b1;
      end
    end
  end

`ifndef SYNTHESIS
  always @(posedge clk_i) begin
    if (!rst_i) begin
      if (pop_i) assert (occupied_q[pop_vc_i]);
      if (push_i) assert (!occupied_q[push_vc_i] || back_q[push_vc_i] != front_q[push_vc_i]);  // there is a free slot
    end
  end
`endif
endmodule
`default_nettype wire
