`default_nettype none
// The sender's account of the far buffer: per VC the flits that are sent and not credited. A VC may send into its
// own `reserve` slots, or while the shared pool has a slot left; a reserved slot is never taken by another VC.
module credit_counter #(
    parameter int VCS = 2,
    parameter int DEPTH = 8,
    parameter int VC_BITS = $clog2(VCS),
    parameter int COUNT_BITS = $clog2(DEPTH + 1)
) (
    input  logic                  clk_i,
    input  logic                  rst_i,
    input  logic [COUNT_BITS-1:0] reserve_i,
    input  logic [COUNT_BITS-1:0] shared_i,
    input  logic                  send_i,
    input  logic [   VC_BITS-1:0] send_vc_i,
    input  logic                  credit_i,
    input  logic [   VC_BITS-1:0] credit_vc_i,
    output logic [       VCS-1:0] credit_o      // VCs on which the rule allows a flit
);
  logic [COUNT_BITS-1:0] in_flight_q     [VCS];
  logic [       VCS-1:0] below_reserve_q;        // VCs with fewer flits out than their own slots
  logic [COUNT_BITS-1:0] shared_used_q;
  logic [COUNT_BITS-1:0] sent, credited;         // counts of the two VCs before this cycle
  logic                  send, credit, take_shared, return_shared;

  assign sent     = in_flight_q[send_vc_i];
  assign credited = in_flight_q[credit_vc_i];
  // A flit and a credit of the same VC in one cycle leave the account as it is.
  assign send     = send_i && !(credit_i && credit_vc_i == send_vc_i);
  assign credit   = credit_i && !(send_i && credit_vc_i == send_vc_i);
  assign take_shared   = send && sent >= reserve_i;
  assign return_shared = credit && credited > reserve_i;

  assign credit_o = (shared_used_q < shared_i) ? '1 : below_reserve_q;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      below_reserve_q <= '1;
      shared_used_q   <= '0;
      for (int v = 0; v < VCS; v++) in_flight_q[v] <= '0;
    end else begin
      if (send) begin
        in_flight_q[send_vc_i] <= sent + COUNT_BITS'(1);
        if (sent + COUNT_BITS'(1) == reserve_i) below_reserve_q[send_vc_i] <= 1'b0;
      end
      if (credit) begin
        in_flight_q[credit_vc_i] <= credited - COUNT_BITS'(1);
        if (credited == reserve_i) below_reserve_q[credit_vc_i] <= 1'b1;
      end
      if (take_shared != return_shared) begin
        shared_used_q <= take_shared ? shared_used_q + COUNT_BITS'(1) : shared_used_q - COUNT_BITS'(1);
      end
    end
  end
endmodule
`default_nettype wire
