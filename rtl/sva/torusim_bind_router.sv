// SPDX-License-Identifier: MIT
// Binds the assertions to every router of a simulation.
bind torusim_router torusim_router_contract #(
    .PORTS(PORTS),
    .VCS  (VCS),
    .DEPTH(DEPTH),
    .DATA (DATA)
) i_contract (
    .*
);
