const needed = { major: 24, minor: 11 }

/** Refuses a Node that lacks what the service relies on: `.ts` files, `JSON.rawJSON`, current `node:test`. */
export function checkNodeVersion(version: string): void {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number)
  if (major > needed.major || (major === needed.major && minor >= needed.minor)) return
  throw new Error(
    `Billposter needs Node ${needed.major}.${needed.minor} or later, but this is Node ${version.replace(/^v/, '')}. ` +
      'On Linux (x64, arm64) `npm start` brings it along; elsewhere install it from https://nodejs.org.',
  )
}
