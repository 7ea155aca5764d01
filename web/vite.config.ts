import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// Where `sbg serve` listens while the page is developed with `npm run dev`.
const server = "http://127.0.0.1:8017";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/sbg/web/page",
    emptyOutDir: true,
    target: "es2022",
    // The server forbids data: addresses for scripts and styles; a small file is a file.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: {
      "/api": { target: server, changeOrigin: true },
      "/ws": { target: server, ws: true, changeOrigin: true, rewriteWsOrigin: true },
    },
  },
});
