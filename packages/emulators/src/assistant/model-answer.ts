/** A request for text, as both shapes carry it. */
export interface ReceivedPrompt {
  shape: 'openai' | 'anthropic'
  model: string
  /** The standing instructions. */
  system: string
  /** What the user's turn says. */
  user: string
  temperature: number | undefined
  maxTokens: number | undefined
  /** What the request carries beyond text: tools a model could call. */
  tools: unknown
}

/** How one request is answered. Without any of it: as `demo`. */
export interface ModelAnswer {
  /**
   * `demo` writes sentences out of the prompt; `obedient` does everything that the messages in the prompt tell it to;
   * else the very text.
   */
  text: 'demo' | 'obedient' | { literal: string }
  /** Refused before anything is written. */
  refusal?: { status: number; retryAfter?: string }
  /** Virtual milliseconds before the first token. */
  silenceMs?: number
  /** Real milliseconds between tokens. */
  tokenMs?: number
  /** The connection is cut inside the frame of this token. */
  cutAtToken?: number
  /** The stream leaves in pieces of so many bytes, which fall inside of characters. */
  pieceBytes?: number
  /** Instead of `text/event-stream`. */
  contentType?: string
  /** Says nothing of how many tokens it cost. */
  isUncounted?: boolean
  /** An error frame in place of the end. */
  failsAtEnd?: boolean
}

/** Words with the blank behind them, as tokens are about. */
export const tokensOf = (text: string): string[] => text.match(/\S+\s*|\s+/g) ?? []
