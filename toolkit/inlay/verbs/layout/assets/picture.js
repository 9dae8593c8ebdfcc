// The file as a picture: bytes from left to right, and below each owner what is inside of it.

const LEVEL = 30, MAP_HEIGHT = 16, TOP = 26;
const canvas = document.getElementById("picture");
const view = { from: 0, to: Math.max(given.size, 1) };
const look = { selected: 0, hovered: -1, column: -1 };
let levels = 5, colours = {}, isWaiting = false;

function readColours() {
  const style = getComputedStyle(document.documentElement);
  const read = (name) => style.getPropertyValue(name).trim();
  colours = { ink: read("--ink"), paper: read("--paper"), line: read("--line"), of: given.purposes.map((_, at) => read(`--s${at}`)) };
}

function measureLevels() {
  const depth = new Int8Array(rows.count);
  levels = 1;
  for (let row = 1; row < rows.count; row++) {
    depth[row] = depth[rows.parent[row]] + 1;
    if (depth[row] >= levels) levels = depth[row] + 1;
  }
  levels = Math.min(levels, 7);
  canvas.style.height = `${TOP + levels * LEVEL + 18}px`;
}

let wideAs = 0;  // asking a canvas for its width is slow
const width = () => wideAs;
const scale = () => wideAs / (view.to - view.from);
const xOf = (offset) => (offset - view.from) * scale();
const offsetOf = (x) => view.from + x / scale();

function draw() {
  if (isWaiting) return;
  isWaiting = true;
  requestAnimationFrame(() => { isWaiting = false; drawNow(); });
}

function drawNow() {
  const ratio = window.devicePixelRatio || 1, height = canvas.clientHeight;
  wideAs = canvas.clientWidth;
  canvas.width = width() * ratio;
  canvas.height = height * ratio;
  const context = canvas.getContext("2d");
  context.scale(ratio, ratio);
  context.font = "12px system-ui, sans-serif";
  context.textBaseline = "middle";
  drawMap(context);
  drawInside(context, 0, 0);
  outline(context, look.hovered, 1);
  if (look.column >= 0) for (const chunk of given.chunksOf[look.column] || []) outline(context, chunk, 1);
  outline(context, look.selected, 2);
  context.fillStyle = colours.ink;
  context.textBaseline = "alphabetic";
  context.textAlign = "left";
  context.fillText(count(Math.round(view.from)), 2, height - 4);
  context.textAlign = "right";
  context.fillText(count(Math.round(view.to)), width() - 2, height - 4);
}

// The whole file, and which part of it is shown below.
function drawMap(context) {
  const factor = width() / Math.max(given.size, 1);
  let last = -1;
  for (let row = 0; row < rows.count; row++) {
    if (!rows.own[row] || hasInside(row)) continue;
    const left = Math.max(Math.round(rows.start[row] * factor), last), right = Math.round(end(row) * factor);
    if (right <= left) continue;
    context.fillStyle = colours.of[rows.purpose[row]];
    context.fillRect(left, 0, right - left, MAP_HEIGHT);
    last = right;
  }
  context.strokeStyle = colours.ink;
  context.lineWidth = 2;
  context.strokeRect(view.from * factor + 1, 1, Math.max((view.to - view.from) * factor - 2, 3), MAP_HEIGHT + 2);
}

function drawInside(context, row, level) {
  drawBox(context, row, level);
  if (level + 1 >= levels) return;
  let drawn = -1;
  for (let child = row + 1; child < rows.after[row]; child = rows.after[child]) {
    if (end(child) <= view.from) continue;
    if (rows.start[child] >= view.to) break;
    const right = xOf(end(child)), left = Math.max(xOf(rows.start[child]), drawn);
    if (right < drawn + 0.5) continue;
    if (right - left >= 2) drawInside(context, child, level + 1);
    else {  // too narrow to be told apart: what most of it is, down to the last level
      context.fillStyle = colours.of[rows.largest[child]];
      context.fillRect(Math.floor(left), TOP + (level + 1) * LEVEL, 2, (levels - level - 1) * LEVEL - 1);
    }
    drawn = Math.max(right, left + 1);
  }
}

function boxOf(row, level) {
  const left = Math.max(xOf(rows.start[row]), -2), right = Math.min(xOf(end(row)), width() + 2);
  const isLeaf = !hasInside(row);
  return { left, top: TOP + level * LEVEL, width: Math.max(right - left, 1), height: (isLeaf ? levels - level : 1) * LEVEL - 1, isLeaf };
}

function drawBox(context, row, level) {
  const box = boxOf(row, level), gap = box.width > 4 ? 1 : 0;
  const colour = colours.of[rows.largest[row]];
  context.fillStyle = box.isLeaf ? colour : colours.line;
  context.fillRect(box.left, box.top, box.width - gap, box.height);
  if (!box.isLeaf) {
    context.fillStyle = colour;
    context.fillRect(box.left, box.top + box.height - 4, box.width - gap, 4);
  }
  if (box.width < 34) return;
  context.save();
  context.beginPath();
  context.rect(box.left, box.top, box.width - gap, box.height);
  context.clip();
  context.fillStyle = box.isLeaf ? colours.paper : colours.ink;
  context.textAlign = "left";
  context.textBaseline = "middle";
  context.fillText(printable(nameOf(row)), Math.max(box.left, 0) + 4, box.top + LEVEL / 2 - 1);
  context.restore();
}

function levelOf(row) {
  let level = 0;
  for (let at = row; rows.parent[at] >= 0; at = rows.parent[at]) level++;
  return level;
}

function outline(context, row, thickness) {
  if (row < 0 || end(row) < view.from || rows.start[row] > view.to) return;
  const level = Math.min(levelOf(row), levels - 1), box = boxOf(row, level);
  context.strokeStyle = colours.ink;
  context.lineWidth = thickness;
  context.strokeRect(box.left + thickness / 2, box.top + thickness / 2, Math.max(box.width - thickness - 1, 1), box.height - thickness);
}

function rowUnder(x, y) {
  const level = Math.floor((y - TOP) / LEVEL), offset = offsetOf(x);
  if (y < TOP || level >= levels) return -1;
  let row = 0;
  for (let at = 0; at < level; at++) {
    let inside = -1;
    for (let child = row + 1; child < rows.after[row] && rows.start[child] <= offset; child = rows.after[child]) {
      if (offset < end(child)) { inside = child; break; }
    }
    if (inside < 0) return row;
    row = inside;
  }
  return row;
}

function show(from, to) {
  const size = Math.min(Math.max(to - from, 16), Math.max(given.size, 1));
  view.from = Math.min(Math.max(from, 0), Math.max(given.size - size, 0));
  view.to = view.from + size;
  draw();
}

function zoom(factor, at) {
  const size = (view.to - view.from) * factor;
  show(at - ((at - view.from) / (view.to - view.from)) * size, at - ((at - view.from) / (view.to - view.from)) * size + size);
}

function zoomTo(row) {
  const margin = rows.size[row] * 0.02;
  show(rows.start[row] - margin, end(row) + margin);
}

function bringIntoView(row) {
  const isVisible = rows.start[row] >= view.from && end(row) <= view.to && rows.size[row] * scale() > 6;
  if (isVisible) draw(); else zoomTo(hasInside(row) || rows.parent[row] < 0 ? row : rows.parent[row]);
}
