import { optionalString } from './arguments.ts'
import { type Arguments, MethodFailure } from './method.ts'

const operationShape = /^[\w-]{8,64}$/

/** The name that a client makes up for what is to be done once however often it is sent (docs/jmap.md, journal extension). */
export function readOperation(args: Arguments): string | undefined {
  const operation = optionalString(args, 'operation')
  if (operation !== undefined && !operationShape.test(operation))
    throw new MethodFailure('invalidArguments', 'operation must be 8 to 64 letters, digits, - or _', {
      arguments: ['operation'],
    })
  return operation
}
