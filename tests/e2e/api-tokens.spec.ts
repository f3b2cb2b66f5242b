import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { ApiClient } from '#tests/support/api-client.ts'
import { test } from './support/signed-in.ts'

test.beforeEach(async ({ client }) => {
  for (const { id } of await client.call(api.apiTokens.list, {})) {
    await client.call(api.apiTokens.revoke, { params: { id } })
  }
})

test('a token is created, shown once, used by a program, and revoked', async ({ page, app }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/settings/tokens')
  await expect(page.getByText('No API tokens yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Create token' }).click()
  await expect(page.getByText('Enter a name')).toBeVisible()

  await page.getByRole('textbox', { name: 'Name' }).fill('Nightly import')
  await page.getByRole('combobox', { name: 'Permissions' }).selectOption('Read, run and stop tasks')
  await page.getByRole('button', { name: 'Create token' }).click()
  const notice = page.getByRole('status', { name: 'New API token' })
  await expect(notice).toBeFocused()
  const token = (await notice.getByText(/^nsync_/).textContent()) ?? ''
  await notice.getByRole('button', { name: 'Copy' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token)

  const listTasks = () => fetch(app.url + api.tasks.list.path, { headers: { authorization: `Bearer ${token}` } })
  expect((await listTasks()).status).toBe(200)
  await page.reload()
  await expect(page.getByText(token)).toHaveCount(0)
  const row = page.getByRole('main').getByRole('listitem')
  await expect(row).toHaveText(/^Nightly importRead, run and stop tasks · expires .*, 20\d\d · last used .*Revoke$/)

  await page.getByRole('textbox', { name: 'Name' }).fill('Nightly import')
  await page.getByRole('button', { name: 'Create token' }).click()
  await expect(page.getByText('You have an API token with this name. Choose another name.')).toBeVisible()

  await row.getByRole('button', { name: 'Revoke Nightly import' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('No API tokens yet.')).toBeVisible()
  expect((await listTasks()).status).toBe(401)
})

test('an administrator revokes the API token of somebody else', async ({ page, app }) => {
  const colleague = new ApiClient(app.url)
  await colleague.signIn('lin@example.com')
  await colleague.call(api.apiTokens.create, { body: { name: 'Left running', scope: 'run' } })
  await page.goto('/settings/tokens')
  const others = page.getByRole('region', { name: 'API tokens of other people' })
  const row = others.getByRole('listitem').filter({ hasText: 'Left running' })
  await expect(row).toHaveText(
    /^Left runninglin@example\.com · Read, run and stop tasks · expires .* · never usedRevoke$/,
  )
  await row.getByRole('button', { name: 'Revoke Left running of lin@example.com' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Programs of lin@example.com that use ‘Left running’ stop working at once')
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect(row).toHaveCount(0)
  expect(await colleague.call(api.apiTokens.list, {})).toEqual([])
})
