/** Builds the console into `dist`, or serves it with hot reload in front of a local runtime. */
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const root = fileURLToPath(new URL('.', import.meta.url));

export default defineConfig(({ command }) => ({
  root,
  // The deployment serves the files under this path; the development server finds its own without it.
  base: '/console/',
  cacheDir: '../../node_modules/.cache/console',
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // Which files a route loads is what the budgets are checked against.
    manifest: true,
    // Data URLs would need an exception in the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server:
    command === 'serve' ? { port: 4480, proxy: { '/api': apiProxy(), '/docs': apiProxy() } } : undefined,
}));

/** The local runtime, at `CONSOLE_API` where it does not listen on its usual port. */
function apiProxy() {
  return { target: process.env.CONSOLE_API ?? 'http://127.0.0.1:4400' };
}
