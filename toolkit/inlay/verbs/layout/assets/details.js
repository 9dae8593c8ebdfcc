// What is selected: its place, what points at it, what it says, and its bytes.

const MOST_ELEMENTS = 100;

// Under the pointer, in a line; all of it is below once it is selected.
function tell(row) {
  if (row < 0) return;
  document.getElementById("told").textContent = `${printable(placeOf(row))}: ${count(rows.size[row])} bytes at ${count(rows.start[row])}, ${shareOf(rows.size[row])}`;
}

function placeOf(row) {
  const steps = [];
  for (let at = row; at > 0; at = rows.parent[at]) steps.unshift(nameOf(at));
  return steps.join(" › ") || given.file;
}

function select(row, isMoved = false) {
  look.selected = row;
  if (rows.column[row] !== look.column && rows.column[row] >= 0) { look.column = rows.column[row]; drawLines(); }
  tell(row);
  if (isMoved) bringIntoView(row); else draw();
  showFacts(row);
  showPointers(row);
  showContent(row);
  showHex(rows.start[row], rows.size[row]);
}

function showFacts(row) {
  const path = document.getElementById("path");
  const steps = [];
  for (let at = row; at >= 0; at = rows.parent[at]) steps.unshift(at);
  path.replaceChildren(...steps.flatMap((at, number) => {
    const step = make("button", printable(nameOf(at)), "link");
    step.onclick = () => select(at, true);
    return number ? [make("span", " › "), step] : [step];
  }));
  const facts = [["kind", kindOf(row)], ["offset", `${count(rows.start[row])} to ${count(end(row))}`], ["bytes", `${count(rows.size[row])}${rows.size[row] < 1024 ? "" : ` (${sizeOf(rows.size[row])})`}, ${shareOf(rows.size[row])} of the file`]];
  if (rows.own[row] && rows.own[row] !== rows.size[row]) facts.push(["its own", `${count(rows.own[row])} bytes, the rest is inside of it`]);
  if (rows.rowGroup[row] >= 0) facts.push(["row group", String(rows.rowGroup[row])]);
  if (rows.column[row] >= 0) facts.push(["column", `${printable(given.paths[rows.column[row]] ?? "not in the schema")} (${rows.column[row]})`]);
  if (rows.encoding[row] >= 0) facts.push(["encoding", given.encodings[rows.encoding[row]]]);
  if (kindOf(row) === "levels and values") facts.push(["note", "compressed together: the bytes do not tell levels from values"]);
  document.getElementById("facts").replaceChildren(...facts.map(([name, value]) => lineOf(name, value)));
}

function lineOf(name, value) {
  const line = make("tr");
  line.append(make("th", name), make("td", value));
  return line;
}

function showPointers(row) {
  const place = document.getElementById("pointers");
  let pointers = [];
  try { pointers = pointersTo(row); } catch { /* a damaged footer points at nothing */ }
  place.replaceChildren(...pointers.map((pointer) => {
    const item = make("li");
    if (pointer.start === null) item.textContent = `${pointer.text} (derived: not in the file)`;
    else {
      const link = make("button", pointer.text, "link");
      link.onclick = () => { showHex(pointer.start, pointer.size); tell(rowAt(pointer.start)); };
      item.append(link, make("span", ` at ${count(pointer.start)}`));
    }
    return item;
  }));
  if (!pointers.length) place.append(make("li", "nothing in the footer; it is found by what lies before it or around it"));
}

// Whether it is a module, of which nothing can be said without the key.
function isEncrypted(row) {
  return hasInside(row) && kindOf(row + 1) === "length";
}

// The struct that says what the row is: bytes, where it begins in them, its name, and the offset of these bytes in the file.
function structOf(row) {
  const kind = kindOf(row), group = rows.rowGroup[row], column = rows.column[row];
  const inFooter = (at, name) => (at === undefined || !footer.bytes ? null : { bytes: footer.bytes, at, name, base: footer.isDerived ? null : footer.base });
  if (kind === "row group") return inFooter(rowGroups()[group], "RowGroup");
  if (kind === "column chunk" || kind === "second encoding") return inFooter(chunkAt(group, column), "ColumnChunk");
  if (kind === "column index" || kind === "offset index") return isEncrypted(row) ? null : inBody(row, kind === "column index" ? "ColumnIndex" : "OffsetIndex");
  if (kind === "Bloom filter") return isEncrypted(row + 1) ? null : inBody(row, "BloomFilterHeader");
  if (kind.startsWith("Bloom filter")) return structOf(rows.parent[row]);
  if (kind.endsWith(" page")) return hasInside(row) && kindOf(row + 1) === "page header" && !isEncrypted(row + 1) ? inBody(row, "PageHeader") : null;
  if (rows.parent[row] >= 0 && kindOf(rows.parent[row]).endsWith(" page")) return structOf(rows.parent[row]);
  if (kind === "struct" && given.copies[row]) return inBody(row, given.copies[row]);
  if (kind === "footer" || kind === "struct" || kind === "file" || (kind === "field" && kindOf(rows.parent[row]) === "struct")) return inFooter(footer.bytes ? 0 : undefined, "FileMetaData");
  return null;
}

function inBody(row, name) {
  return { bytes: bytesAt(rows.start[row], rows.size[row]), at: 0, name, base: rows.start[row] };
}

function showContent(row) {
  const place = document.getElementById("content");
  const struct = rows.size[row] ? structOf(row) : null;
  document.getElementById("says").hidden = !struct;
  if (!struct) return place.replaceChildren();
  const list = fieldsNode(struct, typeOf(rows.column[row]), kindOf(row) === "field" ? nameOf(row) : "");
  place.replaceChildren(make("p", struct.base === null ? `${struct.name}, derived: these bytes are not in the file` : struct.name, "struct"), list);
}

function fieldsNode(struct, column, opened = "") {
  const node = make("ul", undefined, "fields");
  const { fields, problem } = readStruct(struct.bytes, struct.at, struct.name);
  for (const field of fields) node.append(fieldNode(struct, field, column, field.name === opened));
  if (problem) node.append(make("li", `not Thrift from here on: ${problem}`, "bad"));
  return node;
}

function fieldNode(struct, field, column, isOpen) {
  const { bytes, base } = struct;
  const mark = () => { if (base !== null) showHex(base + field.start, field.end - field.start); };
  if (field.wire === STRUCT) return branch(field.name, "", mark, () => fieldsNode({ bytes, at: field.value, name: field.type, base }, column), isOpen || field.name === "meta_data" || /_header|statistics/.test(field.name));
  if (field.wire === LIST || field.wire === SET) return listNode(struct, field, column, mark, isOpen);
  let text;
  try { text = showScalar(bytes, field.wire, field.type, field.value, field.name, column); } catch (error) { text = error.message; }
  return leafNode(field.name, text, mark);
}

function leafNode(name, text, mark) {
  const item = make("li");
  const link = make("button", name, "link");
  link.onclick = mark;
  item.append(link, make("span", ` ${text}`));
  return item;
}

function listNode(struct, field, column, mark, isOpen) {
  const { bytes, base } = struct, inner = field.type.replace(/^list:/, "");
  const { starts, type } = readElements(bytes, field.value);
  if (type !== STRUCT) {
    const read = (at) => (type === TRUE || type === FALSE ? String(bytes[at] === 1) : showScalar(bytes, type, inner, at, /^(min|max)_values$/.test(field.name) ? field.name.slice(0, -1) : field.name, column));
    const texts = starts.slice(0, MOST_ELEMENTS).map(read);
    const more = starts.length > MOST_ELEMENTS ? `, ... ${count(starts.length)} in all` : "";
    return leafNode(field.name, `[${texts.join(", ")}${more}]`, mark);
  }
  const node = () => elementsNode(starts, 0, (at, number) => branch(`[${number}]`, labelOf(bytes, at, inner), () => { if (base !== null) showHex(base + at, readStruct(bytes, at, inner).end - at); }, () => fieldsNode({ bytes, at, name: inner, base }, column)));
  return branch(field.name, `${count(starts.length)} of ${inner}`, mark, node, isOpen || starts.length === 1);
}

// The name of a schema element or the key of a pair, beside its number.
function labelOf(bytes, at, name) {
  const field = readStruct(bytes, at, name).fields.find((each) => each.name === "name" || each.name === "key");
  return field && field.wire === BINARY ? textOf(binaryAt(bytes, field.value), 60) : "";
}

function elementsNode(starts, first, nodeOf) {
  const node = make("ul", undefined, "fields");
  const last = Math.min(first + MOST_ELEMENTS, starts.length);
  for (let number = first; number < last; number++) node.append(nodeOf(starts[number], number));
  if (last < starts.length) {
    const more = make("button", `... ${count(starts.length - last)} more`, "link");
    more.onclick = () => more.parentNode.replaceWith(...elementsNode(starts, last, nodeOf).childNodes);
    const item = make("li");
    item.append(more);
    node.append(item);
  }
  return node;
}

function branch(name, text, mark, inside, isOpen = false) {
  const item = make("li"), details = make("details"), summary = make("summary");
  summary.append(make("b", name), make("span", ` ${text}`));
  summary.addEventListener("click", mark);
  details.append(summary);
  const fill = () => { if (details.open && details.childNodes.length === 1) details.append(inside()); };
  details.addEventListener("toggle", fill);
  if (isOpen) { details.open = true; fill(); }
  item.append(details);
  return item;
}
