// SPDX-License-Identifier: MIT
// XY_TORUS - five port, two virtual channel wormhole switch for 2-D tori (Verilog-2001).
//
//   Ports       0 local, 1 north (y+1), 2 east (x+1), 3 south (y-1), 4 west (x-1)
//   Handshake   a flit is transferred when VALID and READY of its virtual channel are high
//   Routing     dimension order, x before y, from the destination coordinates in the head flit
//   Deadlock    a packet enters each ring on VC 0 and changes to VC 1 on the link marked by WRAP
//   Flit        [W-1] head  [W-2] tail  [W-3:W-4] destination y  [W-5:W-6] destination x  [W-7:0] payload
module xy_torus #(
    parameter W = 134
) (
    input  wire           aclk,
    input  wire           aresetn,
    input  wire [    1:0] my_x,
    input  wire [    1:0] my_y,
    input  wire [    4:0] wrap,
    input  wire [    4:0] s_valid,
    input  wire [    4:0] s_vc,
    input  wire [5*W-1:0] s_flit,
    output wire [    9:0] s_ready,   // {port, vc}
    output reg  [    4:0] m_valid,
    output reg  [    4:0] m_vc,
    output reg  [5*W-1:0] m_flit,
    input  wire [    9:0] m_ready
);

  // ---------------------------------------------------------------- input queues, one per port and channel
  wire [     9:0] q_valid;
  wire [10*W-1:0] q_flit;
  reg  [     9:0] q_pop;

  genvar q;
  generate
    for (q = 0; q < 10; q = q + 1) begin : g_queue
      xy_fifo #(
          .W(W)
      ) u_fifo (
          .aclk   (aclk),
          .aresetn(aresetn),
          .push   (s_valid[q/2] && (s_vc[q/2] == (q % 2)) && s_ready[q]),
          .din    (s_flit[(q/2)*W+:W]),
          .ready  (s_ready[q]),
          .valid  (q_valid[q]),
          .dout   (q_flit[q*W+:W]),
          .pop    (q_pop[q])
      );
    end
  endgenerate

  // ---------------------------------------------------------------- route computation
  // The route of a packet is decided by its head and remembered for its body.
  reg  [2:0] route_r [0:9];
  reg        ovc_r   [0:9];
  reg  [2:0] route   [0:9];
  reg        ovc     [0:9];
  reg  [9:0] is_head;
  integer    k;
  reg  [1:0] dx, dy;

  always @* begin
    for (k = 0; k < 10; k = k + 1) begin
      is_head[k] = q_flit[k*W+W-1];
      dy = q_flit[k*W+W-4+:2];
      dx = q_flit[k*W+W-6+:2];
      route[k] = route_r[k];
      ovc[k]   = ovc_r[k];
      if (is_head[k]) begin
        if (dx != my_x) route[k] = (dx > my_x) ? 3'd2 : 3'd4;
        else if (dy != my_y) route[k] = (dy > my_y) ? 3'd1 : 3'd3;
        else route[k] = 3'd0;
        // straight on: east-west or north-south keep their channel, everything else starts on VC 0
        ovc[k] = ((k / 2 != 0) && (route[k] != 3'd0) && (route[k][0] == ((k / 2) % 2 == 1))) ? (k % 2 == 1) : 1'b0;
        if (wrap[route[k]]) ovc[k] = 1'b1;
      end
    end
  end

  // ---------------------------------------------------------------- switch
  // A channel of an output is locked by the queue whose packet is passing through it.
  reg [9:0] locked;          // by {output, vc}
  reg [3:0] owner [0:9];
  reg [3:0] last  [0:4];     // the queue that an output served last
  reg [4:0] hit;
  reg [3:0] pick  [0:4];
  integer   o, c;
  reg [3:0] cand;
  reg [3:0] slot;

  always @* begin
    q_pop   = 10'd0;
    m_valid = 5'd0;
    m_vc    = 5'd0;
    m_flit  = {5 * W{1'b0}};
    hit     = 5'd0;
    for (o = 0; o < 5; o = o + 1) begin
      pick[o] = 4'd0;
      for (c = 1; c <= 10; c = c + 1) begin
        cand = (last[o] + c >= 10) ? last[o] + c - 10 : last[o] + c;
        slot = 2 * o + ovc[cand];
        if (!hit[o] && q_valid[cand] && route[cand] == o && m_ready[slot] &&
            (is_head[cand] ? !locked[slot] : (locked[slot] && owner[slot] == cand))) begin
          hit[o]  = 1'b1;
          pick[o] = cand;
        end
      end
      if (hit[o]) begin
        m_valid[o]     = 1'b1;
        m_vc[o]        = ovc[pick[o]];
        m_flit[o*W+:W] = q_flit[pick[o]*W+:W];
        q_pop[pick[o]] = 1'b1;
      end
    end
  end

  integer n;
  always @(posedge aclk or negedge aresetn) begin
    if (!aresetn) begin
      locked <= 10'd0;
      for (n = 0; n < 5; n = n + 1) last[n] <= 4'd9;
      for (n = 0; n < 10; n = n + 1) begin
        owner[n]   <= 4'd0;
        route_r[n] <= 3'd0;
        ovc_r[n]   <= 1'b0;
      end
    end else begin
      for (n = 0; n < 5; n = n + 1) begin
        if (hit[n]) begin
          last[n] <= pick[n];
          locked[2*n+m_vc[n]] <= !m_flit[n*W+W-2];
          owner[2*n+m_vc[n]]  <= pick[n];
          route_r[pick[n]] <= n;
          ovc_r[pick[n]]   <= m_vc[n];
        end
      end
    end
  end
endmodule

// Two entries, registered on both sides.
module xy_fifo #(
    parameter W = 134
) (
    input  wire         aclk,
    input  wire         aresetn,
    input  wire         push,
    input  wire [W-1:0] din,
    output wire         ready,
    output wire         valid,
    output wire [W-1:0] dout,
    input  wire         pop
);
  reg [W-1:0] first, second;
  reg [  1:0] count;

  assign ready = (count != 2'd2);
  assign valid = (count != 2'd0);
  assign dout  = first;

  always @(posedge aclk or negedge aresetn) begin
    if (!aresetn) count <= 2'd0;
    else count <= count + push - pop;
  end
  always @(posedge aclk) begin
    if (pop) first <= (count == 2'd2) ? second : din;
    else if (push && count == 2'd0) first <= din;
    if (push) second <= din;
  end
endmodule
