`default_nettype none
// A word some cycles later; with DELAY 0 a wire.
module delay_line #(
    parameter int WIDTH = 1,
    parameter int DELAY = 0
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
    logic [WIDTH-1:0] word_q[DELAY];
    always_ff @(posedge clk_i) begin
      for (int i = 0; i < DELAY; i++) begin
        if (rst_i) word_q[i] <= '0;
        else word_q[i] <= i == 0 ? word_i : word_q[i==0?0 : i-1];
      end
    end
    assign word_o = word_q[DELAY-1];
  end
endmodule
`default_nettype wire
