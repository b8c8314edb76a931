// SPDX-License-Identifier: MIT
`default_nettype none
// The credit rule: properties 1, 2 and 7. The far buffer may credit any flit at any time; the sender may send any
// flit that the rule allows.
module credit_props #(
    parameter int VCS = 3,
    parameter int DEPTH = 4
) (
    input logic       clk_i,
    input logic       send_i,
    input logic [1:0] send_vc_i,
    input logic       credit_i,
    input logic [1:0] credit_vc_i,
    input logic [2:0] reserve_i,
    input logic [2:0] shared_i
);
  logic rst = 1'b1;
  logic [2:0] reserve, shared;
  logic [VCS-1:0] allowed;
  logic [VCS*3-1:0] room;     // flits that may go
  logic [2:0] far[VCS];       // flits in the far buffer or on their way
  logic send, credit;
  logic [5:0] above;          // those beyond the reserve
  logic reserved_free, over;

  always_ff @(posedge clk_i) begin
    rst <= 1'b0;
    if (rst) begin
      reserve <= reserve_i;
      shared  <= shared_i;
    end
  end
  // A legal configuration: 1 <= reserve, reserve + shared <= DEPTH.
  logic legal;
  assign legal = reserve != '0 && 4'(reserve) + 4'(shared) <= 4'(DEPTH);

  torusim_credit_counter #(
      .VCS  (VCS),
      .DEPTH(DEPTH)
  ) i_counter (
      .clk_i,
      .rst_i      (rst),
      .reserve_i  (reserve),
      .shared_i   (shared),
      .cut_through_i(1'b1),
      .send_i     (send),
      .send_vc_i,
      .credit_i   (credit),
      .credit_vc_i,
      .credit_o   (allowed),
      .room_o     (room)
  );

  assign send   = !rst && legal && send_i && send_vc_i < 2'(VCS) && allowed[send_vc_i];
  assign credit = !rst && legal && credit_i && credit_vc_i < 2'(VCS) && far[credit_vc_i] != '0;

  always_ff @(posedge clk_i) begin
    for (int v = 0; v < VCS; v++) begin
      if (rst) far[v] <= '0;
      else far[v] <= far[v] + 3'(send && send_vc_i == 2'(v)) - 3'(credit && credit_vc_i == 2'(v));
    end
  end

  always_comb begin
    above = '0;
    over = 1'b0;
    reserved_free = 1'b1;
    for (int v = 0; v < VCS; v++) begin
      if (far[v] > reserve) above = above + 6'(far[v] - reserve);
      if (4'(far[v]) > 4'(reserve) + 4'(shared)) over = 1'b1;
      if (far[v] < reserve && !allowed[v]) reserved_free = 1'b0;
    end
  end

  always_comb begin
    if (!rst && legal) begin
      assert (!over);                                        // 1: no buffer of a VC overflows
      assert (above <= 6'(shared));                          // 1: nor does the shared pool
      assert (reserved_free);                                // 7: reserved slots are always available to their VC
      // 2: the account equals the true numbers, so it answers as the rule does.
      for (int v = 0; v < VCS; v++)
        assert (allowed[v] == (far[v] < reserve || above < 6'(shared)));
      // Cut-through: the room is exact. That many flits keep the rule, one more breaks it.
      for (int v = 0; v < VCS; v++)
        assert (6'(room[v*3+:3]) == 6'(far[v] < reserve ? reserve - far[v] : 3'd0) + 6'(shared) - above);
    end
  end
`ifdef COVER
  always_comb begin
    // The pool can fill up while a VC is full, so the rule is exercised.
    if (!rst && legal) assert (!(shared == 3'd2 && above == 6'd2 && far[0] == reserve && far[1] == '0));
  end
`endif
endmodule
`default_nettype wire
