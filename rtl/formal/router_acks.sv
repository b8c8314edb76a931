// SPDX-License-Identifier: MIT
`default_nettype none
// 12: an ack for an output VC that a worm of the watched source owns returns to that source, in the next cycle or
// behind acks for lower VCs of that port. No other ack returns to it.
module router_acks #(
    parameter int PORTS = 3,
    parameter int VCS = 2,
    parameter int VC_BITS = $clog2(VCS),
    parameter int PORT_BITS = $clog2(PORTS)
) (
    input  logic                     clk_i,
    input  logic                     rst,
    input  logic                     first,
    input  logic [        PORTS-1:0] ack_i,
    input  logic [PORTS*VC_BITS-1:0] ack_vc_i,
    input  logic [        PORTS-1:0] in_ack,
    input  logic [PORTS*VC_BITS-1:0] in_ack_vc,
    input  logic [    PORTS*VCS-1:0] holds_watched,  // by output and VC: a worm of the watched source is under way
    input  logic [    PORT_BITS-1:0] watched_port,
    input  logic [      VC_BITS-1:0] watched_vc,
    output logic                     ack_pending     // an ack has arrived and has not returned yet
);
  logic ack_given, ack_given_lower, ack_comes;
  always_comb begin
    ack_comes = 1'b0;
    for (int o = 0; o < PORTS; o++)
      for (int v = 0; v < VCS; v++)
        if (ack_i[o] && !rst && ack_vc_i[o*VC_BITS+:VC_BITS] == VC_BITS'(v) && holds_watched[o*VCS+v]) ack_comes = 1'b1;
    ack_given = 1'b0;
    ack_given_lower = 1'b0;
    for (int p = 0; p < PORTS; p++) begin
      if (watched_port == PORT_BITS'(p) && in_ack[p]) begin
        ack_given = in_ack_vc[p*VC_BITS+:VC_BITS] == watched_vc;
        ack_given_lower = in_ack_vc[p*VC_BITS+:VC_BITS] < watched_vc;
      end
    end
    if (!first) assert (ack_pending ? ack_given || ack_given_lower : !ack_given);
  end
  always_ff @(posedge clk_i) ack_pending <= !rst && (ack_comes || (ack_pending && !ack_given));
endmodule
`default_nettype wire
