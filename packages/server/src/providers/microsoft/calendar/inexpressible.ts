/** Thrown before anything is written: Microsoft has no way to keep what is asked for. The message is for people. */
export class Inexpressible extends Error {}
