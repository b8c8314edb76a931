'use strict';
// The box that says what is under the pointer or the keyboard's cursor, and the keys of pictures.

/** Says `text` beside a point of the window; null: nothing. */
function sayHint(text, x, y) {
  const box = byId('hint');
  box.hidden = !text;
  if (!text) return;
  box.textContent = text;
  const left = Math.max(4, Math.min(x + 14, window.innerWidth - box.offsetWidth - 8));
  const below = y + 16 + box.offsetHeight < window.innerHeight;
  box.style.left = left + 'px';
  box.style.top = (below ? y + 16 : Math.max(4, y - box.offsetHeight - 10)) + 'px';
}

/** A hint at the pointer; `textAt(event)` is null where there is nothing to say. */
function hints(element, textAt) {
  element.onmousemove = (event) => sayHint(textAt(event), event.clientX, event.clientY);
  element.onmouseleave = () => sayHint(null);
}

/**
 * Keys of a picture: arrows move its cursor (`cursor.move(right, down)`), whose place is `cursor.place()`: {x, y, text} on
 * the canvas, or null while there is none; Enter `cursor.choose()`s it, Escape `cursor.clear()`s it. `others`: what further
 * keys do.
 */
function keys(canvas, label, cursor, others = {}) {
  canvas.tabIndex = 0;
  canvas.setAttribute('role', 'application');
  canvas.setAttribute('aria-label', label);
  const say = () => {
    const place = cursor.place(), box = canvas.getBoundingClientRect();
    sayHint(place && place.text, place ? box.left + place.x : 0, place ? box.top + place.y : 0);
  };
  const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  canvas.onkeydown = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (arrows[event.key]) cursor.move(...arrows[event.key]);
    else if (event.key === 'Enter' || event.key === ' ') cursor.choose();
    else if (event.key === 'Escape') cursor.clear();
    else if (others[event.key]) others[event.key]();
    else return;
    event.preventDefault();
    redraw();
    say();
  };
  canvas.onblur = () => {
    cursor.clear();
    sayHint(null);
    redraw();
  };
}

/** Keys of a picture over time; `middle()` is the cycle that stays in its place. */
function timeKeys(middle) {
  const zoom = (factor) => {
    const at = middle(), share = (at - view.from) / (view.to - view.from), width = (view.to - view.from) * factor;
    showTimes(at - share * width, at + (1 - share) * width);
  };
  const pan = (share) => showTimes(view.from + share * (view.to - view.from), view.to + share * (view.to - view.from));
  return { '+': () => zoom(0.5), '=': () => zoom(0.5), '-': () => zoom(2), PageUp: () => pan(-0.5), PageDown: () => pan(0.5),
    0: () => { setMoment(null), showTimes(run.from, run.to); } };
}

/** These cycles come into view, with as many shown as before. */
function bringIntoView(begin, end) {
  const width = view.to - view.from;
  if (end > view.from && begin < view.to) return;
  const middle = (begin + end) / 2;
  showTimes(middle - width / 2, middle + width / 2);
}
