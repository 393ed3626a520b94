import { createServer } from 'node:net'
import { runningIn, takeFolder } from './folder.mjs'
import { variablesFor } from './environment.mjs'
import { runProgram } from './program.mjs'
import { clientsAt, startWorld } from './world.mjs'
import { signInTo, setUp, switchAssistantOn, user, waitUntilReady } from './visitor.mjs'

/**
 * Runs until `stop` is aborted or the server ends; answers the exit code. The providers live in this process, plMail in
 * a child: what the one costs does not slow the other down.
 */
export async function runDemo({ root, dataDirectory, port, stop, print, warn }) {
  const running = await runningIn(dataDirectory)
  if (running !== undefined) {
    warn(`The demo runs already: ${running}/`)
    return 1
  }
  // Whoever listens there would be taken for the demo, and set up as one.
  if (!(await isFree(port))) {
    warn(`Port ${port} is taken by another program. Name another one, as in PORT=8090 npm run demo.`)
    return 1
  }
  const address = `http://127.0.0.1:${port}`
  const world = await startWorld(address)
  const programs = []
  try {
    const isUsed = takeFolder(dataDirectory, { address, control: world.controlUrl })
    const run = (...args) => {
      const program = runProgram({
        root,
        args,
        variables: variablesFor({ dataDirectory, address, port, world }),
      })
      programs.push(program)
      stop.addEventListener('abort', program.stop)
      return program
    }
    if (isUsed && (await run('plmail.mjs', 'app:reset', '--full', '--yes').ended) !== 0) {
      if (!stop.aborted)
        warn(`What an earlier demo left cannot be erased. Remove ${dataDirectory} and try again.`)
      return stop.aborted ? 0 : 1
    }
    if (stop.aborted) return 0
    const server = run('start.mjs')
    const isOver = new AbortController()
    void server.ended.then(() => isOver.abort())
    const opened = open(address, isOver.signal).then(
      () => tell({ address, world, print }),
      (error) => {
        if (isOver.signal.aborted || stop.aborted) return
        warn(`The demo could not be set up: ${error.message}`)
        server.stop()
        return 1
      },
    )
    const code = await server.ended
    return (await opened) ?? code ?? 1
  } finally {
    for (const program of programs) await program.end()
    await world.close()
  }
}

/** What somebody new does: sets plMail up and connects both mailboxes, by the same pages. */
async function open(address, isOver) {
  await waitUntilReady(address, isOver)
  const visitor = await setUp(address)
  for (const client of clientsAt(address)) await signInTo(visitor, client)
  await switchAssistantOn(visitor)
}

function isFree(port) {
  return new Promise((settle) => {
    const server = createServer()
    server.once('error', () => settle(false))
    server.listen(port, '127.0.0.1', () => server.close(() => settle(true)))
  })
}

function tell({ address, world, print }) {
  print(`
plMail is ready at ${address}/

  Sign in as   ${user.email}
  Password     ${user.password}

Two made-up mailboxes are connected. Mail trickles in, and what you send is answered within a minute or so.
Nothing leaves this machine, and every start begins anew. Behind the scenes: ${world.controlUrl}/
Ctrl+C ends it.`)
}
