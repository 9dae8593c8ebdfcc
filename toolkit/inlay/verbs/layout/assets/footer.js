// The Thrift footer: that of the file, or the one that another footer leads to, which is not in the file.

const footer = { bytes: null, base: 0, isDerived: false, groups: null, chunks: new Map(), leaves: null };

function openFooter() {
  if (given.derivedBytes) Object.assign(footer, { bytes: given.derivedBytes, base: 0, isDerived: true });
  else if (given.thrift) Object.assign(footer, { bytes: bytesAt(given.thrift[0], given.thrift[1]), base: given.thrift[0] });
}

function rowGroups() {
  if (footer.groups === null) {
    const list = fieldOf(readStruct(footer.bytes, 0, "FileMetaData"), "row_groups");
    footer.groups = list ? readElements(footer.bytes, list.value).starts : [];
  }
  return footer.groups;
}

// Where the ColumnChunk begins in the footer; undefined where there is none.
function chunkAt(group, column) {
  if (!footer.chunks.has(group)) {
    const at = rowGroups()[group];
    const list = at === undefined ? undefined : fieldOf(readStruct(footer.bytes, at, "RowGroup"), "columns");
    footer.chunks.set(group, list ? readElements(footer.bytes, list.value).starts : []);
  }
  return footer.chunks.get(group)[column];
}

// Where the schema element of each leaf begins.
function leaves() {
  if (footer.leaves === null) {
    const list = fieldOf(readStruct(footer.bytes, 0, "FileMetaData"), "schema");
    const starts = list ? readElements(footer.bytes, list.value).starts : [];
    footer.leaves = starts.filter((at) => {
      const element = readStruct(footer.bytes, at, "SchemaElement");
      const children = fieldOf(element, "num_children");
      return fieldOf(element, "type") && !(children && new Cursor(footer.bytes, children.value).integer() > 0n);
    });
  }
  return footer.leaves;
}

// What it takes to read the bounds of a column.
function typeOf(column) {
  const at = footer.bytes && leaves()[column];
  if (at === undefined || at === null) return null;
  const element = readStruct(footer.bytes, at, "SchemaElement");
  const show = (field) => field && showScalar(footer.bytes, field.wire, field.type, field.value, field.name);
  const found = { type: show(fieldOf(element, "type")), logical: "", scale: Number(show(fieldOf(element, "scale")) || 0) };
  const converted = show(fieldOf(element, "converted_type")) || "";
  found.logical = { UTF8: "STRING", TIMESTAMP_MILLIS: "TIMESTAMP", TIMESTAMP_MICROS: "TIMESTAMP", TIME_MILLIS: "TIME", TIME_MICROS: "TIME" }[converted] || converted;
  if (/_(MILLIS|MICROS)$/.test(converted)) found.unit = converted.split("_")[1];
  if (/^UINT_/.test(converted)) found.isSigned = false;
  const logical = fieldOf(element, "logicalType");
  if (logical) {
    const [variant] = readStruct(footer.bytes, logical.value, "LogicalType").fields;
    found.logical = variant ? variant.name : "";
    const inner = variant ? readStruct(footer.bytes, variant.value, variant.type) : { fields: [] };
    const unit = fieldOf(inner, "unit");
    if (unit) found.unit = readStruct(footer.bytes, unit.value, "TimeUnit").fields[0]?.name;
    const isSigned = fieldOf(inner, "isSigned");
    if (isSigned) found.isSigned = isSigned.wire === TRUE;
    const scale = fieldOf(inner, "scale");
    if (scale) found.scale = Number(show(scale));
  }
  return found;
}

// Fields of the footer and of the offset index that lead to the first byte of a row.
function pointersTo(row) {
  const kind = kindOf(row), start = rows.start[row], found = [];
  if (kind === "footer") return [{ text: "the end of the file, which says how long the footer is", start: start + rows.size[row], size: given.size - start - rows.size[row] }];
  if (!footer.bytes || rows.rowGroup[row] < 0) return found;
  const check = (path, field) => {
    if (field && new Cursor(footer.bytes, field.value).integer() === BigInt(start)) {
      found.push({ text: path, start: footer.isDerived ? null : footer.base + field.start, size: field.end - field.start });
    }
  };
  const group = rows.rowGroup[row], column = rows.column[row];
  if (column < 0) {
    const at = rowGroups()[group];
    if (at !== undefined) check(`row_groups[${group}].file_offset`, fieldOf(readStruct(footer.bytes, at, "RowGroup"), "file_offset"));
    return found;
  }
  const at = chunkAt(group, column);
  if (at === undefined) return found;
  const path = `row_groups[${group}].columns[${column}]`;
  const chunk = readStruct(footer.bytes, at, "ColumnChunk");
  for (const field of ["file_offset", "column_index_offset", "offset_index_offset"]) check(`${path}.${field}`, fieldOf(chunk, field));
  const meta = fieldOf(chunk, "meta_data");
  const said = meta ? readStruct(footer.bytes, meta.value, "ColumnMetaData") : { fields: [] };
  for (const field of ["dictionary_page_offset", "data_page_offset", "index_page_offset", "bloom_filter_offset"]) check(`${path}.meta_data.${field}`, fieldOf(said, field));
  if (kind === "data page" && rows.page[row] >= 0) found.push(...pointersInIndex(row, start));
  return found;
}

function pointersInIndex(row, start) {
  const index = given.offsetIndexes.get(rows.rowGroup[row] * given.paths.length + rows.column[row]);
  if (index === undefined) return [];
  const base = rows.start[index], bytes = bytesAt(base, rows.size[index]);
  const list = fieldOf(readStruct(bytes, 0, "OffsetIndex"), "page_locations");
  const at = list && readElements(bytes, list.value).starts[rows.page[row]];
  if (at === undefined) return [];
  const place = readStruct(bytes, at, "PageLocation"), offset = fieldOf(place, "offset");
  if (!offset || new Cursor(bytes, offset.value).integer() !== BigInt(start)) return [];
  return [{ text: `its offset index: page_locations[${rows.page[row]}]`, start: base + at, size: place.end - at }];
}
