import type { JsonObject, JsonValue } from '../../contract/index.ts'
import { type ReadonlyJson, numberOf, objectOf, objectsOf, stringOf } from '../../contract/read-json.ts'
import { urlOf } from '../../../kit/url-of.ts'
import { idOf } from './people.ts'

/** The property of a place that holds Graph's details beyond its name. */
const details = 'microsoft.com:location'
/** The property of a link that Graph created with the meeting; no client can remove it. */
const ownMeeting = 'microsoft.com:isOnlineMeeting'

/** Places, and links to meetings: Graph's own, and those kept as the address of a place. */
export function readPlaces(event: ReadonlyJson): JsonObject {
  const places = objectsOf(event['locations'])
  const all = places.length === 0 ? [objectOf(event['location'])] : places
  const locations = new Map<string, JsonObject>()
  const links = new Map<string, JsonObject>()
  const { joinUrl } = objectOf(event['onlineMeeting'])
  const join = stringOf(joinUrl) || stringOf(event['onlineMeetingUrl'])
  if (isWeb(join)) {
    const name = event['onlineMeetingProvider'] === 'teamsForBusiness' ? { name: 'Microsoft Teams' } : {}
    links.set(idOf(join), { '@type': 'VirtualLocation', uri: join, ...name, [ownMeeting]: true })
  }
  for (const place of all) {
    const [name, uri] = [stringOf(place['displayName']), stringOf(place['locationUri'])]
    if (isWeb(uri))
      links.set(idOf(uri), {
        '@type': 'VirtualLocation',
        uri,
        ...(name === uri || name === '' ? {} : { name }),
      })
    else if (name !== '') locations.set(idOf(name), locationOf(name, place))
  }
  return {
    ...(locations.size === 0 ? {} : { locations: Object.fromEntries(locations) }),
    ...(links.size === 0 ? {} : { virtualLocations: Object.fromEntries(links) }),
  }
}

const isWeb = (text: string): boolean => /^https?:\/\//i.test(text) && urlOf(text) !== undefined

function locationOf(name: string, place: ReadonlyJson): JsonObject {
  const more = essential(name, place)
  const { latitude, longitude } = objectOf(place['coordinates'])
  const [north, east] = [numberOf(latitude), numberOf(longitude)]
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
      Object.values(objectOf(value)).every((part) => part === null || part === ''))
  return Object.fromEntries(
    // It came as JSON.
    Object.entries(place).filter(([key, value]) => !isUsual(key, value)) as Array<[string, JsonValue]>,
  )
}

/** A place whose name is still what Graph knew it by is sent with everything that belongs to it. */
export function writePlaces(event: JsonObject): ReadonlyJson[] {
  const places = Object.values(objectOf(event['locations'])).flatMap((value): ReadonlyJson[] => {
    const place = objectOf(value)
    const name = stringOf(place['name'])
    const address = objectOf(place[details])
    if (name === '') return []
    return [address['displayName'] === name ? address : { displayName: name }]
  })
  const links = Object.values(objectOf(event['virtualLocations'])).flatMap((value): ReadonlyJson[] => {
    const link = objectOf(value)
    const uri = stringOf(link['uri'])
    if (uri === '' || link[ownMeeting] === true) return []
    return [{ displayName: stringOf(link['name']) || uri, locationUri: uri }]
  })
  return [...places, ...links]
}

/** The links that Graph made. */
export function meetingsIn(event: JsonObject): string[] {
  return Object.values(objectOf(event['virtualLocations'])).flatMap((value) => {
    const link = objectOf(value)
    return link[ownMeeting] === true ? [stringOf(link['uri'])] : []
  })
}
