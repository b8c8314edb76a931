# Draws cycles over block size, a curve for each algorithm, from the table of a sweep with gnuplot:
#
#   gnuplot -e "sweep='results/sweep/sweep.csv'; picture='sweep.svg'" plot_sweep.gp
set datafile separator comma
set terminal svg size 720,440 background "white"
set output picture
set logscale xy
set xlabel "block [flits]"
set ylabel "cycles"
set key left top
algorithms = system("tail -n +2 ".sweep." | cut -d, -f1 | sort -u")
plot for [name in algorithms] sweep using (strcol("algorithm") eq name ? column("block") : NaN):(column("cycles")) \
  title name with linespoints
