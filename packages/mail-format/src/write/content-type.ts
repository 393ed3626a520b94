import { parseStructured, rawParameter, textParameter } from '../read/parameters.ts'

/** The properties of a part that its Content-Type says. */
export interface ContentTypeValue {
  type: string
  /** Without charset, boundary and name. */
  parameters: Array<readonly [string, string]>
  charset: string | null
  name: string | null
}

/** Parameters that this module writes itself. */
const ours = new Set(['charset', 'boundary', 'name'])

/** Reads a raw Content-Type value; undefined when it names no media type. */
export function contentType(value: string): ContentTypeValue | undefined {
  const structured = parseStructured(value.replace(/\r?\n(?=[ \t])/g, '').trim())
  const { value: type, parameters } = structured
  if (!/^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}$/.test(type)) return undefined
  const isWritable = ([name, text]: readonly [string, string]) =>
    /^[\w-]{1,50}$/.test(name) && /^[\x20-\x7e]*$/.test(text) && !ours.has(name)
  return {
    type,
    parameters: parameters.filter(isWritable),
    charset: charsetName(rawParameter(structured, 'charset')),
    name: textParameter(structured, 'name'),
  }
}

const charsetName = (text: string | null): string | null =>
  text !== null && /^[\w.:+-]{1,100}$/.test(text) ? text : null
