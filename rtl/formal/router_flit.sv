// SPDX-License-Identifier: MIT
`default_nettype none
// One flit of the watched source is followed through the router. With FLIT, properties 5 and 11: it leaves once, after
// all flits that came before it on its VC, by the port that its head names, on the VC of its class and of the lane that
// the contract prescribes. Head, tail and every bit stay as they were, except a head's route, which is advanced.
module router_flit #(
    parameter int PORTS = 3,
    parameter int VCS = 2,
    parameter int DEPTH = 2,
    parameter int DATA = 96,
    parameter int VC_BITS = $clog2(VCS),
    parameter int COUNT_BITS = $clog2(DEPTH + 1),
    parameter int PORT_BITS = $clog2(PORTS)
) (
    input  logic                     clk_i,
    input  logic                     rst,
    input  logic                     first,
    input  logic [        PORTS-1:0] local_q,
    input  logic [        PORTS-1:0] dateline_q,
    input  logic                     two_lanes_q,
    // The watched source: its flits that enter, and the credits for them.
    input  logic [    PORT_BITS-1:0] watched_port,
    input  logic [      VC_BITS-1:0] watched_vc,
    input  logic [        PORTS-1:0] from_watched,
    input  logic [        PORTS-1:0] credit_to_watched,
    input  logic                     watch_i,
    // Pins of the router.
    input  logic [        PORTS-1:0] in_head,
    input  logic [        PORTS-1:0] tail_i,
    input  logic [   PORTS*DATA-1:0] in_data,
    input  logic [        PORTS-1:0] out_head,
    input  logic [        PORTS-1:0] out_tail,
    input  logic [PORTS*VC_BITS-1:0] out_vc,
    input  logic [   PORTS*DATA-1:0] out_data,
    input  logic [        PORTS-1:0] watched_out,  // the watched flit leaves by this port
    // The watched flit.
    output logic                     take,         // it enters in this cycle
    output logic                     watching,     // it is in the router
    output logic                     gone,         // it has left
    output logic [         DATA-1:0] flit,
    output logic                     flit_head,
    output logic                     flit_tail,
    output logic [   COUNT_BITS-1:0] inside,       // flits of the watched source in the router
    output logic [   COUNT_BITS-1:0] before,       // flits in front of the watched one
    output logic                     leave,        // a flit of the watched source leaves
    // Its worm.
    output logic [    PORT_BITS-1:0] worm_port,
    output logic                     worm_legal,
    output logic                     worm_lane,    // that its segment names
    output logic                     whole_came,   // its tail has entered; valid if the watched flit is a head
    output logic [             31:0] worm_flits,   // its length; valid if the watched flit is a head
    output logic [             31:0] worm_number   // the number of its message
);
  assign worm_flits = flit[63:32];
  assign worm_number = flit[31:0];
  assign take  = from_watched != '0 && watch_i && !watching && !gone;
  assign leave = credit_to_watched != '0;
  logic [4:0] head_port;
  logic head_lane, head_now, tail_now;
  logic [DATA-1:0] data_now;
  always_comb begin
    head_port = '0;
    head_lane = 1'b0;
    head_now  = 1'b0;
    tail_now  = 1'b0;
    data_now  = '0;
    for (int p = 0; p < PORTS; p++) begin
      if (from_watched[p]) begin
        head_port = in_data[p*DATA+64+:5];
        head_lane = in_data[p*DATA+78];
        head_now  = in_head[p];
        tail_now  = tail_i[p];
        data_now  = in_data[p*DATA+:DATA];
      end
    end
  end
  logic marks_now;  // the watched flit leaves in this cycle
  assign marks_now = watching && before == '0 && leave;
  always_ff @(posedge clk_i) begin
    if (rst) begin
      watching <= 1'b0;
      gone     <= 1'b0;
      inside   <= '0;
    end else begin
      inside <= inside + COUNT_BITS'(from_watched != '0) - COUNT_BITS'(leave);
      if (from_watched != '0 && head_now && !watching && !gone) begin
        worm_port  <= head_port[PORT_BITS-1:0];
        worm_legal <= {27'd0, head_port} < PORTS;
        worm_lane  <= head_lane;
      end
      if (take) begin
        watching  <= 1'b1;
        before    <= inside - COUNT_BITS'(leave);
        flit_head <= head_now;
        flit_tail <= tail_now;
        whole_came <= tail_now;
        flit      <= data_now;
      end else if (watching && leave) begin
        before <= before - COUNT_BITS'(1);
        if (before == '0) {watching, gone} <= 2'b01;
      end
      if (watching && from_watched != '0 && tail_now) whole_came <= 1'b1;
    end
  end
`ifdef FLIT
  // A head leaves with one hop fewer; after the last hop of a segment the next segment takes its place. A head with
  // zero hops is illegal, and its route may change in any way.
  localparam int Hops = 64 + 5;
  logic [DATA-1:0] right;
  always_comb begin
    right = flit;
    if (flit_head && flit[Hops+:9] == 9'd1) right[DATA-1:64] = flit[DATA-1:64] >> 16;
    else if (flit_head) right[Hops+:9] = flit[Hops+:9] - 9'd1;
  end
  for (genvar o = 0; o < PORTS; o++) begin : gen_exit
    logic along;  // input and output have the same dimension
    logic [VC_BITS-1:0] right_vc;
    always_comb begin
      along = !local_q[o];
      for (int p = 0; p < PORTS; p++)
        if (watched_port == PORT_BITS'(p) && (p / 2 != o / 2 || local_q[p])) along = 1'b0;
      right_vc = watched_vc;
      if (two_lanes_q) right_vc[0] = (along && watched_vc[0]) || worm_lane || dateline_q[o];
      if (!first) begin
        assert (watched_out[o] == (marks_now && worm_port == PORT_BITS'(o)));
        if (watched_out[o]) begin
          assert (worm_legal);
          assert (out_vc[o*VC_BITS+:VC_BITS] == right_vc);
          assert (out_head[o] == flit_head);
          assert (out_tail[o] == flit_tail);
          if (!flit_head || flit[Hops+:9] != '0) assert (out_data[o*DATA+:DATA] == right);
        end
      end
    end
  end
`endif
endmodule
`default_nettype wire
