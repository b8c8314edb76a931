`default_nettype none
// A run in simulation: the network and its program memories, filled from the image that `torusim run --rtl-image` writes
// into the directory +image=DIR. Clock and reset are driven from outside (main.cpp).
module torus_run #(
    parameter int DIMENSIONS = 2,
    parameter logic [127:0] SIDES = 128'h0002_0002,
    parameter int ALPHA = 1,
    parameter int VCS = 2,
    parameter int DEPTH = 4,
    parameter int DATA = 128,
    parameter int LINK_DELAY = 1,
    parameter int STEPS = 16,
    parameter int RECEIVES = 16,
    parameter int WORDS = 16      // of each node's program
) (
    input  logic        clk_i,
    input  logic        rst_i,
    output logic        done_o,
    output logic [63:0] hash_o,
    output logic        fault_o
);
  localparam int Nodes = geometry::nodes(DIMENSIONS, SIDES, 0);
  localparam int Entry = DATA + 64;
  localparam int CountBits = $clog2(DEPTH + 1);

  logic [Entry-1:0] words[Nodes*WORDS+ALPHA];
  // verilator lint_off UNUSEDSIGNAL
  logic [31:0] machine[7];  // each as wide as the widest
  // verilator lint_on UNUSEDSIGNAL
  string image;
  initial begin
    if (!$value$plusargs("image=%s", image)) image = ".";
    $readmemh({image, "/program.hex"}, words);
    $readmemh({image, "/machine.hex"}, machine);
  end

  logic [Nodes*32-1:0] address;
  logic [Nodes*ALPHA*Entry-1:0] window;
  for (genvar n = 0; n < Nodes; n++) begin : gen_memory
    for (genvar k = 0; k < ALPHA; k++) begin : gen_word
      assign window[(n*ALPHA+k)*Entry+:Entry] = words[n*WORDS+k+int'(address[n*32+:32])];
    end
  end

  torus #(
      .DIMENSIONS(DIMENSIONS),
      .SIDES     (SIDES),
      .ALPHA     (ALPHA),
      .VCS       (VCS),
      .DEPTH     (DEPTH),
      .DATA      (DATA),
      .LINK_DELAY(LINK_DELAY),
      .STEPS     (STEPS),
      .RECEIVES  (RECEIVES),
      .HASH      (1)
  ) i_torus (
      .clk_i,
      .rst_i,
      .two_lanes_i(machine[0][0]),
      .reserve_i  (machine[1][CountBits-1:0]),
      .shared_i   (machine[2][CountBits-1:0]),
      .circuit_i  (machine[3][0]),
      .startup_i  (machine[4]),
      .barrier_i  (machine[5][0]),
      .latency_i  (machine[6]),
      .address_o  (address),
      .program_i  (window),
      .done_o,
      .hash_o,
      .fault_o
  );
endmodule
`default_nettype wire
