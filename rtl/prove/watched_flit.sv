// SPDX-License-Identifier: MIT
`default_nettype none
// Watches one freely chosen source (an input port and VC) for ever, and one of its flits, for a freely chosen output VC.
// Marks are in the three lowest bits (of the message number): bit 0 on flits of the watched source, bit 1 on the watched
// flit, bit 2 on later flits of the source. The correct turn, port, VC and bits of that flit are derived from the pins
// alone. A router with ONE_ORDER sends the flits of a source in the order in which they came; another one keeps the order
// of those for one output VC.
module prove_watched_flit #(
    parameter int PORTS = 3,
    parameter int VCS = 1,
    parameter int DATA = 96,
    parameter int ONE_ORDER = 0,
    parameter int VC_BITS = 1,
    parameter int COUNT_BITS = 2,
    parameter int PORT_BITS = 2
) (
    input  logic                     clk_i,
    input  logic                     rst_i,
    input  logic [        PORTS-1:0] local_i,
    input  logic [        PORTS-1:0] dateline_i,
    input  logic                     two_lanes_i,
    input  logic [    PORT_BITS-1:0] port_i,       // the watched source
    input  logic [      VC_BITS-1:0] vc_i,
    input  logic [    PORT_BITS-1:0] to_port_i,    // the output VC
    input  logic [      VC_BITS-1:0] to_vc_i,
    input  logic                     enters_i,     // a flit of the source enters; it is
    input  logic                     head_i,
    input  logic                     tail_i,
    input  logic [         DATA-1:0] data_i,
    input  logic                     watch_i,      // becomes the watched flit, if there is none yet
    output logic                     take_o,
    output logic                     later_o,      // it comes behind the watched flit
    input  logic [        PORTS-1:0] out_valid_i,
    input  logic [        PORTS-1:0] out_head_i,
    input  logic [        PORTS-1:0] out_tail_i,
    input  logic [PORTS*VC_BITS-1:0] out_vc_i,
    input  logic [   PORTS*DATA-1:0] out_data_i,
    output logic [   COUNT_BITS-1:0] inside_o,     // flits of the source in the router
    output logic                     leaves_o,     // the watched flit leaves
    output logic                     in_front_o,   // the watched flit is inside, and all before it have left
    output logic                     is_head_o,
    output logic                     queued_o,     // it came behind others
    output logic                     shifted_o,    // it begins a new segment when it leaves
    output logic                     gone_o,
    output logic [    PORT_BITS-1:0] worm_port_o,  // its output, as its head named it
    output logic [      VC_BITS-1:0] worm_vc_o,
    output logic                     order_o,      // broken rules
    output logic                     port_o,
    output logic                     vc_o,
    output logic                     ends_o,
    output logic [         DATA-1:0] payload_o,    // wrong bits: of constant bits,
    output logic [      DATA-65:0]   route_o       // and of a head's route
);
  localparam int Route = 64;

  logic [COUNT_BITS-1:0] inside, before;            // flits of the source; those that came before the watched flit
  logic [COUNT_BITS-1:0] same_inside, same_before;  // and of these those for the output VC
  logic [COUNT_BITS-1:0] leave, leave_before;       // that leave now
  logic [PORT_BITS-1:0] latest_port, port;  // of the worm that enters, of the watched flit's
  logic latest_lane, lane;                  // that their segments name
  logic watching, head, tail, queued, same_enters, same_leaves, same_leaves_before, flit_leaves;
  logic [DATA-1:0] data, right;

  // The output VC of a worm of the source. After a turn it is on the lane that its segment names.
  function automatic logic [VC_BITS-1:0] vc_of(input logic [PORT_BITS-1:0] to, input logic named);
    logic along;  // the same dimension
    vc_of = vc_i;
    along = 1'b0;
    for (int o = 0; o < PORTS; o++) begin
      if (to == PORT_BITS'(o)) begin
        for (int p = 0; p < PORTS; p++)
          if (port_i == PORT_BITS'(p) && p / 2 == o / 2 && !local_i[p] && !local_i[o]) along = 1'b1;
        if (two_lanes_i) vc_of[0] = (along && vc_i[0]) || named || dateline_i[o];
      end
    end
  endfunction

  logic [PORTS-1:0] flit;
  always_comb begin
    leave              = '0;
    leave_before       = '0;
    same_leaves        = 1'b0;
    same_leaves_before = 1'b0;
    for (int o = 0; o < PORTS; o++) begin
      flit[o] = out_valid_i[o] && out_data_i[o*DATA+1];
      if (out_valid_i[o] && out_data_i[o*DATA]) begin
        leave = leave + COUNT_BITS'(1);
        if (!flit[o] && !out_data_i[o*DATA+2]) leave_before = leave_before + COUNT_BITS'(1);
        if (to_port_i == PORT_BITS'(o) && to_vc_i == out_vc_i[o*VC_BITS+:VC_BITS]) begin
          same_leaves        = 1'b1;
          same_leaves_before = !flit[o] && !out_data_i[o*DATA+2];
        end
      end
    end
  end
  logic [PORT_BITS-1:0] entering_port;
  logic entering_lane;
  assign {entering_lane, entering_port} = head_i ? {data_i[Route+14], data_i[Route+:PORT_BITS]} : {latest_lane, latest_port};
  assign same_enters = enters_i && entering_port == to_port_i && vc_of(entering_port, entering_lane) == to_vc_i;
  assign flit_leaves = flit != '0;
  assign take_o      = same_enters && watch_i && !later_o;
  assign later_o     = watching || gone_o;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      inside      <= '0;
      same_inside <= '0;
      watching    <= 1'b0;
      gone_o      <= 1'b0;
    end else begin
      inside      <= inside + COUNT_BITS'(enters_i) - leave;
      same_inside <= same_inside + COUNT_BITS'(same_enters) - COUNT_BITS'(same_leaves);
      if (enters_i) {latest_lane, latest_port} <= {entering_lane, entering_port};
      if (take_o) begin
        watching    <= 1'b1;
        before      <= inside - leave;
        same_before <= same_inside - COUNT_BITS'(same_leaves);
        queued      <= inside != leave;
        head        <= head_i;
        tail        <= tail_i;
        data        <= data_i;
        port        <= entering_port;
        lane        <= entering_lane;
      end else if (watching) begin
        before      <= before - leave_before;
        same_before <= same_before - COUNT_BITS'(same_leaves_before);
        if (flit_leaves) {watching, gone_o} <= 2'b01;
      end
    end
  end
  assign inside_o    = inside;
  assign leaves_o    = flit_leaves;
  assign in_front_o  = watching && before == '0;
  assign is_head_o   = head;
  assign queued_o    = queued;
  assign worm_port_o = port;
  assign shifted_o   = head && data[Route+5+:9] == 9'd1;

  // A head leaves with one hop fewer; after the last hop of a segment the next segment takes its place.
  logic [DATA-1:0] wrong;
  always_comb begin
    right = data;
    wrong = '0;
    if (shifted_o) right[DATA-1:Route] = data[DATA-1:Route] >> 16;
    else if (head) right[Route+5+:9] = data[Route+5+:9] - 9'd1;

    worm_vc_o = vc_of(port, lane);
    if (ONE_ORDER != 0) order_o = leave > COUNT_BITS'(1) || flit_leaves != (in_front_o && leave != '0);
    else order_o = flit_leaves ? !watching || same_before != '0 : same_leaves && watching && same_before == '0;
    if (leave > inside || (same_leaves && same_inside == '0)) order_o = 1'b1;
    port_o    = 1'b0;
    vc_o      = 1'b0;
    ends_o    = 1'b0;
    payload_o = '0;
    route_o   = '0;
    for (int o = 0; o < PORTS; o++) begin
      if (flit[o]) begin
        if (port != PORT_BITS'(o)) port_o = 1'b1;
        if (out_vc_i[o*VC_BITS+:VC_BITS] != worm_vc_o) vc_o = 1'b1;
        if (out_head_i[o] != head || out_tail_i[o] != tail) ends_o = 1'b1;
        wrong = out_data_i[o*DATA+:DATA] ^ right;
        payload_o = payload_o | (head ? DATA'(wrong[Route-1:0]) : wrong);
        if (head) route_o = route_o | wrong[DATA-1:Route];
      end
    end
  end
endmodule
`default_nettype wire
