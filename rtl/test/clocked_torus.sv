// SPDX-License-Identifier: MIT
`default_nettype none
// rtl/torus/torusim_torus_run.sv with a clock, for simulators without a C++ program: runs to the end, or to
// +limit=CYCLES.
module clocked_torus;
  logic clk = 1'b0;
  logic rst = 1'b1;
  logic done, fault;
  logic [63:0] hash;
  torusim_torus_run i_run (
      .clk_i  (clk),
      .rst_i  (rst),
      .done_o (done),
      .hash_o (hash),
      .fault_o(fault)
  );

  int cycle, limit;
  initial begin
    if ($value$plusargs("limit=%d", limit) == 0) limit = 100000;
    #1 clk = 1'b1;
    #1 clk = 1'b0;
    rst = 1'b0;
    #1;
    for (cycle = 0; done !== 1'b1 && cycle < limit; cycle = cycle + 1) begin
      clk = 1'b1;
      #1 clk = 1'b0;
      #1;
    end
    $display("cycles %0d, ejection hash %h", cycle, hash);
    if (done !== 1'b1) $display("not done");
    if (fault !== 1'b0) $display("a flit was taken that was damaged or not the next of its message");
    $finish(0);
  end
endmodule
`default_nettype wire
