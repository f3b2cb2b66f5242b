import { expect } from '@playwright/test'
import { access, type MyAccess } from '#contract/access.ts'
import { toast } from '#tests/e2e/support/signed-in.ts'
import { test } from './support/screen.ts'
import { withReply } from './support/server-reply.ts'

const CONNECTED: MyAccess = {
  state: 'connected',
  files: 'all',
  picker: null,
  connected_at: '2026-01-05T08:00:00.000Z',
  last_used_at: null,
  lending: 'own_tasks',
  shared_account: 'robot@example.com',
}

test('where tasks use no accounts of people, the page says so', async ({ page }) => {
  await page.goto('/settings')
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'My Google access' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My Google access' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Not used here' })).toBeVisible()
  await expect(page.getByRole('radio')).toHaveCount(0)
})

test('a user decides who may use their access, and disconnects it', async ({ page, server }) => {
  await withReply(server, { route: access.get, reply: { body: CONNECTED } }, async () => {
    await page.goto('/settings/access?connected')
    await expect(page.getByRole('status').filter({ hasText: 'Your spreadsheets are connected.' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Your spreadsheets are connected', exact: true })).toBeVisible()
    await expect(page.getByText(/Connected .* · not used yet/)).toBeVisible()
    await expect(page.getByText('Tasks that list no account use the shared account robot@example.com')).toBeVisible()
    await expect(page.getByRole('radio', { name: 'Tasks I create' })).toBeChecked()
    const [chosen] = await Promise.all([
      page.waitForRequest((request) => request.method() === 'PUT'),
      page.getByRole('radio', { name: 'Everyone here' }).click(),
    ])
    expect(chosen.postDataJSON()).toEqual({ lending: 'everyone' })
    await expect(toast(page, 'Saved')).toBeVisible()
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await expect(page.getByRole('dialog')).toContainText('all access that you granted to this app’s OAuth client')
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
    await expect(toast(page, 'Your spreadsheets are disconnected.')).toBeVisible()
  })
})

test('a user who picked files may connect all once the Picker is no longer set up', async ({ page, server }) => {
  const body: MyAccess = { ...CONNECTED, files: 'picked' }
  await withReply(server, { route: access.get, reply: { body } }, async () => {
    await page.goto('/settings/access')
    await expect(page.getByRole('button', { name: 'Pick spreadsheets' })).toHaveCount(0)
    const all = page.getByRole('link', { name: 'Connect all my spreadsheets' })
    await expect(all).toHaveAttribute('href', `${access.connect.path}?files=all`)
  })
})

test('without access, a link leads to the provider, and a declined consent is explained', async ({ page, server }) => {
  const body: MyAccess = { ...CONNECTED, state: 'not_connected', files: null, connected_at: null, shared_account: null }
  await withReply(server, { route: access.get, reply: { body } }, async () => {
    await page.goto('/settings/access?not_connected')
    await expect(page.getByText('Try again, and allow access to Google Sheets.')).toBeVisible()
    const link = page.getByRole('link', { name: 'Connect my spreadsheets' })
    await expect(link).toHaveAttribute('href', access.connect.path)
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(page).toHaveURL('/settings/access')
  })
})

/** Scripts in place of Google's: a list of two files, picked at once. */
const STAND_IN = `
  class DocsView { setMimeTypes() { return this } setEnableDrives() { return this } }
  class PickerBuilder {
    constructor() {
      return new Proxy(this, { get: (target, name, builder) => (name in target ? target[name] : () => builder) })
    }
    setCallback(callback) { this.callback = callback; return this }
    setOAuthToken(token) { this.token = token; return this }
    build() {
      const docs = this.token === 'token of Ada' ? [{ id: '1' }, { id: '2' }] : []
      return {
        setVisible: () => setTimeout(() => this.callback({ action: 'picked', docs })),
        isVisible: () => false,
        dispose() {},
      }
    }
  }
  const picker = { View: DocsView, DocsView, PickerBuilder, Feature: {}, ViewId: { SPREADSHEETS: 'spreadsheets' }, Action: { PICKED: 'picked', CANCEL: 'cancel', ERROR: 'error' } }
  const initTokenClient = ({ callback, login_hint, scope }) => ({
    requestAccessToken: () => callback({ access_token: login_hint === 'ada@example.com' && scope.endsWith('/drive.file') ? 'token of Ada' : '' }),
  })
  window.google = { picker, accounts: { oauth2: { initTokenClient } } }
  window.gapi = { load: (_name, done) => done() }
`

test.describe('with the Picker', () => {
  const picker = { api_key: 'key', project_number: '123', client_id: 'client' }
  const body: MyAccess = { ...CONNECTED, files: 'picked', picker }

  test("a user picks files in Google's list, and may connect all", async ({ page, server }) => {
    await page.route('https://apis.google.com/js/api.js', (route) => route.fulfill({ body: STAND_IN }))
    await withReply(server, { route: access.get, reply: { body } }, async () => {
      await page.goto('/settings/access')
      await expect(page.getByText('Only the spreadsheets that you pick')).toBeVisible()
      await page.getByRole('button', { name: 'Pick spreadsheets' }).click()
      await expect(toast(page, '2 files picked')).toBeVisible()
      const all = page.getByRole('link', { name: 'Connect all my spreadsheets' })
      await expect(all).toHaveAttribute('href', `${access.connect.path}?files=all`)
    })
  })

  test('a list that does not load is reported, and can be tried again', async ({ page, server }) => {
    await page.route('https://apis.google.com/js/api.js', (route) => route.abort())
    await withReply(server, { route: access.get, reply: { body } }, async () => {
      await page.goto('/settings/access')
      const pick = page.getByRole('button', { name: 'Pick spreadsheets' })
      await pick.click()
      await expect(
        toast(page, 'The file list of Google could not be loaded. Check the network, then try again.'),
      ).toBeVisible()
      await expect(pick).toBeEnabled()
    })
  })
})
