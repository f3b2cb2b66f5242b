import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { unreadableError } from '#tests/e2e/support/mock-reply.ts'
import { toast } from '#tests/e2e/support/signed-in.ts'
import { test } from './support/screen.ts'
import { failUntilTriedAgain } from './support/server-reply.ts'

test('only one loading indicator is shown at a time', async ({ page }) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(`**${api.schedules.list.path}*`, async (call) => {
    await promise
    await call.continue()
  })
  await page.goto('/schedule')
  const indicators = page.getByRole('main').getByRole('status')
  await expect(indicators).toHaveCount(1)
  await expect(indicators).toHaveAccessibleName('Loading scheduled tasks')
  resolve()
  await expect(indicators).toHaveCount(0)
})

test('a schedule that fails to load offers to try again', async ({ page, server }) => {
  for (const { route, address, text, heading } of [
    {
      route: api.schedules.runAll,
      address: '/settings',
      text: 'Failed to load schedule',
      heading: /^Schedule 'Run All'/,
    },
    { route: api.schedules.list, address: '/schedule', text: 'Failed to fetch scheduled tasks.', heading: /Scheduled/ },
  ]) {
    await failUntilTriedAgain({ page, server }, { route, reply: unreadableError(418) }, async () => {
      await page.goto(address)
      await expect(toast(page, text)).toBeVisible()
    })
    await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden()
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  }
})
