import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { test } from './support/empty-app.ts'

test('Settings say which version the server runs and what it was built from', async ({ page, client }) => {
  const { version, commit = '', built_at = '' } = await client.call(api.operations.info)
  await page.goto('/settings')
  const about = page.getByRole('region', { name: 'About' })
  await expect(about).toHaveText(
    `Nano Sync ${version}, built on ${built_at.slice(0, 10)} from commit ${commit.slice(0, 12)}`,
  )
  expect(commit).toMatch(/^[\da-f]{40}/)
})
