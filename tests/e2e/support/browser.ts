import { existsSync } from 'node:fs'

const SYSTEM_CHROMIUM = '/usr/bin/chromium'

/** Keep Chromium from contacting its own hosts, and let it run in a container. */
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
 * The browser to drive: `CHROMIUM_PATH`, else the one from an npm package (Linux on x64), else the system's.
 *
 * @throws when there is none, with what to install
 */
export async function browserPath(): Promise<string> {
  const chosen = process.env['CHROMIUM_PATH']
  if (chosen) return chosen
  if (process.platform === 'linux' && process.arch === 'x64') {
    // The package reads this when it is imported, and then unpacks the system libraries it comes with.
    process.env['AWS_LAMBDA_JS_RUNTIME'] ??= 'nodejs22.x'
    const { default: chromium } = await import('@sparticuz/chromium')
    return chromium.executablePath()
  }
  if (existsSync(SYSTEM_CHROMIUM)) return SYSTEM_CHROMIUM
  throw new Error('The browser tests need Chromium. Install it and set CHROMIUM_PATH to its executable.')
}
