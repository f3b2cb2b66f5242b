import { expect } from '@playwright/test'
import { createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'
import { expectAccessible } from './support/expect-accessible.ts'
import { toast } from './support/signed-in.ts'
import { taskListOn } from './support/task-list.ts'

test('source and target are chosen from a list, and a target that is not shared yet turns green by itself', async ({
  page,
  client,
  provider,
}) => {
  await createType(client, { name: 'Picked' })
  const size = { rowCount: 1234, columnCount: 8 }
  const source = await provider.createSpreadsheet('Picked orders', [{ title: 'Open' }, { title: 'Closed', size }])
  const target = await provider.createSpreadsheet('Picked report')
  await page.goto('/sync_tasks')
  await taskListOn(page).addTask.click()
  const form = page.getByRole('dialog', { name: 'Add Sync Task' })
  const field = (name: string) => form.getByLabel(name)
  const found = (side: string) =>
    page.getByRole('listbox', { name: `Choose the ${side} spreadsheet` }).getByRole('option')

  await test.step('the field is searched by title, and Escape leaves the list alone and not the form', async () => {
    await field('Source spreadsheet ID').click()
    await expect(page.getByText('All built-in spreadsheets')).toBeVisible()
    await page.keyboard.type('picked')
    await expect(found('source')).toHaveText([/^Picked report/, /^Picked orders/])
    await expectAccessible(page, 'a list of spreadsheets')
    await page.keyboard.press('Escape')
    await expect(found('source')).toHaveCount(0)
    await expect(field('Source spreadsheet ID')).toBeFocused()
  })

  await test.step('Enter takes what was found first, and its tabs are suggested with their sizes', async () => {
    await field('Source spreadsheet ID').fill('')
    await page.keyboard.type('pick ord')
    await expect(found('source')).toHaveText([/^Picked orders/])
    await expect(found('source')).toHaveAttribute('data-combobox-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(field('Source spreadsheet ID')).toHaveValue(source)
    await expect(form.getByRole('img', { name: 'Can be used' })).toBeVisible()
    await expect(form.getByText('Picked orders', { exact: true })).toBeVisible()
    await expect(field('Source sheet name')).toBeFocused()
    const tab = page.getByRole('listbox').getByRole('option', { name: 'Closed' })
    await expect(tab).toHaveText('Closed1,234 rows × 8 columns')
    await tab.click()
  })

  await test.step('a target that the account cannot open is checked again until it can', async () => {
    await provider.refuseRequests(target, 'permission_denied')
    await field('Target spreadsheet ID').fill('pick rep')
    await expect(found('target')).toHaveText([/^Picked report/])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    const to = form.getByRole('group', { name: 'To' })
    await expect(to.getByText('Not shared yet')).toBeVisible()
    await expect(to.getByText(/cannot open the spreadsheet .* as a Viewer or Editor/)).toBeVisible()
    await expect(to.getByRole('link', { name: 'Open it to share' })).toHaveAttribute('target', '_blank')
    await expectAccessible(page, 'a spreadsheet that is not shared yet')
    await provider.restoreReplies()
    await expect(to.getByRole('img', { name: 'Can be used' })).toBeVisible()
    await expect(to.getByText('Picked report', { exact: true })).toBeVisible()
    await expect(to.getByText('Not shared yet')).toBeHidden()
  })

  await test.step('a link that is pasted is used with its tab', async () => {
    await field('Source spreadsheet ID').fill(`${provider.formatPageUrl(source)}#gid=0`)
    await expect(field('Source sheet name')).toHaveValue('Open')
  })

  await test.step('a name that no tab has is pointed out', async () => {
    const findTab = (side: string) => field(`${side} sheet name`)
    await findTab('Target').fill('Repotr')
    await expect(findTab('Target')).toHaveAccessibleDescription('No tab has this name: a run creates it')
    await findTab('Target').fill('')
    await expect(findTab('Target')).toHaveAccessibleDescription('')
    await findTab('Source').fill('Opne')
    await expect(findTab('Source')).toHaveAccessibleDescription('No tab has this name')
    await findTab('Source').fill('O*')
    await expect(findTab('Source')).toHaveAccessibleDescription('')
    await findTab('Source').fill('open')
    await expect(findTab('Source')).toHaveAccessibleDescription('')
    await findTab('Source').fill('Open')
  })

  await form.getByRole('combobox', { name: 'Task type' }).click()
  await page.getByRole('listbox', { name: 'Task type' }).getByRole('option', { name: 'Picked' }).click()
  const [sent] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'POST'),
    form.getByRole('button', { name: 'Add Task' }).click(),
  ])
  expect(sent.postDataJSON()).toMatchObject({ source_ss_id: source, source_sheet_name: 'Open', target_ss_id: target })
  await expect(toast(page, 'Sync task added')).toBeVisible()
})
