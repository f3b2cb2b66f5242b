import { expect, onTestFinished, test, vi } from 'vitest'
import { tasks } from '#contract/task-routes.ts'
import { taskTypes } from '#contract/task-type.ts'
import { runToSuccess } from '#tests/support/run-to-end.ts'
import { createSpreadsheet } from '#tests/support/spreadsheets.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { type CollectedSpan, findAttribute, startTraceCollector } from '#tests/support/trace-collector.ts'

/** Runs a copy with a failure of its first write, and stops the app. Returns the task's ID. */
async function traceOneRun(collectorUrl: string): Promise<number> {
  await using app = await startTestApp({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl } })
  const taskId = await createTask(app)
  app.emulator.faults.add({ kind: 'write', count: 1, effect: { answer: 'internal' } })
  await runToSuccess(app.member, taskId)
  return taskId
}

async function createTask({ sheets, member }: TestApp): Promise<number> {
  const spreadsheetId = await createSpreadsheet(sheets, { tabs: ['Orders', 'Copy'], values: [['Name'], ['Ada']] })
  const type = await member.call(taskTypes.create, { body: { name: 'Masters' } })
  const ends = { source_ss_id: spreadsheetId, target_ss_id: spreadsheetId }
  const body = { ...ends, sync_task_type_id: type.id, source_sheet_name: 'Orders', target_sheet_name: 'Copy' }
  return (await member.call(tasks.create, { body })).id
}

function only(spans: readonly CollectedSpan[], name: string): CollectedSpan {
  const [first, ...others] = spans.filter((span) => span.name === name)
  if (!first || others.length > 0) throw new Error(`Expected one span '${name}' in ${spans.map((span) => span.name)}`)
  return first
}

test('traces name the service and its attributes as the environment says', async () => {
  vi.stubEnv('OTEL_SERVICE_NAME', 'sheets-of-finance')
  vi.stubEnv('OTEL_RESOURCE_ATTRIBUTES', 'deployment.environment=staging')
  onTestFinished(() => void vi.unstubAllEnvs())
  await using collector = await startTraceCollector()
  await traceOneRun(collector.url)
  const [resource] = collector.resources
  if (!resource) throw new Error('No span was sent')
  expect(findAttribute(resource, 'service.name')).toBe('sheets-of-finance')
  expect(findAttribute(resource, 'deployment.environment')).toBe('staging')
})

test('a run is one trace, from the request that queued it to its last request to the provider', async () => {
  await using collector = await startTraceCollector()
  const taskId = await traceOneRun(collector.url)
  const click = only(collector.spans, 'POST /api/sync_tasks/:id/execute')
  const trace = collector.spans.filter(({ traceId }) => traceId === click.traceId)
  const run = only(trace, 'run')
  const attempt = only(trace, 'attempt')
  const requests = trace.filter(({ name }) => name.startsWith('provider '))

  expect(findAttribute(click, 'http.response.status_code')).toBe(200)
  expect(run.parentSpanId).toBe(click.spanId)
  expect([findAttribute(run, 'nano_sync.task'), findAttribute(run, 'nano_sync.status')]).toEqual([taskId, 'Success'])
  expect(attempt.parentSpanId).toBe(run.spanId)
  expect(findAttribute(attempt, 'nano_sync.attempt')).toBe(1)
  expect(requests.map(({ parentSpanId }) => parentSpanId)).toEqual(requests.map(() => attempt.spanId))
  expect(requests.filter(({ name }) => name === 'provider read').length).toBeGreaterThan(1)
  const writes = requests.filter(({ name }) => name === 'provider write')
  const tries = writes.map((span) => [
    findAttribute(span, 'nano_sync.try'),
    findAttribute(span, 'http.response.status_code'),
    findAttribute(span, 'nano_sync.quota_wait_ms'),
  ])
  expect(tries).toEqual([
    [1, 500, expect.any(Number)],
    [2, 200, expect.any(Number)],
  ])
})
