import { availableParallelism } from 'node:os'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tools/longest-first.mjs'
import { compileWords } from './packages/words/compile/compile-words.mjs'
import { workspaces } from './tools/workspaces.mjs'

compileWords()

const database = ['packages/server-testing/src/store/postgres.ts']

/** Tests of a package that needs nothing but itself; these keep nothing in their modules, so a worker loads them once. */
const plainProjects = workspaces()
  .map(({ folder }) => folder.slice('packages/'.length))
  .filter((name) => name !== 'server' && name !== 'server-testing' && name !== 'web')
  .map((name) => ({
    extends: true as const,
    test: { name, isolate: false, include: [`packages/${name}/**/*.test.ts`] },
  }))

export default defineConfig({
  test: {
    reporters: ['default', './tools/closing-line.mjs'],
    // Much of a test is waiting for a server, or for a line that is made slow: two workers leave half of two cores idle.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    // Long, because a loaded machine is slow: what holds is seen at once anyway.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    // A second try keeps a slow machine from stopping everybody; the closing lines name what needed it.
    retry: 1,
    expect: { poll: { timeout: 60_000 } },
    // Without `extends` a project knows nothing of the above.
    projects: [
      ...plainProjects,
      {
        extends: true,
        test: {
          name: 'server',
          // Rooms keep nothing in their modules, so a worker loads them once: half of a file's time was loading.
          isolate: false,
          include: ['packages/server/src/**/*.test.ts', 'tools/**/*.test.ts', 'test/statements/**/*.test.ts'],
          globalSetup: database,
        },
      },
      {
        extends: true,
        plugins: [svelte({ configFile: false })],
        test: { name: 'web', include: ['packages/web/src/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          include: ['test/journeys/**/*.test.ts', 'test/fixtures/**/*.test.ts'],
          globalSetup: [...database, 'test/fixtures/program.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'load',
          include: ['test/load/**/*.test.ts'],
          globalSetup: [...database, 'test/fixtures/program.ts'],
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
