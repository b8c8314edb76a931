// SPDX-License-Identifier: MIT
`default_nettype none
// One injection channel of a node interface: the startup time of a message, its head, its payload. It sends one
// message at a time; the next one begins at the earliest in the cycle after the tail.
module torusim_injection_channel #(
    parameter int VCS = 2,  ///< virtual channels (VCs) of a port
    parameter int DEPTH = 8,  ///< most slots of a VC, reserve + shared; a power of 2
    parameter int DATA = 128,  ///< bits of a flit
    parameter int VC_BITS = $clog2(VCS),  ///< bits of the number of a VC
    parameter int COUNT_BITS = $clog2(DEPTH + 1)  ///< bits of a number of slots
) (
    input  logic                  clk_i,
    input  logic                  rst_i,
    input  logic [          31:0] startup_i,
    input  logic                  circuit_i,
    input  logic                  cut_through_i,
    input  logic [COUNT_BITS-1:0] reserve_i,
    input  logic [COUNT_BITS-1:0] shared_i,
    // A message begins, in a cycle in which the channel is not busy.
    input  logic                  begin_i,
    input  logic [   VC_BITS-1:0] vc_i,
    input  logic [          15:0] step_i,      // step of the destination that counts it
    input  logic [      DATA-1:0] head_i,
    output logic                  busy_o,
    // The channel.
    output logic                  valid_o,
    output logic                  head_o,
    output logic                  tail_o,
    output logic [   VC_BITS-1:0] vc_o,
    output logic [      DATA-1:0] data_o,
    input  logic                  credit_i,
    input  logic [   VC_BITS-1:0] credit_vc_i,
    input  logic                  ack_i
);
  // Registered fields of the message, and their values in this cycle, in which it may begin.
  logic busy_q, acked_q;
  logic [31:0] wait_q, index_q, wait_now, index, length;
  logic [VC_BITS-1:0] vc_q, vc;
  logic [15:0] step_q, step;
  logic [DATA-1:0] head_q, head;
  assign wait_now = begin_i ? startup_i : wait_q;
  assign index    = begin_i ? '0 : index_q;
  assign vc       = begin_i ? vc_i : vc_q;
  assign step     = begin_i ? step_i : step_q;
  assign head     = begin_i ? head_i : head_q;
  assign length   = head[torusim_head_pkg::Length+:32];

  logic [VCS-1:0] credit;
  logic [VCS*COUNT_BITS-1:0] room;  // cut-through: for the whole message
  logic active, may, send, tail;
  assign active = busy_q || begin_i;
  assign may    = index == '0 ? !cut_through_i || length <= 32'(room[vc*COUNT_BITS+:COUNT_BITS])
                              : !circuit_i || acked_q;
  assign send   = active && wait_now == '0 && credit[vc] && may;
  assign tail   = index + 32'd1 == length;

  torusim_credit_counter #(
      .VCS(VCS),
      .DEPTH(DEPTH)
  ) i_credits (
      .clk_i,
      .rst_i,
      .reserve_i,
      .shared_i,
      .cut_through_i,
      .send_i     (send),
      .send_vc_i  (vc),
      .credit_i,
      .credit_vc_i,
      .credit_o   (credit),
      .room_o     (room)
  );

  always_ff @(posedge clk_i) begin
    if (rst_i) busy_q <= 1'b0;
    else if (active) busy_q <= !(send && tail);
  end
  always_ff @(posedge clk_i) begin
    if (active) begin
      wait_q  <= wait_now == '0 ? '0 : wait_now - 32'd1;
      index_q <= send ? index + 32'd1 : index;
      acked_q <= ack_i || (acked_q && !begin_i);
    end
    if (begin_i) begin
      vc_q   <= vc_i;
      step_q <= step_i;
      head_q <= head_i;
    end
  end
  assign busy_o = busy_q;

  // A payload flit: message, index, step, and the complement of message and index, which reveals damage.
  logic [127:0] payload;
  assign payload = {~{index[15:0], head[31:0]}, step, index, head[31:0]};

  logic valid_q, head_out_q, tail_q;
  logic [VC_BITS-1:0] vc_out_q;
  logic [DATA-1:0] data_q;
  always_ff @(posedge clk_i) begin
    if (rst_i) valid_q <= 1'b0;
    else valid_q <= send;
    if (send) begin
      head_out_q <= index == '0;
      tail_q     <= tail;
      vc_out_q   <= vc;
      data_q     <= index == '0 ? head : DATA'(payload);
    end
  end
  assign valid_o = valid_q;
  assign head_o  = head_out_q;
  assign tail_o  = tail_q;
  assign vc_o    = vc_out_q;
  assign data_o  = data_q;

`ifndef SYNTHESIS
  always @(posedge clk_i) begin
    if (!rst_i) begin
      if (begin_i) assert (!busy_q);
    end
  end
`endif
endmodule
`default_nettype wire
