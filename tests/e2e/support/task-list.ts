import type { Locator, Page } from '@playwright/test'

/** The elements of the task list that journeys use. */
export function taskListOn(page: Page) {
  const all = page.getByRole('toolbar', { name: 'All tasks' })
  return {
    summary: page.getByText(/\d+ total, \d+ filtered/).locator('..'),
    cards: page.getByRole('article'),
    card: (title: string) => {
      const heading = page.getByRole('heading', { level: 3, name: title, exact: true })
      return page.getByRole('article').filter({ has: heading })
    },
    runAll: all.getByRole('button', { name: /^Run All|^Running All/ }),
    stopAll: all.getByRole('button', { name: 'Stop All' }),
    toggleAll: all.getByRole('button', { name: 'Toggle All Active/Inactive' }),
    resetStatus: all.getByRole('button', { name: 'Reset Status' }),
    deleteAll: all.getByRole('button', { name: 'Delete All' }),
    typeFilter: page.getByRole('combobox', { name: 'Task type' }),
    statusFilter: page.getByRole('combobox', { name: 'Status' }),
    nameFilter: page.getByRole('searchbox', { name: 'Filter by name' }),
    addTask: page.getByRole('button', { name: 'Add Task' }).first(),
    dialog: (name: string | RegExp) => page.getByRole('dialog', { name }),
  }
}

/** The value a card shows for a term. */
export function findFact(card: Locator, name: string): Locator {
  return card
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .locator('xpath=following-sibling::dd')
}
