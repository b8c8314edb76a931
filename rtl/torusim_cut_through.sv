// SPDX-License-Identifier: MIT
`default_nettype none
// Cut-through: the VCs that may send their head because the far buffer has room for the whole front worm.
module torusim_cut_through #(
    parameter int PORTS = 5,  ///< ports: those of the network, then local ones; at most 32
    parameter int VCS = 2,  ///< virtual channels (VCs) of a port
    parameter int DEPTH = 8,  ///< most slots of a VC, reserve + shared; a power of 2
    parameter int VC_BITS = $clog2(VCS),  ///< bits of the number of a VC
    parameter int PORT_BITS = $clog2(PORTS),  ///< bits of the number of a port
    parameter int COUNT_BITS = $clog2(DEPTH + 1)  ///< bits of a number of slots
) (
    input  logic                            asked_i,    // 0: heads do not wait for room
    // Per VC with flits: the output of its front worm, and the worm's length.
    input  logic [                 VCS-1:0] occupied_i,
    input  logic [       PORT_BITS*VCS-1:0] out_i,
    input  logic [         VC_BITS*VCS-1:0] out_vc_i,
    input  logic [      COUNT_BITS*VCS-1:0] flits_i,
    input  logic [PORTS*VCS*COUNT_BITS-1:0] room_i,     // flits that the credit rule allows, by output and VC
    output logic [                 VCS-1:0] fits_o
);
  localparam int IndexBits = $clog2(PORTS * VCS * COUNT_BITS);

  function automatic logic [VCS-1:0] fitting(
      input logic asked, input logic [VCS-1:0] occupied, input logic [PORT_BITS*VCS-1:0] out,
      input logic [VC_BITS*VCS-1:0] out_vc, input logic [COUNT_BITS*VCS-1:0] flits,
      input logic [PORTS*VCS*COUNT_BITS-1:0] room);
    logic [IndexBits-1:0] target;
    fitting = '1;
    target  = '0;
    if (asked) begin
      for (int v = 0; v < VCS; v++) begin
        if (occupied[v]) begin
          target = IndexBits'(out[v*PORT_BITS+:PORT_BITS]) * IndexBits'(VCS) + IndexBits'(out_vc[v*VC_BITS+:VC_BITS]);
          fitting[v] = flits[v*COUNT_BITS+:COUNT_BITS] <= room[target*IndexBits'(COUNT_BITS)+:COUNT_BITS];
        end
      end
    end
  endfunction
  assign fits_o = fitting(asked_i, occupied_i, out_i, out_vc_i, flits_i, room_i);
endmodule
`default_nettype wire
