`default_nettype none
// Link arbitration, the second of the two allocation steps: of the inputs that ask for this output the most
// urgent wins, equals take turns. A more urgent worm so takes the physical channel from the one that was
// sending at the next flit boundary: that is the whole of preemption.
module link_arbiter #(
    parameter int PORTS = 5
) (
    input  logic                   clk_i,
    input  logic                   rst_i,
    input  logic [      PORTS-1:0] request_i,
    // Bit i*PORTS+j: what input j puts forward is more urgent than what input i does (see urgency.sv).
    input  logic [PORTS*PORTS-1:0] beaten_i,
    output logic [      PORTS-1:0] grant_o     // one-hot, or zero
);
  logic [PORTS-1:0] most_urgent;

  always_comb begin
    most_urgent = '0;
    if (request_i != '0) begin  // spares simulation the outputs for which nobody asks
      for (int i = 0; i < PORTS; i++) begin
        most_urgent[i] = request_i[i] && (request_i & beaten_i[i*PORTS+:PORTS]) == '0;
      end
    end
  end

  round_robin_arbiter #(
      .N(PORTS)
  ) i_turns (
      .clk_i,
      .rst_i,
      .request_i(most_urgent),
      .grant_o
  );
endmodule
`default_nettype wire
