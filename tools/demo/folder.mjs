import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const noteIn = (folder) => join(folder, 'running.json')

/** The address of another demo that has the folder; one that was killed answers no more. */
export async function runningIn(folder) {
  if (!existsSync(noteIn(folder))) return undefined
  const { address, control } = JSON.parse(readFileSync(noteIn(folder), 'utf8'))
  const answers = await fetch(`${control}/__emu/state`).then(
    ({ ok }) => ok,
    () => false,
  )
  return answers ? address : undefined
}

/**
 * Takes the folder. True when an earlier demo left something in it, which the emulated providers know nothing of any
 * more.
 */
export function takeFolder(folder, { address, control }) {
  const isUsed = existsSync(folder)
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  writeFileSync(noteIn(folder), JSON.stringify({ address, control }))
  return isUsed
}
