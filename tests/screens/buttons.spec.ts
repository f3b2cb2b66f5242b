import { expect, type Locator, type Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import type { HeldTask } from '#contract/hold.ts'
import type { AttentionIncident } from '#contract/overview.ts'
import type { Route } from '#contract/route.ts'
import type { Task } from '#contract/task.ts'
import { changeReply } from '#tests/e2e/support/change-reply.ts'
import { createTask, createType } from '#tests/e2e/support/create-task.ts'
import { overrideTasks } from '#tests/e2e/support/override-tasks.ts'
import { showAlert } from '#tests/e2e/support/show-alert.ts'
import { taskListOn } from '#tests/e2e/support/task-list.ts'
import { test } from './support/screen.ts'

interface PressedButton {
  route: Route
  /** Opens the dialog or menu the button is in, if any, and finds it. */
  find: (page: Page) => Locator | Promise<Locator>
}

/** A screen, and its buttons in the order they are pressed. A refused call leaves it as it is. */
interface Screen {
  path: string
  buttons: Record<string, PressedButton>
}

const MOVABLE = { can_push_to_front: true, can_move_up: true, can_move_down: true, can_push_to_back: true }
const POSITION = { ...MOVABLE, current_position: 2, total_tasks_of_type: 3 }

const onCard = (name: string) => (page: Page) => taskListOn(page).card('Pressed').getByRole('button', { name })
const onPage = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).first()
const inDialog = (open: (page: Page) => Locator, name: string | RegExp) => async (page: Page) => {
  await open(page).click()
  return page.getByRole('dialog').getByRole('button', { name }).last()
}
const onSelection = (name: string) => async (page: Page) => {
  await taskListOn(page).card('Pressed').getByRole('checkbox').check()
  return page.getByRole('toolbar', { name: 'Selected tasks' }).getByRole('button', { name, exact: true })
}

/** The list, by the state of its task. */
const LISTS: Record<string, { task: Partial<Task>; buttons: Screen['buttons'] }> = {
  'an idle task': {
    task: {},
    buttons: {
      'Run Task': { route: api.tasks.execute, find: onCard('Run Task') },
      'Push to top': { route: api.tasks.reposition, find: onCard('Push to top') },
      'Move up': { route: api.tasks.reposition, find: onCard('Move up') },
      'Move down': { route: api.tasks.reposition, find: onCard('Move down') },
      'Push to bottom': { route: api.tasks.reposition, find: onCard('Push to bottom') },
      Active: { route: api.tasks.toggleActive, find: (page) => taskListOn(page).card('Pressed').getByRole('switch') },
      Delete: { route: api.tasks.remove, find: inDialog(onCard('Delete'), 'Delete') },
      'Edit, then Save': { route: api.tasks.update, find: inDialog(onCard('Edit'), 'Save') },
      'Run Group': { route: api.taskTypes.runGroup, find: onPage('Run Group Buttons') },
      'Run All Tasks': { route: api.tasks.executeAll, find: (page) => taskListOn(page).runAll },
      'Toggle All': { route: api.tasks.toggleAllActive, find: (page) => taskListOn(page).toggleAll },
      'Reset Status': { route: api.tasks.resetRunningStatus, find: (page) => taskListOn(page).resetStatus },
      'Delete All': {
        route: api.tasks.removeAll,
        find: inDialog((page) => taskListOn(page).deleteAll, /^Delete \d+ task/),
      },
      'Run of the selection': { route: api.selectedTasks.execute, find: onSelection('Run') },
      'Stop of the selection': { route: api.selectedTasks.stop, find: onSelection('Stop') },
      'Activate of the selection': { route: api.tasks.toggleAllActive, find: onSelection('Activate') },
      'Deactivate of the selection': { route: api.tasks.toggleAllActive, find: onSelection('Deactivate') },
    },
  },
  'a running task': {
    task: { running_status: true, task_status: 'Running' },
    buttons: {
      'Stop Task': { route: api.tasks.stop, find: onCard('Stop Task') },
      'Stop Group': { route: api.taskTypes.stopGroup, find: onPage('Stop Group Buttons') },
      'Stop All': { route: api.tasks.stopAll, find: inDialog((page) => taskListOn(page).stopAll, 'Stop All') },
    },
  },
  'a held task': {
    task: { can_copy_anyway: true },
    buttons: {
      'See what would be lost': { route: api.previews.start, find: onCard('See what would be lost') },
    },
  },
}

const HELD: HeldTask = {
  id: 7,
  rules: [{ cause: 'source_empty', reason: 'The source has no data rows.', fix: null, facts: {} }],
  since: '2026-06-01T04:00:00.000Z',
  accepted_at: null,
  accepted_by: null,
  task: {
    id: 1,
    name: 'Pressed',
    source_sheet_name: 'Data',
    target_sheet_name: 'Pressed',
    sync_task_type_id: 1,
    task_type_name: 'Buttons',
  },
  is_active: true,
  run_id: null,
}

const INCIDENT: AttentionIncident = {
  reason: 'failed',
  cause: 'unexpected',
  message: 'Unexpected error.',
  fix: null,
  fix_action: null,
  since: '2026-06-01T04:00:00.000Z',
  tasks: [{ ...HELD.task, run_id: 1 }],
  owners: ['ada@example.com'],
  tasks_count: 1,
  stopped_count: 2,
  stopped_by: null,
}

const OTHER_SCREENS: Screen[] = [
  {
    path: '/',
    buttons: {
      'Run it and the others of an incident': {
        route: api.incidents.runAgain,
        find: async (page) => {
          const counts = { failed: 1, stuck: 0, held: 0, not_run: 2, warning: 0 }
          const others = { accounts: [], departed: [], all_inactive: null, low_disk: null }
          const attention = { ...others, counts, incidents: [INCIDENT], incidents_count: 1 }
          await changeReply(page, { route: api.overview.get, change: { attention } })
          return onPage('Run it and the 2: Pressed (Buttons)')(page)
        },
      },
    },
  },
  {
    path: '/runs',
    buttons: {
      'Check access': { route: api.accessCheck.start, find: onPage('Check access') },
      'Pause everything': { route: api.pauses.set, find: inDialog(onPage('Pause everything until …'), 'Pause') },
    },
  },
  {
    path: '/sync_tasks?held=true',
    buttons: {
      'Copy anyway of a held task': {
        route: api.holds.accept,
        find: async (page) => {
          await changeReply(page, { route: api.holds.list, change: { holds: [HELD] } })
          return inDialog(onPage('Copy anyway: Pressed (Buttons)'), 'Copy anyway')(page)
        },
      },
    },
  },
  {
    path: '/sync_task_types',
    buttons: {
      'Save of a type': { route: api.taskTypes.update, find: inDialog(onPage('Edit Buttons'), 'Save') },
      'Delete of a type': { route: api.taskTypes.remove, find: inDialog(onPage('Delete Spare'), 'Delete') },
      'Export of types': { route: api.taskTypes.exportCsv, find: onPage('Export CSV') },
      'Import of types': { route: api.taskTypes.importCsv, find: chooseFile },
    },
  },
  {
    path: '/settings',
    buttons: {
      'Save Schedule': { route: api.schedules.setRunAll, find: onPage('Save Schedule') },
      'Sign out': { route: api.auth.logout, find: onPage('Sign out') },
    },
  },
  {
    path: '/import_export',
    buttons: {
      'Export of tasks': { route: api.tasks.exportCsv, find: onPage('Export as CSV') },
      'Import of tasks': { route: api.tasks.importCsv, find: chooseFile },
    },
  },
  {
    path: '/dev',
    buttons: {
      'Clear Logs of the server': { route: api.devLogs.clear, find: inDialog(onPage('Clear Logs'), 'Clear') },
    },
  },
  {
    path: '/settings/sessions',
    buttons: {
      'Sign out of another browser': { route: api.sessions.end, find: onPage('Sign out node') },
      'Sign out everywhere': {
        route: api.sessions.endAll,
        find: inDialog(onPage('Sign out everywhere'), 'Sign out everywhere'),
      },
    },
  },
  {
    path: '/settings/tokens',
    buttons: {
      'Create token': { route: api.apiTokens.create, find: afterFilling({ Name: 'Pressed' }, 'Create token') },
      'Revoke of a token': { route: api.apiTokens.revoke, find: inDialog(onPage('Revoke Spare'), 'Revoke') },
    },
  },
  {
    path: '/settings/my-alerts',
    buttons: {
      'Save of my alerts': { route: api.myAlerts.update, find: onPage('Save') },
      'Test of my alerts': { route: api.myAlerts.test, find: onPage('Send test') },
    },
  },
  {
    path: '/settings/google',
    buttons: {
      'Store key': {
        route: api.googleSetup.saveKey,
        find: async (page) => {
          await page.getByRole('radio', { name: 'Yes', exact: true }).check()
          return await afterFilling({ 'Or paste the content of the file': '{}' }, 'Store key')(page)
        },
      },
      'Check both': {
        route: api.googleSetup.checkSpreadsheets,
        find: afterFilling({ Source: 'pressed', Target: 'pressed' }, 'Check both'),
      },
      'Delete key': {
        route: api.googleSetup.removeKey,
        find: async (page) => {
          await changeReply(page, { route: api.googleSetup.get, change: { account: 'robot', credentials: 'stored' } })
          return inDialog(onPage('Delete key'), 'Delete key')(page)
        },
      },
    },
  },
  {
    path: '/settings/access',
    buttons: {
      'Disconnect of my spreadsheets': {
        route: api.access.disconnect,
        find: async (page) => {
          await changeReply(page, { route: api.access.get, change: { state: 'connected' } })
          return inDialog(onPage('Disconnect'), 'Disconnect')(page)
        },
      },
    },
  },
  {
    path: '/alerts/snooze?link=any',
    buttons: {
      'Snooze of an alert': {
        route: api.incidents.snooze,
        find: async (page) => {
          await showAlert(page)
          return onPage('For 1 day')(page)
        },
      },
    },
  },
  {
    path: '/sync_tasks/1',
    buttons: {
      'End snooze': {
        route: api.incidents.wake,
        find: async (page) => {
          await showAlert(page)
          return onPage('End snooze')(page)
        },
      },
    },
  },
]

// So high that no toast covers a button.
test.use({ viewport: { width: 1280, height: 1600 } })

test.beforeEach(async ({ client }) => {
  const type = await createType(client, { name: 'Buttons' })
  await createType(client, { name: 'Spare' })
  await client.call(api.apiTokens.create, { body: { name: 'Spare', scope: 'read' } })
  await createTask(client, { type, name: 'Pressed', source_sheet_name: 'Data', target_sheet_name: 'Pressed' })
})

for (const [state, { task, buttons }] of Object.entries(LISTS)) {
  test(`every button of the list with ${state} answers at once and makes one call, however often it is pressed`, async ({
    page,
  }) => {
    await overrideTasks(page, () => ({ position_actions: POSITION, ...task }))
    await pressAll(page, { path: '/sync_tasks?name=Pressed', buttons })
  })
}

for (const screen of OTHER_SCREENS) {
  test(`every button of ${screen.path} answers at once and makes one call, however often it is pressed`, async ({
    page,
  }) => {
    await pressAll(page, screen)
  })
}

/** Opens a screen, and presses its buttons one after the other. */
async function pressAll(page: Page, { path, buttons }: Screen): Promise<void> {
  await page.goto(path)
  const dialog = page.getByRole('dialog')
  for (const [name, button] of Object.entries(buttons)) {
    await test.step(name, async () => {
      await expectOneCall(page, button)
      if (await dialog.isVisible()) await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    })
  }
}

async function chooseFile(page: Page): Promise<Locator> {
  const file = { name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from('id\n') }
  await page.locator('input[type="file"]').setInputFiles(file)
  return page.getByRole('button', { name: 'Import CSV' })
}

function afterFilling(texts: Readonly<Record<string, string>>, name: string) {
  return async (page: Page) => {
    for (const [field, text] of Object.entries(texts)) {
      await page.getByRole('textbox', { name: field, exact: true }).fill(text)
    }
    return onPage(name)(page)
  }
}

/** Presses a button many times while the server takes its time and then refuses the call. */
async function expectOneCall(page: Page, { route, find }: PressedButton): Promise<void> {
  const replied = Promise.withResolvers<void>()
  let calls = 0
  const path = new RegExp(`^${route.path.replace(/:\w+/g, '[^/]+')}$`)
  const isCall = (url: URL) => path.test(url.pathname)
  await page.route(isCall, async (call) => {
    if (call.request().method() !== route.method) return call.fallback()
    calls += 1
    await replied.promise
    await call.fulfill({ status: 500, contentType: 'text/html', body: '' })
  })
  const button = await (await find(page)).elementHandle()
  if (!button) throw new Error('There is no such button')
  // A dialog that has just opened takes the focus a moment later.
  const dialog = page.getByRole('dialog')
  if (await dialog.isVisible()) await expect(dialog.locator(':focus')).toBeAttached()
  await button.focus()
  await button.evaluate((element) => {
    if (!(element instanceof HTMLElement)) return
    element.click()
    element.click()
  })
  await expect.poll(() => button.getAttribute('aria-busy')).toBe('true')
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
  await button.dblclick({ force: true })
  await button.press('Enter')
  await button.press('Enter')
  await button.press('Space')
  expect(await button.getAttribute('aria-busy')).toBe('true')
  replied.resolve()
  // A button that left with its dialog is not busy any more, whatever its attribute says.
  const isBusy = () => button.evaluate((element) => element.isConnected && element.ariaBusy === 'true')
  await expect.poll(() => isBusy().catch(() => false)).toBe(false)
  expect(calls).toBe(1)
  await page.unroute(isCall)
}
