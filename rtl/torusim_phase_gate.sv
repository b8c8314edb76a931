// SPDX-License-Identifier: MIT
`default_nettype none
// Gates, at an input port: the VCs whose front worm may enter its output, because its message number is below the limit
// of the output's gate.
module torusim_phase_gate #(
    parameter int PORTS = 5,  ///< ports: those of the network, then local ones; at most 32
    parameter int VCS = 2,  ///< virtual channels (VCs) of a port
    parameter int GATE_BITS = 32,  ///< bits of a message number
    parameter int VC_BITS = $clog2(VCS),  ///< bits of the number of a VC
    parameter int PORT_BITS = $clog2(PORTS)  ///< bits of the number of a port
) (
    input  logic                       clk_i,
    // A head comes to the front of its VC: behind a tail that leaves, or by its arrival.
    input  logic                       follows_i,
    input  logic [        VC_BITS-1:0] follow_vc_i,
    input  logic [      GATE_BITS-1:0] follow_number_i,
    input  logic                       arrives_i,
    input  logic [        VC_BITS-1:0] arrive_vc_i,
    input  logic [      GATE_BITS-1:0] arrive_number_i,
    // Per VC with flits: the output of its front worm.
    input  logic [            VCS-1:0] occupied_i,
    input  logic [  PORT_BITS*VCS-1:0] out_i,
    input  logic [PORTS*GATE_BITS-1:0] limit_i,          // by output
    output logic [            VCS-1:0] admitted_o
);
  localparam int IndexBits = $clog2(PORTS * GATE_BITS);

  logic [GATE_BITS*VCS-1:0] number_q;  // of the front worm
  always_ff @(posedge clk_i) begin
    if (follows_i) number_q[follow_vc_i*GATE_BITS+:GATE_BITS] <= follow_number_i;
    if (arrives_i) number_q[arrive_vc_i*GATE_BITS+:GATE_BITS] <= arrive_number_i;
  end

  function automatic logic [VCS-1:0] admitted(
      input logic [VCS-1:0] occupied, input logic [PORT_BITS*VCS-1:0] out, input logic [GATE_BITS*VCS-1:0] number,
      input logic [PORTS*GATE_BITS-1:0] limit);
    logic [IndexBits-1:0] target;
    admitted = '0;
    target   = '0;
    for (int v = 0; v < VCS; v++) begin
      if (occupied[v]) begin
        target = IndexBits'(out[v*PORT_BITS+:PORT_BITS]) * IndexBits'(GATE_BITS);
        admitted[v] = number[v*GATE_BITS+:GATE_BITS] < limit[target+:GATE_BITS];
      end
    end
  endfunction
  assign admitted_o = admitted(occupied_i, out_i, number_q, limit_i);
endmodule
`default_nettype wire
