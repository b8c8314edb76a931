# Run by GTKWave itself (gtkwave -S): prints what it accepted, and takes a picture if WAVES_PICTURE is set.
puts "times [gtkwave::getMinTime] [gtkwave::getMaxTime]"
puts "view [gtkwave::getWindowStartTime] [gtkwave::getWindowEndTime]"
set rows [gtkwave::getTotalNumTraces]
puts "rows $rows"
if {[info exists env(WAVES_MARKER)]} {
  gtkwave::setMarker $env(WAVES_MARKER)
  for {set i 0} {$i < $rows} {incr i} {
    puts "row [gtkwave::getTraceNameFromIndex $i] = [gtkwave::getTraceValueAtMarkerFromIndex $i]"
  }
}
if {[info exists env(WAVES_PICTURE)]} { gtkwave::/File/Grab_To_File $env(WAVES_PICTURE) }
gtkwave::/File/Quit
