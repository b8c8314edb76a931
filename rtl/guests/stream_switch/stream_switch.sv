// SPDX-License-Identifier: MIT
// stream_switch - packets between N ports; valid and ready as in stream interfaces, one channel a port.
//
//   Beat      transferred when TVALID and TREADY are high; TLAST ends a packet
//   Routing   TDEST, looked at on the first beat of a packet, is the number of the output
//   Outputs   serve one packet at a time; inputs take turns
module stream_switch #(
    parameter int N = 5,
    parameter int W = 128
) (
    input  logic           aclk,
    input  logic           aresetn,
    input  logic [  N-1:0] s_tvalid,
    output logic [  N-1:0] s_tready,
    input  logic [N*W-1:0] s_tdata,
    input  logic [N*3-1:0] s_tdest,
    input  logic [  N-1:0] s_tlast,
    output logic [  N-1:0] m_tvalid,
    input  logic [  N-1:0] m_tready,
    output logic [N*W-1:0] m_tdata,
    output logic [  N-1:0] m_tlast
);
  // Two beats at every input, so that TREADY is a register and a beat can pass in every cycle.
  logic [N-1:0] one, two;    // a beat in front, one behind it
  logic [  W:0] front  [N];  // last, data
  logic [  W:0] behind [N];
  logic [  2:0] to     [N];  // of the beat in front
  logic [  2:0] to_next[N];
  logic [N-1:0] midway;      // the beat in front is not the first of its packet
  logic [N-1:0] take, pop;

  logic [N-1:0] busy;        // outputs in the midst of a packet, and whose
  logic [  2:0] owner  [N];
  logic [  2:0] grant  [N];

  assign s_tready = ~two;
  assign take     = s_tvalid & s_tready;

  always_comb begin
    pop      = '0;
    m_tvalid = '0;
    for (int o = 0; o < N; o++) begin
      grant[o] = owner[o];
      if (busy[o]) m_tvalid[o] = one[owner[o]];
      else begin
        for (int i = N - 1; i >= 0; i--) begin  // the lowest input that asks
          if (one[i] && !midway[i] && 32'(to[i]) == o) begin
            grant[o]    = 3'(i);
            m_tvalid[o] = 1'b1;
          end
        end
        for (int i = N - 1; i >= 0; i--) begin  // inputs behind the last served one take precedence
          if (one[i] && !midway[i] && 32'(to[i]) == o && i > 32'(owner[o])) grant[o] = 3'(i);
        end
      end
      m_tlast[o]       = front[grant[o]][W];
      m_tdata[o*W+:W]  = front[grant[o]][W-1:0];
      if (m_tvalid[o] && m_tready[o]) pop[grant[o]] = 1'b1;
    end
  end

  always_ff @(posedge aclk) begin
    for (int i = 0; i < N; i++) begin
      one[i] <= take[i] || two[i] || (one[i] && !pop[i]);
      two[i] <= two[i] ? !pop[i] : take[i] && one[i] && !pop[i];
      if (pop[i]) midway[i] <= !front[i][W];
      if (pop[i] || !one[i]) begin
        front[i] <= two[i] ? behind[i] : {s_tlast[i], s_tdata[i*W+:W]};
        if (one[i] ? front[i][W] : !midway[i]) to[i] <= two[i] ? to_next[i] : s_tdest[i*3+:3];
      end
      if (take[i]) begin
        behind[i]  <= {s_tlast[i], s_tdata[i*W+:W]};
        to_next[i] <= s_tdest[i*3+:3];
      end
    end
    for (int o = 0; o < N; o++) begin
      if (m_tvalid[o] && m_tready[o]) begin
        busy[o]  <= !m_tlast[o];
        owner[o] <= grant[o];
      end
    end
    if (!aresetn) begin
      one    <= '0;
      two    <= '0;
      midway <= '0;
      busy   <= '0;
      for (int o = 0; o < N; o++) owner[o] <= '0;
    end
  end
endmodule
