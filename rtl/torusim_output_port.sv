// SPDX-License-Identifier: MIT
`default_nettype none
// Output port: owners of its VCs, credits of the far buffer, and the registers of ST that drive the channel.
module torusim_output_port #(
    parameter int VCS = 2,  ///< virtual channels (VCs) of a port
    parameter int DEPTH = 8,  ///< most slots of a VC, reserve + shared; a power of 2
    parameter int DATA = 128,  ///< bits of a flit
    parameter int BUBBLE = 0,  ///< 1: bubble flow control on rings
    parameter int VC_BITS = VCS > 1 ? $clog2(VCS) : 1,  ///< bits of the number of a VC
    parameter int COUNT_BITS = $clog2(DEPTH + 1)  ///< bits of a number of slots
) (
    input  logic                  clk_i,
    input  logic                  rst_i,
    input  logic [COUNT_BITS-1:0] reserve_i,
    input  logic [COUNT_BITS-1:0] shared_i,
    input  logic                  cut_through_i,
    // verilator lint_off UNUSEDSIGNAL
    input  logic [COUNT_BITS-1:0] packet_slots_i,
    // verilator lint_on UNUSEDSIGNAL
    // From the crossbar.
    input  logic                  send_i,
    input  logic                  head_i,
    input  logic                  tail_i,
    input  logic [   VC_BITS-1:0] vc_i,
    input  logic [      DATA-1:0] data_i,
    // Credits from the far buffer.
    input  logic                  credit_i,
    input  logic [   VC_BITS-1:0] credit_vc_i,
    // To the input ports.
    output logic [       VCS-1:0] free_o,
    output logic [       VCS-1:0] credit_o,
    output logic [VCS*COUNT_BITS-1:0] room_o,
    output logic [       VCS-1:0] slot_o,       // a packet slot is free, two are
    output logic [       VCS-1:0] two_slots_o,
    // The channel.
    output logic                  valid_o,
    output logic                  head_o,
    output logic                  tail_o,
    output logic [   VC_BITS-1:0] vc_o,
    output logic [      DATA-1:0] data_o
);
  logic               valid_q, head_q, tail_q;
  logic [VC_BITS-1:0] vc_q;
  logic [   DATA-1:0] data_q;

  torusim_credit_counter #(
      .VCS(VCS),
      .DEPTH(DEPTH)
  ) i_credits (
      .clk_i,
      .rst_i,
      .reserve_i,
      .shared_i,
      .cut_through_i,
      .send_i,
      .send_vc_i(vc_i),
      .credit_i,
      .credit_vc_i,
      .credit_o,
      .room_o
  );

  torusim_channel_allocation #(
      .VCS(VCS)
  ) i_allocation (
      .clk_i,
      .rst_i,
      .send_i,
      .head_i,
      .tail_i,
      .vc_i,
      .free_o
  );

  if (BUBBLE != 0) begin : gen_bubble
    torusim_packet_slots #(
        .VCS(VCS),
        .DEPTH(DEPTH)
    ) i_slots (
        .clk_i,
        .rst_i,
        .packet_slots_i,
        .send_i,
        .tail_i,
        .send_vc_i(vc_i),
        .credit_i,
        .credit_vc_i,
        .slot_o,
        .two_slots_o
    );
  end else begin : gen_no_bubble
    assign slot_o = '0;
    assign two_slots_o = '0;
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) valid_q <= 1'b0;
    else valid_q <= send_i;
  end

  // Without valid the other pins have no meaning; they keep their last value, which avoids toggles.
  always_ff @(posedge clk_i) begin
    if (send_i) begin
      head_q <= head_i;
      tail_q <= tail_i;
      vc_q   <= vc_i;
      data_q <= data_i;
    end
  end

  assign valid_o = valid_q;
  assign head_o  = head_q;
  assign tail_o  = tail_q;
  assign vc_o    = vc_q;
  assign data_o  = data_q;
endmodule
`default_nettype wire
