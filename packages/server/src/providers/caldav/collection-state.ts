import { ProviderError } from '../contract/index.ts'
import type { Dav } from './dav-client.ts'
import { calendarServer, dav, type DavResponse, getText } from './multistatus.ts'
import { child, getChildren } from './xml.ts'

const question = `<?xml version="1.0" encoding="utf-8"?>
<propfind xmlns="DAV:" xmlns:S="http://calendarserver.org/ns/">
  <prop><supported-report-set/><sync-token/><S:getctag/></prop>
</propfind>`

/** The state that a collection reports. */
export interface CollectionState {
  /** RFC 6578: the server tells what changed since a token. */
  offersSync: boolean
  /** Changes whenever anything in the collection does. */
  ctag: string | undefined
}

/** Throws `gone` where no collection is any more. */
export async function fetchState({ multistatus }: Dav, calendar: string): Promise<CollectionState> {
  const doing = 'looking at a calendar'
  const { responses } = await multistatus({
    method: 'PROPFIND',
    url: calendar,
    depth: '0',
    body: question,
    doing,
  })
  const [collection] = responses
  if (!collection || collection.status === 404)
    throw new ProviderError('gone', `Nothing is there while ${doing}`)
  return { offersSync: offersSync(collection), ctag: getText(collection, calendarServer('getctag')) }
}

function offersSync({ properties }: DavResponse): boolean {
  const reports = getChildren(properties.get(dav('supported-report-set')), dav('supported-report'))
  return reports.some((report) => child(report, dav('report'), dav('sync-collection')) !== undefined)
}
