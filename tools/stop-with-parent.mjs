/**
 * npm passes a signal on to the shell between it and us, and some shells die of it without telling us. Then our
 * parent changes, which counts as the signal.
 */
export function stopWithParent() {
  const parent = process.ppid
  const look = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(look)
    process.kill(process.pid, 'SIGTERM')
  }, 200)
  look.unref()
}
