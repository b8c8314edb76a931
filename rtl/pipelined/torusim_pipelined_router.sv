// SPDX-License-Identifier: MIT
`default_nettype none
// The pipelined router of docs/router.md: two cycles from the buffer to the channel. Its pins are those of
// torusim_router.sv (rtl/README.md) without gates, cut-through and bubble flow control. It equals torusim_router.sv
// with one more register at each output, in every cycle.
//
// 1. Both steps of switch allocation (SA-1, SA-2), on what was prepared in the cycle before (torusim_pipelined_front.sv).
// 2. Switch traversal (ST): the flit is read and goes through the crossbar into the registers that drive the channel.
module torusim_pipelined_router #(
    parameter int PORTS = 5,  ///< ports: those of the network, then local ones; at most 32
    parameter int VCS = 2,  ///< virtual channels (VCs) of a port
    parameter int DEPTH = 8,  ///< most slots of a VC, reserve + shared; a power of 2
    parameter int DATA = 128,  ///< bits of a flit
    parameter int VC_BITS = $clog2(VCS),  ///< bits of the number of a VC
    parameter int COUNT_BITS = $clog2(DEPTH + 1)  ///< bits of a number of slots
) (
    input  logic                     clk_i,
    input  logic                     rst_i,
    input  logic [        PORTS-1:0] local_i,
    input  logic [        PORTS-1:0] dateline_i,
    input  logic                     two_lanes_i,
    input  logic                     transit_first_i,
    input  logic                     store_and_forward_i,
    input  logic [   COUNT_BITS-1:0] reserve_i,
    input  logic [   COUNT_BITS-1:0] shared_i,
    input  logic [        PORTS-1:0] in_valid_i,
    input  logic [        PORTS-1:0] in_head_i,
    input  logic [        PORTS-1:0] in_tail_i,
    input  logic [PORTS*VC_BITS-1:0] in_vc_i,
    input  logic [   PORTS*DATA-1:0] in_data_i,
    output logic [        PORTS-1:0] in_credit_o,
    output logic [PORTS*VC_BITS-1:0] in_credit_vc_o,
    output logic [        PORTS-1:0] in_ack_o,
    output logic [PORTS*VC_BITS-1:0] in_ack_vc_o,
    output logic [        PORTS-1:0] out_valid_o,
    output logic [        PORTS-1:0] out_head_o,
    output logic [        PORTS-1:0] out_tail_o,
    output logic [PORTS*VC_BITS-1:0] out_vc_o,
    output logic [   PORTS*DATA-1:0] out_data_o,
    input  logic [        PORTS-1:0] out_credit_i,
    input  logic [PORTS*VC_BITS-1:0] out_credit_vc_i,
    input  logic [        PORTS-1:0] out_ack_i,
    input  logic [PORTS*VC_BITS-1:0] out_ack_vc_i,
    output logic                     idle_o
);
  localparam int Width = DATA + 2;  // head, tail, data

  if (PORTS < 2 || PORTS > 32) begin : gen_wrong_ports
    PORTS_must_be_2_to_32 i_wrong ();
  end
  if (VCS < 2) begin : gen_wrong_vcs
    VCS_must_be_at_least_2 i_wrong ();
  end
  if (DEPTH < 2 || (DEPTH & (DEPTH - 1)) != 0) begin : gen_wrong_depth
    DEPTH_must_be_a_power_of_2 i_wrong ();
  end
  if (DATA < 96 || DATA % 16 != 0) begin : gen_wrong_data
    DATA_must_be_64_and_16_for_each_of_2_or_more_segments i_wrong ();
  end

  logic [     PORTS-1:0] local_q, dateline_q;
  logic                  two_lanes_q, transit_first_q, store_and_forward_q;
  logic [COUNT_BITS-1:0] reserve_q, shared_q;
  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      local_q     <= local_i;
      dateline_q  <= dateline_i;
      two_lanes_q <= two_lanes_i;
      transit_first_q <= transit_first_i;
      store_and_forward_q <= store_and_forward_i;
      reserve_q   <= reserve_i;
      shared_q    <= shared_i;
    end
  end

  // Bit port*VCS+vc, of outputs or inputs.
  logic [PORTS*VCS-1:0] free, room1, room2, low, chosen, tail, granted, granted_q, sent, sent_tail;
  logic [PORTS*VCS*2*PORTS-1:0] to;      // of the selected VC of an input
  logic [PORTS*VCS*PORTS-1:0] to_port, takes_shared;  // its output; the same if it would take a shared slot
  logic [PORTS*PORTS*PORTS-1:0] ahead;   // by output: the order of inputs
  logic [PORTS*PORTS-1:0] grant;         // bit out*PORTS+in, of the cycle before
  logic [PORTS-1:0] pool;
  logic [PORTS*Width-1:0] flits, leaving;
  logic [PORTS-1:0] empty;
  logic [PORTS-1:0] ack_q;
  logic [PORTS*VC_BITS-1:0] ack_vc_q;

  for (genvar i = 0; i < PORTS; i++) begin : gen_input
    torusim_pipelined_input #(
        .PORTS(PORTS),
        .INDEX(i),
        .VCS  (VCS),
        .DEPTH(DEPTH),
        .DATA (DATA)
    ) i_input (
        .clk_i,
        .rst_i,
        .two_lanes_i (two_lanes_q),
        .store_and_forward_i(store_and_forward_q),
        .local_i     (local_q),
        .dateline_i  (dateline_q),
        .valid_i     (in_valid_i[i]),
        .head_i      (in_head_i[i]),
        .tail_i      (in_tail_i[i]),
        .vc_i        (in_vc_i[i*VC_BITS+:VC_BITS]),
        .data_i      (in_data_i[i*DATA+:DATA]),
        .free_i      (free),
        .room1_i     (room1),
        .room2_i     (room2),
        .low_i       (low),
        .sent_i      (sent),
        .sent_tail_i (sent_tail),
        .pool_i      (pool),
        .chosen_o    (chosen[i*VCS+:VCS]),
        .to_o        (to[i*VCS*2*PORTS+:VCS*2*PORTS]),
        .to_port_o   (to_port[i*VCS*PORTS+:VCS*PORTS]),
        .takes_shared_o(takes_shared[i*VCS*PORTS+:VCS*PORTS]),
        .tail_o      (tail[i*VCS+:VCS]),
        .granted_i   (granted_q[i*VCS+:VCS]),
        .flit_head_o (flits[i*Width+DATA+1]),
        .flit_tail_o (flits[i*Width+DATA]),
        .flit_data_o (flits[i*Width+:DATA]),
        .out_ack_i   (ack_q),
        .out_ack_vc_i(ack_vc_q),
        .ack_o       (in_ack_o[i]),
        .ack_vc_o    (in_ack_vc_o[i*VC_BITS+:VC_BITS]),
        .empty_o     (empty[i])
    );
  end

  torusim_pipelined_arbiter #(
      .PORTS(PORTS),
      .VCS  (VCS)
  ) i_arbiter (
      .two_lanes_i(two_lanes_q),
      .chosen_i   (chosen),
      .to_port_i  (to_port),
      .before_i   (ahead),
      .granted_o  (granted)
  );

  // A grant and what goes with it are registers here, of each VC of an input. Outputs see them in the next cycle.
  logic [PORTS*VCS*2*PORTS-1:0] to_q, tail_to_q;
  logic [PORTS*VCS*PORTS-1:0] to_port_q, takes_shared_q;
  function automatic logic [PORTS*VCS*2*PORTS-1:0] of_tails(input logic [PORTS*VCS*2*PORTS-1:0] all,
                                                            input logic [PORTS*VCS-1:0] tails);
    for (int f = 0; f < PORTS * VCS; f++) of_tails[f*2*PORTS+:2*PORTS] = tails[f] ? all[f*2*PORTS+:2*PORTS] : '0;
  endfunction
  always_ff @(posedge clk_i) begin
    to_q           <= to;
    tail_to_q      <= of_tails(to, tail);
    to_port_q      <= to_port;
    takes_shared_q <= takes_shared;
  end

  // The output VCs of output o on which granted flits go.
  function automatic logic [VCS-1:0] used_vcs(input logic [PORTS*VCS-1:0] wins,
                                              input logic [PORTS*VCS*2*PORTS-1:0] all, input int o);
    int f;
    used_vcs = '0;
    for (int i = 0; i < PORTS; i++) begin
      for (int v = 0; v < VCS; v++) begin
        f = i * VCS + v;
        used_vcs[v/2*2] = used_vcs[v/2*2] || (wins[f] && all[f*2*PORTS+2*o]);
        if (v / 2 * 2 + 1 < VCS)
          used_vcs[(v/2*2+1)%VCS] = used_vcs[(v/2*2+1)%VCS] || (wins[f] && all[f*2*PORTS+2*o+1]);
      end
    end
  endfunction
  // The inputs whose granted flits go to output o.
  function automatic logic [PORTS-1:0] inputs(input logic [PORTS*VCS-1:0] wins, input logic [PORTS*VCS*PORTS-1:0] all,
                                              input int o);
    inputs = '0;
    for (int f = 0; f < PORTS * VCS; f++) inputs[f/VCS] = inputs[f/VCS] || (wins[f] && all[f*PORTS+o]);
  endfunction

  for (genvar o = 0; o < PORTS; o++) begin : gen_output
    assign grant[o*PORTS+:PORTS]   = inputs(granted_q, to_port_q, o);
    assign pool[o]                 = inputs(granted_q, takes_shared_q, o) != '0;
    assign sent[o*VCS+:VCS]        = used_vcs(granted_q, to_q, o);
    assign sent_tail[o*VCS+:VCS]   = used_vcs(granted_q, tail_to_q, o);
    torusim_pipelined_order #(
        .PORTS(PORTS)
    ) i_order (
        .clk_i,
        .rst_i,
        .yields_i (transit_first_q ? local_q : '0),
        .granted_i(grant[o*PORTS+:PORTS]),
        .before_o (ahead[o*PORTS*PORTS+:PORTS*PORTS])
    );
    torusim_pipelined_output #(
        .VCS  (VCS),
        .DEPTH(DEPTH)
    ) i_output (
        .clk_i,
        .rst_i,
        .reserve_i  (rst_i ? reserve_i : reserve_q),
        .shared_i   (rst_i ? shared_i : shared_q),
        .sent_i     (sent[o*VCS+:VCS]),
        .sent_tail_i(sent_tail[o*VCS+:VCS]),
        .pool_i     (pool[o]),
        .credit_i   (out_credit_i[o]),
        .credit_vc_i(out_credit_vc_i[o*VC_BITS+:VC_BITS]),
        .free_o     (free[o*VCS+:VCS]),
        .room1_o    (room1[o*VCS+:VCS]),
        .room2_o    (room2[o*VCS+:VCS]),
        .low_o      (low[o*VCS+:VCS])
    );
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      granted_q <= '0;
      ack_q     <= '0;
    end else begin
      granted_q <= granted;
      ack_q     <= out_ack_i;
    end
    ack_vc_q <= out_ack_vc_i;
  end

  function automatic logic [VC_BITS-1:0] number(input logic [VCS-1:0] vc);
    number = '0;
    for (int v = 0; v < VCS; v++) if (vc[v]) number = number | VC_BITS'(v);
  endfunction
  function automatic logic [PORTS*VC_BITS-1:0] numbers(input logic [PORTS*VCS-1:0] vcs);
    for (int p = 0; p < PORTS; p++) numbers[p*VC_BITS+:VC_BITS] = number(vcs[p*VCS+:VCS]);
  endfunction
  function automatic logic [PORTS-1:0] ports(input logic [PORTS*VCS-1:0] vcs);
    for (int p = 0; p < PORTS; p++) ports[p] = vcs[p*VCS+:VCS] != '0;
  endfunction
  torusim_crossbar #(
      .PORTS(PORTS),
      .WIDTH(Width)
  ) i_crossbar (
      .grant_i(grant),
      .flit_i (flits),
      .flit_o (leaving)
  );

  // The registers of the channels and credits.
  logic [PORTS-1:0] sends;
  assign sends = ports(sent);
  logic [PORTS-1:0] valid_q, head_q, tail_q, credit_q;
  logic [PORTS*VC_BITS-1:0] vc_q, credit_vc_q;
  logic [PORTS*DATA-1:0] data_q;
  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      valid_q  <= '0;
      credit_q <= '0;
    end else begin
      valid_q  <= sends;
      credit_q <= ports(granted_q);
    end
    credit_vc_q <= numbers(granted_q);
  end
  for (genvar o = 0; o < PORTS; o++) begin : gen_channel
    always_ff @(posedge clk_i) begin
      if (sends[o]) begin
        {head_q[o], tail_q[o], data_q[o*DATA+:DATA]} <= leaving[o*Width+:Width];
        vc_q[o*VC_BITS+:VC_BITS] <= number(sent[o*VCS+:VCS]);
      end
    end
  end
  assign out_valid_o    = valid_q;
  assign out_head_o     = head_q;
  assign out_tail_o     = tail_q;
  assign out_vc_o       = vc_q;
  assign out_data_o     = data_q;
  assign in_credit_o    = credit_q;
  assign in_credit_vc_o = credit_vc_q;
  assign idle_o = (&empty) && sent == '0 && ack_q == '0 && valid_q == '0 && credit_q == '0;
endmodule
`default_nettype wire
