"use strict";
const given = JSON.parse(document.getElementById("given").textContent);
const parts = new Map(given.parts.map((part) => [part.name, part]));
const sections = [...document.querySelectorAll("[data-part]")];
const search = document.getElementById("search");
const evidence = document.getElementById("evidence");
const columns = document.querySelector("#columns div");
const main = document.querySelector("main");
const wanted = new Set();
const hidden = new Set();
let chosen = null;

const cellOf = (row, reader) => {
  const cell = row.cells[reader] ?? "not asked";
  return typeof cell === "string" ? { verdict: cell, text: "" } : { verdict: cell[0], text: given.texts[cell[1]] };
};
const readersOf = (part) => Object.keys(part.versions);

// Each row of a table with what it is searched by.
const lines = sections.flatMap((section) => {
  const part = parts.get(section.id);
  return [...section.querySelectorAll("tbody tr")].map((element, at) => {
    const cells = readersOf(part).map((reader) => cellOf(part.rows[at], reader));
    const texts = cells.map((cell) => cell.text);
    const searched = `${section.querySelector("h2").textContent} ${part.rows[at].name} ${texts.join(" ")}`.toLowerCase();
    const tds = [...element.querySelectorAll("td")];
    const name = part.rows[at].name.toLowerCase();
    return { section, element, cells, name, searched, tds, readers: readersOf(part) };
  });
});

function filter() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const names = new Set(words.filter((word) => lines.some((line) => line.readers.some((reader) => reader.toLowerCase() === word))));
  const differing = document.getElementById("differing").getAttribute("aria-pressed") === "true";
  let shown = 0;
  for (const line of lines) {
    const seen = line.cells.filter((_, at) => !hidden.has(line.readers[at]));
    const isFound = words.every((word) => names.has(word) ? line.readers.some((reader) => reader.toLowerCase() === word) : line.searched.includes(word));
    const asked = new Set(seen.map((cell) => `${cell.verdict} ${cell.verdict === "says" ? cell.text : ""}`).filter((verdict) => !verdict.startsWith("not asked")));
    // Words that only messages have: of the cells, those are meant whose message has them.
    const said = words.filter((word) => !names.has(word) && !line.name.includes(word) && line.cells.some((cell) => cell.text.toLowerCase().includes(word)));
    const concerned = (cell, at) => said.every((word) => cell.text.toLowerCase().includes(word)) && (!wanted.size || wanted.has(cell.verdict)) && (!names.size || names.has(line.readers[at].toLowerCase())) && !hidden.has(line.readers[at]);
    const isShown = isFound && (!differing || asked.size > 1) && line.cells.some(concerned);
    line.element.hidden = !isShown;
    line.tds.forEach((td, at) => { td.classList.toggle("dim", (wanted.size > 0 || names.size > 0 || said.length > 0) && !concerned(line.cells[at], at)); td.hidden = hidden.has(line.readers[at]); });
    shown += isShown;
  }
  for (const section of sections) {
    section.hidden = !lines.some((line) => line.section === section && !line.element.hidden);
    readersOf(parts.get(section.id)).forEach((reader, at) => { section.querySelectorAll("thead th")[at + 1].hidden = hidden.has(reader); });
  }
  const isFiltered = words.length > 0 || wanted.size > 0 || differing;
  document.getElementById("overview").hidden = isFiltered;
  nothing.hidden = shown > 0;
}

const nothing = main.appendChild(document.createElement("p"));
nothing.className = "none";
nothing.textContent = "No row is like that.";
nothing.hidden = true;

function put(parent, tag, text, className) {
  const element = parent.appendChild(document.createElement(tag));
  if (text !== undefined) element.textContent = text;
  if (className) element.className = className;
  return element;
}

function placeOf(td) {
  const section = td.closest("[data-part]");
  const part = parts.get(section.id);
  const at = [...td.parentElement.parentElement.children].indexOf(td.parentElement);
  return { section, part, at, row: part.rows[at], reader: readersOf(part)[td.cellIndex - 1] };
}

function choose(td) {
  if (chosen) { chosen.classList.remove("chosen"); chosen.tabIndex = -1; }
  chosen = td;
  evidence.hidden = !td;
  if (!td) { history.replaceState(null, "", "#"); return; }
  td.classList.add("chosen");
  td.tabIndex = 0;
  td.focus({ preventScroll: true });
  const { section, part, at, row, reader } = placeOf(td);
  const { verdict, text } = cellOf(row, reader);
  const isWriter = part.name === "writers";
  evidence.replaceChildren();
  const close = put(evidence, "button", "close", "close");
  close.addEventListener("click", () => choose(null));
  put(evidence, "h3", `${reader}: ${row.name.replaceAll("`", "")}`);
  const body = put(put(evidence, "table"), "tbody");
  const tell = (name, value, isCode) => {
    if (!value) return;
    const line = put(body, "tr");
    put(line, "th", name);
    put(put(line, "td"), isCode ? "code" : "span", value);
  };
  tell("verdict", verdict === "says" ? given.verdicts.says : `${verdict}: ${given.verdicts[verdict]}`);
  tell("what came back", text, true);
  tell("asked by", part.calls[reader], true);
  tell("version", `${reader} ${part.versions[reader]}, on ${part.date}`);
  const command = "python -m tests.readers --files FOLDER";
  tell(row.files > 1 ? `${row.files} files` : isWriter ? "was given" : "file", `${command}, and then FOLDER/${row.file}${row.files > 1 ? "/" : ""}`, true);
  tell("bytes", `${row.bytes.toLocaleString("en")}, SHA-256 ${row.sha256}${row.files > 1 ? " (of the digests of the files)" : ""}`, true);
  tell("wrote", isWriter && part.written[reader] && `SHA-256 ${part.written[reader]}`, true);
  history.replaceState(null, "", `#${part.name}/${at}/${encodeURIComponent(reader)}`);
  const area = main.getBoundingClientRect();
  const box = td.getBoundingClientRect();
  if (box.bottom > area.bottom || box.top < area.top + 40) main.scrollBy(0, box.top - area.top - area.height / 2);
  if (box.right > area.right) main.scrollBy(box.right - area.right + 20, 0);
  const edge = td.parentElement.firstElementChild.getBoundingClientRect().right;
  if (box.left < edge) main.scrollBy(box.left - edge - 10, 0);
}

function move(down, right) {
  const rows = lines.filter((line) => !line.element.hidden);
  if (!rows.length) return;
  if (!chosen || chosen.closest("tr").hidden) { choose(rows[0].tds.find((td) => !td.hidden)); return; }
  const at = rows.findIndex((line) => line.element === chosen.parentElement);
  const line = rows[Math.min(Math.max(at + down, 0), rows.length - 1)];
  const open = line.tds.filter((td) => !td.hidden);
  const from = line.tds.indexOf(line.tds[chosen.cellIndex - 1] ?? open.at(-1));
  const place = open.indexOf(line.tds[from]);
  choose(open[Math.min(Math.max((place < 0 ? open.length - 1 : place) + right, 0), open.length - 1)]);
}

function toggle(button) {
  const isOn = button.getAttribute("aria-pressed") !== "true";
  button.setAttribute("aria-pressed", String(isOn));
  return isOn;
}

function start() {
  search.addEventListener("input", filter);
  for (const chip of document.querySelectorAll("[data-verdict]")) {
    chip.addEventListener("click", () => { wanted[toggle(chip) ? "add" : "delete"](chip.dataset.verdict); filter(); });
  }
  document.getElementById("differing").addEventListener("click", (event) => { toggle(event.target); filter(); });
  for (const reader of new Set(given.parts.flatMap(readersOf))) {
    const label = put(columns, "label");
    const box = put(label, "input");
    box.type = "checkbox";
    box.checked = true;
    label.append(` ${reader}`);
    box.addEventListener("change", () => { hidden[box.checked ? "delete" : "add"](reader); filter(); });
  }
  main.addEventListener("click", (event) => { const td = event.target.closest("[data-part] td"); if (td) choose(td); });
  document.addEventListener("click", (event) => { const open = document.getElementById("columns"); if (!open.contains(event.target)) open.open = false; });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") { if (event.target === search) { search.value = ""; filter(); search.blur(); } else choose(null); return; }
    if (event.target instanceof HTMLInputElement) return;
    const step = { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1] }[event.key];
    if (step) { move(...step); event.preventDefault(); }
    if (event.key === "/") { search.focus(); event.preventDefault(); }
  });
  document.getElementById("theme").addEventListener("click", () => {
    const root = document.documentElement;
    const isDark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = isDark ? "light" : "dark";
  });
  const [name, at, reader] = decodeURIComponent(location.hash.slice(1)).split("/");
  const section = at !== undefined && sections.find((each) => each.id === name);
  const td = section && section.querySelectorAll("tbody tr")[at]?.querySelectorAll("td")[readersOf(parts.get(name)).indexOf(reader)];
  if (td) choose(td);
}
start();
