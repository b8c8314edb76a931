`default_nettype none
// Compares the classes of what the inputs put forward, once for all outputs. Class 0 is the most urgent.
module urgency #(
    parameter int PORTS = 5,
    parameter int CLASS_BITS = 1
) (
    input  logic [PORTS*CLASS_BITS-1:0] class_i,
    output logic [     PORTS*PORTS-1:0] beaten_o  // bit i*PORTS+j: j is more urgent than i
);
  for (genvar i = 0; i < PORTS; i++) begin : gen_input
    for (genvar j = 0; j < PORTS; j++) begin : gen_rival
      assign beaten_o[i*PORTS+j] =
          class_i[j*CLASS_BITS+:CLASS_BITS] < class_i[i*CLASS_BITS+:CLASS_BITS];
    end
  end
endmodule
`default_nettype wire
