import { expect, type Page } from '@playwright/test'
import { Webhook } from 'standardwebhooks'
import { api } from '#contract/api.ts'
import { startHttpReceiver } from '#tests/support/http-receiver.ts'
import { startSmtpReceiver } from '#tests/support/smtp-receiver.ts'
import { expectAccessible } from './support/expect-accessible.ts'
import { test as base, toast } from './support/signed-in.ts'

interface Receivers {
  http: Awaited<ReturnType<typeof startHttpReceiver>>
  smtp: Awaited<ReturnType<typeof startSmtpReceiver>>
}

const test = base.extend<Record<never, never>, Receivers>({
  http: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern
    async ({}, use) => {
      await using http = await startHttpReceiver()
      await use(http)
    },
    { scope: 'worker' },
  ],
  smtp: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern
    async ({}, use) => {
      await using smtp = await startSmtpReceiver()
      await use(smtp)
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ smtp }, use) => {
      await use({ SMTP_URL: smtp.url, SMTP_FROM: 'Nano Sync <nano@example.com>' })
    },
    { scope: 'worker' },
  ],
})

const dialog = (page: Page) => page.getByRole('dialog')
const findChannel = (page: Page, name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name })

async function openForm(page: Page, kind: string): Promise<void> {
  await page.getByRole('button', { name: 'Add channel' }).click()
  await dialog(page).getByRole('combobox', { name: 'Kind' }).selectOption(kind)
}

test('a signed webhook is added, tested, given another secret, turned off and deleted', async ({ page, http }) => {
  await page.goto('/settings/alert-channels')
  await expect(page.getByText('No channels yet, so no alerts are sent.')).toBeVisible()
  await openForm(page, 'Signed webhook')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page).getByText('Enter a name')).toBeVisible()
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Pager')
  await dialog(page).getByRole('textbox', { name: 'Address' }).fill('https://10.0.0.1/in')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page).getByText('10.0.0.1 is in a private network')).toBeVisible()
  await expectAccessible(page, 'the form of a channel')
  await dialog(page).getByRole('textbox', { name: 'Address' }).fill(`${http.url}in/secret-1234`)
  await dialog(page).getByRole('textbox', { name: 'Quiet from' }).fill('22:00')
  await dialog(page).getByRole('textbox', { name: 'Quiet until' }).fill('7:00')
  await dialog(page).getByRole('button', { name: 'Save' }).click()

  const notice = page.getByRole('status', { name: 'Signing secret' })
  await expect(dialog(page)).toHaveCount(0)
  await expect(notice).toBeFocused()
  const secret = (await notice.getByText(/^whsec_/).textContent()) ?? ''
  const channel = findChannel(page, 'Pager')
  await expect(channel).toContainText(`Signed webhook · ${new URL(http.url).host}/…1234 · quiet 22:00–07:00`)
  await channel.getByRole('button', { name: 'Send test to Pager' }).click()
  await expect(channel.getByRole('status')).toHaveText('The test was delivered200')
  const sent = http.received.at(-1)
  const headers = Object.fromEntries(Object.entries(sent?.headers ?? {}).map(([name, value]) => [name, String(value)]))
  expect(new Webhook(secret).verify(sent?.body ?? '', headers)).toMatchObject({ is_test: true })
  await notice.getByRole('button', { name: 'Done' }).click()

  await channel.getByRole('button', { name: 'New signing secret for Pager' }).click()
  await dialog(page).getByRole('button', { name: 'Replace' }).click()
  await expect(notice.getByText(/^whsec_/)).not.toHaveText(secret)
  await expect(dialog(page)).toHaveCount(0)
  await expect(notice).toBeFocused()

  http.answer = { status: 404, text: 'no such hook' }
  await channel.getByRole('button', { name: 'Send test to Pager' }).click()
  await expect(channel.getByRole('status')).toHaveText('The test was not delivered404')
  http.answer = { status: 200, text: 'ok' }

  await channel.getByRole('button', { name: 'Edit Pager' }).click()
  await expect(dialog(page).getByRole('textbox', { name: 'Address' })).toHaveValue('')
  await dialog(page).getByRole('checkbox', { name: 'On', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(channel.getByText('Off', { exact: true })).toBeVisible()

  await channel.getByRole('button', { name: 'Delete Pager' }).click()
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await expect(channel).toHaveCount(0)
})

test('an email channel is added, and a test arrives', async ({ page, smtp }) => {
  await page.goto('/settings/alert-channels')
  await openForm(page, 'Email')
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Finance')
  await dialog(page).getByRole('textbox', { name: 'Recipients' }).fill('ops@example.com, not an address')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page).getByText('Enter email addresses such as ops@example.com')).toBeVisible()
  await dialog(page).getByRole('textbox', { name: 'Recipients' }).fill('ops@example.com, ada@example.com')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  const channel = findChannel(page, 'Finance')
  await expect(channel).toContainText('Email · ops@example.com, ada@example.com')
  await channel.getByRole('button', { name: 'Send test to Finance' }).click()
  await expect(channel.getByRole('status')).toHaveText('The test was delivered250 queued as 42')
  expect(smtp.received.at(-1)).toMatchObject({
    subject: 'Test of the channel Finance',
    recipients: ['ops@example.com', 'ada@example.com'],
  })
})

test('a person chooses alerts of their own, and a test arrives at the address with which they sign in', async ({
  page,
  smtp,
}) => {
  await page.goto('/settings')
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'My alerts' }).click()
  const form = page.getByRole('region', { name: 'My alerts' })
  const tasks = form.getByRole('group', { name: 'About' })
  for (const choice of await tasks.getByRole('checkbox').all()) await expect(choice).not.toBeChecked()
  await tasks.getByRole('checkbox', { name: 'Tasks that I own' }).check()
  await form.getByRole('checkbox', { name: 'Recovered' }).uncheck()
  await form.getByRole('textbox', { name: 'Quiet from' }).fill('22:00')
  await form.getByRole('textbox', { name: 'Quiet until' }).fill('late')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Please enter a valid time in HH:MM format (24-hour)')).toBeVisible()
  await form.getByRole('textbox', { name: 'Quiet until' }).fill('7:00')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Saved')).toBeVisible()
  await form.getByRole('button', { name: 'Send test' }).click()
  await expect(form.getByRole('status')).toHaveText('The test was delivered250 queued as 42')
  expect(smtp.received.at(-1)).toMatchObject({ subject: 'Test of your alerts', recipients: ['ada@example.com'] })
  await expectAccessible(page, 'my alerts')
  await page.reload()
  await expect(tasks.getByRole('checkbox', { name: 'Tasks that I own' })).toBeChecked()
  await expect(tasks.getByRole('checkbox', { name: 'Runs that I started' })).not.toBeChecked()
  await expect(form.getByRole('checkbox', { name: 'Recovered' })).not.toBeChecked()
  await expect(form.getByRole('textbox', { name: 'Quiet until' })).toHaveValue('07:00')
})

test('a changed form of a channel asks before it closes, and keeps what others saved meanwhile', async ({
  page,
  client,
  http,
}) => {
  const body = { name: 'Shared', kind: 'slack', url: `${http.url}in` } as const
  const { id } = await client.call(api.alertChannels.create, { body })
  await page.goto('/schedule')
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Notifications' }).click()
  const edit = page.getByRole('button', { name: 'Edit Shared' })
  const form = page.getByRole('dialog', { name: 'Edit channel' })
  const name = form.getByRole('textbox', { name: 'Name' })
  const question = page.getByRole('dialog', { name: 'Discard changes?' })
  await edit.click()
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()

  await edit.click()
  await name.fill('Ours')
  for (const leave of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
    await leave()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(question).toBeHidden()
    await expect(name).toHaveValue('Ours')
  }
  const change = { digest: 'never', is_on: false } as const
  await client.call(api.alertChannels.update, { params: { id }, body: change })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  const { channels } = await client.call(api.alertChannels.list)
  expect(channels.find((channel) => channel.id === id)).toMatchObject({ name: 'Ours', ...change })
  await expect(page.getByRole('button', { name: 'Edit Ours' })).toBeFocused()
})
