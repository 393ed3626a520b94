/**
 * The only place that opens connections to other machines. Knows no table: whether a connection is allowed and where it
 * is written down is handed in. The rooms that speak to servers import it, providers among them.
 */
export { createNetwork, type Dialer, type LentClient, type Network } from './create-network.ts'
export type { Fetch, HttpClient, HttpOptions, HttpResponse } from './http-client.ts'
export type { Lookup, DnsRecords, Resolve } from './look-up.ts'
export { secure } from './open-socket.ts'
export { AddressRefused } from './outcome-of-error.ts'
export { type Owner, type Purpose, SwitchedOff, type Traffic } from './types.ts'
