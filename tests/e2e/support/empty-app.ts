import { expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import type { ApiClient } from '#tests/support/api-client.ts'
import { connectProvider, type Provider } from './provider.ts'
import { test as base } from './signed-in.ts'

/**
 * A journey on an app without samples. Each one starts without tasks and types, and signed in unless `isVisitor` is set.
 */
export const test = base.extend<{ isVisitor: boolean; provider: Provider; startsEmpty: undefined }>({
  settings: { SAMPLES: 'none' },
  isVisitor: [false, { option: true }],
  context: async ({ context, isVisitor }, use) => {
    if (isVisitor) await context.clearCookies()
    await use(context)
  },
  provider: async ({ client }, use) => {
    const provider = await connectProvider(client)
    await use(provider)
  },
  startsEmpty: [
    async ({ client, provider }, use) => {
      await provider.restoreReplies()
      await removeEverything(client)
      await use(undefined)
    },
    { auto: true },
  ],
})

async function removeEverything(client: ApiClient): Promise<void> {
  await client.call(api.tasks.stopAll, {})
  await expect.poll(() => runningTasks(client)).toEqual([])
  await client.call(api.tasks.removeAll, {})
  for (let types = await removableTypes(client); types.length > 0; types = await removableTypes(client)) {
    for (const { id } of types) await client.call(api.taskTypes.remove, { params: { id } })
  }
}

async function runningTasks(client: ApiClient) {
  const { all_running_status } = await client.call(api.tasks.statusAll, {})
  return Object.entries(all_running_status).filter(([, { running_status }]) => running_status)
}

/** The types no other type depends on. */
async function removableTypes(client: ApiClient) {
  const types = await client.call(api.taskTypes.list, {})
  return types.filter(({ dependent_types_count }) => dependent_types_count === 0)
}
