// The assertions beside every router.sv of a simulation.
bind router router_contract #(
    .PORTS(PORTS),
    .VCS  (VCS),
    .DEPTH(DEPTH),
    .DATA (DATA)
) i_contract (
    .*
);
