// SPDX-License-Identifier: MIT
`default_nettype none
// Delays a word by DELAY cycles; with DELAY 0 a wire.
module torusim_delay_line #(
    parameter int WIDTH = 1,  ///< bits of a word
    parameter int DELAY = 0  ///< cycles
) (
    input  logic             clk_i,
    input  logic             rst_i,
    input  logic [WIDTH-1:0] word_i,
    output logic [WIDTH-1:0] word_o
);
  if (DELAY == 0) begin : gen_wire
    // verilator lint_off UNUSEDSIGNAL
    logic unused;
    // verilator lint_on UNUSEDSIGNAL
    assign unused = clk_i & rst_i;
    assign word_o = word_i;
  end else begin : gen_registers
    localparam int Bits = DELAY * WIDTH;
    logic [Bits-1:0] words_q;  // the latest one lowest
    always_ff @(posedge clk_i) begin
      if (rst_i) words_q <= '0;
      else words_q <= Bits'({words_q, word_i});
    end
    assign word_o = words_q[Bits-1-:WIDTH];
  end
endmodule
`default_nettype wire
