// SPDX-License-Identifier: MIT
`default_nettype none
// Whether the watched flit may go ("ready" in docs/router.md), derived from the pins. It is the first in its buffer,
// its worm owns the output VC (for a head: the VC is free), and the credit rule allows it. A head under store and
// forward also needs the tail of its worm in the buffer, and under cut-through room for its whole worm. With gates its
// message number must be below the limit of its output: that of the pins one cycle ago, or if a tail is on the channel
// now, the limit after one more tail. Pins of gates are free in every cycle.
module router_ready #(
    parameter int PORTS = 3,
    parameter int VCS = 2,
    parameter int DEPTH = 2,
    parameter int GATE_BITS = 0,
    parameter int LIMIT_BITS = GATE_BITS > 0 ? GATE_BITS : 1,
    parameter int VC_BITS = $clog2(VCS),
    parameter int COUNT_BITS = $clog2(DEPTH + 1),
    parameter int PORT_BITS = $clog2(PORTS)
) (
    input  logic                            clk_i,
    input  logic                            rst,
    input  logic [               PORTS-1:0] local_q,
    input  logic [               PORTS-1:0] dateline_q,
    input  logic                            two_lanes_q,
    input  logic                            store_and_forward_q,
    input  logic                            cut_through_q,
    input  logic [          COUNT_BITS-1:0] reserve_q,
    input  logic [          COUNT_BITS-1:0] shared_q,
    input  logic [               PORTS-1:0] out_valid,
    input  logic [               PORTS-1:0] out_tail,
    input  logic [       PORTS*VC_BITS-1:0] out_vc,
    input  logic [    PORTS*LIMIT_BITS-1:0] gate_limit_i,
    input  logic [    PORTS*LIMIT_BITS-1:0] gate_next_i,
    input  logic [PORTS*VCS*COUNT_BITS-1:0] all_taken,     // by output and VC: taken by the neighbour, not credited
    input  logic [           PORTS*VCS-1:0] holds,         // by output and VC: a worm is under way
    input  logic [           PORT_BITS-1:0] watched_port,
    input  logic [             VC_BITS-1:0] watched_vc,
    input  logic                            watching,
    input  logic                            flit_head,
    input  logic                            whole_came,    // the tail of its worm has entered
    input  logic [                    31:0] worm_flits,    // the length of its worm
    input  logic [                    31:0] worm_number,   // of its message
    input  logic                            worm_legal,
    input  logic                            worm_lane,     // that its segment names
    input  logic [           PORT_BITS-1:0] worm_port,
    input  logic [          COUNT_BITS-1:0] before,        // flits in front of it
    input  logic                            leave,         // a flit of its buffer leaves
    output logic                            may_go
);
  logic held;  // by its gate alone

  localparam int Wide = COUNT_BITS + 2;
  // The gate of each output: whether it admits the worm.
  logic [PORTS-1:0] admits;
  if (GATE_BITS > 0) begin : gen_gates
    logic [PORTS*LIMIT_BITS-1:0] limit_q, next_q;
    always_ff @(posedge clk_i) {limit_q, next_q} <= {gate_limit_i, gate_next_i};
    for (genvar o = 0; o < PORTS; o++) begin : gen_gate
      logic [LIMIT_BITS-1:0] limit;
      assign limit = out_valid[o] && out_tail[o] ? next_q[o*LIMIT_BITS+:LIMIT_BITS] : limit_q[o*LIMIT_BITS+:LIMIT_BITS];
      assign admits[o] = worm_number[LIMIT_BITS-1:0] < limit;
    end
  end else begin : gen_no_gates
    assign admits = {PORTS{1'b1}};
  end

  logic own_slot, pool_slot, admitted;
  logic [VC_BITS-1:0] worm_vc;
  logic [COUNT_BITS-1:0] far;
  logic [Wide-1:0] far_above, room;
  always_comb begin
    worm_vc   = watched_vc;
    own_slot  = 1'b0;
    pool_slot = 1'b0;
    may_go    = 1'b0;
    far       = '0;
    far_above = '0;
    room      = '0;
    admitted  = 1'b0;
    for (int o = 0; o < PORTS; o++) begin
      if (worm_port == PORT_BITS'(o)) begin
        admitted = admits[o];
        if (two_lanes_q) worm_vc[0] = dateline_q[o] || worm_lane;
        for (int p = 0; p < PORTS; p++)
          if (watched_port == PORT_BITS'(p) && p / 2 == o / 2 && !local_q[p] && !local_q[o] && watched_vc[0] && two_lanes_q)
            worm_vc[0] = 1'b1;
        for (int v = 0; v < VCS; v++) begin
          far = all_taken[(o*VCS+v)*COUNT_BITS+:COUNT_BITS] +
              COUNT_BITS'(out_valid[o] && out_vc[o*VC_BITS+:VC_BITS] == VC_BITS'(v));
          if (far > reserve_q) far_above = far_above + Wide'(far - reserve_q);
          if (worm_vc == VC_BITS'(v)) begin
            own_slot = far < reserve_q;
            room     = own_slot ? Wide'(reserve_q - far) : '0;
            may_go   = !flit_head || !holds[o*VCS+v];
          end
        end
        pool_slot = far_above < Wide'(shared_q);
        room      = room + Wide'(shared_q) - far_above;
      end
    end
    if (rst || !watching || before != COUNT_BITS'(leave) || !worm_legal || !(own_slot || pool_slot)) may_go = 1'b0;
    if (flit_head && store_and_forward_q && !whole_came) may_go = 1'b0;
    if (flit_head && cut_through_q && worm_flits > 32'(room)) may_go = 1'b0;
    held = may_go && flit_head && !admitted;
    if (held) may_go = 1'b0;
  end
`ifdef HELD  // a head that was held by its gate alone leaves: this assertion must be refuted
  logic was_held;
  always_ff @(posedge clk_i) was_held <= !rst && watching && (held || was_held);
  always_comb assert (!(was_held && may_go));
`endif
endmodule
`default_nettype wire
