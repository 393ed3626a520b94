import { bodyLists } from '@plmail/mail-format'
import { type HeaderProperty, headerProperty } from './header-property.ts'
import {
  assign,
  type BodyRequest,
  getBodyValues,
  getHeader,
  getHeaders,
  partJson,
  type PartSource,
} from './parts.ts'
import { bodyProperties } from './properties.ts'

/** Which of the properties that need the structure or the bytes of a message are asked for. */
export interface ContentRequest {
  properties: ReadonlySet<string>
  headers: readonly HeaderProperty[]
  body: BodyRequest
  needsStructure: boolean
  needsBytes: boolean
}

export function contentRequest(properties: ReadonlySet<string>, body: BodyRequest): ContentRequest {
  const headers = [...properties].flatMap((name) => headerProperty(name) ?? [])
  const hasHeaders = headers.length > 0 || properties.has('headers')
  const hasBody = bodyProperties.some((name) => properties.has(name))
  const hasParts = bodyProperties.some((name) => name !== 'bodyValues' && properties.has(name))
  const hasValues = properties.has('bodyValues') && (body.text || body.html || body.all)
  return {
    properties,
    headers,
    body,
    needsStructure: hasHeaders || hasBody,
    needsBytes: hasHeaders || hasValues || (hasParts && body.hasHeaders),
  }
}

/** The body properties, `headers` and header forms of one message. */
export function contentJson(source: PartSource, request: ContentRequest): Record<string, unknown> {
  const { properties, body } = request
  const lists = bodyLists(source.tree)
  const json: Record<string, unknown> = {}
  if (properties.has('bodyStructure')) json['bodyStructure'] = partJson(source, source.tree.root, body)
  for (const name of ['textBody', 'htmlBody', 'attachments'] as const)
    if (properties.has(name)) json[name] = lists[name].map((part) => partJson(source, part, body))
  if (properties.has('bodyValues'))
    json['bodyValues'] = body.text || body.html || body.all ? getBodyValues(source, body) : {}
  if (properties.has('headers')) json['headers'] = getHeaders(source, source.tree.root)
  for (const property of request.headers) assign(json, getHeader(source, source.tree.root, property))
  return json
}
