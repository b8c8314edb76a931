// SPDX-License-Identifier: MIT
`default_nettype none
// SA-2: compares the urgency of the selected flits, once for all outputs: by class, then, with transit first, by whether
// the flit comes from a local port. The lower number goes first.
module torusim_urgency #(
    parameter int PORTS = 5,  ///< ports: those of the network, then local ones; at most 32
    parameter int URGENCY_BITS = 2  ///< bits of an urgency
) (
    input  logic [             PORTS-1:0] asks_i,    // inputs with a selected flit
    input  logic [PORTS*URGENCY_BITS-1:0] urgency_i,
    output logic [       PORTS*PORTS-1:0] beaten_o   // bit i*PORTS+j: j is more urgent than i
);
  logic rivals;  // more than one input has a flit
  assign rivals = (asks_i & (asks_i - PORTS'(1))) != '0;

  // By input, so that simulation skips inputs without a flit.
  function automatic logic [PORTS-1:0] more_urgent(input logic [PORTS*URGENCY_BITS-1:0] urgencies,
                                                   input logic [URGENCY_BITS-1:0] than, input logic compare);
    more_urgent = '0;
    if (compare) begin
      for (int j = 0; j < PORTS; j++) more_urgent[j] = urgencies[j*URGENCY_BITS+:URGENCY_BITS] < than;
    end
  endfunction
  for (genvar i = 0; i < PORTS; i++) begin : gen_input
    assign beaten_o[i*PORTS+:PORTS] = 
        more_urgent(urgency_i, urgency_i[i*URGENCY_BITS+:URGENCY_BITS], rivals && asks_i[i]);
  end
endmodule
`default_nettype wire
