import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { installCommandLine, runCommand } from '#tests/support/command-line.ts'
import { runInShell } from '#tests/support/run-in-shell.ts'
import { createSpreadsheet } from '#tests/support/spreadsheets.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

/*
 * The examples of docs/reference/command-line.md, as they are written there, against a running app: only the address, the ID and the
 * name of the task are replaced.
 */
const PAGE = readFileSync(join(import.meta.dirname, '../../docs/reference/command-line.md'), 'utf8')
const has = (command: string) => spawnSync(command, ['--version']).error === undefined

let app: TestApp
let folder: string
let taskId: number
let env: Record<string, string>

beforeAll(async () => {
  app = await startTestApp()
  folder = await mkdtemp(join(tmpdir(), 'nano-sync-examples-'))
  await installCommandLine(folder)
  const { id } = await app.member.call(api.taskTypes.create, { body: { name: 'Daily reports', max_retries: 0 } })
  const ends = { source_ss_id: await newSheet([['Code'], ['a']]), target_ss_id: await newSheet() }
  const task = await app.member.call(api.tasks.create, { body: { name: 'Sales', sync_task_type_id: id, ...ends } })
  taskId = task.id
  const { token } = await app.member.call(api.apiTokens.create, { body: { name: 'examples', scope: 'run' } })
  env = {
    PATH: [folder, process.env['PATH']].join(delimiter),
    HOME: folder,
    NANO_SYNC_URL: app.url,
    NANO_SYNC_TOKEN: token,
  }
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const newSheet = (values: string[][] = []) => createSpreadsheet(app.sheets, { values })

/** The code under a heading of the page. */
function example(heading: string): string {
  const code = new RegExp(`^### ${heading}\\n[^]*?\`\`\`\\w+\\n([^]*?)\`\`\``, 'm').exec(PAGE)?.[1]
  if (!code) throw new Error(`The page has no example under ${heading}`)
  return code.replaceAll('42', String(taskId)).replaceAll('https://sync.example.com', app.url)
}

const run = (line: string, extra: Record<string, string> = {}) =>
  runInShell(line, { cwd: folder, env: { ...env, ...extra } })
const untilEnded = () => runCommand(`nano-sync stop ${taskId}`, { env })

test.skipIf(!has('curl'))('GitHub Actions: the step starts the task, and fails when it is refused', async () => {
  const [, step = ''] = example('GitHub Actions').split('run: |\n')
  // Run the script as GitHub runs a step without `shell`.
  await writeFile(join(folder, 'step.sh'), step.replaceAll(/^ {4}/gm, ''))
  const started = await run('bash -e step.sh')
  expect(started).toMatchObject({ code: 0, stdout: expect.stringContaining('"status":"success"') })
  await untilEnded()
  const refused = await run('bash -e step.sh', { NANO_SYNC_TOKEN: 'nsync_wrong' })
  expect(refused.code).not.toBe(0)
  expect(refused.stdout).toContain('"message"')
})

/** The parts of Apps Script the function uses, where a request is answered before the call returns. */
const APPS_SCRIPT = `
const { execFileSync } = require('node:child_process')
const fetching = 'const [url, init] = process.argv.slice(1); fetch(url, JSON.parse(init)).then(async (r) => console.log(await r.text()))'
const PropertiesService = { getScriptProperties: () => ({ getProperty: (name) => process.env[name] ?? null }) }
const UrlFetchApp = {
  fetch(url, { method, headers }) {
    const init = JSON.stringify({ method: method.toUpperCase(), headers })
    const text = execFileSync(process.execPath, ['-e', fetching, url, init], { encoding: 'utf8' })
    return { getContentText: () => text }
  },
}
const SpreadsheetApp = { getActive: () => ({ toast: (message) => console.log(message) }) }
`

test('Apps Script: the button starts the task, and shows why it is refused', async () => {
  await writeFile(join(folder, 'button.cjs'), `${APPS_SCRIPT}${example('A button in a Google Sheet')}\ncopyNow()\n`)
  const started = await run(`"${process.execPath}" button.cjs`)
  expect(started).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^\S.*\.\n$/) })
  await untilEnded()
  const refused = await run(`"${process.execPath}" button.cjs`, { NANO_SYNC_TOKEN: 'nsync_wrong' })
  expect(refused).toMatchObject({ code: 0, stdout: expect.stringMatching(/token/i) })
})

/** The parts of Airflow the task uses: the operator runs its command with its environment, whose templates are filled in. */
const AIRFLOW = `
import os, re, subprocess, sys
class BashOperator:
    def __init__(self, *, task_id, bash_command, env, append_env):
        filled = {name: re.sub(r"\\{\\{ var\\.value\\.(\\w+) \\}\\}", lambda found: os.environ[found[1].upper()], value) for name, value in env.items()}
        self.command, self.env = bash_command, {**(os.environ if append_env else {}), **filled}
    def execute(self):
        sys.exit(subprocess.run(["bash", "-c", self.command], env=self.env).returncode)
`

test.skipIf(!has('python3'))('Airflow: the task waits for the runs, and ends with their result', async () => {
  await writeFile(join(folder, 'dag.py'), `${AIRFLOW}${example('Airflow')}\ncopy.execute()\n`)
  expect(await run('python3 dag.py')).toMatchObject({ code: 0, stdout: expect.stringContaining('Sales') })
  await app.member.call(api.tasks.update, { params: { id: taskId }, body: { source_sheet_name: 'No such tab' } })
  expect((await run('python3 dag.py')).code).toBe(1)
})
