// SPDX-License-Identifier: MIT
`default_nettype none
// Selection of a VC by an input port: properties 6 and 8 of docs/router.md. Ready VCs and grants are free in every
// cycle.
module input_props #(
    parameter int VCS = 6
) (
    input logic           clk_i,
    input logic           two_lanes_i,
    input logic [VCS-1:0] ready_i,
    input logic           granted_i,
    input logic     [2:0] watched_i
);
  logic rst = 1'b1;
  logic two_lanes;
  always_ff @(posedge clk_i) begin
    rst <= 1'b0;
    if (rst) two_lanes <= two_lanes_i;
  end
  logic [VCS-1:0] chosen;
  logic granted;
  assign granted = !rst && granted_i && chosen != '0;

  torusim_input_arbiter #(
      .VCS(VCS)
  ) i_arbiter (
      .clk_i,
      .rst_i      (rst),
      .two_lanes_i(two_lanes),
      .ready_i,
      .granted_i  (granted),
      .chosen_o   (chosen)
  );

  // A ready lane of the selected class waits for the other lane at most once. When a more urgent class leaves in
  // between, that class has the turn, and the count starts again.
  logic [2:0] watched;
  logic chosen_one = 1'b0;
  logic class_leaves, waited = 1'b0, waited_twice = 1'b0;
  assign class_leaves = granted && (chosen[watched] || (two_lanes && chosen[watched^3'd1]));
  always_ff @(posedge clk_i) begin
    if (!chosen_one && watched_i < 3'(VCS)) begin
      watched    <= watched_i;
      chosen_one <= 1'b1;
    end
    if (rst || !chosen_one || !ready_i[watched] || (granted && !class_leaves)) {waited, waited_twice} <= '0;
    else if (class_leaves) begin
      waited <= !chosen[watched];
      if (waited && !chosen[watched]) waited_twice <= 1'b1;
    end
  end

  always_comb begin
    if (!rst) begin
      assert ((chosen & (chosen - VCS'(1))) == '0);
      assert ((chosen & ~ready_i) == '0);
      assert ((chosen != '0) == (ready_i != '0));
      for (int c = 0; c < VCS; c++)
        for (int r = 0; r < VCS; r++)
          assert (!(chosen[c] && ready_i[r] && (two_lanes ? r / 2 < c / 2 : r < c)));
      assert (!waited_twice);
    end
  end
`ifdef COVER
  always_comb begin
    if (!rst) assert (!(two_lanes && ready_i[0] && ready_i[1] && chosen[1] && ready_i[4]));
  end
`endif
endmodule
`default_nettype wire
