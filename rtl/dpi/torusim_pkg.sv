// SPDX-License-Identifier: MIT
// A whole torus for the testbench of a router, network interface or accelerator: the functions of torusim.h by DPI-C.
// Link with libtorusim.so. Cycles are those of the network's clock; docs/embed.md has the rules.
package torusim_pkg;
  // Options as on the command line, such as "-t torus:4x4 --link-delay 2"; null on error.
  import "DPI-C" function chandle torusim_create(input string options);
  import "DPI-C" function void torusim_destroy(input chandle network);
  import "DPI-C" function string torusim_error();
  import "DPI-C" function int torusim_nodes(input chandle network);
  // The number of the message, or a negative code. `flits`: head included. A past `earliest` means now.
  import "DPI-C" function longint torusim_send_simple(input chandle network, input int source, input int destination,
                                                      input longint flits, input longint earliest,
                                                      input int message_class, input int tag);
  // Simulates all cycles before `to_cycle`.
  import "DPI-C" function int torusim_advance(input chandle network, input longint to_cycle, input int stop_at_delivery);
  // 1, and a delivery of the latest torusim_advance(), each once; 0 when there is none left.
  import "DPI-C" function int torusim_poll(input chandle network, output longint id, output longint cycle,
                                           output int source, output int destination, output longint flits,
                                           output int tag);
  import "DPI-C" function longint torusim_now(input chandle network);
  import "DPI-C" function longint torusim_in_flight(input chandle network);
  import "DPI-C" function int torusim_finish(input chandle network);
  import "DPI-C" function longint unsigned torusim_hash(input chandle network);

  localparam longint TORUSIM_FOREVER = 64'sh7fff_ffff_ffff_ffff;
endpackage
