import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import { ApiClient } from '#tests/support/api-client.ts'
import { runToEnd, untilEnded } from '#tests/support/run-to-end.ts'
import { createRunnableTask, createType } from './support/create-task.ts'
import { test } from './support/empty-app.ts'
import { expectAccessible } from './support/expect-accessible.ts'
import { toast } from './support/signed-in.ts'

/** The user who signs in, and the user who leaves. */
const [ADA, GRACE] = ['ada@example.com', 'grace@example.com']
test.use({ settings: { SAMPLES: 'none', ALLOWED_EMAILS: `${ADA},${GRACE}` } })

test('tasks of a person who left are found on Home, and taken over singly and all at once', async ({
  page,
  app,
  client,
  provider,
}) => {
  const grace = new ApiClient(app.url)
  await grace.signIn(GRACE)
  const type = await createType(client, { name: 'Masters' })
  const tasks = []
  for (const name of ['vault', 'ledger', 'stock'])
    tasks.push(await createRunnableTask({ client: grace, provider }, { type, name }))
  await app.kill()
  await app.restart({ ALLOWED_EMAILS: ADA })
  const [vault] = tasks
  expect(await runToEnd(client, vault?.id ?? 0)).toMatchObject({ task_status: 'Warning' })

  await page.goto('/')
  const line = page.getByRole('link', { name: new RegExp(`^${GRACE}`) })
  await expect(line).toContainText('3 tasks held until somebody takes over.')
  await line.click()
  const group = page.getByRole('region', { name: 'Owner left' })
  await expect(group.getByRole('row', { name: /vault/ })).toContainText(`Its owner left: ${GRACE}`)
  await expect(group.getByRole('button', { name: /Copy anyway/ })).toHaveCount(0)
  await expectAccessible(page, 'tasks of a person who left')

  await group.getByRole('button', { name: 'Take over: vault' }).click()
  const dialog = page.getByRole('dialog', { name: 'Take over' })
  await expect(dialog).toContainText('You become the owner of "vault (Masters)".')
  await dialog.getByRole('button', { name: 'Take over', exact: true }).click()
  await expect(toast(page, 'You own 1 task now. 1 task queued.')).toBeVisible()
  await expect(group.getByRole('row')).toHaveCount(3)
  expect(await untilEnded(client, vault?.id ?? 0)).toMatchObject({ task_status: 'Success', owner: ADA })

  await group.getByRole('button', { name: 'Take over all 2' }).click()
  await dialog.getByRole('button', { name: 'Take over all 2' }).click()
  await expect(page.getByText('No task is held.')).toBeVisible()
  const { holds } = await client.call(api.holds.list)
  expect(holds).toEqual([])
})
