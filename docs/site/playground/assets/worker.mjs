// Python with the compiler, in a thread of its own: typing never waits for it.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const locate = (name) => new URL(name, import.meta.url).href;

async function fetchBytes(name) {
  const answer = await fetch(locate(name));
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${answer.statusText}`);
  return answer.arrayBuffer();
}

async function start() {
  const [python, archive] = await Promise.all([
    loadPyodide({ indexURL: locate("pyodide/") }),
    fetchBytes("inlayc.zip"),
  ]);
  python.unpackArchive(archive, "zip", { extractDir: "/inlay" });
  return python.runPython(`
    import os, sys
    sys.path.insert(0, "/inlay/packages")
    os.chdir("/inlay/project")
    from session import Session
    Session()
  `);
}

const session = start();
let isReady = false;

async function compile({ name, text }) {
  const compiler = await session;
  if (!isReady) postMessage({ isReady: true });
  const begun = performance.now();
  const outcome = JSON.parse(compiler.compile(name, text).to_json());
  postMessage({ outcome, milliseconds: performance.now() - begun });
  if (!isReady) setTimeout(() => compiler.get_ready());
  isReady = true;
}

self.onmessage = ({ data }) => compile(data).catch((error) => postMessage({ failure: String(error.message ?? error) }));
