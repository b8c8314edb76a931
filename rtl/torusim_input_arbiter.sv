// SPDX-License-Identifier: MIT
`default_nettype none
// SA-1, the first step of switch allocation: an input port selects one ready VC. VCs are numbered class by class, so
// the lowest ready VC has the most urgent class. With two lanes, the lanes of that class take turns.
module torusim_input_arbiter #(
    parameter int VCS = 2  ///< virtual channels (VCs) of a port
) (
    input  logic           clk_i,
    input  logic           rst_i,
    input  logic           two_lanes_i,
    input  logic [VCS-1:0] ready_i,
    input  logic           granted_i,  // the chosen flit leaves in this cycle
    output logic [VCS-1:0] chosen_o    // one-hot, or zero
);
  // The turn, one-hot, rotated by one: bit v is set when VC v was served last, so v+1 comes first.
  logic [VCS-1:0] turn_q;
  logic [VCS-1:0] first, sibling;

  // A constant function, not a literal: with one lane VCS may be odd.
  function automatic logic [VCS-1:0] first_lanes();
    first_lanes = '0;
    for (int v = 0; v < VCS; v += 2) first_lanes[v] = 1'b1;
  endfunction
  localparam logic [VCS-1:0] FirstLanes = first_lanes();

  always_comb begin
    first    = '0;
    sibling  = '0;
    chosen_o = '0;
    if (ready_i != '0) begin
      first    = ready_i & (~ready_i + VCS'(1));
      // Lane 1 of the same class, if it is ready too and lane 0 was served last.
      sibling  = ((first & FirstLanes & turn_q) << 1) & ready_i;
      chosen_o = (two_lanes_i && sibling != '0) ? sibling : first;
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) turn_q <= '0;
    else if (granted_i) turn_q <= chosen_o;
  end

`ifndef SYNTHESIS
  always @(posedge clk_i) begin
    if (!rst_i) begin
      assert ((chosen_o & (chosen_o - VCS'(1))) == '0);  // at most one
      assert ((chosen_o & ~ready_i) == '0);
      if (granted_i) assert (chosen_o != '0);
    end
  end
`endif
endmodule
`default_nettype wire
