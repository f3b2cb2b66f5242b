import { afterAll, afterEach, beforeAll } from 'vitest'
import { runSync } from '#engine/run-sync.ts'
import { editBeforeEachWrite } from './edit-before-write.ts'
import { startTestCluster } from './test-cluster.ts'
import { startTestProvider } from './test-provider.ts'

type CopyNode = Awaited<ReturnType<typeof startCopyNode>>

const doNothing = async (): Promise<unknown> => undefined

/**
 * Starts a provider and a node for the tests of a file, and returns a function that gets them. Each test creates its own
 * spreadsheets, task types and tasks. Faults and edits end with their test.
 */
export function shareNode(): () => CopyNode {
  let node: CopyNode | undefined
  beforeAll(async () => {
    node = await startCopyNode()
  })
  afterEach(() => {
    node?.provider.emulator.faults.clear()
    node?.beforeEachWrite(doNothing)
  })
  afterAll(async () => await node?.[Symbol.asyncDispose]())
  return () => {
    if (!node) throw new Error('The node has not started')
    return node
  }
}

async function startCopyNode() {
  const stack = new AsyncDisposableStack()
  const provider = stack.use(await startTestProvider())
  const cluster = stack.use(await startTestCluster())
  let edit = doNothing
  const google = editBeforeEachWrite(provider.google, () => edit())
  const queue = await cluster.startNode({ sync: runSync, google })
  return {
    ...{ provider, cluster, queue },
    /** Sets the edit that a person makes before each write of values. */
    beforeEachWrite(next: () => Promise<unknown>) {
      edit = next
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
