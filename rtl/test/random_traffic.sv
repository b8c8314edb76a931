// SPDX-License-Identifier: MIT
`default_nettype none
// One router under random legal traffic on every port; prints a hash of its outputs. Icarus, Verilator and the netlist
// of Yosys must print the same (rtl/test/three_tools.sh). Halfway a reset interrupts the traffic, and the same traffic
// follows: it must have the same hash.
module random_traffic;
  localparam int Ports = 3;
  localparam int Vcs = 4;
  localparam int Depth = 4;
  localparam int Data = 96;
  localparam int Reserve = 3;
  localparam int Cycles = 1000;

  logic clk = 1'b0;
  logic rst = 1'b1;
  logic [Ports-1:0] in_valid, in_head, in_tail, in_credit, in_ack;
  logic [Ports-1:0] out_valid, out_head, out_tail, out_credit, out_ack;
  logic [Ports*2-1:0] in_vc, in_credit_vc, in_ack_vc, out_vc, out_credit_vc, out_ack_vc;
  logic [Ports*Data-1:0] in_data, out_data;
  logic idle;

  torusim_router
`ifndef NETLIST
  #(
      .PORTS(Ports),
      .VCS  (Vcs),
      .DEPTH(Depth),
      .DATA (Data)
  )
`endif
  i_router (
      .clk_i          (clk),
      .rst_i          (rst),
      .local_i        (3'b100),
      .dateline_i     (3'b001),
      .two_lanes_i    (1'b1),
      .transit_first_i(1'b1),
      .store_and_forward_i(1'b0),
      .cut_through_i  (1'b0),
      .reserve_i      (3'(Reserve)),
      .shared_i       (3'd1),
      .ring_i         ('0),
      .packet_slots_i ('0),
      .in_valid_i     (in_valid),
      .in_head_i      (in_head),
      .in_tail_i      (in_tail),
      .in_vc_i        (in_vc),
      .in_data_i      (in_data),
      .in_credit_o    (in_credit),
      .in_credit_vc_o (in_credit_vc),
      .in_ack_o       (in_ack),
      .in_ack_vc_o    (in_ack_vc),
      .out_valid_o    (out_valid),
      .out_head_o     (out_head),
      .out_tail_o     (out_tail),
      .out_vc_o       (out_vc),
      .out_data_o     (out_data),
      .out_credit_i   (out_credit),
      .out_credit_vc_i(out_credit_vc),
      .out_ack_i      (out_ack),
      .out_ack_vc_i   (out_ack_vc),
      .gate_limit_i   ('0),
      .gate_next_i    ('0),
      .idle_o         (idle)
  );

  // What the far ends know: flits sent and not credited, flits left of each worm, flits taken and not credited.
  integer sent[Ports*Vcs];
  integer left[Ports*Vcs];
  integer taken[Ports*Vcs];
  integer flits, channel, pick;
  logic [63:0] hash;
  logic [63:0] random;

  task automatic step_random;
    random = random ^ (random << 13);
    random = random ^ (random >> 7);
    random = random ^ (random << 17);
  endtask

  task automatic mix(input logic [63:0] value);
    hash = {hash[50:0], hash[63:51]} ^ (value * 64'h9E3779B97F4A7C15);
  endtask

  // What is on the router's outputs in this cycle: into the hash, and into the far ends' accounts.
  task automatic take_outputs;
    for (int p = 0; p < Ports; p++) begin
      mix({60'(p), out_valid[p], in_credit[p], in_ack[p], idle});
      if (out_valid[p]) begin
        mix({60'(out_vc[p*2+:2]), out_head[p], out_tail[p], 2'b00});
        mix(out_data[p*Data+:64]);
        mix(64'(out_data[p*Data+64+:Data-64]));
        channel = p * Vcs + int'({30'd0, out_vc[p*2+:2]});
        taken[channel] = taken[channel] + 1;
        flits = flits + 1;
      end
      if (in_credit[p]) begin
        mix(64'(in_credit_vc[p*2+:2]));
        channel = p * Vcs + int'({30'd0, in_credit_vc[p*2+:2]});
        sent[channel] = sent[channel] - 1;
      end
      if (in_ack[p]) mix(64'(in_ack_vc[p*2+:2]));
    end
  endtask

  task automatic drive_inputs;
    in_valid = '0;
    out_credit = '0;
    out_ack = '0;
    for (int p = 0; p < Ports; p++) begin
      step_random;
      pick = int'({30'd0, random[1:0]});
      channel = p * Vcs + pick;
      if (random[2] && sent[channel] < Reserve) begin
        in_valid[p] = 1'b1;
        in_vc[p*2+:2] = random[1:0];
        in_head[p] = left[channel] == 0;
        if (left[channel] == 0) begin
          left[channel] = int'({29'd0, random[5:3]}) + 1;
          // Two segments: any port, 1 to 4 hops, then the local port.
          in_data[p*Data+:Data] = {11'd1, 5'd2, 1'b0, random[20], 7'd0, random[7:6], 5'(random[15:8] % 8'd3), random};
          if (random[7:6] == 2'd0) in_data[p*Data+69+:9] = 9'd4;
        end else begin
          in_data[p*Data+:Data] = Data'({random, ~random});
        end
        left[channel] = left[channel] - 1;
        in_tail[p] = left[channel] == 0;
        sent[channel] = sent[channel] + 1;
      end
      pick = int'({30'd0, random[17:16]});
      channel = p * Vcs + pick;
      if (random[18] && taken[channel] > 0) begin
        out_credit[p] = 1'b1;
        out_credit_vc[p*2+:2] = random[17:16];
        taken[channel] = taken[channel] - 1;
      end
      // For whatever worm owns the VC; without one it must come to nothing.
      out_ack[p] = random[19];
      out_ack_vc[p*2+:2] = random[21:20];
    end
  endtask

  // From a reset of one edge on.
  task automatic run_from_reset;
    random = 64'h123456789ABCDEF1;
    hash = '0;
    in_valid = '0;
    out_credit = '0;
    out_ack = '0;
    for (int c = 0; c < Ports * Vcs; c++) begin
      sent[c] = 0;
      left[c] = 0;
      taken[c] = 0;
    end
    rst = 1'b1;
    #1 clk = 1'b1;
    #1 clk = 1'b0;
    rst = 1'b0;
    for (int cycle = 0; cycle < Cycles; cycle++) begin
      drive_inputs;
      #1 clk = 1'b1;
      #1 clk = 1'b0;
      take_outputs;
    end
  endtask

  logic [63:0] first_hash;
  initial begin
    flits = 0;
    run_from_reset;
    first_hash = hash;
    run_from_reset;
    if (hash == first_hash) $display("%0d flits, hash %016x, the same after reset", flits, hash);
    else $display("%0d flits, hash %016x, after reset %016x", flits, first_hash, hash);
    $finish;
  end
endmodule
`default_nettype wire
