`default_nettype none
// Owners of the VCs of an output: a worm owns a VC from the grant of its head to the departure of its tail.
module channel_allocation #(
    parameter int VCS = 2,
    parameter int VC_BITS = VCS > 1 ? $clog2(VCS) : 1
) (
    input  logic               clk_i,
    input  logic               rst_i,
    input  logic               send_i,
    input  logic               head_i,
    input  logic               tail_i,
    input  logic [VC_BITS-1:0] vc_i,
    output logic [    VCS-1:0] free_o   // no worm owns the VC
);
  logic [VCS-1:0] free_q;
  assign free_o = free_q;

  always_ff @(posedge clk_i) begin
    if (rst_i) free_q <= '1;
    else if (send_i) begin
      if (tail_i) free_q[vc_i] <= 1'b1;
      else if (head_i) free_q[vc_i] <= 1'b0;
    end
  end
endmodule
`default_nettype wire
