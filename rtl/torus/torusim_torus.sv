// SPDX-License-Identifier: MIT
`default_nettype none
// A whole network: a torus of any sides and dimensions, of routers (rtl/torusim_router.sv) and node interfaces. Its
// pins carry the programs of the nodes (memories outside) and the parameters of the machine.
module torusim_torus #(
    parameter int DIMENSIONS = 2,  ///< dimensions of the torus
    parameter logic [127:0] SIDES = 128'h0002_0002,  ///< 16 bits each, the first dimension lowest
    parameter int ALPHA = 1,  ///< injection and ejection channels of a node
    parameter int VCS = 2,  ///< virtual channels (VCs) of a port
    parameter int DEPTH = 4,  ///< most slots of a VC, reserve + shared; a power of 2
    parameter int DATA = 128,  ///< bits of a flit
    parameter int LINK_DELAY = 1,  ///< cycles of a link
    parameter int STEPS = 16,  ///< most steps of a program, at least 2
    parameter int RECEIVES = 16,  ///< bits of the number of messages that a step receives
    parameter int HASH = 0,  ///< 1: hash, as in torusim, and check of all flits taken
    parameter int NODES = torusim_geometry::nodes(DIMENSIONS, SIDES, 0),  ///< nodes
    parameter int COUNT_BITS = $clog2(DEPTH + 1),  ///< bits of a number of slots
    parameter int ENTRY = DATA + 64  ///< bits of a word of the program
) (
    input  logic                         clk_i,
    input  logic                         rst_i,
    // Constant during a run: two lanes or one per class; the credit rule of every buffer.
    input  logic                         two_lanes_i,
    input  logic [       COUNT_BITS-1:0] reserve_i,
    input  logic [       COUNT_BITS-1:0] shared_i,
    input  logic                         circuit_i,     // none of the three: wormhole
    input  logic                         store_and_forward_i,
    input  logic                         cut_through_i,
    input  logic                         transit_first_i,
    input  logic [                 31:0] startup_i,
    input  logic                         barrier_i,     // 1: nodes begin a step together; 0: each when ready
    input  logic [                 31:0] latency_i,     // cycles from the last ready node to the step
    // The program memories: ALPHA words per node from its address on, in the same cycle.
    output logic [         NODES*32-1:0] address_o,
    input  logic [NODES*ALPHA*ENTRY-1:0] program_i,
    // All nodes are at the end of their programs.
    output logic                         done_o,
    // With HASH: the hash of all flits taken before this cycle, and whether all of them were the expected ones.
    output logic [                 63:0] hash_o,
    output logic                         fault_o
);
  localparam int NetworkPorts = 2 * DIMENSIONS;
  localparam int Ports = NetworkPorts + ALPHA;
  localparam int VcBits = $clog2(VCS);
  localparam int Forward = 3 + VcBits + DATA;  // valid, head, tail, VC, data
  localparam int Backward = 2 + 2 * VcBits;    // credit, ack, and the VC of each

  logic [NODES-1:0] ready, go, done, fault;
  logic [NODES*64-1:0] hashes;
  logic [63:0] cycle_q;

  for (genvar n = 0; n < NODES; n++) begin : gen_node
    // The router's pins.
    logic [Ports-1:0] local_ports, dateline;
    logic [Ports-1:0] in_valid, in_head, in_tail, in_credit, in_ack;
    logic [Ports-1:0] out_valid, out_head, out_tail, out_credit, out_ack;
    logic [Ports*VcBits-1:0] in_vc, in_credit_vc, out_vc, out_credit_vc, out_ack_vc;
    logic [Ports*DATA-1:0] in_data, out_data;
    // verilator lint_off UNUSEDSIGNAL
    logic [Ports*VcBits-1:0] in_ack_vc;  // a node interface needs no VC of an ack
    logic idle;
    // verilator lint_on UNUSEDSIGNAL

    for (genvar p = 0; p < NetworkPorts; p++) begin : gen_link
      // Port p faces the opposite port of the neighbour: + and - are 2d and 2d + 1.
      localparam int Side = 32'(SIDES[16*(p/2)+:16]);
      localparam int Stride = torusim_geometry::nodes(DIMENSIONS, SIDES, p / 2 + 1);  // the last coordinate counts fastest
      localparam int Wraps = (n / Stride) % Side == (p % 2 == 0 ? Side - 1 : 0) ? 1 : 0;
      localparam int There = n + (p % 2 == 0 ? Stride : -Stride) * (Wraps == 1 ? 1 - Side : 1);
      localparam int Facing = p ^ 1;
      assign local_ports[p] = 1'b0;
      assign dateline[p]    = Wraps == 1;

      torusim_delay_line #(
          .WIDTH(Forward),
          .DELAY(LINK_DELAY - 1)
      ) i_forward (
          .clk_i,
          .rst_i,
          .word_i({
            gen_node[There].out_valid[Facing],
            gen_node[There].out_head[Facing],
            gen_node[There].out_tail[Facing],
            gen_node[There].out_vc[Facing*VcBits+:VcBits],
            gen_node[There].out_data[Facing*DATA+:DATA]
          }),
          .word_o({in_valid[p], in_head[p], in_tail[p], in_vc[p*VcBits+:VcBits], in_data[p*DATA+:DATA]})
      );
      torusim_delay_line #(
          .WIDTH(Backward),
          .DELAY(LINK_DELAY - 1)
      ) i_backward (
          .clk_i,
          .rst_i,
          .word_i({
            gen_node[There].in_credit[Facing],
            gen_node[There].in_ack[Facing],
            gen_node[There].in_credit_vc[Facing*VcBits+:VcBits],
            gen_node[There].in_ack_vc[Facing*VcBits+:VcBits]
          }),
          .word_o({out_credit[p], out_ack[p], out_credit_vc[p*VcBits+:VcBits], out_ack_vc[p*VcBits+:VcBits]})
      );
    end
    assign local_ports[NetworkPorts+:ALPHA] = '1;
    assign dateline[NetworkPorts+:ALPHA]    = '0;

    torusim_router #(
        .PORTS(Ports),
        .VCS  (VCS),
        .DEPTH(DEPTH),
        .DATA (DATA)
    ) i_router (
        .clk_i,
        .rst_i,
        .local_i        (local_ports),
        .dateline_i     (dateline),
        .two_lanes_i,
        .transit_first_i,
        .store_and_forward_i,
        .cut_through_i,
        .reserve_i,
        .shared_i,
        .ring_i       ('0),
        .packet_slots_i('0),
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
        .gate_limit_i   ('0),  // there are no gates
        .gate_next_i    ('0),
        .idle_o         (idle)
    );

    // Each injection channel leads into a local port, and each local port into an ejection channel.
    torusim_node_interface #(
        .ALPHA   (ALPHA),
        .VCS     (VCS),
        .DEPTH   (DEPTH),
        .DATA    (DATA),
        .STEPS   (STEPS),
        .RECEIVES(RECEIVES),
        .HASH    (HASH)
    ) i_interface (
        .clk_i,
        .rst_i,
        .startup_i,
        .circuit_i,
        .cut_through_i,
        .reserve_i,
        .shared_i,
        .program_address_o(address_o[n*32+:32]),
        .program_i        (program_i[n*ALPHA*ENTRY+:ALPHA*ENTRY]),
        .ready_o          (ready[n]),
        .go_i             (go[n]),
        .done_o           (done[n]),
        .out_valid_o      (in_valid[NetworkPorts+:ALPHA]),
        .out_head_o       (in_head[NetworkPorts+:ALPHA]),
        .out_tail_o       (in_tail[NetworkPorts+:ALPHA]),
        .out_vc_o         (in_vc[NetworkPorts*VcBits+:ALPHA*VcBits]),
        .out_data_o       (in_data[NetworkPorts*DATA+:ALPHA*DATA]),
        .out_credit_i     (in_credit[NetworkPorts+:ALPHA]),
        .out_credit_vc_i  (in_credit_vc[NetworkPorts*VcBits+:ALPHA*VcBits]),
        .out_ack_i        (in_ack[NetworkPorts+:ALPHA]),
        .in_valid_i       (out_valid[NetworkPorts+:ALPHA]),
        .in_head_i        (out_head[NetworkPorts+:ALPHA]),
        .in_tail_i        (out_tail[NetworkPorts+:ALPHA]),
        .in_vc_i          (out_vc[NetworkPorts*VcBits+:ALPHA*VcBits]),
        .in_data_i        (out_data[NetworkPorts*DATA+:ALPHA*DATA]),
        .in_credit_o      (out_credit[NetworkPorts+:ALPHA]),
        .in_credit_vc_o   (out_credit_vc[NetworkPorts*VcBits+:ALPHA*VcBits]),
        .in_ack_o         (out_ack[NetworkPorts+:ALPHA]),
        .in_ack_vc_o      (out_ack_vc[NetworkPorts*VcBits+:ALPHA*VcBits]),
        .node_i           (n),
        .cycle_i          (cycle_q),
        .hash_o           (hashes[n*64+:64]),
        .fault_o          (fault[n])
    );
  end

  // The barrier: all nodes go `latency_i` cycles after all are ready. The first step needs no barrier.
  logic [31:0] waited_q;
  logic together;
  assign together = ready == '1 && waited_q == latency_i;
  assign go       = barrier_i ? {NODES{together}} : ready;
  always_ff @(posedge clk_i) begin
    if (rst_i) waited_q <= latency_i;
    else if (together) waited_q <= '0;
    else if (ready == '1) waited_q <= waited_q + 32'd1;
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) cycle_q <= '0;
    else cycle_q <= cycle_q + 64'd1;
  end
  function automatic logic [63:0] total(input logic [NODES*64-1:0] each);
    total = '0;
    for (int n = 0; n < NODES; n++) total = (total + each[n*64+:64]) % 64'h1FFFFFFFFFFFFFFF;
  endfunction
  assign done_o  = done == '1;
  assign hash_o  = total(hashes);
  assign fault_o = fault != '0;
endmodule
`default_nettype wire
