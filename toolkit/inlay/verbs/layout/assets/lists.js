// Where the size went: by kind, by column, by encoding, by field of the footer. Only the lines that are seen exist.

const LINE = 26;
const list = document.getElementById("list");
const search = document.getElementById("search");
const NOUNS = { kind: ["kind", "kinds"], column: ["column", "columns"], encoding: ["encoding", "encodings"], field: ["field", "fields"] };
let shown = [], by = "kind";

// What the columns are: name, bytes, bytes by purpose, and what a click selects.
function linesOf(which) {
  if (which === "map") return [];
  if (which !== "column") {
    return given.totals[which].map(([name, size, owners, purpose]) => ({ name, size, purpose, more: `${count(owners)} ${owners === 1 ? "owner" : "owners"}` }));
  }
  const purposes = given.purposes.length, words = search.value.toLowerCase();
  const lines = [];
  given.columnNames.forEach((name, at) => {
    if (words && !name.toLowerCase().includes(words)) return;
    const sizes = totals.columns.subarray(at * purposes, (at + 1) * purposes);
    lines.push({ name, size: sizes.reduce((sum, size) => sum + size, 0), sizes, column: given.columnOrdinals[at] });
  });
  return lines;
}

function fillList() {
  shown = linesOf(by);
  list.firstElementChild.style.height = `${shown.length * LINE}px`;
  list.scrollTop = 0;
  list.hidden = by === "map";
  document.getElementById("map").hidden = by !== "map";
  const whole = search.value && by === "column" ? ` of ${count(given.columnNames.length)}` : "";
  const noun = shown.length === 1 && !whole ? NOUNS[by][0] : NOUNS[by]?.[1];
  document.getElementById("count").textContent = by === "map" ? "" : `${count(shown.length)}${whole} ${noun}`;
  drawLines();
}

function drawLines() {
  const inside = list.firstElementChild, first = Math.max(Math.floor(list.scrollTop / LINE) - 4, 0);
  const last = Math.min(first + Math.ceil(list.clientHeight / LINE) + 8, shown.length);
  // Bars of columns are as long as their size among columns: what belongs to none may be far larger.
  const most = shown.reduce((largest, line) => Math.max(largest, by === "column" && line.column < 0 ? 1 : line.size), 1);
  inside.replaceChildren(...shown.slice(first, last).map((line, at) => lineNode(line, first + at, most)));
}

function lineNode(line, at, most) {
  const node = make("div", undefined, "line");
  node.style.top = `${at * LINE}px`;
  const name = make("span", shortened(printable(line.name)), "name");
  name.title = printable(line.name);
  node.append(name, make("span", count(line.size), "number"), make("span", shareOf(line.size), "number"));
  const bar = make("span", undefined, "bar");
  const sizes = line.sizes ? Array.from(line.sizes) : [line.size];
  sizes.forEach((size, purpose) => {
    if (!size) return;
    const part = make("i", undefined, `s${line.sizes ? purpose : line.purpose}`);
    part.style.width = `${Math.min((100 * size) / most, 100)}%`;
    part.title = line.sizes ? `${given.purposes[purpose]}: ${count(size)} bytes` : line.more;
    bar.append(part);
  });
  node.append(bar);
  if (line.column >= 0) {
    node.tabIndex = 0;
    node.setAttribute("role", "button");
    node.onclick = () => selectColumn(line.column);
    node.onkeydown = (event) => { if (event.key === "Enter") selectColumn(line.column); };
    if (line.column === look.column) node.classList.add("chosen");
  }
  return node;
}

// The end of a path tells more than its beginning. A narrow page has no bars beside it (look.css).
function shortened(name) {
  const most = Math.max(Math.floor(list.clientWidth / (innerWidth > 900 ? 26 : 15)), 16);
  return name.length > most ? `...${name.slice(3 - most)}` : name;
}

function selectColumn(column) {
  const chunks = given.chunksOf[column];
  look.column = column;
  if (chunks && chunks.length) select(chunks[0], true); else draw();
  drawLines();
}

function listenToLists() {
  list.addEventListener("scroll", drawLines);
  search.addEventListener("input", () => choose("column"));
  search.addEventListener("keydown", (event) => {
    if (event.key === "Enter") { const line = shown.find((each) => each.column >= 0); if (line) selectColumn(line.column); }
    if (event.key === "Escape") { search.value = ""; fillList(); canvas.focus(); }
  });
  document.querySelectorAll("[data-by]").forEach((tab) => {
    tab.onclick = () => choose(tab.dataset.by);
  });
}

function choose(which) {
  by = which;
  document.querySelectorAll("[data-by]").forEach((tab) => tab.setAttribute("aria-selected", String(tab.dataset.by === by)));
  fillList();
}
