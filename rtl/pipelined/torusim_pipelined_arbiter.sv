// SPDX-License-Identifier: MIT
`default_nettype none
// Pipelined router: SA-2, link arbitration at all outputs. Of the flits that request an output the most urgent wins, by
// class, then in the order of torusim_pipelined_order.sv. For each VC of an input, the rivals that would beat it are
// known before their readiness: those with the same output that go before it. It wins if none of them is selected.
module torusim_pipelined_arbiter #(
    parameter int PORTS = 5,  ///< ports: those of the network, then local ones; at most 32
    parameter int VCS = 2  ///< virtual channels (VCs) of a port
) (
    input  logic                         two_lanes_i,
    input  logic [        PORTS*VCS-1:0] chosen_i,   // bit in*VCS+vc, at most one VC of an input
    input  logic [  PORTS*VCS*PORTS-1:0] to_port_i,  // by input and VC: its output, one-hot, or zero
    input  logic [PORTS*PORTS*PORTS-1:0] before_i,   // by output: torusim_pipelined_order.sv
    output logic [        PORTS*VCS-1:0] granted_o
);
  // VC u is of a more urgent class than v, or of the same.
  function automatic logic more_urgent(input int u, input int v, input logic two_lanes);
    more_urgent = two_lanes ? u / 2 < v / 2 : u < v;
  endfunction
  function automatic logic same_class(input int u, input int v, input logic two_lanes);
    same_class = two_lanes ? u / 2 == v / 2 : u == v;
  endfunction

  for (genvar i = 0; i < PORTS; i++) begin : gen_input
    for (genvar v = 0; v < VCS; v++) begin : gen_vc
      localparam int F = i * VCS + v;
      logic [PORTS*VCS-1:0] beats;
      for (genvar j = 0; j < PORTS; j++) begin : gen_rival
        logic goes_before;  // at the output of this VC
        logic [PORTS-1:0] orders;
        for (genvar o = 0; o < PORTS; o++) begin : gen_output
          assign orders[o] = before_i[(o*PORTS+i)*PORTS+j];
        end
        assign goes_before = (to_port_i[F*PORTS+:PORTS] & orders) != '0;
        for (genvar u = 0; u < VCS; u++) begin : gen_vc
          assign beats[j*VCS+u] = j != i && (to_port_i[F*PORTS+:PORTS] & to_port_i[(j*VCS+u)*PORTS+:PORTS]) != '0 &&
              (more_urgent(u, v, two_lanes_i) || (same_class(u, v, two_lanes_i) && goes_before));
        end
      end
      assign granted_o[F] = chosen_i[F] && (chosen_i & beats) == '0;
    end
  end
endmodule
`default_nettype wire
