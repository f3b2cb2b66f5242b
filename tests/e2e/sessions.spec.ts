import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { ApiClient } from '#tests/support/api-client.ts'
import { test } from './support/empty-app.ts'
import { fillSignIn } from './support/journey.ts'
import { withMockReply } from './support/mock-reply.ts'
import { toast } from './support/signed-in.ts'

const EMAIL = 'grace@example.com'

test.use({ isVisitor: true })

test('a user sees where they are signed in, signs another browser out, and then signs out everywhere', async ({
  page,
  app,
}) => {
  const other = new ApiClient(app.url)
  await other.signIn(EMAIL)
  await page.goto('/settings/sessions')
  await page.getByRole('dialog').getByRole('link', { name: 'Sign in with Google' }).click()
  await fillSignIn(page, EMAIL)
  await expect(page.getByRole('heading', { level: 1, name: 'Active sessions' })).toBeVisible()
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows).toHaveText([
    /^Chrome.* on Linux.*This browserSigned in .* from 127\.0\.0\.1 · last active now$/,
    /^nodeSigned in .* from 127\.0\.0\.1 · last active .*Sign out$/,
  ])
  await page.getByRole('button', { name: 'Sign out node' }).click()
  await expect(toast(page, 'Signed out')).toBeVisible()
  await expect(rows).toHaveCount(1)

  await page.getByRole('button', { name: /theme$/ }).click()
  const theme = () => page.evaluate(() => localStorage.getItem('mantine-color-scheme-value'))
  const chosen = await theme()
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible()
  expect(await page.context().cookies()).not.toContainEqual(expect.objectContaining({ name: 'nano_sync_session' }))
  expect(await theme()).toBe(chosen)
  await page.goto('/settings')
  await expect(page.getByRole('dialog', { name: 'Login Required' })).toBeVisible()
})

test('signing out everywhere revokes API tokens, unless the user keeps them', async ({ page, app }) => {
  const linus = 'linus@example.com'
  const other = new ApiClient(app.url)
  const signOut = async ({ keepsTokens }: { keepsTokens: boolean }) => {
    await other.signIn(linus)
    const { token } = await other.call(api.apiTokens.create, { body: { name: `Keeps ${keepsTokens}`, scope: 'read' } })
    await page.goto('/settings/sessions')
    await page.getByRole('dialog').getByRole('link', { name: 'Sign in with Google' }).click()
    await fillSignIn(page, linus)
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign out everywhere' })
    const choice = dialog.getByRole('checkbox', { name: 'Revoke my API tokens too' })
    await expect(choice).toBeChecked()
    if (keepsTokens) await choice.uncheck()
    await dialog.getByRole('button', { name: 'Sign out everywhere' }).click()
    await expect(page).toHaveURL('/')
    const { status } = await fetch(app.url + api.tasks.list.path, { headers: { authorization: `Bearer ${token}` } })
    return status
  }
  expect(await signOut({ keepsTokens: true })).toBe(200)
  expect(await signOut({ keepsTokens: false })).toBe(401)
})

test('who signed in long ago is asked to sign in again, and comes back to the tokens', async ({ page }) => {
  await page.goto('/settings/tokens')
  await page.getByRole('dialog').getByRole('link', { name: 'Sign in with Google' }).click()
  await fillSignIn(page, EMAIL)
  await page.getByRole('textbox', { name: 'Name' }).fill('Nightly import')
  const refusal = { status: 403, body: { error: '', message: 'Sign in again', code: 'forbidden' } }
  await withMockReply(page, { route: api.apiTokens.create, reply: refusal }, async () => {
    await page.getByRole('button', { name: 'Create token' }).click()
    await expect(page.getByText('You signed in more than an hour ago.')).toBeVisible()
  })
  await page.getByRole('link', { name: 'Sign in again' }).click()
  await fillSignIn(page, EMAIL)
  await expect(page).toHaveURL('/settings/tokens')
  await page.getByRole('textbox', { name: 'Name' }).fill('Nightly import')
  await page.getByRole('button', { name: 'Create token' }).click()
  await expect(page.getByRole('status', { name: 'New API token' })).toBeVisible()
})
