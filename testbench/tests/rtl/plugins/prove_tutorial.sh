#!/usr/bin/env bash
# torusim_prove_router from an empty directory and an installed kit: the router of the tutorial, all rules of which that it
# keeps are proved with lemmas; and lemmas that are wrong. prove_tutorial.sh SOURCE_DIRECTORY BUILD_DIRECTORY
set -euo pipefail
source=$1 build=$2
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cmake --install "$build" --prefix "$directory/installed" --component kit > "$directory/install.log"
export CMAKE_PREFIX_PATH=$directory/installed

mkdir "$directory/mine"
cd "$directory/mine"
cp "$directory"/installed/share/torusim/rtl/guests/first_router/my_{router,lemmas}.sv .
awk '$0 == "```cmake" {inside = 1; next} /^```/ {inside = 0} inside' "$source/docs/your-own-router.md" > CMakeLists.txt
prove="PARAMETERS PORTS=3 SLOTS=2 BITS=96 LIMITS ports=3 slots=2 data=96 WITHOUT nobody_starves DEPTH 6 QUIET_CYCLES 2"
cat >> CMakeLists.txt << END
torusim_prove_router(my_router $prove LEMMAS my_lemmas.sv)
END

# says TEXT..: the log has each of them
says() {
  for text in "$@"; do grep -qF -- "$text" output.log || { cat output.log; echo "is not in it: $text"; exit 1; }; done
}
cmake -B build > output.log 2>&1 || { cat output.log; exit 1; }

# A lemma that does not hold, among twelve that do: it is refuted with waves, and all rules are proved.
cp my_lemmas.sv right.sv
sed -i '0,/output logic nothing_waits/s//output logic wrong, nothing_waits/; s/^endmodule/  assign wrong = count[1:0] != 2;\n&/' my_lemmas.sv
if cmake --build build --target prove_my_router > output.log 2>&1; then cat output.log; exit 1; fi
says 'wrong              REFUTED in cycle 5' 'wrong.gtkw'
test -s build/prove_my_router/wrong.vcd
[[ $(grep -c ' proved ' output.log) == 26 ]] || { cat output.log; exit 1; }  # 13 rules, rule 9, 12 lemmas

# refuses TEXT EDIT: of lemmas edited so that they are none.
refuses() {
  sed "$2" right.sv > my_lemmas.sv
  ! cmake --build build --target prove_my_router > output.log 2>&1
  says "torusim_prove_router(my_router): $PWD/my_lemmas.sv: $1"
}
refuses "input count of my_lemmas: the router has no wire 'cuont[*]'; did you mean 'count[*]'?" 's/"count/"cuont/'
refuses "input sent of my_lemmas has 7 bits, but sent has 6" 's/COUNT_BITS-1:0\] sent/COUNT_BITS:0] sent/'
refuses "module my_lemmas has assume: a lemma is an output, and nothing is assumed" 's/nothing_waits = owes/assume (busy[0]); &/'
sed -i 's/ my_lemmas.sv/ absent.sv/' CMakeLists.txt
! cmake -B build > output.log 2>&1
says 'torusim_prove_router(my_router): no file of lemmas'

# Flits that wait for their credit behind their output: worms of an input overtake each other on the way to different outputs.
sed -i 's/credits\[o\] != 0 &&/(!hold[o] || go[o]) \&\&/; s/4.(send\[o\])/4'"'"'(go[o])/; s/tx_valid\[o\] <= rst_n && send\[o\];/hold[o] <= rst_n \&\& (send[o] || (hold[o] \&\& !go[o])); if (send[o]) begin/
  s/logic \[PORTS-1:0\] pop, send;/logic [PORTS-1:0] pop, send, hold, go;\n  always_comb for (int o = 0; o < PORTS; o++) begin go[o] = hold[o] \&\& credits[o] != 0; tx_valid[o] = go[o]; end/
  s/^      holder\[o\]  <= winner/      end\n&/' my_router.sv
others="nobody_starves credit_owed credit_rule one_owner not_mixed named_port right_vc ends_kept payload_kept route_advanced credit_returned \
  goes_on quiet_after_reset"
# in_order EXACT: the rule alone, for a router that is cycle-exact or not.
in_order() {
  sed -i '/^torusim_prove_router/d' CMakeLists.txt
  echo "torusim_prove_router(my_router ${prove% WITHOUT*} DEPTH 6 BOUNDED_ONLY WITHOUT $others $1)" >> CMakeLists.txt
  cmake -B build > output.log 2>&1 && cmake --build build --target prove_my_router > output.log 2>&1
}
in_order "" || { cat output.log; exit 1; }
says 'in_order           bounded to 6'
! in_order CYCLE_EXACT
says 'in_order           REFUTED in cycle 5'
