`default_nettype none
// Circuit switching: an ack that comes back to the output VC of a worm from this input port goes on to where the
// worm came from, one ack a cycle, the lowest VC first.
module ack_relay #(
    parameter int PORTS = 5,
    parameter int VCS = 2,
    parameter int VC_BITS = $clog2(VCS),
    parameter int PORT_BITS = $clog2(PORTS)
) (
    input  logic                     clk_i,
    input  logic                     rst_i,
    // Of every VC of the input port: whether its worm owns an output VC, and which.
    input  logic [          VCS-1:0] started_i,
    input  logic [PORT_BITS*VCS-1:0] out_i,
    input  logic [  VC_BITS*VCS-1:0] out_vc_i,
    // What comes back to the outputs.
    input  logic [        PORTS-1:0] ack_i,
    input  logic [PORTS*VC_BITS-1:0] ack_vc_i,
    // What goes back by the input.
    output logic                     ack_o,
    output logic [      VC_BITS-1:0] ack_vc_o,
    output logic                     empty_o
);
  localparam int Padded = 1 << PORT_BITS;  // a port that does not exist reads as 0
  localparam int IndexBits = $clog2(Padded * VC_BITS);

  logic [VCS-1:0] waiting_q, waiting, next;
  logic           ack_q;
  logic [VC_BITS-1:0] ack_vc_q, next_vc;
  logic [Padded-1:0] ack;
  logic [Padded*VC_BITS-1:0] ack_vc;

  assign ack    = Padded'(ack_i);
  assign ack_vc = (Padded * VC_BITS)'(ack_vc_i);

  for (genvar v = 0; v < VCS; v++) begin : gen_vc
    logic [PORT_BITS-1:0] out;
    assign out = out_i[v*PORT_BITS+:PORT_BITS];
    assign waiting[v] = waiting_q[v] || (started_i[v] && ack[out] &&
        ack_vc[IndexBits'(out)*IndexBits'(VC_BITS)+:VC_BITS] == out_vc_i[v*VC_BITS+:VC_BITS]);
  end
  assign next = waiting & (~waiting + VCS'(1));

  always_comb begin
    next_vc = '0;
    for (int v = 0; v < VCS; v++) if (next[v]) next_vc = VC_BITS'(v);
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      waiting_q <= '0;
      ack_q     <= 1'b0;
    end else begin
      waiting_q <= waiting & ~next;
      ack_q     <= waiting != '0;
    end
  end
  always_ff @(posedge clk_i) begin
    if (waiting != '0) ack_vc_q <= next_vc;
  end

  assign ack_o    = ack_q;
  assign ack_vc_o = ack_vc_q;
  assign empty_o  = waiting_q == '0 && !ack_q;
endmodule
`default_nettype wire
