// Mouse and keyboard on the picture.

function listenToPicture() {
  let pressed = null;
  const place = (event) => { const box = canvas.getBoundingClientRect(); return [event.clientX - box.left, event.clientY - box.top]; };
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    const [x] = place(event);
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      const step = ((event.deltaX || event.deltaY) / width()) * (view.to - view.from);
      show(view.from + step, view.to + step);
    } else zoom(Math.exp(event.deltaY * 0.002), offsetOf(x));
  }, { passive: false });
  canvas.addEventListener("pointerdown", (event) => {
    const [x, y] = place(event);
    pressed = { x, y, from: view.from, to: view.to, isMoved: false, isMap: y < TOP - 6 };
    canvas.setPointerCapture(event.pointerId);
    if (pressed.isMap) centre(x);
  });
  canvas.addEventListener("pointermove", (event) => {
    const [x, y] = place(event);
    if (pressed && pressed.isMap) return centre(x);
    if (pressed && (pressed.isMoved || Math.abs(x - pressed.x) > 4)) {
      pressed.isMoved = true;
      const step = ((pressed.x - x) / width()) * (pressed.to - pressed.from);
      return show(pressed.from + step, pressed.to + step);
    }
    const row = rowUnder(x, y);
    if (row === look.hovered) return;
    look.hovered = row;
    tell(row);
    draw();
  });
  canvas.addEventListener("pointerup", (event) => {
    const [x, y] = place(event), row = rowUnder(x, y);
    if (pressed && !pressed.isMoved && !pressed.isMap && row >= 0) select(row);
    pressed = null;
  });
  canvas.addEventListener("pointerleave", () => { look.hovered = -1; tell(look.selected); draw(); });
  canvas.addEventListener("dblclick", (event) => { const row = rowUnder(...place(event)); if (row >= 0) zoomTo(row); });
  canvas.addEventListener("keydown", pressKey);
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement.tagName !== "INPUT") { event.preventDefault(); document.getElementById("search").focus(); }
  });
}

function centre(x) {
  const size = view.to - view.from, at = (x / width()) * given.size;
  show(at - size / 2, at + size / 2);
}

const KEYS = {
  ArrowUp: () => Math.max(rows.parent[look.selected], 0),
  ArrowDown: () => (hasInside(look.selected) ? look.selected + 1 : look.selected),
  ArrowRight: () => siblingOf(look.selected, 1),
  ArrowLeft: () => siblingOf(look.selected, -1),
  Home: () => 0,
};

function siblingOf(row, step) {
  if (rows.parent[row] < 0) return row;
  const siblings = childrenOf(rows.parent[row]);
  return siblings[siblings.indexOf(row) + step] ?? row;
}

function pressKey(event) {
  const middle = (view.from + view.to) / 2;
  if (KEYS[event.key]) select(KEYS[event.key](), true);
  else if (event.key === "Enter") zoomTo(look.selected);
  else if (event.key === "+" || event.key === "=") zoom(0.5, middle);
  else if (event.key === "-") zoom(2, middle);
  else if (event.key === "Escape" || event.key === "0") show(0, given.size);
  else return;
  event.preventDefault();
}
