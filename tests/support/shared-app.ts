import { test as base } from 'vitest'
import { emptyApp } from './empty-app.ts'
import { startTestApp } from './test-app.ts'

/**
 * Declares tests that share one app, started by the first test that asks for an app. Each test creates spreadsheets, task types
 * and tasks with unique names. A test that expects complete lists or sets faults asks for the `emptyApp`: the same app, without
 * the tasks, history and faults of earlier tests. A test that sets the environment or other state of the whole app starts a
 * separate app.
 */
export function shareApp(options?: Parameters<typeof startTestApp>[0]) {
  // biome-ignore lint/correctness/noEmptyPattern: Vitest requires a pattern
  const test = base.extend('app', { scope: 'file' }, async ({}, { onCleanup }) => {
    const app = await startTestApp(options)
    onCleanup(() => app[Symbol.asyncDispose]())
    return app
  })
  return test.extend('emptyApp', async ({ app }) => {
    await emptyApp(app)
    return app
  })
}

/** Declares tests that share an app with the settings of every test. */
export const test = shareApp()

let names = 0

/** Adds a number to a name, so no two tests of a file share a name. */
export function uniqueName(name: string): string {
  names += 1
  return `${name} ${names}`
}
