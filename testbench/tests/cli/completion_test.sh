#!/usr/bin/env bash
# Completes command lines in bash, zsh and fish by what `torusim list --completion` prints, and compares the words that
# each of them offers. A shell that is not installed is a failure: .ci/packages has all three.
#
#   completion_test.sh PROGRAM
set -u
. "$(dirname "$0")/../scratch.sh"
mkdir -p scripts work/results
touch work/done.sh
for shell in bash zsh fish; do
  command -v $shell >/dev/null || fail "$shell is not installed (.ci/packages)"
  "$torusim" list --completion $shell >scripts/_torusim.$shell || fail "no completion for $shell"
done
mv scripts/_torusim.zsh scripts/_torusim

# in_SHELL LINE: each match is a line.
in_bash() {
  # shellcheck disable=SC2016  # the inner bash expands them
  bash -c '. ../scripts/_torusim.bash; COMP_LINE=$1 COMP_POINT=${#1} COMP_WORDBREAKS=" =:"; _torusim; printf "%s\n" "${COMPREPLY[@]}"' - "$1"
}
in_fish() { fish --no-config -c 'source ../scripts/_torusim.fish; complete -C $argv[1]' "$1" | cut -f1; }
# Only an interactive zsh completes, so it runs at a terminal of its own. Each word of compadd becomes a line `MATCH:word`.
cat >scripts/.zshrc <<'END'
PS1= LISTMAX=9999 fpath=($ZDOTDIR $fpath)
autoload -U compinit && compinit -u -d $ZDOTDIR/dump
compadd() {
  local -a all
  [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]] || { builtin compadd -A all "$@"; print -rl -- "MATCH:"${^all}; }
  builtin compadd "$@"
}
ready() { print READY }
finish() { print FINISHED }
zle -N zle-line-init ready && zle -N finish && bindkey '^T' finish
END
in_zsh() {
  local said
  said=$(LINE=$1 ZDOTDIR=$directory/scripts zsh -f <<'END'
zmodload zsh/zpty
zpty shell zsh -d -i
zpty -r -m shell said '*READY*' && zpty -w -n shell "$LINE"$'\t\C-T' && zpty -r -m shell said '*FINISHED*'
print -r -- "$said"
END
  )
  ! grep '_[a-z]*:[a-z]*:[0-9]*:' <<<"$said" || echo 'an error'
  grep -o 'MATCH:.*' <<<"$said" | cut -d: -f2- | tr -d '\r\\'
}

cd work || exit 99
offers() { # SHELLS LINE WORDS..
  local shell wanted offered
  wanted=$(printf '%s\n' "${@:3}" | sort)
  for shell in $1; do
    offered=$(in_"$shell" "$2" | sed -e 's/=$//' -e 's/^--[a-z]*=//' -e 's|/$||' | sort -u)
    [ "$offered" = "$wanted" ] || fail "$shell offers for '$2': ${offered//$'\n'/ }; not: ${wanted//$'\n'/ }"
  done
}
all='bash zsh fish'
offers "$all" 'torusim sw' sweep
offers "$all" 'torusim run bro' broadcast
offers "$all" 'torusim run all-' all-gather all-port all-reduce all-to-all all-to-allv
offers "$all" 'torusim compare ' all-reduce all-gather reduce-scatter all-to-all broadcast reduce
offers "$all" 'torusim curve to' tornado
offers "$all" 'torusim traffic ' uniform transpose bit-complement bit-reverse shuffle tornado neighbour hotspot done.sh results
offers "$all" 'torusim curve tornado -t ' torus:8x8 torus:4x4x8~ torus:8x4mx5k mesh:4x6 ring:16 path:9 complete:5 product:petersen,4
offers "$all" 'torusim run t4 -t tor' torus:8x8 torus:4x4x8~ torus:8x4mx5k
offers "$all" 'torusim run t4 --topology=to' torus:8x8 torus:4x4x8~ torus:8x4mx5k
offers "$all" 'torusim run t4 -t torus:8x8 --sync=lo' local
offers "$all" 'torusim run t4 -t torus:8x8 --sync lo' local
offers "$all" 'torusim run t4 -t torus:8x8 --sy' --sync
offers "$all" 'torusim info t4 --jso' --json
offers "$all" 'torusim reproduce t' tseng thakur tpu
offers "$all" 'torusim run t4 -t torus:8x8 -o do' done.sh
offers "$all" 'torusim explain res' results
offers "$all" 'torusim convert don' done.sh
offers "$all" 'torusim convert t4 don' done.sh
offers bash 'torusim run te-a1 -t product:' petersen moebius-kantor dodecahedron desargues nauru generalised-petersen- circulant- \
  hypercube- folded-hypercube- star- bipartite-
offers bash 'torusim run te-a1 -t product:petersen,star' petersen,star-
echo three shells complete
