// SPDX-License-Identifier: MIT
`default_nettype none
// The node interface of docs/router.md: runs a program, step by step, on ALPHA injection and ALPHA ejection channels.
// A step has messages to send and a number of messages to receive; it ends when all of them are sent and received.
// Then the node is ready for the next step, which begins when go_i is high.
//
// The program is in a memory outside: a word per message, in the order of sending, one for a step without messages
// to send, and one behind the last step.
module torusim_node_interface #(
    parameter int ALPHA = 1,  ///< injection and ejection channels of a node
    parameter int VCS = 2,  ///< virtual channels (VCs) of a port
    parameter int DEPTH = 8,  ///< most slots of a VC, reserve + shared; a power of 2
    parameter int DATA = 128,  ///< bits of a flit
    parameter int STEPS = 16,  ///< maximum steps of a program, at least 2
    parameter int RECEIVES = 16,  ///< bits of the number of messages received in a step
    parameter int HASH = 0,  ///< 1: hash (as in torusim) and check of all flits taken
    parameter int VC_BITS = $clog2(VCS),  ///< bits of the number of a VC
    parameter int COUNT_BITS = $clog2(DEPTH + 1),  ///< bits of a number of slots
    parameter int STEP_BITS = $clog2(STEPS),  ///< bits of the number of a step
    parameter int ENTRY = DATA + 64  ///< bits of a word of the program
) (
    input  logic                     clk_i,
    input  logic                     rst_i,
    input  logic [             31:0] startup_i,
    input  logic                     circuit_i,
    input  logic                     cut_through_i,
    input  logic [   COUNT_BITS-1:0] reserve_i,
    input  logic [   COUNT_BITS-1:0] shared_i,
    // Words address, address + 1 and so on of the program, in the same cycle.
    output logic [             31:0] program_address_o,
    input  logic [  ALPHA*ENTRY-1:0] program_i,
    // All earlier steps are done; the next may begin; the program has ended.
    output logic                     ready_o,
    input  logic                     go_i,
    output logic                     done_o,
    // Injection channels.
    output logic [        ALPHA-1:0] out_valid_o,
    output logic [        ALPHA-1:0] out_head_o,
    output logic [        ALPHA-1:0] out_tail_o,
    output logic [ALPHA*VC_BITS-1:0] out_vc_o,
    output logic [   ALPHA*DATA-1:0] out_data_o,
    input  logic [        ALPHA-1:0] out_credit_i,
    input  logic [ALPHA*VC_BITS-1:0] out_credit_vc_i,
    input  logic [        ALPHA-1:0] out_ack_i,
    // Ejection channels.
    input  logic [        ALPHA-1:0] in_valid_i,
    input  logic [        ALPHA-1:0] in_head_i,
    input  logic [        ALPHA-1:0] in_tail_i,
    input  logic [ALPHA*VC_BITS-1:0] in_vc_i,
    // verilator lint_off UNUSEDSIGNAL
    input  logic [   ALPHA*DATA-1:0] in_data_i,
    // verilator lint_on UNUSEDSIGNAL
    output logic [        ALPHA-1:0] in_credit_o,
    output logic [ALPHA*VC_BITS-1:0] in_credit_vc_o,
    output logic [        ALPHA-1:0] in_ack_o,
    output logic [ALPHA*VC_BITS-1:0] in_ack_vc_o,
    // With HASH: the hash of the flits taken before this cycle; whether one of them was wrong.
    // verilator lint_off UNUSEDSIGNAL
    input  logic [             31:0] node_i,
    input  logic [             63:0] cycle_i,
    // verilator lint_on UNUSEDSIGNAL
    output logic [             63:0] hash_o,
    output logic                     fault_o
);
  // Fields of a word of the program: the head flit below, then these.
  localparam int Step = DATA;            // 16 bits: the step of the destination in which the message counts
  localparam int Vc = DATA + 16;         // 8 bits
  localparam int Sends = DATA + 24;      // the word has a message
  localparam int Last = DATA + 25;       // it is the last of its step
  localparam int End = DATA + 26;        // end of the program
  localparam int Receives = DATA + 32;   // messages to receive in this step

  logic [31:0] next_q;                   // address of the next message or step
  logic [STEP_BITS-1:0] step_q;
  logic        active_q;                 // a step is active
  logic        closed_q;                 // all of its messages have begun
  logic [RECEIVES-1:0] expected_q;

  logic [ALPHA-1:0] busy, sends, last, begins;
  logic [ALPHA*RECEIVES-1:0] counts;
  for (genvar k = 0; k < ALPHA; k++) begin : gen_window
    assign sends[k] = program_i[k*ENTRY+Sends];
    assign last[k]  = program_i[k*ENTRY+Last];
  end

  function automatic logic [RECEIVES-1:0] sum(input logic [ALPHA*RECEIVES-1:0] each);
    sum = '0;
    for (int j = 0; j < ALPHA; j++) sum = sum + each[j*RECEIVES+:RECEIVES];
  endfunction
  assign ready_o = !active_q || (closed_q && busy == '0 && sum(counts) == expected_q);
  assign done_o  = ready_o && program_i[End];

  // The next messages of the step take the free channels, in order.
  function automatic logic [ALPHA-1:0] free_channels(input logic may, input logic [ALPHA-1:0] taken,
                                                     input logic [ALPHA-1:0] message, input logic [ALPHA-1:0] final_one);
    logic open;
    int k;
    free_channels = '0;
    open = may;
    k = 0;
    for (int j = 0; j < ALPHA; j++) begin
      if (open && !taken[j] && message[k]) begin
        free_channels[j] = 1'b1;
        open = !final_one[k];
        k = k + 1;
      end
    end
  endfunction
  function automatic int ones(input logic [ALPHA-1:0] bits, input int below);
    ones = 0;
    for (int j = 0; j < below; j++) ones = ones + 32'(bits[j]);
  endfunction

  logic start;
  int begun;
  assign start  = go_i && ready_o && !program_i[End];
  assign begins = free_channels(start || (active_q && !closed_q), busy, sends, last);
  assign begun  = ones(begins, ALPHA);

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      next_q   <= '0;
      step_q   <= '0;
      active_q <= 1'b0;
      closed_q <= 1'b0;
    end else if (start) begin
      active_q   <= 1'b1;
      step_q     <= active_q ? step_q + STEP_BITS'(1) : '0;
      expected_q <= program_i[Receives+:RECEIVES];
      closed_q   <= !sends[0] || last[begun-1];
      next_q     <= next_q + (sends[0] ? 32'(begun) : 32'd1);
    end else if (begun != 0) begin
      closed_q <= last[begun-1];
      next_q   <= next_q + 32'(begun);
    end
  end
  assign program_address_o = next_q;

  for (genvar j = 0; j < ALPHA; j++) begin : gen_channel
    int at;  // where this channel's message begins in the window
    assign at = ENTRY * ones(begins, j);

    torusim_injection_channel #(
        .VCS  (VCS),
        .DEPTH(DEPTH),
        .DATA (DATA)
    ) i_injection (
        .clk_i,
        .rst_i,
        .startup_i,
        .circuit_i,
        .cut_through_i,
        .reserve_i,
        .shared_i,
        .begin_i    (begins[j]),
        .vc_i       (program_i[at+Vc+:VC_BITS]),
        .step_i     (program_i[at+Step+:16]),
        .head_i     (program_i[at+:DATA]),
        .busy_o     (busy[j]),
        .valid_o    (out_valid_o[j]),
        .head_o     (out_head_o[j]),
        .tail_o     (out_tail_o[j]),
        .vc_o       (out_vc_o[j*VC_BITS+:VC_BITS]),
        .data_o     (out_data_o[j*DATA+:DATA]),
        .credit_i   (out_credit_i[j]),
        .credit_vc_i(out_credit_vc_i[j*VC_BITS+:VC_BITS]),
        .ack_i      (out_ack_i[j])
    );

    torusim_ejection_channel #(
        .VCS     (VCS),
        .STEPS   (STEPS),
        .RECEIVES(RECEIVES)
    ) i_ejection (
        .clk_i,
        .rst_i,
        .circuit_i,
        .valid_i     (in_valid_i[j]),
        .head_i      (in_head_i[j]),
        .tail_i      (in_tail_i[j]),
        .vc_i        (in_vc_i[j*VC_BITS+:VC_BITS]),
        .step_i      (in_data_i[j*DATA+64+:STEP_BITS]),
        .credit_o    (in_credit_o[j]),
        .credit_vc_o (in_credit_vc_o[j*VC_BITS+:VC_BITS]),
        .ack_o       (in_ack_o[j]),
        .ack_vc_o    (in_ack_vc_o[j*VC_BITS+:VC_BITS]),
        .count_step_i(step_q),
        .count_o     (counts[j*RECEIVES+:RECEIVES])
    );
  end

  if (HASH != 0) begin : gen_hash
    logic [ALPHA*64-1:0] hashes;
    logic [   ALPHA-1:0] faults;
    function automatic logic [63:0] total(input logic [ALPHA*64-1:0] each);
      total = '0;
      for (int j = 0; j < ALPHA; j++) total = (total + each[j*64+:64]) % 64'h1FFFFFFFFFFFFFFF;
    endfunction
    for (genvar j = 0; j < ALPHA; j++) begin : gen_each
      torusim_ejection_hash #(
          .VCS (VCS)
      ) i_hash (
          .clk_i,
          .rst_i,
          .node_i,
          .cycle_i,
          .valid_i(in_valid_i[j]),
          .head_i (in_head_i[j]),
          .tail_i (in_tail_i[j]),
          .vc_i   (in_vc_i[j*VC_BITS+:VC_BITS]),
          .words_i(in_data_i[j*DATA+:64]),
          .check_i(in_data_i[j*DATA+80+:48]),
          .hash_o (hashes[j*64+:64]),
          .fault_o(faults[j])
      );
    end
    assign hash_o  = total(hashes);
    assign fault_o = faults != '0;
  end else begin : gen_no_hash
    assign hash_o  = '0;
    assign fault_o = 1'b0;
  end
endmodule
`default_nettype wire
