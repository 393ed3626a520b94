import { defineConfig } from 'vitest/config'

const database = ['test/fixtures/postgres-for-tests.ts']

export default defineConfig({
  test: {
    reporters: ['default', './tools/closing-line.mjs'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      { test: { name: 'wire', include: ['packages/wire/src/**/*.test.ts'] } },
      {
        test: {
          name: 'server',
          include: ['packages/server/src/**/*.test.ts', 'tools/**/*.test.ts'],
          globalSetup: database,
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: 'web', include: ['packages/web/src/**/*.test.ts'] } },
      {
        test: {
          name: 'journeys',
          include: ['test/journeys/**/*.test.ts'],
          globalSetup: [...database, 'test/fixtures/program.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
