// SPDX-License-Identifier: MIT
// What holds inside my_router in every cycle: lemmas for torusim_prove_router (docs/your-own-router.md). An output is
// a lemma, all bits of it are to be 1. Inputs are registers of the router, or wires of the kit (rtl/prove).
module my_lemmas #(
    parameter int PORTS = 3,
    parameter int SLOTS = 2,
    parameter int DATA = 96,
    parameter int PATIENCE = 2,
    parameter int WAIT_BITS = $clog2(PATIENCE + PORTS + 4),
    parameter int COUNT_BITS = $clog2(SLOTS + 1),
    parameter int INSIDE_BITS = COUNT_BITS + 3,
    parameter int PORT_BITS = $clog2(PORTS),
    parameter int P = $clog2(SLOTS),
    parameter int C = P + 1
) (
    // Of the router.
    (* router = "fifo[*]" *)     input logic [PORTS*SLOTS*(DATA+2)-1:0] fifo,
    (* router = "read[*]" *)     input logic [PORTS*P-1:0] read,
    (* router = "count[*]" *)    input logic [PORTS*C-1:0] count,
    (* router = "remember[*]" *) input logic [PORTS*5-1:0] remember,
    (* router = "credits[*]" *)  input logic [PORTS*4-1:0] credits,
    (* router = "busy" *)        input logic [PORTS-1:0] busy,
    (* router = "holder[*]" *)   input logic [PORTS*5-1:0] holder,
    // Of the kit: the pins, the neighbours' accounts, the worms under way, the watched source and flit.
    input logic [PORTS-1:0] in_credit,
    input logic [PORTS-1:0] out_valid,
    input logic [PORTS*DATA-1:0] out_data,
    input logic [COUNT_BITS-1:0] reserve,
    input logic [PORTS*COUNT_BITS-1:0] sent,
    input logic [PORTS*COUNT_BITS-1:0] taken,
    input logic [PORTS*4-1:0] rest,
    input logic [PORTS-1:0] holds,
    input logic [PORTS-1:0] holds_watched,
    input logic [PORT_BITS-1:0] watched_port,
    input logic [INSIDE_BITS-1:0] inside,
    input logic [INSIDE_BITS-1:0] before,
    input logic [INSIDE_BITS-1:0] same_inside,
    input logic [INSIDE_BITS-1:0] same_before,
    input logic [PORT_BITS-1:0] to_port,
    input logic watching,
    input logic gone,
    input logic head,
    input logic tail,
    input logic [DATA-1:0] data,
    input logic [PORT_BITS-1:0] latest_port,
    input logic [PORT_BITS-1:0] worm_port,
    input logic [WAIT_BITS-1:0] quiet_for,
    input logic [WAIT_BITS-1:0] owes_for,
    // Lemmas.
    output logic [PORTS-1:0] slots_counted,    // an input's flits and the credit on its wire are what its neighbour counts
    output logic [PORTS-1:0] credits_counted,  // an output's credits, its flit on the wire and the neighbour's flits are all slots
    output logic [PORTS-1:0] worms_held,       // an output is held for the worm that is under way on it,
    output logic [PORTS-1:0] holders_know,     // by an input that remembers it
    output logic [PORTS-1:0] worms_whole,      // heads stand behind tails, and in front when no output is held
    output logic [PORTS-1:0] ports_legal,      // a head names a port that there is
    output logic [PORTS-1:0] marks_stay,       // the kit's marks stand on the flits of the watched source
    output logic flits_counted,                // the flits of the watched source are those in its FIFO and one on the wire
    output logic same_counted,                 // so are those for the watched output
    output logic flit_found,                   // the watched flit stands where it must, unchanged
    output logic worm_known,                   // and its worm goes where its head said
    output logic nothing_waits                 // what may go goes at once
);
  localparam int Head = DATA + 1;
  localparam int Tail = DATA;
  logic [DATA+1:0] flit, at;
  logic [PORTS-1:0] watched;                // the input that is watched
  logic [PORTS-1:0] holding;                // inputs that hold an output
  logic [PORTS*PORT_BITS-1:0] held;         // and which
  logic open, on_wire, same_on_wire, watched_on_wire, several_on_wire, later_on_wire, found, twice, later;
  logic [INSIDE_BITS-1:0] same, same_ahead;
  logic [C-1:0] n;
  logic [INSIDE_BITS-1:0] place;
  logic [PORT_BITS-1:0] goes;               // port of the worm behind which the next flit of the watched source comes

  always_comb begin
    for (int p = 0; p < PORTS; p++) watched[p] = watched_port == PORT_BITS'(p);
    holding = '0;
    held    = '0;
    twice   = 1'b0;
    for (int o = 0; o < PORTS; o++)
      for (int i = 0; i < PORTS; i++)
        if (busy[o] && holder[o*5+:5] == 5'(i)) begin
          if (holding[i]) twice = 1'b1;
          holding[i] = 1'b1;
          held[i*PORT_BITS+:PORT_BITS] = PORT_BITS'(o);
        end
    on_wire         = 1'b0;
    same_on_wire    = 1'b0;
    watched_on_wire = 1'b0;
    several_on_wire = 1'b0;
    later_on_wire   = 1'b0;
    for (int o = 0; o < PORTS; o++) begin
      if (out_valid[o] && out_data[o*DATA]) begin
        if (on_wire) several_on_wire = 1'b1;
        on_wire       = 1'b1;
        same_on_wire  = to_port == PORT_BITS'(o);
        later_on_wire = out_data[o*DATA+2];
      end
      if (out_valid[o] && out_data[o*DATA+1]) watched_on_wire = 1'b1;
    end

    flits_counted = inside == '0;
    same_counted  = !watching || (worm_port == to_port && !gone);
    if (on_wire && later_on_wire != gone) same_counted = 1'b0;  // those that came later leave later
    flit_found    = !watching;
    worm_known    = 1'b1;
    for (int p = 0; p < PORTS; p++) begin
      n = count[p*C+:C];
      slots_counted[p]   = C'(sent[p*COUNT_BITS+:COUNT_BITS]) == n + C'(in_credit[p]) && n <= C'(SLOTS);
      credits_counted[p] = credits[p*4+:4] + 4'(out_valid[p]) + 4'(taken[p*COUNT_BITS+:COUNT_BITS]) == 4'(reserve) &&
                           credits[p*4+:4] <= 4'(reserve);
      worms_held[p]      = busy[p] == holds[p] && (!busy[p] || holds_watched[p] == (holder[p*5+:5] == 5'(watched_port)));
      holders_know[p]    = !busy[p];
      for (int i = 0; i < PORTS; i++) if (holder[p*5+:5] == 5'(i) && remember[i*5+:5] == 5'(p) && !twice) holders_know[p] = 1'b1;

      // Flit by flit from the front: is a worm open behind it?
      open           = holding[p];
      goes           = held[p*PORT_BITS+:PORT_BITS];
      worms_whole[p] = 1'b1;
      ports_legal[p] = 1'b1;
      marks_stay[p]  = 1'b1;
      found          = 1'b0;
      place          = before - INSIDE_BITS'(on_wire);
      later          = gone || (watching && watched_on_wire);  // the next flit came behind the watched one
      same           = INSIDE_BITS'(same_on_wire);
      same_ahead     = INSIDE_BITS'(same_on_wire);
      for (int k = 0; k < SLOTS; k++) begin
        at = '0;
        for (int s = 0; s < SLOTS; s++) if (read[p*P+:P] + P'(k) == P'(s)) at = fifo[(p*SLOTS+s)*(DATA+2)+:DATA+2];
        if (C'(k) < n) begin
          if (at[Head] == open) worms_whole[p] = 1'b0;
          if (at[Head] && at[68:64] >= 5'(PORTS)) ports_legal[p] = 1'b0;
          if (at[Head]) goes = at[64+:PORT_BITS];
          if (at[0] != watched[p] || at[2] != (watched[p] && later)) marks_stay[p] = 1'b0;
          if (goes == to_port) same = same + INSIDE_BITS'(1);
          if (goes == to_port && INSIDE_BITS'(k) < place) same_ahead = same_ahead + INSIDE_BITS'(1);
          open = !at[Tail];
          if (watched[p] && watching && !watched_on_wire && place == INSIDE_BITS'(k)) begin
            found = at == {head, tail, data};
            later = 1'b1;
            if (goes != worm_port) worm_known = 1'b0;
          end else if (at[1]) marks_stay[p] = 1'b0;
        end
      end
      if (open != (rest[p*4+:4] != '0)) worms_whole[p] = 1'b0;
      if (watched[p]) begin
        flits_counted = inside == INSIDE_BITS'(n) + INSIDE_BITS'(on_wire) && !several_on_wire;
        if (same_inside != same || (watching && same_before != (watched_on_wire ? '0 : same_ahead))) same_counted = 1'b0;
        flit_found    = !watching || watched_on_wire || found;
        if (open && goes != latest_port) worm_known = 1'b0;
      end
    end
    if (watched_on_wire && !(watching && before == '0)) flit_found = 1'b0;

    nothing_waits = owes_for == '0 && quiet_for <= WAIT_BITS'(1);
    for (int o = 0; o < PORTS; o++) if (quiet_for != '0 && worm_port == PORT_BITS'(o) && !out_valid[o]) nothing_waits = 1'b0;
  end
endmodule
