// SPDX-License-Identifier: MIT
`default_nettype none
// Pipelined router: credit, the account of the buffer behind an output, and the owners of its VCs. What was granted is
// known one cycle late; the next cycle is told of by what is known now, and torusim_pipelined_front.sv corrects it.
//
// A VC may send while it has a reserved slot, or the pool a shared one (torusim_credit_counter.sv). Numbers are
// compared with the limits as they are stored: each flag below says that a number with so much added is below its
// limit.
module torusim_pipelined_output #(
    parameter int VCS = 2,  ///< virtual channels (VCs) of a port
    parameter int DEPTH = 8,  ///< most slots of a VC, reserve + shared; a power of 2
    parameter int VC_BITS = $clog2(VCS),  ///< bits of the number of a VC
    parameter int COUNT_BITS = $clog2(DEPTH + 1)  ///< bits of a number of slots
) (
    input  logic                  clk_i,
    input  logic                  rst_i,
    input  logic [COUNT_BITS-1:0] reserve_i,
    input  logic [COUNT_BITS-1:0] shared_i,
    input  logic [       VCS-1:0] sent_i,       // by VC: granted in the cycle before
    input  logic [       VCS-1:0] sent_tail_i,
    input  logic                  pool_i,       // it took a shared slot
    input  logic                  credit_i,
    input  logic [   VC_BITS-1:0] credit_vc_i,
    // In the next cycle, unless something is granted in this one.
    output logic [       VCS-1:0] free_o,
    output logic [       VCS-1:0] room1_o,      // for a flit
    output logic [       VCS-1:0] room2_o,      // for two
    output logic [       VCS-1:0] low_o         // a flit that is granted in this cycle takes a reserved slot
);
  localparam int Bits = COUNT_BITS + 2;  // of a number with 2 added

  logic [VCS*COUNT_BITS-1:0] in_flight_q;
  logic [VCS-1:0] low_less_q, low_q, low_more_q, low_most_q;  // in flight -1, 0, 1, 2 is below reserve
  logic [COUNT_BITS-1:0] used_q;                              // shared slots
  logic pool_less_q, pool_q, pool_more_q, pool_most_q;        // used -1, 0, 1, 2 is below shared
  logic [VCS-1:0] free_q;

  logic [VCS-1:0] credited, low1, low2;
  logic gives, pool1, pool2;
  logic [COUNT_BITS-1:0] used;
  logic [VCS*COUNT_BITS-1:0] in_flight;

  for (genvar v = 0; v < VCS; v++) begin : gen_vc
    logic up, down;
    assign credited[v] = credit_i && credit_vc_i == VC_BITS'(v);
    assign up   = sent_i[v] && !credited[v];
    assign down = credited[v] && !sent_i[v];
    assign in_flight[v*COUNT_BITS+:COUNT_BITS] = in_flight_q[v*COUNT_BITS+:COUNT_BITS] + COUNT_BITS'(up) - COUNT_BITS'(down);
    assign low1[v] = up ? low_more_q[v] : (down ? low_less_q[v] : low_q[v]);
    assign low2[v] = up ? low_most_q[v] : (down ? low_q[v] : low_more_q[v]);
    assign low_o[v] = low1[v];
    assign free_o[v] = sent_i[v] ? sent_tail_i[v] : free_q[v];
    assign room1_o[v] = low1[v] || pool1;
    assign room2_o[v] = low2[v] || (low1[v] && pool1) || pool2;
  end

  // The flit of the cycle before came before the credit of this one.
  assign gives  = (credited & ((sent_i & ~low_q) | (~sent_i & ~low_less_q))) != '0;
  assign used   = used_q + COUNT_BITS'(pool_i && !gives) - COUNT_BITS'(gives && !pool_i);
  assign pool1  = pool_i && !gives ? pool_more_q : (gives && !pool_i ? pool_less_q : pool_q);
  assign pool2  = pool_i && !gives ? pool_most_q : (gives && !pool_i ? pool_q : pool_more_q);

  function automatic logic below(input logic [COUNT_BITS-1:0] number, input logic [1:0] more,
                                 input logic [COUNT_BITS-1:0] limit);
    below = Bits'(number) + Bits'(more) < Bits'(limit);
  endfunction
  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      in_flight_q <= '0;
      used_q      <= '0;
      free_q      <= '1;
      low_less_q  <= '1;
      low_q       <= {VCS{below('0, 2'd0, reserve_i)}};
      low_more_q  <= {VCS{below('0, 2'd1, reserve_i)}};
      low_most_q  <= {VCS{below('0, 2'd2, reserve_i)}};
      pool_less_q <= 1'b1;
      pool_q      <= below('0, 2'd0, shared_i);
      pool_more_q <= below('0, 2'd1, shared_i);
      pool_most_q <= below('0, 2'd2, shared_i);
    end else begin
      in_flight_q <= in_flight;
      used_q      <= used;
      free_q      <= free_o;
      for (int v = 0; v < VCS; v++) begin
        low_less_q[v] <= !below(reserve_i, 2'd0, in_flight[v*COUNT_BITS+:COUNT_BITS]);
        low_q[v]      <= below(in_flight[v*COUNT_BITS+:COUNT_BITS], 2'd0, reserve_i);
        low_more_q[v] <= below(in_flight[v*COUNT_BITS+:COUNT_BITS], 2'd1, reserve_i);
        low_most_q[v] <= below(in_flight[v*COUNT_BITS+:COUNT_BITS], 2'd2, reserve_i);
      end
      pool_less_q <= !below(shared_i, 2'd0, used);
      pool_q      <= below(used, 2'd0, shared_i);
      pool_more_q <= below(used, 2'd1, shared_i);
      pool_most_q <= below(used, 2'd2, shared_i);
    end
  end
endmodule
`default_nettype wire
