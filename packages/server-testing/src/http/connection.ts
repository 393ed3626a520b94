import { type ClientRequest, type RequestOptions, request as plain } from 'node:http'
import { request as secure } from 'node:https'

/** How a visitor reaches a server, where the defaults do not do. */
export interface Connection {
  /** The loopback address to come from. */
  localAddress?: string
  /** PEM of the certificate to believe. */
  ca?: string
}

/** A request to an http or https address, on a connection of its own. */
export function requestOn(connection: Connection, url: URL, options: RequestOptions): ClientRequest {
  const request = url.protocol === 'https:' ? secure : plain
  return request(url, { family: 4, agent: false, ...connection, ...options })
}
