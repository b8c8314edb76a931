// SPDX-License-Identifier: MIT
`default_nettype none
// Credit: the sender's account of the far buffer: flits sent and not credited, per VC. A VC may send into its own
// `reserve` slots, and then while the shared pool has a free slot. No VC takes a slot reserved for another one.
module torusim_credit_counter #(
    parameter int VCS = 2,  ///< virtual channels (VCs) of a port
    parameter int DEPTH = 8,  ///< most slots of a VC, reserve + shared; a power of 2
    parameter int VC_BITS = VCS > 1 ? $clog2(VCS) : 1,  ///< bits of the number of a VC
    parameter int COUNT_BITS = $clog2(DEPTH + 1)  ///< bits of a number of slots
) (
    input  logic                  clk_i,
    input  logic                  rst_i,
    input  logic [COUNT_BITS-1:0] reserve_i,
    input  logic [COUNT_BITS-1:0] shared_i,
    input  logic                  cut_through_i,
    input  logic                  send_i,
    input  logic [   VC_BITS-1:0] send_vc_i,
    input  logic                  credit_i,
    input  logic [   VC_BITS-1:0] credit_vc_i,
    output logic [       VCS-1:0] credit_o,     // VCs on which the credit rule allows a flit
    output logic [VCS*COUNT_BITS-1:0] room_o    // number of flits allowed, for cut-through
);
  logic [COUNT_BITS-1:0] in_flight_q     [VCS];
  logic [       VCS-1:0] below_reserve_q;        // VCs with a free reserved slot
  logic [COUNT_BITS-1:0] shared_used_q;
  logic                  pool_left;

  assign pool_left = shared_used_q < shared_i;
  assign credit_o  = pool_left ? '1 : below_reserve_q;

  always_comb begin
    room_o = '0;
    if (cut_through_i) begin
      for (int v = 0; v < VCS; v++)
        room_o[v*COUNT_BITS+:COUNT_BITS] =
            shared_i - shared_used_q + (below_reserve_q[v] ? reserve_i - in_flight_q[v] : '0);
    end
  end

  // Each update is under the `if` of its event, so simulation skips it in a cycle without one.
  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      below_reserve_q <= '1;
      shared_used_q   <= '0;
      for (int v = 0; v < VCS; v++) in_flight_q[v] <= '0;
    end else if (send_i && credit_i && send_vc_i == credit_vc_i) begin
      // A flit and a credit of the same VC in one cycle cancel out.
    end else if (send_i || credit_i) begin
      if (send_i) begin
        in_flight_q[send_vc_i] <= in_flight_q[send_vc_i] + COUNT_BITS'(1);
        if (in_flight_q[send_vc_i] + COUNT_BITS'(1) == reserve_i) below_reserve_q[send_vc_i] <= 1'b0;
      end
      if (credit_i) begin
        in_flight_q[credit_vc_i] <= in_flight_q[credit_vc_i] - COUNT_BITS'(1);
        if (in_flight_q[credit_vc_i] == reserve_i) below_reserve_q[credit_vc_i] <= 1'b1;
      end
      if (send_i && in_flight_q[send_vc_i] >= reserve_i) begin
        if (!(credit_i && in_flight_q[credit_vc_i] > reserve_i)) shared_used_q <= shared_used_q + COUNT_BITS'(1);
      end else if (credit_i && in_flight_q[credit_vc_i] > reserve_i) begin
        shared_used_q <= shared_used_q - COUNT_BITS'(1);
      end
    end
  end

`ifndef SYNTHESIS
  always @(posedge clk_i) begin
    if (!rst_i) begin
      if (send_i) assert (credit_o[send_vc_i]);
      if (credit_i) assert (in_flight_q[credit_vc_i] != '0);  // no credit for a flit that was never sent
      assert (shared_used_q <= shared_i);
    end
  end
`endif
endmodule
`default_nettype wire
