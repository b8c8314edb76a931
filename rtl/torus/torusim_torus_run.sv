// SPDX-License-Identifier: MIT
`default_nettype none
// A run in simulation: the network and its program memories. `torusim run --rtl-image` writes the package `image`,
// which has the parameters, and the contents of the memories, which are read from the directory +image=DIR. main.cpp
// drives clock and reset.
module torusim_torus_run (
    input  logic        clk_i,
    input  logic        rst_i,
    output logic        done_o,
    output logic [63:0] hash_o,
    output logic        fault_o
);
  localparam int Nodes = torusim_geometry::nodes(image::DIMENSIONS, image::SIDES, 0);
  localparam int Entry = image::DATA + 64;
  localparam int CountBits = $clog2(image::DEPTH + 1);

  logic [Entry-1:0] words[Nodes*image::WORDS+image::ALPHA];
  // verilator lint_off UNUSEDSIGNAL
  logic [31:0] machine[10];  // all of the same width
  // verilator lint_on UNUSEDSIGNAL
  string directory;
  initial begin
    if (!$value$plusargs("image=%s", directory)) directory = ".";
    $readmemh({directory, "/program.hex"}, words);
    $readmemh({directory, "/machine.hex"}, machine);
  end

  logic [Nodes*32-1:0] address;
  logic [Nodes*image::ALPHA*Entry-1:0] window;
  for (genvar n = 0; n < Nodes; n++) begin : gen_memory
    for (genvar k = 0; k < image::ALPHA; k++) begin : gen_word
      assign window[(n*image::ALPHA+k)*Entry+:Entry] = words[n*image::WORDS+k+32'(address[n*32+:32])];
    end
  end

  torusim_torus #(
      .DIMENSIONS(image::DIMENSIONS),
      .SIDES     (image::SIDES),
      .ALPHA     (image::ALPHA),
      .VCS       (image::VCS),
      .DEPTH     (image::DEPTH),
      .DATA      (image::DATA),
      .LINK_DELAY(image::LINK_DELAY),
      .STEPS     (image::STEPS),
      .RECEIVES  (image::RECEIVES),
      .HASH      (1)
  ) i_torus (
      .clk_i,
      .rst_i,
      .two_lanes_i        (machine[0][0]),
      .reserve_i          (machine[1][CountBits-1:0]),
      .shared_i           (machine[2][CountBits-1:0]),
      .circuit_i          (machine[3][0]),
      .store_and_forward_i(machine[4][0]),
      .cut_through_i      (machine[5][0]),
      .transit_first_i    (machine[6][0]),
      .startup_i          (machine[7]),
      .barrier_i          (machine[8][0]),
      .latency_i          (machine[9]),
      .address_o          (address),
      .program_i          (window),
      .done_o,
      .hash_o,
      .fault_o
  );
endmodule
`default_nettype wire
