'use strict';

function showRun(chosen) {
  run = chosen;
  redrawn.length = 0;
  patternFills.clear();
  if (player) byId('play').click();
  Object.assign(view, { from: 0, to: Math.max(run.cycles, 1), now: null });
  for (const each of runs) if (each.button) each.button.setAttribute('aria-pressed', String(each === run));
  showHeader();
  showComparison();
  showWhere();
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
}

const begun = performance.now();
setUpRuns();
setUpPlayer();
showRun(runs[0]);
document.body.dataset.ready = 'yes';
document.body.dataset.milliseconds = String(Math.round(performance.now() - begun));

let resized = 0;
window.addEventListener('resize', () => {
  clearTimeout(resized);
  resized = setTimeout(() => showRun(run), 200);
});
