import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** Runs one of the tools beside this folder as a process of its own. What it says on standard error is shown. */
export function runProgram({ root, args: [tool, ...args], variables }) {
  const child = spawn(process.execPath, ['--max-semi-space-size=4', join(root, 'tools', tool), ...args], {
    cwd: root,
    env: variables,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let hasEnded = false
  const ended = new Promise((settle) => {
    child.once('exit', (code) => settle(code))
    child.once('error', () => settle(1))
  }).finally(() => (hasEnded = true))
  const stop = () => void child.kill('SIGTERM')
  return {
    /** The exit code; null when a signal ended it. */
    ended,
    hasEnded: () => hasEnded,
    /** Asks it to end in good order. */
    stop,
    end: async () => {
      if (!hasEnded) stop()
      await ended
    },
  }
}
