import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

/** `PLMAIL_SERVER`: where `vite packages/web` sends everything that is not the client itself. */
const server = process.env['PLMAIL_SERVER'] ?? 'http://127.0.0.1:8080'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [svelte()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // The server's content policy allows no data: scripts or fonts, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/jmap', '/login', '/logout', '/install', '/mail/image-proxy', '/.well-known'].map((path) => [
        path,
        { target: server },
      ]),
    ),
  },
})
