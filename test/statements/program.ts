import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** What belongs to tests is no statement of the product. */
const ofTests = /\.test\.ts$|-for-tests\.ts$|\.d\.ts$|\/packages\/server-testing\//

/** Every file of the product that may hold SQL: all packages but the web client, which has no database. */
function productFiles(): string[] {
  const packages = join(root, 'packages')
  return readdirSync(packages)
    .filter((name) => name !== 'web')
    .map((name) => join(packages, name, 'src'))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    )
    .filter((file) => file.endsWith('.ts') && !ofTests.test(file))
}

export function productProgram(): ts.Program {
  const { config } = ts.readConfigFile(join(root, 'packages/server/tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, join(root, 'packages/server'))
  return ts.createProgram(productFiles(), options)
}

export const isOfTests = (file: string) => ofTests.test(file)

export const relativePath = (file: string) => file.slice(root.length)
