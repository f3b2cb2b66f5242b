import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { Command } from 'commander'
import type { NightMessage } from '#tests/support/simulated-night.ts'
import { readCommandLine } from './read-command-line.ts'

const DOCS = join(import.meta.dirname, '../docs')
const [BEGIN, END] = ['<!-- night -->', '<!-- end of night -->']
const PHONE = { width: 390, height: 300 }
const PICTURES = { revoked: /^42 tasks failed/, digest: /^Run All of 04:00/, recovered: /recovered$/ }

readCommandLine(
  new Command('night').description(
    'Simulates a night of alerts, and writes what arrived into docs/developers/night.md, with pictures of emails on a phone.',
  ),
)
// Loaded late, so the command prints help and usage errors at once.
const { chromium } = await import('@playwright/test')
const { launchOptions } = await import('#tests/e2e/support/browser.ts')
const { reportNight } = await import('#tests/support/report-night.ts')
const { simulateNight } = await import('#tests/support/simulated-night.ts')

const messages = await simulateNight()
const file = join(DOCS, 'developers/night.md')
const document = await readFile(file, 'utf8')
const [before = '', rest = ''] = document.split(BEGIN)
const [, after = ''] = rest.split(END)
await writeFile(file, `${before}${BEGIN}\n${reportNight(messages)}\n${END}${after}`)

const browser = await chromium.launch(await launchOptions())
try {
  for (const [name, title] of Object.entries(PICTURES)) {
    const message = messages.find((each) => each.email && title.test(each.title))
    if (message) await takePicture(browser, { name, message })
  }
} finally {
  await browser.close()
}

async function takePicture(
  browser: Browser,
  { name, message }: { name: string; message: NightMessage },
): Promise<void> {
  const page = await browser.newPage({ viewport: PHONE, deviceScaleFactor: 2 })
  await page.setContent(withPictures(message))
  await page.screenshot({ path: join(DOCS, 'pictures', `alert-${name}.png`), fullPage: true })
  await page.close()
}

/** Returns the HTML of an email with its attached pictures inlined. */
function withPictures({ email }: NightMessage): string {
  return (email?.attachments ?? []).reduce((html, { contentId, mimeType, content }) => {
    const id = contentId?.replaceAll(/[<>]/g, '') ?? ''
    const data =
      typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content as ArrayBuffer))
    return html.replaceAll(`cid:${id}`, `data:${mimeType};base64,${data.toString('base64')}`)
  }, email?.html ?? '')
}
