// SPDX-License-Identifier: MIT
`default_nettype none
// The input buffer: properties 1 and 5. One flit of one VC is watched: it comes out in its turn and unchanged,
// whatever happens on this and the other VC meanwhile.
module buffer_props #(
    parameter int VCS = 2,
    parameter int DEPTH = 4,
    parameter int DATA = 80
) (
    input logic            clk_i,
    input logic            push_i,
    input logic            push_vc_i,
    input logic            push_head_i,
    input logic            push_tail_i,
    input logic [DATA-1:0] push_data_i,
    input logic            pop_i,
    input logic            pop_vc_i,
    input logic            watch_i
);
  logic rst = 1'b1;
  always_ff @(posedge clk_i) rst <= 1'b0;

  logic [2:0] count[VCS];
  logic push, pop, head, tail, next;
  logic [DATA-1:0] data;
  logic [4:0] next_port;
  logic [VCS-1:0] occupied;

  assign push = !rst && push_i && count[push_vc_i] < 3'(DEPTH);  // the credit rule (credit_props.sv)
  assign pop  = !rst && pop_i && count[pop_vc_i] != '0;

  torusim_input_buffer #(
      .VCS  (VCS),
      .DEPTH(DEPTH),
      .DATA (DATA)
  ) i_buffer (
      .clk_i,
      .rst_i      (rst),
      .push_i     (push),
      .push_vc_i,
      .push_head_i,
      .push_tail_i,
      .push_data_i,
      .pop_i      (pop),
      .pop_vc_i,
      .head_o     (head),
      .tail_o     (tail),
      .data_o     (data),
      .next_port_o(next_port),
      .next_o     (next),
      .occupied_o (occupied)
  );

  always_ff @(posedge clk_i) begin
    for (int v = 0; v < VCS; v++) begin
      if (rst) count[v] <= '0;
      else count[v] <= count[v] + 3'(push && push_vc_i == 1'(v)) - 3'(pop && pop_vc_i == 1'(v));
    end
  end

  // The watched flit: its VC, its contents, and the number of flits before it.
  logic watching = 1'b0, watched_vc, watched_head, watched_tail;
  logic [5:0] watched_data;  // all bits go the same way; these also lead to next_port_o
  logic [2:0] before;
  logic takes_it;
  assign takes_it = watching && before == '0 && pop && pop_vc_i == watched_vc;
  always_ff @(posedge clk_i) begin
    if (rst || takes_it) watching <= 1'b0;
    else if (!watching && push && watch_i) begin
      watching     <= 1'b1;
      watched_vc   <= push_vc_i;
      watched_head <= push_head_i;
      watched_tail <= push_tail_i;
      watched_data <= push_data_i[68:63];
      before       <= count[push_vc_i] - 3'(pop && pop_vc_i == push_vc_i);
    end else if (watching && pop && pop_vc_i == watched_vc) before <= before - 3'd1;
  end

  always_comb begin
    if (!rst) begin
      for (int v = 0; v < VCS; v++) begin
        assert (occupied[v] == (count[v] != '0));              // 1: its count is right
        assert (count[v] <= 3'(DEPTH));
      end
      if (count[pop_vc_i] != '0) assert (next == (count[pop_vc_i] > 3'd1));
      if (watching && pop_vc_i == watched_vc && before == '0)    // 5: in order, undamaged
        assert ({head, tail, data[68:63]} == {watched_head, watched_tail, watched_data});
      if (watching && pop && tail && pop_vc_i == watched_vc && before == 3'd1) assert (next_port == watched_data[5:1]);
      if (watching) assert (before < count[watched_vc]);
    end
  end
`ifdef COVER
  always_comb begin
    if (!rst) assert (!(watching && before == 3'd3 && push && pop && push_vc_i == pop_vc_i));
  end
`endif
endmodule
`default_nettype wire
