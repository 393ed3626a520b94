import { join } from 'node:path'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { type Plugin, defaultClientConditions, defineConfig } from 'vite'
import { compileWords, pseudoLanguageOf } from '../words/compile/compile-words.mjs'

/** `PLMAIL_ENGLISH`: a made-up language in the place of English, to see what no catalogue says. */
const english = pseudoLanguageOf(process.env['PLMAIL_ENGLISH'])

/** Compiles the messages before anything imports them, and again when one of them changes while the client is served. */
const words: Plugin = {
  name: 'words',
  buildStart: () => void compileWords({ english }),
  configureServer({ watcher }) {
    const messages = join(import.meta.dirname, '../words/messages')
    watcher.add(messages)
    watcher.on('change', (file) => {
      if (file.startsWith(messages)) compileWords({ english })
    })
  },
}

/** `PLMAIL_SERVER`: where the server is that `vite packages/web` puts the client in front of. */
const server = process.env['PLMAIL_SERVER'] ?? 'http://127.0.0.1:8080'

/** The addresses of the server's own: interfaces in folders, and pages by the beginning of their names. */
const folders = String.raw`(?:api|book|jmap|oauth|provA|share|webhook|\.well-known)/`
const pages = '(?:healthz|install|login|logout|page-|mail/(?:attachments|image-proxy|original|print))'

/**
 * Small things that the first screen needs and other screens share. One file each, they would cost more to ask for than
 * to send.
 */
const small = {
  name: 'small',
  test: new RegExp(
    [
      String.raw`/words/compiled[a-z-]*/(?:load/first|directions)\.`,
      String.raw`/wire/src/(?:categories|jmap|languages|preferences|reading)\.`,
      String.raw`/node_modules/idb/`,
      String.raw`/web/src/(?:${[
        'ui/(?:media|IconButton|Confirm|Dialog)',
        'main/(?:browser|keyboard|device)',
        'net/(?:jmap|upload)',
        'mail/(?:folders/(?:dragging|folder-tree)|list/(?:labels|list-row|LabelChip))',
        'disk/(?:databases|deed-store|least-used|bodies|saving|mail-disk|no-disk|dropping|notifying|queue-name)',
        'records/core/(?:one-at-a-time|topic)',
        'records/calendar/day',
        'records/lists/(?:conversation|list-name|list-sources)',
        'records/mail/(?:deltas|mailbox-of-label|reading|thread-ref)',
        'commands/(?:app|stored-draft-keys|keys|current-message|places|settings-pages|repairs|thread-desk)',
        'words/(?:app|commands|direction|labels|lists|numbers|offline|people|say-problem|say-refusal|search|snooze|spoken)',
      ].join('|')})\.`,
    ].join('|'),
  ),
}

/** The messages import this while everything else waits for them: in one file with others each would wait for the other. */
const formats = { name: 'formats', test: /\/packages\/words\/src\/formats\./ }

/** Modules that the composer and the queue of messages share. */
const draft = {
  name: 'draft-fields',
  test: /\/web\/src\/compose\/draft\/(?:message|recipients|device-drafts|random-id)\./,
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [words, svelte()],
  resolve: { conditions: [...(english ? [english] : []), ...defaultClientConditions] },
  // One file: a worker comes with the policy of files, which lets it fetch nothing, not even another part of itself.
  worker: { format: 'es', rolldownOptions: { output: { codeSplitting: false } } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // The server's content policy allows no data: scripts or fonts, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { includeDependenciesRecursively: false, groups: [formats, small, draft] },
      },
    },
  },
  server: {
    proxy: { [`^/(?:${folders}|${pages})`]: { target: server } },
  },
})
