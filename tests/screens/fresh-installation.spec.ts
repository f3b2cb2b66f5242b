import { expect } from '@playwright/test'
import { test } from './support/screen.ts'

test('the screens of an empty installation say how to start', async ({ page }) => {
  await page.goto('/')
  const summary = page.getByRole('status', { name: 'Summary' })
  await expect(summary).toHaveText('No sync tasks yet: add one or import them')
  await expect(summary.getByRole('link', { name: 'import them' })).toHaveAttribute('href', '/import_export')
  await summary.getByRole('link', { name: 'add one' }).press('Enter')
  await expect(page.getByText('No sync tasks yet', { exact: true })).toBeVisible()
  await page.goto('/schedule')
  await expect(page.getByText('No scheduled tasks found.', { exact: true })).toBeVisible()
  await page.goto('/settings')
  await expect(page.getByText(/^No times yet/)).toBeVisible()
  await page.goto('/sync_task_types')
  await expect(page.getByText('No sync task types defined yet', { exact: true })).toBeVisible()
  await expect(page.getByText(/Types can be imported from a CSV file or created manually\./)).toBeVisible()
  await page.getByRole('button', { name: 'Create the first type' }).press('Enter')
  await expect(page.getByLabel('Type Name')).toBeFocused()
  await page.keyboard.type('Firsts')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Edit Firsts' })).toBeVisible()
})
