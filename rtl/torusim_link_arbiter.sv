// SPDX-License-Identifier: MIT
`default_nettype none
// SA-2, the second step of switch allocation: among the inputs that request this output the most urgent one wins;
// inputs of equal urgency are served round-robin. So a more urgent worm takes the physical channel from the sending
// worm at the next flit boundary. Preemption needs nothing else.
module torusim_link_arbiter #(
    parameter int PORTS = 5  ///< ports: those of the network, then local ones; at most 32
) (
    input  logic                   clk_i,
    input  logic                   rst_i,
    input  logic [      PORTS-1:0] request_i,
    // Bit i*PORTS+j: the flit of input j is more urgent than that of input i (see torusim_urgency.sv).
    input  logic [PORTS*PORTS-1:0] beaten_i,
    output logic [      PORTS-1:0] grant_o     // one-hot, or zero
);
  logic [PORTS-1:0] most_urgent;

  always_comb begin
    most_urgent = '0;
    if (request_i != '0) begin  // simulation skips outputs without a request
      for (int i = 0; i < PORTS; i++) begin
        most_urgent[i] = request_i[i] && (request_i & beaten_i[i*PORTS+:PORTS]) == '0;
      end
    end
  end

  torusim_round_robin_arbiter #(
      .N(PORTS)
  ) i_turns (
      .clk_i,
      .rst_i,
      .request_i(most_urgent),
      .grant_o
  );
endmodule
`default_nettype wire
