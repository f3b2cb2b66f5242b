import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { namedRoutes } from './docs/openapi.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app[Symbol.asyncDispose]())

const moved = namedRoutes().flatMap(({ name, route }) =>
  route.formerPath ? { name, ...route, formerPath: route.formerPath } : [],
)

/** The reply to a request about what does not exist, or without its file. */
async function replyAt(path: string, method: string) {
  const init = { method, headers: { 'content-type': 'application/json' }, body: '{"edited":"leave"}' }
  const response = await app.member.fetch(path.replaceAll(/:\w+/g, '999999'), init)
  return { status: response.status, body: await response.json() }
}

test.each(moved)('$formerPath answers as $path does', async ({ path, formerPath, method }) => {
  const reply = await replyAt(path, method)
  expect(await replyAt(formerPath, method)).toEqual(reply)
  expect(await replyAt(`${formerPath}/x`, method)).not.toEqual(reply)
})

test('six addresses have moved', () => {
  expect(moved.map(({ name }) => name).toSorted()).toEqual([
    'activity.previewUndo',
    'changeSets.previewUndo',
    'changeSets.undo',
    'taskChanges.previewRevert',
    'taskChanges.revert',
    'tasks.previewImport',
  ])
})
