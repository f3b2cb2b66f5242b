import { existsSync } from 'node:fs'

const SYSTEM_CHROMIUM = '/usr/bin/chromium'

/** Chromium reaches for hosts of its own at every start; none of them is needed here. */
export const browserArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
]

/**
 * The browser to drive: `CHROMIUM_PATH`, else the one that an npm package ships (Linux on x64), else the system's.
 *
 * @throws when there is none, saying what to install.
 */
export async function browserPath(): Promise<string> {
  const chosen = process.env['CHROMIUM_PATH']
  if (chosen) return chosen
  if (process.platform === 'linux' && process.arch === 'x64') {
    // Read when the package is imported: makes it unpack the system libraries that it ships.
    process.env['AWS_LAMBDA_JS_RUNTIME'] ??= 'nodejs22.x'
    const { default: chromium } = await import('@sparticuz/chromium')
    return chromium.executablePath()
  }
  if (existsSync(SYSTEM_CHROMIUM)) return SYSTEM_CHROMIUM
  throw new Error('The browser tests need Chromium: install it and set CHROMIUM_PATH to its program.')
}
