// SPDX-License-Identifier: MIT
`default_nettype none
// ST, switch traversal: connects every output to the flit of the granted input; zero without a grant.
module torusim_crossbar #(
    parameter int PORTS = 5,  ///< ports: those of the network, then local ones; at most 32
    parameter int WIDTH = 132  ///< bits of a word
) (
    input  logic [PORTS*PORTS-1:0] grant_i,  // bit out*PORTS+in, one-hot per output
    input  logic [PORTS*WIDTH-1:0] flit_i,
    output logic [PORTS*WIDTH-1:0] flit_o
);
  for (genvar o = 0; o < PORTS; o++) begin : gen_output
    logic [PORTS-1:0] grant;
    logic [WIDTH-1:0] flit;
    assign grant = grant_i[o*PORTS+:PORTS];
    always_comb begin
      flit = '0;
      if (grant != '0) begin
        for (int i = 0; i < PORTS; i++) begin
          if (grant[i]) flit = flit | flit_i[i*WIDTH+:WIDTH];
        end
      end
    end
    assign flit_o[o*WIDTH+:WIDTH] = flit;
  end
endmodule
`default_nettype wire
