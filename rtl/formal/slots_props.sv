// SPDX-License-Identifier: MIT
`default_nettype none
// The count of packet slots: exact, for any flits that the credit rule allows and any order of credits among the VCs.
module slots_props #(
    parameter int VCS = 2,
    parameter int DEPTH = 4
) (
    input logic       clk_i,
    input logic       send_i,
    input logic       tail_i,
    input logic       send_vc_i,
    input logic       credit_i,
    input logic       credit_vc_i,
    input logic [2:0] packet_slots_i
);
  logic rst = 1'b1;
  logic [2:0] packet_slots;
  always_ff @(posedge clk_i) begin
    rst <= 1'b0;
    if (rst) packet_slots <= packet_slots_i;
  end

  logic [2:0] flits[VCS];          // in flight
  logic [DEPTH-1:0] tails[VCS];    // of each, the oldest first, whether it is a tail
  logic [VCS-1:0] slot, two_slots;
  logic send, credit;
  assign send   = !rst && send_i && flits[send_vc_i] < 3'(DEPTH);
  assign credit = !rst && credit_i && flits[credit_vc_i] != '0;

  torusim_packet_slots #(
      .VCS(VCS),
      .DEPTH(DEPTH)
  ) i_slots (
      .clk_i,
      .rst_i         (rst),
      .packet_slots_i(packet_slots),
      .send_i        (send),
      .tail_i,
      .send_vc_i,
      .credit_i      (credit),
      .credit_vc_i,
      .slot_o        (slot),
      .two_slots_o   (two_slots)
  );

  for (genvar v = 0; v < VCS; v++) begin : gen_vc
    logic comes, goes;
    logic [DEPTH-1:0] rest;
    logic [2:0] left, worms;
    assign comes = send && send_vc_i == 1'(v);
    assign goes  = credit && credit_vc_i == 1'(v);
    assign rest  = goes ? tails[v] >> 1 : tails[v];
    assign left  = flits[v] - 3'(goes);
    always_ff @(posedge clk_i) begin
      flits[v] <= rst ? '0 : left + 3'(comes);
      tails[v] <= rst ? '0 : comes && tail_i ? rest | (DEPTH'(1) << left) : rest;
    end
    always_comb begin
      worms = '0;
      for (int i = 0; i < DEPTH; i++) worms = worms + 3'(tails[v][i]);
    end
    always_comb begin
      if (!rst) begin
        assert (slot[v] == (worms < packet_slots));
        assert (two_slots[v] == (4'(worms) + 4'd1 < 4'(packet_slots)));
      end
    end
  end
`ifdef COVER
  // A buffer full of worms of a flit.
  always_comb begin
    if (!rst) assert (!(packet_slots == 3'(DEPTH) && !slot[0] && tails[1] == DEPTH'(5)));
  end
`endif
endmodule
`default_nettype wire
