// SPDX-License-Identifier: MIT
`default_nettype none
// For a router with credits as one bit per virtual channel instead of a VC number: one output and one input port. It
// adds no register and no cycle. The router must have registered outputs, return at most one credit per port and
// cycle, and begin its counters at `reserve` (it has no shared slots).
module torusim_credit_wrapper #(
    parameter int VCS = 2,  ///< virtual channels (VCs) of a port
    parameter int DATA = 128,  ///< bits of a flit
    parameter int VC_BITS = VCS > 1 ? $clog2(VCS) : 1  ///< bits of the number of a VC
) (
    // Credits for the input channel: from the router, and on the pins.
    input  logic [    VCS-1:0] in_credit_i,
    output logic               in_credit_o,
    output logic [VC_BITS-1:0] in_credit_vc_o,
    // Credits for the output channel: on the pins, and to the router.
    input  logic               out_credit_i,
    input  logic [VC_BITS-1:0] out_credit_vc_i,
    output logic [    VCS-1:0] out_credit_o,
    // The leaving flit; a head is advanced.
    input  logic               out_head_i,
    input  logic [   DATA-1:0] out_data_i,
    output logic [   DATA-1:0] out_data_o
);
  assign in_credit_o  = in_credit_i != '0;
  assign out_credit_o = out_credit_i ? VCS'(1) << out_credit_vc_i : '0;

  always_comb begin
    in_credit_vc_o = '0;
    for (int v = 0; v < VCS; v++) if (in_credit_i[v]) in_credit_vc_o = VC_BITS'(v);
  end

  torusim_route_shift #(
      .DATA(DATA)
  ) i_route (
      .head_i(out_head_i),
      .data_i(out_data_i),
      .data_o(out_data_o)
  );
endmodule
`default_nettype wire
