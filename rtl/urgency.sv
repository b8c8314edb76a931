`default_nettype none
// Compares the classes of what the inputs put forward, once for all outputs. Class 0 is the most urgent.
module urgency #(
    parameter int PORTS = 5,
    parameter int CLASS_BITS = 1
) (
    input  logic [           PORTS-1:0] asks_i,   // of the others nothing is known
    input  logic [PORTS*CLASS_BITS-1:0] class_i,
    output logic [     PORTS*PORTS-1:0] beaten_o  // bit i*PORTS+j: j is more urgent than i
);
  logic rivals;  // more than one asks
  assign rivals = (asks_i & (asks_i - PORTS'(1))) != '0;

  // By input, so that simulation spares those that do not ask.
  function automatic logic [PORTS-1:0] more_urgent(input logic [PORTS*CLASS_BITS-1:0] classes,
                                                   input logic [CLASS_BITS-1:0] than, input logic compare);
    more_urgent = '0;
    if (compare) begin
      for (int j = 0; j < PORTS; j++) more_urgent[j] = classes[j*CLASS_BITS+:CLASS_BITS] < than;
    end
  endfunction
  for (genvar i = 0; i < PORTS; i++) begin : gen_input
    assign beaten_o[i*PORTS+:PORTS] = more_urgent(class_i, class_i[i*CLASS_BITS+:CLASS_BITS], rivals && asks_i[i]);
  end
endmodule
`default_nettype wire
