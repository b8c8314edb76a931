// SPDX-License-Identifier: MIT
`default_nettype none
// One ejection channel of a node interface: takes every flit in the cycle after it was on the channel, credits it in
// the next, and counts the messages received for each step of the node's program.
module torusim_ejection_channel #(
    parameter int VCS = 2,  ///< virtual channels (VCs) of a port
    parameter int STEPS = 16,  ///< most steps of a program, at least 2
    parameter int RECEIVES = 16,  ///< bits of the number of messages of a step
    parameter int VC_BITS = $clog2(VCS),  ///< bits of the number of a VC
    parameter int STEP_BITS = $clog2(STEPS)  ///< bits of the number of a step
) (
    input  logic                 clk_i,
    input  logic                 rst_i,
    input  logic                 circuit_i,
    // The channel; of the data only the step that a head or a payload flit names.
    input  logic                 valid_i,
    input  logic                 head_i,
    input  logic                 tail_i,
    input  logic [  VC_BITS-1:0] vc_i,
    input  logic [STEP_BITS-1:0] step_i,
    output logic                 credit_o,
    output logic [  VC_BITS-1:0] credit_vc_o,
    output logic                 ack_o,
    output logic [  VC_BITS-1:0] ack_vc_o,
    // Tails taken so far (this cycle included) of messages for this step.
    input  logic [STEP_BITS-1:0] count_step_i,
    output logic [ RECEIVES-1:0] count_o
);
  logic taken_q, awaited_q;  // a head that payload waits for
  logic [VC_BITS-1:0] taken_vc_q;
  logic credit_q, ack_q;
  logic [VC_BITS-1:0] credit_vc_q;
  logic [RECEIVES-1:0] count_q[STEPS];

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      taken_q   <= 1'b0;
      awaited_q <= 1'b0;
      credit_q  <= 1'b0;
      ack_q     <= 1'b0;
    end else begin
      taken_q   <= valid_i;
      awaited_q <= valid_i && head_i && !tail_i && circuit_i;
      credit_q  <= taken_q;
      ack_q     <= awaited_q;
    end
    if (valid_i) taken_vc_q <= vc_i;
    if (taken_q) credit_vc_q <= taken_vc_q;
  end
  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      for (int s = 0; s < STEPS; s++) count_q[s] <= '0;
    end else if (valid_i && tail_i) begin
      count_q[step_i] <= count_q[step_i] + RECEIVES'(1);
    end
  end

  assign credit_o    = credit_q;
  assign credit_vc_o = credit_vc_q;
  assign ack_o       = ack_q;
  assign ack_vc_o    = credit_vc_q;
  assign count_o     = count_q[count_step_i];
endmodule
`default_nettype wire
