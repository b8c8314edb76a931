'use strict';

/** Draws all of the run for the page as wide as it is now, with the colours that it has now. */
function layOut() {
  redrawn.length = 0;
  forgetColours();
  showHeader();
  showComparison();
  showRanks();
  showWhere();
  showTraffic();
  showStory();
  showMap();
  showNodes();
  showLinks();
  phaseKeys();
  showPhases();
  showFlight();
  showLatency();
  showStalls();
  showSettings();
  redraw();
}

function showRun(chosen) {
  run = chosen;
  if (player) byId('play').click();
  Object.assign(view, allTimes(), { now: null });
  for (const each of runs) if (each.button) each.button.setAttribute('aria-pressed', String(each === run));
  layOut();
}

let viewOnScreen = { ...view };
/** Paper: light, as wide as A4, all of the time axis; and back. */
function forPaper(printed) {
  document.documentElement.classList.toggle('print', printed);
  if (printed) viewOnScreen = { ...view };
  Object.assign(view, printed ? allTimes() : viewOnScreen);
  layOut();
}

setUpRuns();
setUpPlayer();
showRun(runs[0]);
document.body.dataset.ready = 'yes';

let resized = 0;
window.addEventListener('resize', () => {
  if (printing()) return;
  clearTimeout(resized);
  resized = setTimeout(layOut, 200);
});
window.addEventListener('beforeprint', () => forPaper(true));
window.addEventListener('afterprint', () => forPaper(false));
window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', layOut);
