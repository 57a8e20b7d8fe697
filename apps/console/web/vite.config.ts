import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from './build/compressed.ts';
import { firstLoad } from './build/first-load.ts';
import { lawLinks } from './build/law-links.ts';

/** Where `npm run dev` finds a running console, whose page this one replaces. */
const backend = process.env['CONSOLE_URL'] ?? 'http://127.0.0.1:8083';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [
    react(),
    lawLinks(fileURLToPath(new URL('../../../packs', import.meta.url))),
    firstLoad({ limitBytes: 300_000 }),
    compressed(),
  ],
  build: {
    target: 'es2022',
    // Inlined files would be `data:` addresses, which the page's policy refuses.
    assetsInlineLimit: 0,
    // The script that it adds is for browsers older than the target.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Whoever gets the page gets the words of those who have made parts of it.
    license: { fileName: 'third-party-notices.md' },
  },
  // Writes are taken from the console's own origin alone.
  server: { proxy: { '/api': { target: backend, headers: { origin: backend } } } },
});
