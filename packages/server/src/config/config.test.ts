import { spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '../kit/clock.ts'
import { systemRandom } from '../kit/random.ts'
import { type Config, loadConfig } from './config.ts'
import { ConfigurationError, DataDirectoryNotWritable } from './configuration-error.ts'
import type { Variables } from './environment.ts'
import { secretVariables, withSecretsInFiles } from './secrets-in-files.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'plmail-config-'))
})
afterEach(() => rm(home, { recursive: true }))

const load = (variables: Variables = {}): Promise<Config> =>
  loadConfig({ variables, home, clock: systemClock, random: systemRandom })
const file = () => join(home, 'var/secrets/generated.env')
const text = () => readFile(file(), 'utf8')

describe('spec, Generated secrets file', () => {
  test('application secret and encryption key are there before anything runs, readable by us alone', async () => {
    const config = await load()
    expect(await text()).toMatch(/^APP_SECRET=[0-9a-f]{64}\nAPP_ENCRYPTION_KEY=[0-9a-f]{64}\n$/m)
    expect(((await stat(file())).mode & 0o777).toString(8)).toBe('600')
    expect(((await stat(join(home, 'var/secrets'))).mode & 0o777).toString(8)).toBe('700')
    expect(config.encryptionKey()).toMatch(/^[0-9a-f]{64}$/)
    expect(() => config.hubSecret()).toThrow('HUB_JWT_SECRET: missing-secret')
  })

  test('what waits is added by app:secrets:init, which changes nothing the second time', async () => {
    const config = await load()
    expect(await config.initSecrets()).toEqual({
      APP_SECRET: 'file',
      APP_ENCRYPTION_KEY: 'file',
      HUB_JWT_SECRET: 'generated',
    })
    const before = await text()
    expect(config.hubSecret()).toHaveLength(64)
    expect(await config.initSecrets()).toMatchObject({ HUB_JWT_SECRET: 'file' })
    expect(await text()).toBe(before)
  })

  test('a supplied value wins and nothing is generated over it', async () => {
    const supplied = { APP_SECRET: 'mine', APP_ENCRYPTION_KEY: 'ab'.repeat(32), HUB_JWT_SECRET: 'mine too' }
    const config = await load(supplied)
    expect(await config.initSecrets()).toMatchObject({ APP_SECRET: 'supplied', HUB_JWT_SECRET: 'supplied' })
    expect(existsSync(file())).toBe(false)
    expect([config.encryptionKey(), config.hubSecret()]).toEqual(['ab'.repeat(32), 'mine too'])
  })

  test('a value of the file loses to one supplied later, and stays in the file', async () => {
    const generated = (await load()).encryptionKey()
    expect((await load({ APP_ENCRYPTION_KEY: 'cd'.repeat(32) })).encryptionKey()).toBe('cd'.repeat(32))
    expect((await load({ APP_ENCRYPTION_KEY: ' ' })).encryptionKey()).toBe(generated)
  })

  test('values are kept in a `.env` beside the program as well; the real environment wins', async () => {
    await writeFile(join(home, '.env'), 'PORT=9000\nHOST=::1\nAPP_SECRET=\n')
    const config = await load({ HOST: '0.0.0.0', PORT: '' })
    expect([config.port, config.host]).toEqual([9000, '0.0.0.0'])
    expect(await text()).toContain('APP_SECRET=')
  })

  test('a `.env` is not about the demo, which must not reach what it names', async () => {
    await writeFile(join(home, '.env'), 'PORT=9000\nDATABASE_URL=postgresql://plmail:secret@db/plmail\n')
    const config = await load({ DEMO_MODE: '1', HOST: '127.0.0.1' })
    expect([config.isDemo, config.port, config.databaseUrl]).toEqual([true, 8080, undefined])
  })

  test('processes that start together agree on every secret', async () => {
    const starter = await makeStarter()
    const keys = await Promise.all(Array.from({ length: 6 }, () => startOne(starter)))
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toBe(await text())
    expect(await readdir(join(home, 'var/secrets'))).toEqual(['generated.env'])
  })

  test('rotating replaces what was generated and leaves what was supplied', async () => {
    const config = await load({ APP_SECRET: 'mine' })
    const before = config.encryptionKey()
    expect(await config.rotateSecrets()).toEqual(['APP_ENCRYPTION_KEY', 'HUB_JWT_SECRET'])
    expect(config.encryptionKey()).not.toBe(before)
    expect(await text()).not.toContain('APP_SECRET=')
  })

  test.each([
    { APP_SECRET: 'ChangeMe' },
    { APP_ENCRYPTION_KEY: '0'.repeat(64) },
    { HUB_JWT_SECRET: '!ChangeThisMercureHubJWTSecretKey!' },
    { DATABASE_URL: 'postgresql://plmail:%21ChangeMe%21@database:5432/plmail' },
  ])('an example value %o is refused in production, and only there', async (variables) => {
    await expect(load(variables)).rejects.toThrow(/example-/)
    await expect(load({ ...variables, APP_ENV: 'dev' })).resolves.toBeDefined()
  })

  /** A program of its own that loads the configuration and prints the secrets file it ends up with. */
  async function makeStarter(): Promise<string> {
    const outfile = join(home, 'starter.mjs')
    const contents = `
      import { readFileSync } from 'node:fs'
      import { loadConfig } from './config.ts'
      import { systemClock } from '../kit/clock.ts'
      import { systemRandom } from '../kit/random.ts'
      const home = process.argv[2]
      const config = await loadConfig({ variables: {}, home, clock: systemClock, random: systemRandom })
      await config.initSecrets()
      process.stdout.write(readFileSync(config.secretsFile, 'utf8'))`
    const stdin = { contents, resolveDir: import.meta.dirname, loader: 'ts' as const }
    const banner = `import { createRequire as r } from 'node:module'; const require = r(import.meta.url);`
    await build({ stdin, bundle: true, platform: 'node', format: 'esm', outfile, banner: { js: banner } })
    return outfile
  }

  function startOne(starter: string): Promise<string> {
    const child = spawn(process.execPath, [starter, home], { stdio: ['ignore', 'pipe', 'inherit'] })
    let printed = ''
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
    })
    return new Promise((resolve, reject) => {
      child.on('close', (code) => (code === 0 ? resolve(printed) : reject(new Error(`ended with ${code}`))))
    })
  }
})

describe('the public address', () => {
  test('is nothing until stored, trimmed when stored, and seen at once by other processes', async () => {
    const [config, otherConfig] = [await load(), await load()]
    expect([config.publicAddress(), config.hubAddress()]).toEqual([undefined, undefined])
    expect(await config.storePublicAddress('https://mail.example.org/')).toEqual({
      ok: true,
      value: 'https://mail.example.org',
    })
    expect(otherConfig.publicAddress()).toBe('https://mail.example.org')
    expect(otherConfig.hubAddress()).toBe('https://mail.example.org/.well-known/hub')
    await config.storePublicAddress('https://post.example.org')
    expect(otherConfig.publicAddress()).toBe('https://post.example.org')
    expect(otherConfig.encryptionKey()).toBe(config.encryptionKey())
  })

  test('is not stored when it cannot be used', async () => {
    const config = await load()
    expect((await config.storePublicAddress('https://mail.example.org/path')).ok).toBe(false)
    expect(config.publicAddress()).toBeUndefined()
  })

  test('of the environment beats the stored one; so does the hub address', async () => {
    const config = await load({
      APP_PUBLIC_URL: 'https://env.example.org/',
      HUB_PUBLIC_URL: 'https://hub.example.org/h',
    })
    await config.storePublicAddress('https://stored.example.org')
    expect(config.publicAddress()).toBe('https://env.example.org')
    expect(config.hubAddress()).toBe('https://hub.example.org/h')
  })
})

describe('derived keys', () => {
  test('are 32 bytes, the same for one purpose, different for another and under another secret', async () => {
    const [config, otherConfig] = [await load({ APP_SECRET: 'a' }), await load({ APP_SECRET: 'b' })]
    expect(config.keyFor('x')).toHaveLength(32)
    expect(config.keyFor('x')).toEqual((await load({ APP_SECRET: 'a' })).keyFor('x'))
    expect(config.keyFor('x')).not.toEqual(config.keyFor('y'))
    expect(config.keyFor('x')).not.toEqual(otherConfig.keyFor('x'))
  })
})

describe('the data directory', () => {
  test('that cannot be made is told with its path', async () => {
    await writeFile(join(home, 'file'), '')
    const failure = await load({ APP_DATA_DIR: join(home, 'file/var') }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(DataDirectoryNotWritable)
    expect(failure).toMatchObject({ directory: join(home, 'file/var') })
    await expect(load({ APP_DATA_DIR: join(home, 'file') })).rejects.toThrow(DataDirectoryNotWritable)
  })

  test('is not made when the environment cannot be used', async () => {
    await expect(load({ PORT: 'x' })).rejects.toThrow(ConfigurationError)
    expect(existsSync(join(home, 'var'))).toBe(false)
  })
})

describe('a secret in a file', () => {
  const put = async (name: string, content: string) => {
    await writeFile(join(home, name), content)
    return name
  }

  test.each(secretVariables)('%s counts as if it stood in the environment', (name) => {
    const path = join(home, 'secret')
    writeFileSync(path, 'from the file\n')
    expect(withSecretsInFiles({ [`${name}_FILE`]: path }, '/')[name]).toBe('from the file')
  })

  test('is in force, and nothing is generated over it', async () => {
    const config = await load({
      HUB_JWT_SECRET_FILE: await put('hub', 'the hub’s secret\n'),
      ASSISTANT_API_KEY_FILE: await put('key', ' sk-1 '),
    })
    expect([config.hubSecret(), config.assistant.apiKey]).toEqual(['the hub’s secret', 'sk-1'])
  })

  test('is refused when it stands there twice, or the file is missing or empty', async () => {
    const empty = await put('empty', ' \n')
    await expect(load({ ASSISTANT_API_KEY_FILE: empty, ASSISTANT_API_KEY: 'sk-1' })).rejects.toThrow(
      'ASSISTANT_API_KEY_FILE: set-twice',
    )
    await expect(load({ ASSISTANT_API_KEY_FILE: empty })).rejects.toThrow(
      'ASSISTANT_API_KEY_FILE: empty-file',
    )
    await expect(load({ OIDC_CLIENT_SECRET_FILE: 'nowhere' })).rejects.toThrow(
      'OIDC_CLIENT_SECRET_FILE: unreadable-file',
    )
  })
})
