import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Program, type Serving, buildProgram } from '../../../server-testing/src/main/built-program.ts'

// Whole processes start and stop here, on machines that may have other things to do.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

const password = 'correct horse battery'
const sentenceOfOld =
  /^A newer version of plMail has upgraded the database \(cell\/9999-newer\.sql\)\. .*restore the copy/

let program: Program
let running: Serving | undefined
beforeEach(() => {
  program = buildProgram()
})
afterEach(async () => {
  running?.process.kill('SIGTERM')
  await running?.ended
  running = undefined
  program.remove()
})

const inData = (name: string) => join(program.home, 'var', name)
const newer = () => join(program.home, 'dist/migrations/cell/9999-newer.sql')
const becomeNewer = () =>
  writeFileSync(newer(), '-- home: cell\n-- owner: store\ncreate table newer (n int);')
const becomeOlder = () => rmSync(newer())
const setUp = (email: string) =>
  program.command(['app:user:create', '--email', email, '--name', 'A', '--password', password])
const startAndStop = async () => {
  running = await program.serve()
  running.process.kill('SIGTERM')
  expect(await running.ended).toMatchObject({ code: 0, errors: '' })
  running = undefined
}

test('the database before an upgrade is kept, and with it the older version works again', async () => {
  expect(await setUp('ada@example.org')).toMatchObject({ code: 0 })
  expect(existsSync(inData('postgres.before-upgrade'))).toBe(false)
  becomeNewer()
  await startAndStop()
  expect(await setUp('later@example.org')).toMatchObject({ code: 0 })
  expect(existsSync(inData('postgres.before-upgrade'))).toBe(true)

  becomeOlder()
  for (const args of [
    ['serve'],
    ['app:user:password', '--email', 'ada@example.org', '--password', password],
  ]) {
    const { code, errors } = await program.command(args)
    expect([code, errors]).toEqual([1, expect.stringMatching(sentenceOfOld)])
    expect(errors).not.toMatch(/^\s+at /m)
  }
  expect(existsSync(inData('postgres/postmaster.pid'))).toBe(false)

  rmSync(inData('postgres'), { recursive: true })
  renameSync(inData('postgres.before-upgrade'), inData('postgres'))
  await startAndStop()
  expect(await setUp('ada@example.org')).toMatchObject({ code: 1 })
  expect(await setUp('later@example.org')).toMatchObject({ code: 0 })
})

test('an upgrade waits for nobody: with another process at work it is refused and nothing changes', async () => {
  running = await program.serve()
  becomeNewer()
  const { code, errors } = await program.command(['serve'], { PORT: '0' })
  expect([code, errors]).toEqual([1, expect.stringMatching(/^Another plMail process .* Stop every plMail/)])
  expect(existsSync(inData('postgres.before-upgrade'))).toBe(false)
  expect((await fetch(`${running.address}/healthz`)).status).toBe(200)
})

test('a reset removes the copy as well', async () => {
  await startAndStop()
  becomeNewer()
  await startAndStop()
  expect(existsSync(inData('postgres.before-upgrade'))).toBe(true)
  expect(await program.command(['app:reset', '--full', '--yes'])).toMatchObject({ code: 0 })
  expect(existsSync(inData('postgres.before-upgrade'))).toBe(false)
})
