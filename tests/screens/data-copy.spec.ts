import { expect, type Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { createTask, createType, findSampleTask } from '#tests/e2e/support/create-task.ts'
import { errorReply, unreadableError } from '#tests/e2e/support/mock-reply.ts'
import { addSamples } from './support/sample-records.ts'
import { test } from './support/screen.ts'
import { failUntilTriedAgain, withReply } from './support/server-reply.ts'

test.beforeEach(({ server }) => addSamples(server))

test('rows load while scrolling, in the chosen columns and order', async ({ page, client, server }) => {
  const task = await findSampleTask(client, { type: 'Regional', name: 'Weather' })
  server.state.dataCopy = buildWeather()
  const { grid, headers, loaded } = elementsOn(page)
  const alert = page.getByRole('alert')

  await test.step('what fails to load shows an error in its place, and can be tried again', async () => {
    await failUntilTriedAgain(
      { page, server },
      { route: api.dataCopy.page, reply: errorReply(400, 'No rows today.') },
      async () => {
        await page.goto(`/sync_tasks/${task.id}/data_copy`)
        await expect(alert).toContainText('No rows today.')
      },
    )
    await expect(grid).toBeVisible()
    await expect(alert).toHaveCount(0)
    await expect(loaded(/^500 of 2,922 rows loaded$/)).toBeVisible()
    await expect(headers).toHaveText(['location', 'date', 'precipitation', 'temp_max', 'temp_min', 'wind', 'weather'])
  })

  await test.step('the next rows load near the end', async () => {
    await failUntilTriedAgain({ page, server }, { route: api.dataCopy.page, reply: unreadableError(418) }, async () => {
      await scrollToEnd(page)
      await expect(alert).toContainText('Failed to load data.')
      await expect(grid).toBeVisible()
    })
    await expect(loaded(/^1,000 of/)).toBeVisible()
    await expect(alert).toHaveCount(0)
    await scrollToEnd(page)
    await expect(loaded(/^1,500 of/)).toBeVisible()
  })

  await test.step('a header sorts', async () => {
    const header = headers.filter({ hasText: 'location' })
    await header.getByRole('button').click()
    await expect(header).toHaveAttribute('aria-sort', 'ascending')
    await expect(cellAt(page, { row: 0, column: 0 })).toHaveText('New York')
    await header.getByRole('button').press('Enter')
    await expect(header).toHaveAttribute('aria-sort', 'descending')
    await expect(cellAt(page, { row: 0, column: 0 })).toHaveText('Seattle')
    await expect(page).toHaveURL(/sort=location&order=desc/)
    await header.getByRole('button').click()
    await expect(header).toHaveAttribute('aria-sort', 'none')
  })

  await test.step('chosen columns are kept', async () => {
    await expect(cellAt(page, { row: 0, column: 1 })).toHaveText(/^\d{4}-\d\d-\d\d$/)
    await page.getByRole('button', { name: 'Select Columns' }).click()
    const dialog = page.getByRole('dialog', { name: 'Select Columns' })
    await dialog.getByRole('button', { name: 'None' }).click()
    await expect(dialog.getByRole('button', { name: 'Show columns' })).toBeDisabled()
    await dialog.getByRole('checkbox', { name: 'wind' }).check()
    await dialog.getByRole('checkbox', { name: 'date' }).check()
    await dialog.getByRole('button', { name: 'Show columns' }).click()
    await expect(headers).toHaveText(['date', 'wind'])
    await page.reload()
    await expect(headers).toHaveText(['date', 'wind'])
  })

  await test.step('the arrow keys move through the cells', async () => {
    await cellAt(page, { row: 0, column: 0 }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    await expect(cellAt(page, { row: 1, column: 1 })).toBeFocused()
    await page.keyboard.press('Control+ArrowDown')
    await expect(cellAt(page, { row: 499, column: 1 })).toBeFocused()
    await expect(loaded(/^1,000 of/)).toBeVisible()
    await page.keyboard.press('Control+Home')
    await expect(cellAt(page, { row: 0, column: 0 })).toBeFocused()
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(page).toHaveURL(/\/sync_tasks$/)
  })

  await test.step('a task that has copied nothing says so', async () => {
    const type = await createType(client, { name: 'Blank' })
    const { id } = await createTask(client, { type, name: 'Blank one', target_sheet_name: 'Blank one' })
    server.state.dataCopy = { columns: [], rows: [] }
    await page.goto(`/sync_tasks/${id}/data_copy`)
    await expect(page.getByText('No rows copied yet', { exact: true })).toBeVisible()
    await expect(page.getByText(/columns? shown/)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Select Columns' })).toBeDisabled()
  })
})

test('one column and one row are counted in the singular', async ({ page, server }) => {
  const columns = { available_columns: ['id'], default_selected_columns: ['id'] }
  const rows = { data: [{ id: '1' }], total_rows: 1 }
  await withReply(server, { route: api.dataCopy.columns, reply: { body: columns } }, () =>
    withReply(server, { route: api.dataCopy.page, reply: { body: rows } }, async () => {
      await page.goto('/sync_tasks/1/data_copy')
      await expect(page.getByText('1 of 1 column shown', { exact: true })).toBeVisible()
      await expect(elementsOn(page).loaded(/^1 of 1 row loaded$/)).toBeVisible()
    }),
  )
})

function elementsOn(page: Page) {
  const grid = page.getByRole('grid', { name: 'Copied rows' })
  return {
    grid,
    headers: grid.getByRole('columnheader'),
    loaded: (text: RegExp) => page.getByRole('status').filter({ hasText: text }),
  }
}

/** A cell by its row below the header and its shown column, both from 0. */
function cellAt(page: Page, { row, column }: { row: number; column: number }) {
  return page
    .getByRole('grid')
    .locator(`[role="row"][aria-rowindex="${row + 2}"] [role="gridcell"][aria-colindex="${column + 1}"]`)
}

async function scrollToEnd(page: Page): Promise<void> {
  await elementsOn(page).grid.evaluate((grid) => grid.scrollTo({ top: grid.scrollHeight }))
}

/** The weather of two cities on 1,461 days. */
function buildWeather() {
  const columns = ['location', 'date', 'precipitation', 'temp_max', 'temp_min', 'wind', 'weather']
  const rows = Array.from({ length: 2922 }, (_, index) => ({
    location: index < 1461 ? 'Seattle' : 'New York',
    date: new Date(Date.UTC(2012, 0, 1 + (index % 1461))).toISOString().slice(0, 10),
    precipitation: 0,
    temp_max: 12,
    temp_min: 5,
    wind: 4,
    weather: 'sun',
  }))
  return { columns, rows }
}
