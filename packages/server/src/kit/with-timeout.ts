/** Waits for work, and no longer than this: what ends a process must not wait for what may never come. */
export async function withTimeout(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  await Promise.race([work, tooLate]).finally(() => clearTimeout(timer))
}
