// An accelerator at node 5 of a 4x4 torus; the other nodes are tasks that send requests and count answers.
module adder_in_a_torus;
  import torusim_pkg::*;
  localparam int ACCELERATOR = 5, NODES = 16, REQUESTS = 4;

  logic clock = 0, request_valid = 0, request_ready, answer_valid;
  logic [31:0] request_from, request_value, answer_to, answer_value;
  adder accelerator (.*);

  chandle network;
  int waiting[$];  // tags of requests that have come to the accelerator: 100 * node + value
  int answers;
  logic taken;
  longint cycle, id, delivered_at, flits;
  int from, to, tag, sent;

  // What came out of the network in this cycle.
  task automatic poll();
    while (torusim_poll(network, id, delivered_at, from, to, flits, tag) == 1) begin
      if (to == ACCELERATOR) begin
        waiting.push_back(tag);
      end else begin
        if (tag % 100 < 1 || tag / 100 != to) $fatal(1, "node %0d got the answer %0d", to, tag);
        answers++;
        // The next request carries what was answered.
        if (tag % 100 < REQUESTS) send(to, ACCELERATOR, 3, tag);
      end
    end
  endtask

  task automatic send(int source, int destination, int length, int what);
    if (torusim_send_simple(network, source, destination, longint'(length), 0, 0, what) < 0) begin
      $fatal(1, "%s", torusim_error());
    end
    sent++;
  endtask

  initial begin
    network = torusim_create("-t torus:4x4 --link-delay 2");
    if (network == null) $fatal(1, "%s", torusim_error());
    for (int node = 0; node < NODES; node++) if (node != ACCELERATOR) send(node, ACCELERATOR, 3, 100 * node);
    while (answers < REQUESTS * (NODES - 1)) begin
      // One cycle of the network, then one of the design.
      if (torusim_advance(network, cycle + 1, 0) < 0) $fatal(1, "%s", torusim_error());
      poll();
      request_valid = waiting.size() > 0;
      if (request_valid) begin
        request_from = waiting[0] / 100;
        request_value = waiting[0] % 100;
      end
      #1 taken = request_valid && request_ready;
      clock = 1;
      if (taken) void'(waiting.pop_front());
      #1 clock = 0;
      if (answer_valid) send(ACCELERATOR, int'(answer_to), 8, 100 * int'(answer_to) + int'(answer_value));
      cycle++;
      if (cycle > 100000) $fatal(1, "only %0d answers", answers);
    end
    $display("%0d requests answered after %0d cycles", answers, cycle);
    torusim_destroy(network);
    $finish;
  end
endmodule
