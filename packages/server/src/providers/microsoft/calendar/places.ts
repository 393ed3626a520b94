import type { JsonObject, JsonValue } from '../../contract/index.ts'
import {
  type ReadonlyJson,
  readNumber,
  readObject,
  readObjects,
  readString,
} from '../../contract/read-json.ts'
import { parseUrl } from '../../../kit/parse-url.ts'
import { getId } from './people.ts'

/** The property of a place that holds Graph's details beyond its name. */
const details = 'microsoft.com:location'
/** The property of a link that Graph created with the meeting; no client can remove it. */
const ownMeeting = 'microsoft.com:isOnlineMeeting'

/** Places, and links to meetings: Graph's own, and those kept as the address of a place. */
export function readPlaces(event: ReadonlyJson): JsonObject {
  const places = readObjects(event['locations'])
  const all = places.length === 0 ? [readObject(event['location'])] : places
  const locations = new Map<string, JsonObject>()
  const links = new Map<string, JsonObject>()
  const { joinUrl } = readObject(event['onlineMeeting'])
  const join = readString(joinUrl) || readString(event['onlineMeetingUrl'])
  if (isWeb(join)) {
    const name = event['onlineMeetingProvider'] === 'teamsForBusiness' ? { name: 'Microsoft Teams' } : {}
    links.set(getId(join), { '@type': 'VirtualLocation', uri: join, ...name, [ownMeeting]: true })
  }
  for (const place of all) {
    const [name, uri] = [readString(place['displayName']), readString(place['locationUri'])]
    if (isWeb(uri))
      links.set(getId(uri), {
        '@type': 'VirtualLocation',
        uri,
        ...(name === uri || name === '' ? {} : { name }),
      })
    else if (name !== '') locations.set(getId(name), getLocation(name, place))
  }
  return {
    ...(locations.size === 0 ? {} : { locations: Object.fromEntries(locations) }),
    ...(links.size === 0 ? {} : { virtualLocations: Object.fromEntries(links) }),
  }
}

const isWeb = (text: string): boolean => /^https?:\/\//i.test(text) && parseUrl(text) !== undefined

function getLocation(name: string, place: ReadonlyJson): JsonObject {
  const more = essential(name, place)
  const { latitude, longitude } = readObject(place['coordinates'])
  const [north, east] = [readNumber(latitude), readNumber(longitude)]
  return {
    '@type': 'Location',
    name,
    ...(north === undefined || east === undefined ? {} : { coordinates: `geo:${north},${east}` }),
    ...(Object.keys(more).length === 0 ? {} : { [details]: { displayName: name, ...more } }),
  }
}

/** Without what Graph says of every place that somebody only typed. */
function essential(name: string, place: ReadonlyJson): JsonObject {
  const isUsual = (key: string, value: unknown): boolean =>
    key === 'displayName' ||
    key.includes('@') ||
    value === null ||
    value === '' ||
    (key === 'locationType' && value === 'default') ||
    (key === 'uniqueId' && value === name) ||
    (key === 'uniqueIdType' && (value === 'unknown' || value === 'private')) ||
    (typeof value === 'object' &&
      Object.values(readObject(value)).every((part) => part === null || part === ''))
  return Object.fromEntries(
    // It came as JSON.
    Object.entries(place).filter(([key, value]) => !isUsual(key, value)) as Array<[string, JsonValue]>,
  )
}

/** A place whose name is still what Graph knew it by is sent with everything that belongs to it. */
export function writePlaces(event: JsonObject): ReadonlyJson[] {
  const places = Object.values(readObject(event['locations'])).flatMap((value): ReadonlyJson[] => {
    const place = readObject(value)
    const name = readString(place['name'])
    const address = readObject(place[details])
    if (name === '') return []
    return [address['displayName'] === name ? address : { displayName: name }]
  })
  const links = Object.values(readObject(event['virtualLocations'])).flatMap((value): ReadonlyJson[] => {
    const link = readObject(value)
    const uri = readString(link['uri'])
    if (uri === '' || link[ownMeeting] === true) return []
    return [{ displayName: readString(link['name']) || uri, locationUri: uri }]
  })
  return [...places, ...links]
}

/** The links that Graph made. */
export function meetingsIn(event: JsonObject): string[] {
  return Object.values(readObject(event['virtualLocations'])).flatMap((value) => {
    const link = readObject(value)
    return link[ownMeeting] === true ? [readString(link['uri'])] : []
  })
}
