import type { EmulatedAnswer } from '../http/answer.ts'

/** Thrown inside an operation: Graph answers with this instead. */
export class Refused extends Error {
  readonly answer: EmulatedAnswer

  constructor(status: number, code: string, message: string, headers: Record<string, string> = {}) {
    super(`${status} ${code}: ${message}`)
    this.name = 'Refused'
    this.answer = { status, headers, body: { error: { code, message } } }
  }
}

export const badRequest = (message: string): Refused => new Refused(400, 'BadRequest', message)

/** [F] What Exchange says of an id that is gone, and of a rest id from before a move. */
export const itemNotFound = (): Refused =>
  new Refused(404, 'ErrorItemNotFound', 'The specified object was not found in the store.')

/** [D] An id that no mailbox ever gave out. */
export const malformedId = (): Refused => new Refused(400, 'ErrorInvalidIdMalformed', 'Id is malformed.')

/** [F] A permission is missing on the token. */
export const accessDenied = (): Refused =>
  new Refused(403, 'ErrorAccessDenied', 'Access is denied. Check credentials and try again.')

/** [F] The change key in If-Match is not the current one. */
export const changeKeyConflict = (): Refused =>
  new Refused(
    412,
    'ErrorIrresolvableConflict',
    'The send or update operation could not be performed because the change key passed in the request does not match the current change key for the item.',
  )

/** Returns Graph's error for a bare status: a fault armed without a body. */
export function errorOfStatus(status: number): { error: { code: string; message: string } } {
  const code = codeOfStatus.get(status) ?? (status >= 500 ? 'generalException' : 'BadRequest')
  return { error: { code, message: 'The request could not be processed.' } }
}

const codeOfStatus = new Map([
  [401, 'InvalidAuthenticationToken'],
  [403, 'ErrorAccessDenied'],
  [404, 'ErrorItemNotFound'],
  [409, 'Conflict'],
  [410, 'SyncStateNotFound'],
  [429, 'ApplicationThrottled'],
  [500, 'InternalServerError'],
  [502, 'BadGateway'],
  [503, 'ServiceUnavailable'],
  [504, 'GatewayTimeout'],
])
