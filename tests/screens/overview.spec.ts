import { expect, type Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { changeReply } from '#tests/e2e/support/change-reply.ts'
import { unreadableError } from '#tests/e2e/support/mock-reply.ts'
import type { ApiClient } from '#tests/support/api-client.ts'
import { test } from './support/screen.ts'
import { failUntilTriedAgain, withReply } from './support/server-reply.ts'

const LOW_DISK = { free_bytes: 812_345_678, total_bytes: 20_000_000_000 }
const LOW_DISK_TEXT = 'The disk of the database is almost full: 0.81 GB of 20 GB are free.'

const sectionOn = (page: Page, name: string) => page.getByRole('main').getByRole('region', { name })

test('a disk that is almost full needs attention', async ({ page, client }) => {
  await showLowDisk(page, client)
  await expect(sectionOn(page, 'Needs attention')).toContainText(LOW_DISK_TEXT)
})

test('a disk that is almost full is shown to administrators only, who can do something about it', async ({
  page,
  client,
}) => {
  const administrators = { is_me: false, people: ['grace@example.com'], groups: [] }
  await changeReply(page, { route: api.auth.check, change: { administrators } })
  await showLowDisk(page, client)
  await expect(sectionOn(page, 'Needs attention')).toContainText('Nothing needs your attention.')
  await expect(page.getByText(LOW_DISK_TEXT)).toHaveCount(0)
})

test('an overview that cannot be read says so, and is there after another try', async ({ page, server }) => {
  await failUntilTriedAgain({ page, server }, { route: api.overview.get, reply: unreadableError(403) }, async () => {
    await page.goto('/')
    await expect(page.getByRole('main').getByText('Failed to load the overview')).toBeVisible()
  })
  await expect(sectionOn(page, 'Needs attention')).toBeVisible()
})

test('a visitor, and a user of a server without an overview, see none and no message', async ({ page, server }) => {
  const viewUsers = page.getByRole('main').getByRole('link', { name: /^View Users/ })
  await withReply(server, { route: api.overview.get, reply: unreadableError(404) }, async () => {
    const replied = page.waitForResponse(`**${api.overview.get.path}`)
    await page.goto('/')
    await replied
    await expect(viewUsers).toBeVisible()
    await expect(sectionOn(page, 'Needs attention')).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  server.state.isSignedIn = false
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await page.reload()
  await expect(viewUsers).toBeVisible()
  await expect(sectionOn(page, 'Needs attention')).toHaveCount(0)
  expect(requested).not.toContain(api.overview.get.path)
})

async function showLowDisk(page: Page, client: ApiClient): Promise<void> {
  const { attention } = await client.call(api.overview.get, {})
  await changeReply(page, { route: api.overview.get, change: { attention: { ...attention, low_disk: LOW_DISK } } })
  await page.goto('/')
}
