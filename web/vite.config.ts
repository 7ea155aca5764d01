import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// Where `sbg serve` listens while the page is developed with `npm run dev`.
const server = "http://127.0.0.1:8017";

export default defineConfig(({ mode }) => ({
  plugins: [svelte()],
  // Tests of the page's state run what browsers run, not what a server would render.
  ...(mode === "test" ? { resolve: { conditions: ["browser"] } } : {}),
  build: {
    outDir: "../src/sbg/app/web/page",
    emptyOutDir: true,
    target: "es2022",
    // The server forbids data: addresses for scripts and styles; a small file is a file.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // What is shipped carries the terms of those who wrote it.
    license: { fileName: "licenses.md" },
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: {
      // The server answers only to its own page.
      "/api": { target: server, changeOrigin: true, headers: { origin: server } },
      "/ws": { target: server, ws: true, changeOrigin: true, rewriteWsOrigin: true },
    },
  },
}));
