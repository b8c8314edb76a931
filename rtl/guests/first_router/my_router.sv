// SPDX-License-Identifier: MIT
// A first router, for meshes: one virtual channel, a FIFO at every input, fixed priority at every output.
// The worked example of docs/your-own-router.md.
module my_router #(
    parameter int PORTS = 5,
    parameter int SLOTS = 8,    // flits in a FIFO, a power of 2
    parameter int BITS = 128
) (
    input  logic                  clk,
    input  logic                  rst_n,
    input  logic [           3:0] far_slots,  // flits that the next router has room for
    input  logic [     PORTS-1:0] rx_valid,
    input  logic [     PORTS-1:0] rx_head,
    input  logic [     PORTS-1:0] rx_tail,
    input  logic [PORTS*BITS-1:0] rx_data,
    output logic [     PORTS-1:0] rx_credit,
    output logic [     PORTS-1:0] tx_valid,
    output logic [     PORTS-1:0] tx_head,
    output logic [     PORTS-1:0] tx_tail,
    output logic [PORTS*BITS-1:0] tx_data,
    input  logic [     PORTS-1:0] tx_credit
);
  localparam int P = $clog2(SLOTS);

  logic [BITS+1:0] fifo     [PORTS*SLOTS];  // head, tail, data
  logic [   P-1:0] read     [PORTS];
  logic [     P:0] count    [PORTS];
  logic [     4:0] remember [PORTS];        // where the worm at the front of an input goes
  logic [     4:0] goes_to  [PORTS];
  logic [BITS+1:0] front    [PORTS];
  logic [     3:0] credits  [PORTS];        // of an output
  logic [PORTS-1:0] busy;                   // an output that a worm holds, and the input that it comes from
  logic [     4:0] holder   [PORTS];
  logic [PORTS-1:0] pop, send;
  logic [     4:0] winner   [PORTS];

  // A head names its port in bits 68:64 and the hops that it still has in that direction in bits 77:69.
  for (genvar i = 0; i < PORTS; i++) begin : gen_front
    assign front[i]   = fifo[i*SLOTS+32'(read[i])];
    assign goes_to[i] = front[i][BITS+1] ? front[i][68:64] : remember[i];
  end

  function automatic logic [BITS-1:0] one_hop_on(input logic [BITS-1:0] head);
    one_hop_on = head;
    one_hop_on[77:69] = head[77:69] - 9'd1;
    if (head[77:69] == 9'd1) one_hop_on[BITS-1:64] = head[BITS-1:64] >> 16;
  endfunction

  always_comb begin
    pop  = '0;
    send = '0;
    for (int o = 0; o < PORTS; o++) begin
      winner[o] = '0;
      for (int i = PORTS - 1; i >= 0; i--) begin
        if (count[i] != 0 && 32'(goes_to[i]) == o && credits[o] != 0 &&
            (busy[o] ? 32'(holder[o]) == i : front[i][BITS+1])) begin
          winner[o] = 5'(i);
          send[o]   = 1'b1;
        end
      end
      if (send[o]) pop[winner[o]] = 1'b1;
    end
  end

  always_ff @(posedge clk) begin
    for (int o = 0; o < PORTS; o++) begin
      tx_valid[o] <= rst_n && send[o];
      tx_head[o]  <= front[winner[o]][BITS+1];
      tx_tail[o]  <= front[winner[o]][BITS];
      tx_data[o*BITS+:BITS] <= front[winner[o]][BITS+1] ? one_hop_on(front[winner[o]][BITS-1:0])
                                                        : front[winner[o]][BITS-1:0];
      holder[o]  <= winner[o];
      credits[o] <= credits[o] + 4'(tx_credit[o]) - 4'(send[o]);
      if (send[o]) busy[o] <= !front[winner[o]][BITS];
      else if (busy[o]) holder[o] <= holder[o];
    end
    for (int i = 0; i < PORTS; i++) begin
      rx_credit[i] <= rst_n && pop[i];
      if (count[i] != 0) remember[i] <= goes_to[i];  // behind an empty FIFO stands an old flit
      if (rx_valid[i]) fifo[i*SLOTS+32'(P'(count[i]+(P+1)'(read[i])))] <= {rx_head[i], rx_tail[i], rx_data[i*BITS+:BITS]};
      read[i]  <= read[i] + P'(pop[i]);
      count[i] <= count[i] + (P+1)'(rx_valid[i]) - (P+1)'(pop[i]);
    end
    if (!rst_n) begin
      busy <= '0;
      for (int p = 0; p < PORTS; p++) begin
        credits[p] <= far_slots;
        read[p]    <= '0;
        count[p]   <= '0;
      end
    end
  end
endmodule
