import { existsSync, statfsSync } from 'node:fs'
import type { LaunchOptions } from '@playwright/test'

const SYSTEM_CHROMIUM = '/usr/bin/chromium'
const SHARED_MEMORY = '/dev/shm'
/** More than the browsers of a run share. A container has 64 MB by default; a single page can fill it. */
const ENOUGH_SHARED_MEMORY = 2 ** 30

/** Keep Chromium from contacting its own hosts, and let it run in a container. */
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * How to start Chromium, for Playwright.
 *
 * @throws when there is no browser, with what to install
 */
export async function launchOptions(): Promise<LaunchOptions> {
  return {
    executablePath: await browserPath(),
    args: ARGS,
    // With this default of Playwright, Chromium shares memory in files on the disk, which takes more CPU time.
    ignoreDefaultArgs: hasSharedMemory() ? ['--disable-dev-shm-usage'] : [],
  }
}

function hasSharedMemory(): boolean {
  if (!existsSync(SHARED_MEMORY)) return false
  const { bavail, bsize } = statfsSync(SHARED_MEMORY)
  return bavail * bsize >= ENOUGH_SHARED_MEMORY
}

/** `CHROMIUM_PATH`, else the browser from an npm package (Linux on x64), else the system's. */
async function browserPath(): Promise<string> {
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
