import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parser } from '@prometheus-io/lezer-promql'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createMetrics } from '#server/http/metrics.ts'
import { openFreshDatabase } from '#tests/support/fresh-database.ts'
import { ROOT, readDeployFile, readYaml } from './deploy-files.ts'

const Rules = z.object({
  groups: z.array(
    z.object({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^NanoSync[A-Za-z]+$/),
          expr: z.string(),
          for: z
            .string()
            .regex(/^\d+[smhd]$/)
            .optional(),
          labels: z.strictObject({ severity: z.enum(['warning', 'critical']) }),
          annotations: z.strictObject({ summary: z.string(), description: z.string() }),
        }),
      ),
    }),
  ),
})
const Dashboard = z.object({
  panels: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      description: z.string().min(1),
      gridPos: z.object({ x: z.int(), y: z.int(), w: z.int(), h: z.int() }),
      targets: z.array(z.object({ refId: z.string(), expr: z.string() })),
    }),
  ),
})

const alerts = Rules.parse(readYaml('monitoring/alerts.yml')[0]).groups.flatMap(({ rules }) => rules)
const { panels } = Dashboard.parse(JSON.parse(readDeployFile('monitoring/grafana-dashboard.json')))
const runbook = readFileSync(join(ROOT, 'docs/operate/runbook.md'), 'utf8')
const metricsPage = readFileSync(join(ROOT, 'docs/reference/metrics.md'), 'utf8')
const expressions = [...alerts, ...panels.flatMap(({ targets }) => targets)].map(({ expr }) => expr)

/** The metrics a text names. The series of a histogram count as one metric. */
function metricsIn(text: string): Set<string> {
  const names = [...text.matchAll(/\bnano_sync_[a-z_]+/g)].map(([name]) => name.replace(/_(bucket|count|sum)$/, ''))
  return new Set(names.filter((name) => !/^nano_sync_(out|err|changes)/.test(name)))
}

test.each(expressions)('%s is PromQL', (expression) => {
  const problems: string[] = []
  parser.parse(expression).iterate({
    enter: ({ type, from }) => {
      if (type.isError) problems.push(expression.slice(from))
    },
  })
  expect(problems).toEqual([])
})

test.skipIf(spawnSync('promtool', ['--version']).error !== undefined)(
  'a week of simulated metrics raises the right alerts, and a quiet week none',
  async () => {
    const file = join(ROOT, 'deploy/monitoring/alerts.test.yml')
    const { stdout } = await promisify(execFile)('promtool', ['test', 'rules', file])
    expect(stdout).toContain('SUCCESS')
  },
)

test('every alert fires in the simulated weeks', () => {
  const simulated = readFileSync(join(ROOT, 'deploy/monitoring/alerts.test.yml'), 'utf8')
  const fired = [...simulated.matchAll(/NanoSync\w+/g)].map(([name]) => name)
  expect(new Set(fired)).toEqual(new Set(alerts.map(({ alert }) => alert)))
})

test('the runbook has every alert, and no other', () => {
  const named = [...runbook.matchAll(/`(NanoSync\w+)`/g)].map(([, name = '']) => name)
  expect(new Set(named)).toEqual(new Set(alerts.map(({ alert }) => alert)))
})

test('panels have their own place and ID', () => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  const places = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, index) => `${x + (index % w)}:${y + Math.floor(index / w)}`),
  )
  expect(new Set(places).size).toBe(places.length)
})

test('alerts, dashboard and page name exactly the metrics that exist', async () => {
  await using database = await openFreshDatabase()
  const metrics = createMetrics({
    orm: database.orm,
    now: () => new Date(),
    timezone: 'UTC',
    dataDir: ROOT,
    isBackedUp: true,
  })
  const exposed = new Set(
    [...(await metrics.text()).matchAll(/^# TYPE (nano_sync_\S+)/gm)].map(([, name = '']) => name),
  )
  expect(metricsIn(metricsPage)).toEqual(exposed)
  expect(metricsIn(panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join('\n'))).toEqual(exposed)
  for (const name of metricsIn(alerts.map(({ expr }) => expr).join('\n'))) expect(exposed).toContain(name)
})
