// What the page was given: rows of the ledger as arrays of numbers, and some of the bytes of the file.
"use strict";

const given = JSON.parse(document.getElementById("given").textContent);

async function unpack(packed, Type) {
  const text = atob(packed);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Type(await new Response(stream).arrayBuffer());
}

const rows = {};
const kept = {};
const totals = {};

async function unpackAll() {
  const types = { start: Float64Array, size: Float64Array, own: Float64Array, kind: Uint8Array, purpose: Uint8Array };
  const names = Object.keys(given.rows);
  const arrays = await Promise.all(names.map((name) => unpack(given.rows[name], types[name] || Int32Array)));
  names.forEach((name, at) => { rows[name] = arrays[at]; });
  rows.count = rows.start.length;
  kept.starts = await unpack(given.kept.starts, Float64Array);
  kept.sizes = await unpack(given.kept.sizes, Float64Array);
  kept.data = await unpack(given.kept.data, Uint8Array);
  kept.places = new Float64Array(kept.starts.length);
  for (let at = 1; at < kept.places.length; at++) kept.places[at] = kept.places[at - 1] + kept.sizes[at - 1];
  totals.columns = await unpack(given.columns, Float64Array);
  given.derivedBytes = given.derived ? await unpack(given.derived, Uint8Array) : null;
  findEnds();
}

// Behind the last row inside of each row, and the purpose of the largest thing in it.
function findEnds() {
  rows.after = new Int32Array(rows.count);
  rows.largest = Uint8Array.from(rows.purpose);
  const most = Float64Array.from(rows.own);
  for (let row = rows.count - 1; row >= 0; row--) {
    if (rows.after[row] === 0) rows.after[row] = row + 1;
    const parent = rows.parent[row];
    if (parent < 0) continue;
    if (rows.after[parent] < rows.after[row]) rows.after[parent] = rows.after[row];
    if (rows.size[row] > most[parent]) {
      most[parent] = rows.size[row];
      rows.largest[parent] = rows.largest[row];
    }
  }
}

const end = (row) => rows.start[row] + rows.size[row];
const hasInside = (row) => rows.after[row] > row + 1;
const kindOf = (row) => given.kinds[rows.kind[row]];

function nameOf(row) {
  const name = rows.name[row] < 0 ? "" : given.names[rows.name[row]];
  const kind = kindOf(row);
  if (kind === "row group") return `row group ${rows.rowGroup[row]}`;
  if (kind === "column chunk") return name;
  if (kind === "data page" && rows.page[row] >= 0) return `page ${rows.page[row]}`;
  if (kind === "file") return given.file;
  return name && kind !== "field" ? `${kind} ${name}` : name || kind;
}

function childrenOf(row) {
  const children = [];
  for (let at = row + 1; at < rows.after[row]; at = rows.after[at]) children.push(at);
  return children;
}

// The bytes from `start` on, as many as are in this page; at most `size`.
function bytesAt(start, size) {
  let low = 0, high = kept.starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (kept.starts[middle] <= start) low = middle + 1; else high = middle;
  }
  const at = low - 1;
  if (at < 0) return new Uint8Array(0);
  const inside = start - kept.starts[at];
  const left = Math.max(0, Math.min(size, kept.sizes[at] - inside));
  const from = kept.places[at] + inside;
  return kept.data.subarray(from, from + left);
}

// The row inside of all others that has this byte.
function rowAt(offset) {
  let row = 0;
  for (;;) {
    const inside = childrenOf(row).find((child) => rows.start[child] <= offset && offset < end(child));
    if (inside === undefined) return row;
    row = inside;
  }
}

const numbers = new Intl.NumberFormat("en-US");
const count = (number) => numbers.format(number);

function sizeOf(bytes) {
  if (bytes < 1024) return `${bytes} B`;
  const units = ["KiB", "MiB", "GiB", "TiB"];
  let power = 0, value = bytes / 1024;
  while (value >= 999.5 && power < units.length - 1) { value /= 1024; power++; }
  return `${value >= 99.95 ? value.toFixed(0) : value.toFixed(1)} ${units[power]}`;
}

function shareOf(bytes) {
  const share = given.size ? (100 * bytes) / given.size : 0;
  return share > 0 && share < 0.05 ? "< 0.1%" : `${share.toFixed(1)}%`;
}

// Nothing from a file may turn the direction of writing around, or be invisible.
function printable(text) {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) => {
    const code = character.codePointAt(0);
    return code < 256 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u{${code.toString(16)}}`;
  });
}

function make(tag, text, className) {
  const node = document.createElement(tag);
  if (text !== undefined) node.textContent = text;
  if (className) node.className = className;
  return node;
}
