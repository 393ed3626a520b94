/** The oldest Node.js that plMail runs on; `engines` in package.json says the same. */
const oldest = [20, 19]

/** Ends the process with a sentence when Node.js is too old. Written so that old versions can still read it. */
export function requireNode(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number)
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return
  console.error(
    `plMail needs Node.js ${oldest.join('.')} or newer; this is ${version}. Install a current one from https://nodejs.org.`,
  )
  process.exit(1)
}
