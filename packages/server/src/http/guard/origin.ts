import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { parseUrl } from '../../kit/parse-url.ts'

/** Whether an address is one of the proxies whose forwarded headers are believed. */
export type IsTrusted = (address: string) => boolean

/** Addresses and CIDR ranges, IPv4 and IPv6; anything else in the list throws. */
export function trustedProxies(list: readonly string[]): IsTrusted {
  const ranges = list.map((entry) => {
    if (entry.includes('/')) return ipaddr.parseCIDR(entry)
    const address = ipaddr.parse(entry)
    return [address, address.kind() === 'ipv4' ? 32 : 128] as const
  })
  if (ranges.length === 0) return () => false
  return (address) => {
    if (!ipaddr.isValid(address)) return false
    const parsed = ipaddr.process(address) // an IPv4 address mapped into IPv6 counts as the IPv4 address
    return ranges.some(([range, bits]) => parsed.kind() === range.kind() && parsed.match(range, bits))
  }
}

export interface Origin {
  scheme: 'http' | 'https'
  /** Host with its port unless that is the scheme's own; empty when the request names none that is usable. */
  host: string
}

/** The address the browser used, X-Forwarded-Proto, -Host and -Port counted only from a trusted proxy. */
export function requestOrigin(request: FastifyRequest, isTrusted: IsTrusted): Origin {
  const scheme = request.protocol === 'https' ? 'https' : 'http'
  const proxied = isTrusted(request.socket.remoteAddress ?? '')
  const forwardedPort = proxied ? getLast(request.headers['x-forwarded-port']) : undefined
  return { scheme, host: hostWithPort(scheme, request.host, forwardedPort) }
}

export function originText({ scheme, host }: Origin): string {
  return `${scheme}://${host}`
}

/**
 * The address of the client, X-Forwarded-For counted only from a trusted proxy. Some proxies write the port beside
 * it, which would make every connection a client of its own; what is no address falls back to the connection's.
 */
export function clientAddress(request: FastifyRequest): string {
  const [, bracketed, dotted] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/.exec(request.ip) ?? []
  const address = bracketed ?? dotted ?? request.ip
  return ipaddr.isValid(address) ? address : (request.socket.remoteAddress ?? '')
}

/**
 * A request from the machine plMail runs on: every address on its way is loopback, so is the name it was addressed
 * by, and nothing tells of a proxy, trusted or not. The name matters because a proxy on this machine that forwards no
 * address would make everybody look local, and because another site's name can be pointed at 127.0.0.1 (DNS rebinding).
 * A name below `localhost` is what a proxy gives a site of its own, so it does not count either.
 */
export function isLocal(request: FastifyRequest, origin: Origin): boolean {
  if (isProxied(request)) return false
  const addresses = [request.socket.remoteAddress ?? '', request.ip, ...(request.ips ?? [])]
  return addresses.every(isLoopback) && isLoopbackName(origin.host)
}

// A proxy that puts its own name for us in Host leaves one of these. nginx leaves none unless told to, but speaks
// HTTP/1.0, which no browser does.
function isProxied({ headers, raw }: FastifyRequest): boolean {
  if (raw.httpVersionMajor === 1 && raw.httpVersionMinor === 0) return true
  return Object.keys(headers).some((name) => /^(forwarded|via|x-real-ip|x-forwarded-.+)$/.test(name))
}

function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}

function isLoopbackName(host: string): boolean {
  const name = host.replace(/:\d+$/, '').replace(/^\[|\]$/g, '')
  return name === 'localhost' || isLoopback(name)
}

function hostWithPort(scheme: string, host: string, forwardedPort: string | undefined): string {
  const named =
    /:\d+$/.test(host) || !/^\d{1,5}$/.test(forwardedPort ?? '') ? host : `${host}:${forwardedPort}`
  return usableHost(`${scheme}://${named}`)
}

/** Most requests name the same host as the one before. */
let lastHost = { text: '', host: '' }

// URL drops the scheme's own port and lower-cases; what it cannot parse is no host.
function usableHost(text: string): string {
  if (lastHost.text !== text) {
    const isUsable = /^https?:\/\/[A-Za-z0-9.:[\]_-]+$/.test(text)
    lastHost = { text, host: (isUsable ? parseUrl(text)?.host : undefined) ?? '' }
  }
  return lastHost.host
}

function getLast(header: string | string[] | undefined): string | undefined {
  const text = Array.isArray(header) ? header.join(',') : header
  return text?.split(',').at(-1)?.trim()
}
