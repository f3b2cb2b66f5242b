import { generateKeyPairSync } from 'node:crypto'
import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { startCompanyNetwork } from '#tests/support/company-network.ts'
import { findSampleTask } from './support/create-task.ts'
import { withMockReply } from './support/mock-reply.ts'
import { test as base } from './support/signed-in.ts'

/** Google answers the app in a network of its own. */
const test = base.extend<object, { settings: Record<string, string> }>({
  settings: [
    // biome-ignore lint/correctness/noEmptyPattern: a fixture must destructure its first parameter
    async ({}, use) => {
      await using network = await startCompanyNetwork()
      await use(network.env)
    },
    { scope: 'worker' },
  ],
})

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const KEY = JSON.stringify({
  type: 'service_account',
  client_email: 'sync@acme.iam.gserviceaccount.com',
  private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
})

test('a first copy: two links are checked, and one tab is copied into a new one', async ({ page, client }) => {
  const { source_ss_id } = await findSampleTask(client, { type: 'Masters', name: 'Countries' })
  const other = await findSampleTask(client, { type: 'Archive', name: 'US Employment' })
  await page.goto('/settings')
  await page.getByRole('link', { name: 'Connect Google' }).click()
  const checks = page.getByRole('region', { name: 'Checks' })
  await expect(checks.getByRole('listitem').filter({ hasText: 'Google Sheets API' })).toContainText(
    'Not connected: built-in spreadsheets are used.',
  )
  await expect(checks.getByRole('img', { name: 'Failed' })).toHaveCount(0)

  const tryOut = page.getByRole('region', { name: 'Try two spreadsheets' })
  await tryOut.getByRole('textbox', { name: 'Source' }).fill(source_ss_id)
  await tryOut.getByRole('textbox', { name: 'Target' }).fill('https://docs.google.com/spreadsheets/d/missing/edit')
  await page.keyboard.press('Enter')
  await expect(tryOut.getByText('can be read')).toBeVisible()
  await expect(tryOut.getByText(/missing.* was not found/)).toBeVisible()
  await expect(tryOut.getByRole('button', { name: 'Copy one tab now' })).toHaveCount(0)

  await tryOut.getByRole('textbox', { name: 'Target' }).fill(other.source_ss_id)
  await tryOut.getByRole('button', { name: 'Check both' }).click()
  await expect(tryOut.getByText('can be read, can be written to')).toBeVisible()
  await expect(tryOut.getByText('This tab will be created.')).toBeVisible()
  await tryOut.getByRole('button', { name: 'Copy one tab now' }).click()
  await expect(page).toHaveURL(/\/sync_tasks\/\d+$/)
  await expect(page.getByText('Success', { exact: true }).first()).toBeVisible()
})

test.afterEach(({ client }) => client.call(api.googleSetup.removeKey, {}))

test('the screen leads to the fix of a failed check, to what to enter at Google, and stores a key', async ({
  page,
  context,
  client,
  app,
}) => {
  await test.step('a failed check leads to its fix, and is made again by itself', async () => {
    const fine = await client.call(api.googleSetup.get, {})
    const link = { label: 'Enable the Google Sheets API', url: 'https://console.cloud.google.com/apis' }
    const disabled = { state: 'failed', text: 'The Google Sheets API is disabled.', link } as const
    const checks = fine.checks.map((check) => (check.name === 'api' ? { ...check, ...disabled } : check))
    await withMockReply(page, { route: api.googleSetup.get, reply: { body: { ...fine, checks } } }, async () => {
      await page.goto('/settings/google')
      await expect(page.getByText('1 check failed. Checked again every few seconds.')).toBeVisible()
      await expect(page.getByRole('link', { name: link.label })).toHaveAttribute('href', link.url)
    })
    const account = 'the account of the Google credentials'
    const unnamed = { ...fine, account, credential_kind: 'federation' } as const
    await withMockReply(page, { route: api.googleSetup.get, reply: { body: unnamed } }, async () => {
      await page.goto('/settings/google')
      await expect(page.getByText(`Tasks use ${account}. It has no address`)).toBeVisible()
      await expect(page.getByRole('button', { name: "Copy the robot's address" })).toHaveCount(0)
    })
    await page.goto('/settings/google')
    const checksOnPage = page.getByRole('region', { name: 'Checks' })
    await expect(checksOnPage.getByRole('status')).toHaveText('Not connected: built-in spreadsheets are used.')
  })

  await test.step('the first question is about keys, and each way without one says what to enter', async () => {
    await page.getByRole('radio', { name: 'No, or I do not know' }).check()
    await page.getByText("The machine's account", { exact: true }).click()
    await expect(page.getByText('GOOGLE_APPLICATION_CREDENTIALS=adc')).toBeVisible()
    await page.getByText('Delegation', { exact: true }).click()
    await expect(page.getByText(/auth\/spreadsheets,https:.*auth\/drive\.metadata\.readonly$/)).toBeVisible()
    await page.getByText('Federation file', { exact: true }).click()
    await expect(page.getByText(/create-cred-config .*--service-account=/)).toBeVisible()
  })

  await test.step('the steps enable every API that tasks use', async () => {
    await page.getByRole('radio', { name: 'Yes' }).check()
    const steps = page.getByRole('region', { name: 'Account' }).getByRole('listitem')
    await expect(steps.getByRole('link', { name: 'Google Sheets API' })).toBeVisible()
    await expect(steps.getByRole('link', { name: 'Google Drive API' })).toBeVisible()
  })

  await test.step('a key that is no key is refused beside its field, and a stored one is used and forgotten', async () => {
    const field = page.getByRole('textbox', { name: 'Or paste the content of the file' })
    await field.fill('not a key')
    await page.getByRole('button', { name: 'Store key' }).click()
    await expect(page.getByText(/^This is not the key of a service account/)).toBeVisible()

    await field.fill(KEY)
    await page.getByRole('button', { name: 'Store key' }).click()
    const dialog = page.getByRole('dialog', { name: 'Store key' })
    const { changed_count, changed } = (await client.call(api.googleSetup.get, {})).key_effects
    await expect(dialog).toContainText(`${changed_count} active tasks copy built-in spreadsheets.`)
    await expect(dialog.getByRole('listitem')).toHaveText([
      ...changed,
      `and ${changed_count - changed.length} more tasks`,
    ])
    await expect(dialog.getByRole('radio', { name: /^Deactivate/ })).toBeChecked()
    await dialog.getByRole('radio', { name: 'Keep active' }).check()
    await dialog.getByRole('button', { name: 'Store key' }).click()
    await expect(page.getByText('sync@acme.iam.gserviceaccount.com', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: "Copy the robot's address" })).toBeVisible()
    await expect(field).toHaveCount(0)
    expect(await page.content()).not.toContain('PRIVATE KEY')

    await page.getByRole('button', { name: 'Delete key' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete key' }).click()
    await expect(field).toBeVisible()
  })

  await test.step("what to enter at Google for people's own accounts can be copied", async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByText("People's own accounts", { exact: true }).click()
    const steps = page.getByRole('region', { name: 'Account' }).getByRole('listitem')
    await expect(steps.getByRole('link', { name: 'Google Sheets API' })).toBeVisible()
    await page.getByRole('button', { name: 'Copy the redirect address' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${app.url}/auth/callback`)
    await expect(page.getByText('Error 400: redirect_uri_mismatch')).toBeVisible()
  })
})
