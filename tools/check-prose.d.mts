export function isProse(text: string): boolean
export function proseIn(source: string): Array<{ line: number; text: string }>
export function judgeProse(
  sources: Iterable<readonly [name: string, source: string]>,
  exceptions: ReadonlyArray<readonly [files: RegExp, why: string]>,
): string[]
