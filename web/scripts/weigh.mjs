// The built page in; its compressed weight out. Exit 1 when it is heavier than it may be.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const LIMIT = 250_000;
const page = fileURLToPath(new URL("../../src/sbg/app/web/page", import.meta.url));

let total = 0;
for (const entry of readdirSync(page, { recursive: true, withFileTypes: true })) {
  // The terms of the packages lie beside the page; no browser asks for them.
  if (!entry.isFile() || entry.name === "licenses.md") continue;
  const path = join(entry.parentPath, entry.name);
  const bytes = gzipSync(readFileSync(path), { level: 9 }).length;
  total += bytes;
  console.log(`${String(bytes).padStart(8)}  ${relative(page, path)}`);
}
console.log(`${String(total).padStart(8)}  bytes in all, compressed; ${LIMIT} are allowed`);
if (total > LIMIT) {
  console.error("The page is too heavy.");
  process.exit(1);
}
