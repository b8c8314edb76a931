`default_nettype none
// The sender's account of the far buffer: per VC the flits that are sent and not credited. A VC may send into its
// own `reserve` slots, or while the shared pool has a slot left; a reserved slot is never taken by another VC.
module credit_counter #(
    parameter int VCS = 2,
    parameter int DEPTH = 8,
    parameter int VC_BITS = VCS > 1 ? $clog2(VCS) : 1,
    parameter int COUNT_BITS = $clog2(DEPTH + 1)
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
    output logic [       VCS-1:0] credit_o,     // VCs on which the rule allows a flit
    output logic [VCS*COUNT_BITS-1:0] room_o    // how many it allows, if cut-through asks
);
  logic [COUNT_BITS-1:0] in_flight_q     [VCS];
  logic [       VCS-1:0] below_reserve_q;        // VCs with fewer flits out than their own slots
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

  // Everything under the `if` of its event, so that simulation does nothing in a cycle without one.
  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      below_reserve_q <= '1;
      shared_used_q   <= '0;
      for (int v = 0; v < VCS; v++) in_flight_q[v] <= '0;
    end else if (send_i && credit_i && send_vc_i == credit_vc_i) begin
      // A flit and a credit of the same VC in one cycle leave the account as it is.
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
endmodule
`default_nettype wire
