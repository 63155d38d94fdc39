/** Builds the console into `dist`, or serves it with hot reload in front of a local runtime. */
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const root = fileURLToPath(new URL('.', import.meta.url));

export default defineConfig(({ command }) => ({
  root,
  // The deployment serves the files under this path; the development server does not use it.
  base: '/console/',
  cacheDir: '../../node_modules/.cache/console',
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // The manifest, from which the size budgets are checked.
    manifest: true,
    // Data URLs would need an exception in the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server:
    command === 'serve' ? { port: 4480, proxy: { '/api': apiProxy(), '/docs': apiProxy() } } : undefined,
}));

/** The local runtime, at `CONSOLE_API` if it does not use the default port. */
function apiProxy() {
  return { target: process.env.CONSOLE_API ?? 'http://127.0.0.1:4400' };
}
