# Of what Yosys' `stat` prints of a netlist of generic gates: cells, flip-flops, area in NAND2 equivalents.
BEGIN {
  split("NOT 0.67 BUF 1 AND 1.33 NAND 1 OR 1.33 NOR 1 XOR 2.33 XNOR 2.33 MUX 2.33 ANDNOT 1.33 ORNOT 1.33", t)
  for (i = 1; i in t; i += 2) weight["$_" t[i] "_"] = t[i + 1]
}
$1 ~ /DFF/ { cells += $2; flops += $2; sum += $2 * ($1 ~ /SDFF/ ? 7.33 : $1 ~ /DFFE/ ? 7 : 5.33); next }
$1 in weight { cells += $2; sum += $2 * weight[$1]; next }
$1 ~ /^\$_/ { print "no area for " $1 > "/dev/stderr"; exit 1 }
END { printf "%d %d %d\n", cells, flops, sum }
