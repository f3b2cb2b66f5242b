import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { startExternalApp } from '#tests/support/external-app.ts'
import { startTokenService } from '#tests/support/token-service.ts'

const ANN = 'ann@example.com'
const ROBOT = expect.arrayContaining(['robot:spreadsheets'])

test("a task goes on with its owner's account when a shared one is added, and others use the shared one", async () => {
  await using service = await startTokenService()
  await using external = await startExternalApp()
  const ann = await external.signedIn(ANN)
  const [ran, neverRan, takenOver] = [await external.task(ann), await external.task(ann), await external.task(ann)]
  expect(await external.run(ann, ran)).toMatchObject({ status: 'Success', accounts: [ANN] })
  await external.run(ann, takenOver)

  await external.restart({ ...service.env, ALLOWED_EMAILS: '@example.com' })
  const again = await external.signedIn(ANN)
  expect(await external.run(again, ran)).toMatchObject({ status: 'Success', accounts: [ANN] })
  expect(await external.run(again, ran)).toMatchObject({ status: 'Success', accounts: [ANN] })
  expect(await external.run(again, neverRan)).toMatchObject({ status: 'Success', tokens: ROBOT })

  await external.restart({ ...service.env, ALLOWED_EMAILS: 'bob@example.com' })
  const bob = await external.signedIn('bob@example.com')
  const { holds } = await bob.call(api.holds.list)
  const ids = holds.filter(({ task }) => task.id === takenOver).map(({ id }) => id)
  await bob.call(api.holds.takeOver, { body: { ids } })
  expect(await external.run(bob, takenOver)).toMatchObject({ status: 'Success', tokens: ROBOT })
})
