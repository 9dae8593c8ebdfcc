// The bytes of what is selected, eight or sixteen a line; only the lines that are seen exist.

const HEX_LINE = 18;
let wide = 16;
const hex = document.getElementById("hex");
const pane = { start: 0, bytes: new Uint8Array(0) };

function showHex(start, size) {
  pane.start = start;
  pane.bytes = bytesAt(start, size);
  const got = pane.bytes.length;
  const note = got === size ? `${count(size)} bytes at offset ${count(start)}` : got ? `the first ${count(got)} of ${count(size)} bytes at offset ${count(start)}; this page does not have the others` : `${count(size)} bytes at offset ${count(start)}, which are not in this page`;
  document.getElementById("bytes").textContent = note;
  wide = hex.clientWidth < 540 ? 8 : 16;
  hex.firstElementChild.style.height = `${Math.ceil(got / wide) * HEX_LINE}px`;
  hex.scrollTop = 0;
  drawHex();
}

function drawHex() {
  const first = Math.max(Math.floor(hex.scrollTop / HEX_LINE) - 2, 0);
  const last = Math.min(first + Math.ceil(hex.clientHeight / HEX_LINE) + 4, Math.ceil(pane.bytes.length / wide));
  const lines = [];
  for (let line = first; line < last; line++) {
    const bytes = Array.from(pane.bytes.subarray(line * wide, (line + 1) * wide));
    const digits = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
    const text = bytes.map((byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : ".")).join("");
    const node = make("div", `${(pane.start + line * wide).toString(16).padStart(8, "0")}  ${digits.padEnd(wide * 3 - 1)}  ${text}`);
    node.style.top = `${line * HEX_LINE}px`;
    lines.push(node);
  }
  hex.firstElementChild.replaceChildren(...lines);
}
