// Binds the assertions to every router of a simulation.
bind router router_contract #(
    .PORTS(PORTS),
    .VCS  (VCS),
    .DEPTH(DEPTH),
    .DATA (DATA)
) i_contract (
    .*
);
