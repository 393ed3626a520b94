import { createServer, connect, type Socket, type AddressInfo } from 'node:net'

export interface CuttingProxy extends AsyncDisposable {
  readonly port: number
  /** Connections made so far. */
  connections(): number
  /** Ends every open connection without a word. */
  cut(): void
  /** Sees what the server sends before it is passed on; answering true ends the connection instead. */
  onServerData: ((chunk: Buffer, connection: number) => boolean) | undefined
  /** Sees what the client sends before it is passed on. */
  onClientData: ((chunk: Buffer, connection: number) => void) | undefined
  /** Holds up what the client sends until the promise it returns is settled. */
  beforeClientData: ((chunk: Buffer) => Promise<void> | undefined) | undefined
  /** Refuses new connections from now on. */
  close(): Promise<void>
}

/** A TCP proxy on loopback that fails on command, as networks do. The target is a port here, or a socket's file. */
export async function startCuttingProxy(target: number | { path: string }): Promise<CuttingProxy> {
  const open = new Set<Socket>()
  let count = 0
  const server = createServer((client) => {
    const number = ++count
    const upstream = connect(typeof target === 'number' ? { port: target, host: '127.0.0.1' } : target)
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.on('data', (chunk) => {
      proxy.onClientData?.(chunk, number)
      const delay = proxy.beforeClientData?.(chunk)
      if (delay === undefined) return upstream.write(chunk)
      client.pause()
      void delay.finally(() => {
        upstream.write(chunk)
        client.resume()
      })
    })
    upstream.on('data', (chunk) => {
      if (proxy.onServerData?.(chunk, number)) client.destroy()
      else client.write(chunk)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  const close = async () => {
    cut()
    if (server.listening) await new Promise((resolve) => server.close(resolve))
  }
  const proxy: CuttingProxy = {
    port: (server.address() as AddressInfo).port,
    connections: () => count,
    cut,
    onServerData: undefined,
    onClientData: undefined,
    beforeClientData: undefined,
    close,
    [Symbol.asyncDispose]: close,
  }
  return proxy
}
