// SPDX-License-Identifier: MIT
`default_nettype none
// Bubble flow control: the VCs that may send their head. On in its ring a head needs one packet slot in the far buffer;
// into a ring, from another dimension or from this node, it needs two, so that one stays free. On other channels it
// needs room for its worm.
module torusim_ring_entry #(
    parameter int PORTS = 5,  ///< ports: those of the network, then local ones; at most 32
    parameter int INDEX = 0,  ///< number of the input port
    parameter int VCS = 2,  ///< virtual channels (VCs) of a port
    parameter int VC_BITS = $clog2(VCS),  ///< bits of the number of a VC
    parameter int PORT_BITS = $clog2(PORTS)  ///< bits of the number of a port
) (
    // Per VC with flits: the output of its front worm.
    input  logic [          VCS-1:0] occupied_i,
    input  logic [PORT_BITS*VCS-1:0] out_i,
    input  logic [  VC_BITS*VCS-1:0] out_vc_i,
    input  logic [          VCS-1:0] room_fits_i,  // there is room for it
    input  logic [        PORTS-1:0] ring_i,       // outputs of rings
    input  logic [    PORTS*VCS-1:0] slot_i,       // by output and VC: one packet slot is free, two are
    input  logic [    PORTS*VCS-1:0] two_slots_i,
    output logic [          VCS-1:0] fits_o
);
  localparam int IndexBits = $clog2(PORTS * VCS);
  localparam int Straight = INDEX ^ 1;      // the output in the direction of what comes in
  localparam int Padded = 1 << PORT_BITS;   // a port that does not exist is in no ring

  function automatic logic [VCS-1:0] fitting(
      input logic [VCS-1:0] occupied, input logic [PORT_BITS*VCS-1:0] out, input logic [VC_BITS*VCS-1:0] out_vc,
      input logic [VCS-1:0] room_fits, input logic [Padded-1:0] ring, input logic [PORTS*VCS-1:0] slot,
      input logic [PORTS*VCS-1:0] two_slots);
    logic [PORT_BITS-1:0] port;
    logic [IndexBits-1:0] target;
    fitting = room_fits;
    port = '0;
    target = '0;
    for (int v = 0; v < VCS; v++) begin
      port = out[v*PORT_BITS+:PORT_BITS];
      if (occupied[v] && ring[port]) begin
        target = IndexBits'(port) * IndexBits'(VCS) + IndexBits'(out_vc[v*VC_BITS+:VC_BITS]);
        fitting[v] = 32'(port) == Straight ? slot[target] : two_slots[target];
      end
    end
  endfunction
  assign fits_o = fitting(occupied_i, out_i, out_vc_i, room_fits_i, Padded'(ring_i), slot_i, two_slots_i);
endmodule
`default_nettype wire
