// Puts it all together.

function findChunks() {
  given.chunksOf = {};
  given.offsetIndexes = new Map();
  given.copies = {};
  const [chunk, index, struct] = ["column chunk", "offset index", "struct"].map((kind) => given.kinds.indexOf(kind));
  for (let row = 0; row < rows.count; row++) {
    const kind = rows.kind[row];
    if (kind === chunk) (given.chunksOf[rows.column[row]] ||= []).push(row);
    else if (kind === index) given.offsetIndexes.set(rows.rowGroup[row] * given.paths.length + rows.column[row], row);
    else if (kind === struct && rows.column[row] >= 0) given.copies[row] = given.names[rows.name[row]].split(" ").pop();
  }
}

function chooseTheme() {
  const root = document.documentElement;
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches);
  document.getElementById("theme").onclick = () => { root.dataset.theme = isDark() ? "light" : "dark"; readColours(); draw(); };
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { readColours(); draw(); });
}

async function start() {
  await unpackAll();
  findChunks();
  try { openFooter(); } catch { footer.bytes = null; }
  document.documentElement.classList.add("alive");
  readColours();
  measureLevels();
  listenToPicture();
  listenToLists();
  chooseTheme();
  hex.addEventListener("scroll", drawHex);
  new ResizeObserver(draw).observe(canvas);
  new ResizeObserver(drawHex).observe(hex);
  new ResizeObserver(drawLines).observe(list);
  drawNow();
  show(0, given.size);
  fillList();
  select(0);
  document.documentElement.dataset.ready = String(Math.round(performance.now()));
}

start();
