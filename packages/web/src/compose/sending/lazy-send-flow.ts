import type { SendFlow } from './send-flow.ts'

/**
 * A flow whose code comes with the first message that is sent. `load` answers undefined where the code could not be had:
 * `onUnreachable` says so, and the next attempt asks for it again.
 */
export function createLazySendFlow(
  load: () => Promise<SendFlow | undefined>,
  onUnreachable: () => void,
): SendFlow {
  let flow: Promise<SendFlow | undefined> | undefined
  return {
    async begin(wish) {
      const loaded = await (flow ??= load())
      if (loaded) return loaded.begin(wish)
      flow = undefined
      onUnreachable()
    },
    agree: async (question) => (await flow)?.agree(question),
  }
}
