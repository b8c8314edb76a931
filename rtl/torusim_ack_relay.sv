// SPDX-License-Identifier: MIT
`default_nettype none
// Circuit switching: an ack for the output VC of a worm from this input port returns to the neighbour that sent the
// worm, one ack per cycle, the lowest VC first.
module torusim_ack_relay #(
    parameter int PORTS = 5,  ///< ports: those of the network, then local ones; at most 32
    parameter int VCS = 2,  ///< virtual channels (VCs) of a port
    parameter int VC_BITS = $clog2(VCS),  ///< bits of the number of a VC
    parameter int PORT_BITS = $clog2(PORTS)  ///< bits of the number of a port
) (
    input  logic                     clk_i,
    input  logic                     rst_i,
    // Per VC of the input port: whether its worm owns an output VC, and which one.
    input  logic [          VCS-1:0] started_i,
    input  logic [PORT_BITS*VCS-1:0] out_i,
    input  logic [  VC_BITS*VCS-1:0] out_vc_i,
    // Acks at the outputs.
    input  logic [        PORTS-1:0] ack_i,
    input  logic [PORTS*VC_BITS-1:0] ack_vc_i,
    // Ack at the input.
    output logic                     ack_o,
    output logic [      VC_BITS-1:0] ack_vc_o,
    output logic                     empty_o
);
  localparam int Padded = 1 << PORT_BITS;  // a port that does not exist reads as 0
  localparam int AckBits = Padded * VC_BITS;
  localparam int IndexBits = $clog2(Padded * VC_BITS);

  logic [VCS-1:0] waiting_q;
  logic           ack_q;
  logic [VC_BITS-1:0] ack_vc_q;

  // VCs with an ack to return: acks that waited, and acks of this cycle.
  function automatic logic [VCS-1:0] waiting(input logic [VCS-1:0] earlier, input logic [VCS-1:0] started,
                                             input logic [PORT_BITS*VCS-1:0] outs,
                                             input logic [VC_BITS*VCS-1:0] out_vcs, input logic [Padded-1:0] ack,
                                             input logic [Padded*VC_BITS-1:0] ack_vc);
    waiting = earlier;
    for (int v = 0; v < VCS; v++) begin
      if (started[v] && ack[outs[v*PORT_BITS+:PORT_BITS]] &&
          ack_vc[IndexBits'(outs[v*PORT_BITS+:PORT_BITS])*IndexBits'(VC_BITS)+:VC_BITS] ==
          out_vcs[v*VC_BITS+:VC_BITS])
        waiting[v] = 1'b1;
    end
  endfunction
  function automatic logic [VCS-1:0] but_lowest(input logic [VCS-1:0] vcs);
    but_lowest = vcs & (vcs - VCS'(1));
  endfunction
  function automatic logic [VC_BITS-1:0] lowest(input logic [VCS-1:0] vcs);
    lowest = '0;
    for (int v = VCS - 1; v >= 0; v--) if (vcs[v]) lowest = VC_BITS'(v);
  endfunction

  // Simulation skips this block in a cycle without an ack.
  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      waiting_q <= '0;
      ack_q     <= 1'b0;
    end else if (ack_i != '0 || waiting_q != '0 || ack_q) begin
      waiting_q <= but_lowest(waiting(waiting_q, started_i, out_i, out_vc_i, Padded'(ack_i), AckBits'(ack_vc_i)));
      ack_q     <= waiting(waiting_q, started_i, out_i, out_vc_i, Padded'(ack_i), AckBits'(ack_vc_i)) != '0;
      ack_vc_q  <= lowest(waiting(waiting_q, started_i, out_i, out_vc_i, Padded'(ack_i), AckBits'(ack_vc_i)));
    end
  end

  assign ack_o    = ack_q;
  assign ack_vc_o = ack_vc_q;
  assign empty_o  = waiting_q == '0 && !ack_q;
endmodule
`default_nettype wire
