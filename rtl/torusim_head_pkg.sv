// SPDX-License-Identifier: MIT
`default_nettype none
// Where the fields of a head flit lie (docs/router.md). A segment of the route has a port, hops and a lane.
package torusim_head_pkg;
  // verilator lint_off UNUSEDPARAM
  localparam int Number = 0;     // message number: 32 bits
  localparam int Length = 32;    // flits of the worm, head included: 32 bits
  localparam int Segments = 64;  // the first segment; each has SegmentBits
  localparam int SegmentBits = 16;
  localparam int Port = 64;      // fields of the first segment: the output port,
  localparam int PortBits = 5;
  localparam int Hops = 69;      // hops that are left,
  localparam int HopBits = 9;
  localparam int Lane = 78;      // the lane that the route names: two bits, the routers here read the lower one
  // verilator lint_on UNUSEDPARAM
endpackage
`default_nettype wire
