// Thrift's compact protocol, read where somebody looks: a struct is its fields with their places, and nothing below them.

const STOP = 0, TRUE = 1, FALSE = 2, BYTE = 3, I16 = 4, I32 = 5, I64 = 6, DOUBLE = 7, BINARY = 8, LIST = 9, SET = 10, MAP = 11, STRUCT = 12;
const DEEPEST = 64;

class Cursor {
  constructor(bytes, at = 0) { this.bytes = bytes; this.at = at; }

  byte() {
    if (this.at >= this.bytes.length) throw new Error("the bytes end");
    return this.bytes[this.at++];
  }

  varint() {
    let value = 0n, shift = 0n;
    for (;;) {
      const byte = this.byte();
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
      shift += 7n;
      if (shift > 63n) throw new Error("a varint of more than ten bytes");
    }
  }

  small() {  // most varints, at a tenth of the price
    let value = 0, factor = 1;
    for (let bytes = 0; bytes < 7; bytes++) {
      const byte = this.byte();
      value += (byte & 127) * factor;
      if (byte < 128) return value;
      factor *= 128;
    }
    throw new Error("a number that is too long");
  }

  integer() {
    const value = this.varint();
    return value & 1n ? -((value + 1n) >> 1n) : value >> 1n;
  }

  take(size) {
    if (size < 0 || this.at + size > this.bytes.length) throw new Error("the bytes end");
    this.at += size;
  }

  listHeader() {
    const byte = this.byte();
    return { size: byte >> 4 === 15 ? this.small() : byte >> 4, type: byte & 15 };
  }

  skip(type, depth = 0) {
    if (depth > DEEPEST) throw new Error("nested too deeply");
    if (type === TRUE || type === FALSE) return;
    if (type === BYTE) this.take(1);
    else if (type === I16 || type === I32 || type === I64) while (this.byte() > 127);
    else if (type === DOUBLE) this.take(8);
    else if (type === BINARY) this.take(this.small());
    else if (type === LIST || type === SET) {
      const { size, type: inner } = this.listHeader();
      for (let at = 0; at < size; at++) this.skipElement(inner, depth + 1);
    } else if (type === MAP) {
      const size = this.small();
      const types = size ? this.byte() : 0;
      for (let at = 0; at < size; at++) { this.skipElement(types >> 4, depth + 1); this.skipElement(types & 15, depth + 1); }
    } else if (type === STRUCT) {
      for (;;) {
        const byte = this.byte();
        if ((byte & 15) === STOP) return;
        if (byte < 16) this.small();
        this.skip(byte & 15, depth + 1);
      }
    } else throw new Error(`no type ${type}`);
  }

  skipElement(type, depth) { if (type === TRUE || type === FALSE) this.take(1); else this.skip(type, depth); }
}

// The fields of a struct: id, name, type by the IDL, type on the wire, and where header and value begin and end.
function readStruct(bytes, at, name) {
  const cursor = new Cursor(bytes, at);
  const known = given.structs[name] || {};
  const fields = [];
  let id = 0, problem = "";
  try {
    for (;;) {
      const start = cursor.at, byte = cursor.byte(), wire = byte & 15;
      if (wire === STOP) break;
      id = byte < 16 ? Number(cursor.integer()) : id + (byte >> 4);
      const value = cursor.at, [label, type] = known[id] || [id === 32767 || id === -16384 ? "extension" : `<unknown ${id}>`, ""];
      cursor.skip(wire);
      fields.push({ id, name: label, type, wire, start, value, end: cursor.at });
    }
  } catch (error) { problem = error.message; }
  return { fields, end: cursor.at, problem };
}

const fieldOf = (struct, name) => struct.fields.find((field) => field.name === name);

// Where the elements of a list of structs begin, and where the last ends.
function readElements(bytes, at) {
  const cursor = new Cursor(bytes, at), starts = [];
  try {
    const { size, type } = cursor.listHeader();
    for (let number = 0; number < size; number++) { starts.push(cursor.at); cursor.skipElement(type, 0); }
    return { starts, type, end: cursor.at };
  } catch (error) { return { starts, type: STRUCT, end: cursor.at, problem: error.message }; }
}

function hexOf(bytes, most = 24) {
  const shown = Array.from(bytes.subarray(0, most), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `0x${shown}${bytes.length > most ? "..." : ""}`;
}

function textOf(bytes, most = 200) {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, most));
    return `"${printable(text)}"${bytes.length > most ? "..." : ""}`;
  } catch { return hexOf(bytes); }
}

function binaryAt(bytes, at) {
  const cursor = new Cursor(bytes, at), size = cursor.small();
  return bytes.subarray(cursor.at, cursor.at + size);
}

// A scalar as people read it. `column` is what the schema says of bounds that are encoded as values of a column.
function showScalar(bytes, wire, type, at, name, column) {
  if (wire === TRUE || wire === FALSE) return wire === TRUE ? "true" : "false";
  const cursor = new Cursor(bytes, at);
  if (wire === BINARY) {
    const data = binaryAt(bytes, at);
    if (column && ["min", "max", "min_value", "max_value"].includes(name)) return showBound(data, column);
    return type === "binary" || type === "" ? showBytes(data) : textOf(data);
  }
  if (wire === DOUBLE) return String(new DataView(bytes.buffer, bytes.byteOffset + at, 8).getFloat64(0, true));
  if (wire === BYTE) return String((cursor.byte() << 24) >> 24);
  const value = cursor.integer();
  const members = given.enums[type];
  return members ? members[String(value)] || `unknown ${value}` : numbers.format(value);
}

function showBytes(data) {
  const readable = data.length && data.every((byte) => byte >= 32 && byte < 127);
  return readable ? textOf(data) : hexOf(data);
}
