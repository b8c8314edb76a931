`default_nettype none
// Pipelined router: link arbitration. Of the flits that request this output the most urgent wins, by class, then, with
// transit first, those not from local ports; equals are served round-robin over the inputs. Every rival is compared at
// once: what decides between two inputs is known before their requests. The last grant is known one cycle late.
module pipelined_arbiter #(
    parameter int PORTS = 5,
    parameter int VCS = 2
) (
    input  logic                 clk_i,
    input  logic                 rst_i,
    input  logic                 two_lanes_i,
    input  logic [    PORTS-1:0] yields_i,    // inputs that yield to others of their class
    input  logic [PORTS*VCS-1:0] request_i,   // bit in*VCS+vc, at most one VC of an input
    input  logic [    PORTS-1:0] granted_i,   // one-hot, in the cycle before, or zero
    output logic [PORTS*VCS-1:0] grant_o      // one-hot, or zero
);
  // The input that was served last, one-hot. After reset the last one: the first comes first.
  logic [PORTS-1:0] last_q, last;
  assign last = granted_i != '0 ? granted_i : last_q;
  always_ff @(posedge clk_i) begin
    if (rst_i) last_q <= PORTS'(1) << (PORTS - 1);
    else last_q <= last;
  end

  // Whether input j goes before input i among flits of one class.
  function automatic logic [PORTS*PORTS-1:0] order(input logic [PORTS-1:0] served, input logic [PORTS-1:0] yields);
    logic earlier;
    order = '0;
    for (int i = 0; i < PORTS; i++) begin
      for (int j = 0; j < PORTS; j++) begin
        earlier = 1'b0;
        for (int l = 0; l < PORTS; l++)
          if ((j + PORTS - 1 - l) % PORTS < (i + PORTS - 1 - l) % PORTS) earlier = earlier || served[l];
        order[i*PORTS+j] = j != i && (yields[i] == yields[j] ? earlier : yields[i]);
      end
    end
  endfunction
  logic [PORTS*PORTS-1:0] goes_before;
  assign goes_before = order(last, yields_i);

  // VC u is of a more urgent class than v, or of the same.
  function automatic logic [VCS*VCS-1:0] more_urgent(input logic two_lanes);
    for (int v = 0; v < VCS; v++)
      for (int u = 0; u < VCS; u++) more_urgent[v*VCS+u] = two_lanes ? u / 2 < v / 2 : u < v;
  endfunction
  function automatic logic [VCS*VCS-1:0] same_class(input logic two_lanes);
    for (int v = 0; v < VCS; v++)
      for (int u = 0; u < VCS; u++) same_class[v*VCS+u] = two_lanes ? u / 2 == v / 2 : u == v;
  endfunction
  logic [VCS*VCS-1:0] urgent, equal;
  assign urgent = more_urgent(two_lanes_i);
  assign equal  = same_class(two_lanes_i);

  function automatic logic [PORTS*VCS-1:0] winners(input logic [PORTS*VCS-1:0] request,
                                                   input logic [PORTS*PORTS-1:0] rival,
                                                   input logic [VCS*VCS-1:0] above, input logic [VCS*VCS-1:0] beside);
    logic beaten;
    winners = '0;
    if (request != '0) begin
      for (int i = 0; i < PORTS; i++) begin
        for (int v = 0; v < VCS; v++) begin
          beaten = 1'b0;
          for (int j = 0; j < PORTS; j++) begin
            if (j != i)
              beaten = beaten || (request[j*VCS+:VCS] & (above[v*VCS+:VCS] | (beside[v*VCS+:VCS] & {VCS{rival[i*PORTS+j]}}))) != '0;
          end
          winners[i*VCS+v] = request[i*VCS+v] && !beaten;
        end
      end
    end
  endfunction
  assign grant_o = winners(request_i, goes_before, urgent, equal);
endmodule
`default_nettype wire
