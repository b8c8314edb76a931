// The design under test: an accelerator that answers every request, one at a time, DELAY cycles after it came.
module adder #(
    parameter int DELAY = 20
) (
    input  logic        clock,
    input  logic        request_valid,
    output logic        request_ready,
    input  logic [31:0] request_from,
    input  logic [31:0] request_value,
    output logic        answer_valid,
    output logic [31:0] answer_to,
    output logic [31:0] answer_value
);
  logic [7:0] left;
  logic busy;
  assign request_ready = !busy;
  initial busy = 0;

  always_ff @(posedge clock) begin
    answer_valid <= 0;
    if (!busy && request_valid) begin
      busy <= 1;
      left <= 8'(DELAY);
      answer_to <= request_from;
      answer_value <= request_value + 1;
    end else if (busy && left == 0) begin
      busy <= 0;
      answer_valid <= 1;
    end else if (busy) begin
      left <= left - 1;
    end
  end
endmodule
