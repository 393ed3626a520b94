/** Functions that the driver exports and its types leave out. */
declare module 'pg/lib/utils.js' {
  const utils: {
    /** A value of JavaScript as the driver sends it. */
    prepareValue(value: unknown): string | Buffer | null
  }
  export default utils
}
