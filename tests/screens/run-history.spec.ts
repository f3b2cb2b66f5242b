import { expect } from '@playwright/test'
import { addSamples } from './support/sample-records.ts'
import { test } from './support/screen.ts'

test('a visitor sees the schedule but not the run history', async ({ page, server }) => {
  addSamples(server)
  server.state.isSignedIn = false
  server.state.info.open_screens = ['schedule']
  await page.goto('/schedule')
  await expect(page.getByText(/^Every day at/).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Runs in the last/ })).toHaveCount(0)
})
