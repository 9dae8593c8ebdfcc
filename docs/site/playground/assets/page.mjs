// The page of the playground: what is typed goes to the worker, and what comes back is shown.
const PAUSE = 150; // milliseconds without a key until the text is compiled
const PATIENCE = 700; // milliseconds of compiling until that is told
const PLACE = /^( *(?:-->|:::) .*:)(\d+):(\d+)$/;
const TOKEN = new RegExp(
  [
    "(?<c1>#.*)",
    '(?<sd>"""[^]*?""")',
    String.raw`(?<s2>"(?:\\.|[^"\\\n])*")`,
    String.raw`(?<nd>@[\w.]+)`,
    String.raw`(?<nc>(?<=\bclass )\w+)`,
    String.raw`(?<nf>(?<=\bdef )\w+)`,
    String.raw`(?<kc>\b(?:False|None|True)\b)`,
    String.raw`(?<k>\b(?:and|as|break|class|continue|def|del|elif|else|for|from|if|import|in|is|not|or|pass|raise|return|while|yield)\b)`,
    String.raw`(?<mi>\b\d[\w.]*)`,
  ].join("|"),
  "g",
);

const find = (name) => document.getElementById(`playground-${name}`);
const [example, name, idl, lines, said, status, took, command, tabs, python, stale, copy] =
  ["example", "name", "idl", "lines", "said", "status", "took", "command", "tabs", "python", "stale", "copy"].map(find);
const texts = new Map(); // what was typed, by the example that it began with
let worker = null;
let isBusy = false;
let hasChanged = false;
let began = 0; // when Python, and then the compiler, was told to begin
let toStart = 0; // milliseconds that Python took to start; 0 until it has
let pause = 0;
let patience = 0;
let end = 0;
let files = {};
let shown = "";

function make(kind, properties, ...children) {
  const made = Object.assign(document.createElement(kind), properties);
  made.append(...children);
  return made;
}

function ask() {
  if (isBusy) {
    hasChanged = true;
    limit();
    return;
  }
  if (worker) patience = setTimeout(tell, PATIENCE, "Compiling");
  worker ??= startWorker();
  isBusy = true;
  hasChanged = false;
  if (toStart) began = performance.now();
  worker.postMessage({ name: name.value, text: idl.value });
}

function startWorker() {
  tell("Python is loading");
  began = performance.now();
  const started = new Worker(new URL("worker.mjs", import.meta.url), { type: "module" });
  started.onmessage = ({ data }) => (data.isReady ? hearReady() : hear(data));
  started.onerror = (event) => hear({ failure: event.message || "its script cannot be loaded" });
  return started;
}

function hearReady() {
  const now = performance.now();
  [toStart, began] = [now - began, now];
  patience = setTimeout(tell, PATIENCE, "Compiling");
  if (hasChanged) limit();
}

// Nobody waits for a text that has changed longer than another Python takes to start: only its end stops the compiler.
function limit() {
  if (!toStart) return;
  clearTimeout(end);
  end = setTimeout(giveUp, began + toStart - performance.now());
}

function giveUp() {
  stop();
  ask();
}

function stop() {
  clearTimeout(patience);
  clearTimeout(end);
  worker.onmessage = worker.onerror = null;
  worker.terminate();
  worker = null; // the next text starts another
  toStart = 0;
  isBusy = false;
}

function hear({ outcome, milliseconds, failure }) {
  isBusy = false;
  clearTimeout(patience);
  clearTimeout(end);
  if (failure !== undefined) {
    stop();
    tell(`Python has stopped: ${failure}`, true);
  } else {
    show(outcome);
    took.textContent = `compiled in ${Math.round(milliseconds)} ms`;
  }
  if (hasChanged) ask();
}

function show(outcome) {
  const hasFiles = Object.keys(outcome.files).length > 0;
  command.textContent = outcome.command;
  showSaid(outcome.said);
  stale.hidden = hasFiles || !shown;
  python.classList.toggle("stale", !hasFiles);
  if (hasFiles) showFiles(outcome.files);
  const last = outcome.said.trimEnd().split("\n").at(-1);
  const summary = hasFiles ? "The Python is current" : /^\d[\d,]* errors?$/.test(last) ? last : "Not compiled";
  tell(summary, !hasFiles);
}

function tell(what, isWrong = false) {
  if (status.textContent !== what) status.textContent = what; // a screen reader says it once
  status.classList.toggle("wrong", isWrong);
}

function showSaid(text) {
  const wrong = new Set();
  const parts = text.split("\n").flatMap((line, at) => {
    const begin = at ? ["\n"] : [];
    const place = PLACE.exec(line);
    if (!place) return [...begin, line];
    const [, before, row, column] = place;
    wrong.add(Number(row));
    const go = { type: "button", className: "place", title: "go there", onclick: () => goTo(row, column) };
    return [...begin, before, make("button", go, `${row}:${column}`)];
  });
  said.replaceChildren(...parts);
  said.hidden = !text;
  idl.setAttribute("aria-invalid", wrong.size > 0);
  showLines(wrong);
}

function showLines(wrong = new Set()) {
  const numbers = idl.value.split("\n").map((_, at) => make("span", { className: wrong.has(at + 1) ? "wrong" : "" }, `${at + 1}\n`));
  lines.replaceChildren(...numbers);
  lines.scrollTop = idl.scrollTop;
}

function goTo(row, column) {
  const before = idl.value.split("\n").slice(0, row - 1);
  const line = idl.value.split("\n")[row - 1] ?? "";
  const characters = [...line].slice(0, column - 1).join("").length; // Python counts characters, and JavaScript halves of some
  const at = before.join("\n").length + (before.length ? 1 : 0) + characters;
  idl.focus();
  idl.setSelectionRange(at, at);
  const height = idl.scrollHeight / (idl.value.split("\n").length + 1);
  idl.scrollTop = Math.max(0, height * (row - 4));
}

function showFiles(given) {
  files = given;
  const paths = Object.keys(files);
  if (!(shown in files)) shown = paths.find((path) => !path.endsWith("/__init__.py")) ?? paths[0];
  tabs.replaceChildren(...paths.map((path) => makeTab(path)));
  showPython();
}

function makeTab(path) {
  const tab = make("button", { type: "button", role: "tab", title: path, onclick: () => choose(path) }, path.split("/").at(-1));
  tab.dataset.path = path;
  tab.setAttribute("aria-controls", python.id);
  markTab(tab);
  return tab;
}

function markTab(tab) {
  const isChosen = tab.dataset.path === shown;
  tab.setAttribute("aria-selected", isChosen);
  tab.tabIndex = isChosen ? 0 : -1;
}

function choose(path) {
  shown = path;
  for (const tab of tabs.children) markTab(tab);
  python.scrollTop = 0;
  showPython();
}

function showPython() {
  const code = files[shown] ?? "";
  const parts = [];
  let end = 0;
  for (const token of code.matchAll(TOKEN)) {
    const [kind] = Object.entries(token.groups).find(([, text]) => text !== undefined);
    parts.push(code.slice(end, token.index), make("span", { className: kind }, token[0]));
    end = token.index + token[0].length;
  }
  python.replaceChildren(...parts, code.slice(end));
  python.setAttribute("aria-label", shown);
  copy.disabled = !code;
}

async function copyPython() {
  const before = copy.textContent;
  try {
    await navigator.clipboard.writeText(files[shown]);
    copy.textContent = "Copied";
  } catch {
    getSelection().selectAllChildren(python);
    copy.textContent = "Selected: copy it with the keyboard";
  }
  setTimeout(() => (copy.textContent = before), 2000);
}

async function begin() {
  const chosen = example.value;
  if (!texts.has(chosen)) {
    const answer = await fetch(new URL(chosen, import.meta.url));
    texts.set(chosen, await answer.text());
  }
  if (example.value !== chosen) return;
  idl.value = texts.get(chosen);
  name.value = chosen;
  idl.scrollTop = 0;
  showLines();
  ask();
}

function change() {
  texts.set(example.value, idl.value);
  if (lines.childElementCount !== idl.value.split("\n").length) showLines();
  clearTimeout(pause);
  pause = setTimeout(ask, PAUSE);
}

example.addEventListener("change", begin);
idl.addEventListener("input", change);
name.addEventListener("input", change);
idl.addEventListener("scroll", () => (lines.scrollTop = idl.scrollTop));
copy.addEventListener("click", copyPython);
tabs.addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const all = [...tabs.children];
  const next = all[(all.indexOf(document.activeElement) + step + all.length) % all.length];
  choose(next.dataset.path);
  next.focus();
});

if (location.protocol === "file:") {
  tell("A browser starts no Python for a page in a folder: serve the site, as `python -m http.server -d FOLDER` does", true);
} else {
  begin();
}
