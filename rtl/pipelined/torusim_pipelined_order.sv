// SPDX-License-Identifier: MIT
`default_nettype none
// Pipelined router: which of two inputs goes before the other at an output, among flits of one class. With transit first,
// those not from local ports go first; equals are served round-robin. The last grant is known one cycle late.
module torusim_pipelined_order #(
    parameter int PORTS = 5  ///< ports: those of the network, then local ones; at most 32
) (
    input  logic                   clk_i,
    input  logic                   rst_i,
    input  logic [      PORTS-1:0] yields_i,   // inputs that yield to others of their class
    input  logic [      PORTS-1:0] granted_i,  // one-hot, in the cycle before, or zero
    output logic [PORTS*PORTS-1:0] before_o    // bit i*PORTS+j: input j goes before input i
);
  // Round-robin: j goes before i if the last grant lies in the turn from j to before i.
  logic [PORTS*PORTS-1:0] turns_q, turns;
  function automatic logic [PORTS*PORTS-1:0] moved(input logic [PORTS*PORTS-1:0] old, input logic [PORTS-1:0] served);
    logic sets, clears;
    moved = '0;
    for (int i = 0; i < PORTS; i++) begin
      for (int j = 0; j < PORTS; j++) begin
        sets   = 1'b0;
        clears = 1'b0;
        for (int l = 0; l < PORTS; l++) begin
          if ((j + PORTS - 1 - l) % PORTS < (i + PORTS - 1 - l) % PORTS) sets = sets || served[l];
          else clears = clears || served[l];
        end
        moved[i*PORTS+j] = sets || (!clears && old[i*PORTS+j]);
      end
    end
  endfunction
  assign turns = moved(turns_q, granted_i);
  always_ff @(posedge clk_i) begin
    // After reset the last input counts as served: the first comes first.
    if (rst_i) turns_q <= moved('0, PORTS'(1) << (PORTS - 1));
    else turns_q <= turns;
  end

  function automatic logic [PORTS*PORTS-1:0] order(input logic [PORTS*PORTS-1:0] in_turn, input logic [PORTS-1:0] yields);
    for (int i = 0; i < PORTS; i++)
      for (int j = 0; j < PORTS; j++)
        order[i*PORTS+j] = yields[i] == yields[j] ? in_turn[i*PORTS+j] : yields[i];
  endfunction
  assign before_o = order(turns, yields_i);
endmodule
`default_nettype wire
