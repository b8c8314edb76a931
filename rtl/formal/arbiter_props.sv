// SPDX-License-Identifier: MIT
`default_nettype none
// Link arbitration: properties 3, 6 and 8 of docs/router.md. Requests and urgencies are free in every cycle. A class
// here is the whole urgency that the arbiter compares.
module arbiter_props #(
    parameter int PORTS = 5,
    parameter int CLASS_BITS = 2
) (
    input logic                        clk_i,
    input logic [           PORTS-1:0] request_i,
    input logic [PORTS*CLASS_BITS-1:0] class_i,
    input logic [   $clog2(PORTS)-1:0] watched_i
);
  logic [PORTS*PORTS-1:0] beaten;
  logic [PORTS-1:0] grant;
  logic rst = 1'b1;
  always_ff @(posedge clk_i) rst <= 1'b0;

  torusim_urgency #(
      .PORTS(PORTS),
      .URGENCY_BITS(CLASS_BITS)
  ) i_urgency (
      .asks_i   (request_i),
      .urgency_i(class_i),
      .beaten_o(beaten)
  );
  torusim_link_arbiter #(
      .PORTS(PORTS)
  ) i_arbiter (
      .clk_i,
      .rst_i    (rst),
      .request_i,
      .beaten_i (beaten),
      .grant_o  (grant)
  );

  // One watched input: the number of grants to others while it requested and no more urgent input did.
  logic [$clog2(PORTS)-1:0] watched = '0;
  logic chosen = 1'b0;
  logic [$clog2(PORTS+1)-1:0] waited = '0;
  logic equal_most_urgent;
  always_comb begin
    equal_most_urgent = request_i[watched];
    for (int i = 0; i < PORTS; i++)
      if (request_i[i] && class_i[i*CLASS_BITS+:CLASS_BITS] < class_i[watched*CLASS_BITS+:CLASS_BITS])
        equal_most_urgent = 1'b0;
  end
  always_ff @(posedge clk_i) begin
    if (!chosen && 6'(watched_i) < 6'(PORTS)) begin
      watched <= watched_i;
      chosen  <= 1'b1;
    end
    if (rst || !chosen || !equal_most_urgent || grant[watched]) waited <= '0;
    else waited <= waited + 1'b1;
  end

  always_comb begin
    if (!rst) begin
      assert ((grant & (grant - PORTS'(1))) == '0);         // 3: at most one
      assert ((grant & ~request_i) == '0);                  //    only for requests
      assert ((grant != '0) == (request_i != '0));          //    and one if there is a request
      for (int g = 0; g < PORTS; g++)
        for (int i = 0; i < PORTS; i++)                     // 6: no more urgent request is passed over
          assert (!(grant[g] && request_i[i] &&
                    class_i[i*CLASS_BITS+:CLASS_BITS] < class_i[g*CLASS_BITS+:CLASS_BITS]));
      assert (waited < 4'(PORTS));                          // 8: at most PORTS - 1 others come first
    end
  end
`ifdef COVER
  always_comb begin
    if (!rst) assert (waited != 4'(PORTS - 1));             // the wait of property 8 does happen
  end
`endif
endmodule
`default_nettype wire
