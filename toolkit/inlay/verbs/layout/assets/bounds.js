// Minimum and maximum of a column, as values of its type.

function showBound(data, column) {
  try { return boundOf(data, column) ?? showBytes(data); } catch { return `${hexOf(data)}, which is no ${column.type}`; }
}

function boundOf(data, { type, logical, scale, unit, isSigned }) {
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  if (type === "BOOLEAN") return data[0] ? "true" : "false";
  if (type === "FLOAT") return String(Math.fround(view.getFloat32(0, true)));
  if (type === "DOUBLE") return String(view.getFloat64(0, true));
  if (logical === "DECIMAL") return decimal(type === "INT32" ? BigInt(view.getInt32(0, true)) : type === "INT64" ? view.getBigInt64(0, true) : bigEndian(data), scale);
  if (type === "INT32") {
    const value = isSigned === false ? view.getUint32(0, true) : view.getInt32(0, true);
    if (logical === "DATE") return new Date(value * 86400e3).toISOString().split("T")[0];
    return logical === "TIME" ? `${value} ${unit}` : numbers.format(value);
  }
  if (type === "INT64") {
    const value = isSigned === false ? view.getBigUint64(0, true) : view.getBigInt64(0, true);
    return logical === "TIMESTAMP" ? instant(value, unit) : logical === "TIME" ? `${value} ${unit}` : numbers.format(value);
  }
  if (logical === "UUID" && data.length === 16) return hexOf(data, 16).slice(2).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  if (["STRING", "ENUM", "JSON"].includes(logical)) return textOf(data, 60);
  return null;
}

function bigEndian(data) {
  let value = 0n;
  for (const byte of data) value = (value << 8n) | BigInt(byte);
  return data.length && data[0] > 127 ? value - (1n << BigInt(8 * data.length)) : value;
}

function decimal(value, scale) {
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, "0");
  const whole = digits.slice(0, digits.length - scale), rest = scale ? `.${digits.slice(-scale)}` : "";
  return `${value < 0n ? "-" : ""}${whole}${rest}`;
}

function instant(value, unit) {
  const per = { MILLIS: 1000n, MICROS: 1000000n, NANOS: 1000000000n }[unit];
  if (!per) return String(value);
  const seconds = value / per - (value % per < 0n ? 1n : 0n), rest = value - seconds * per;
  const digits = String(rest).padStart(String(per).length - 1, "0");
  if (seconds > 8640000000000n || seconds < -8640000000000n) return `${numbers.format(value)} ${unit} since 1970`;
  return new Date(Number(seconds) * 1000).toISOString().replace(/\.000Z$/, rest ? `.${digits}` : "").replace("T", " ");
}
