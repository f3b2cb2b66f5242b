import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { TokenScope } from '#contract/api-token.ts'
import type { Cell } from '#domain/copy/cell.ts'
import { installCommandLine, runCommand } from '#tests/support/command-line.ts'
import { type Ended, runInShell } from '#tests/support/run-in-shell.ts'
import { createSpreadsheet, writeValues } from '#tests/support/spreadsheets.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

/** Starts the command line in a second process. */
const LAUNCHER = join(import.meta.dirname, '../../bin/nano-sync.js')

let app: TestApp
let home: string

beforeAll(async () => {
  app = await startTestApp()
  home = await mkdtemp(join(tmpdir(), 'nano-sync-cli-'))
  await mkdir(join(home, 'empty'))
  await installCommandLine(join(home, 'bin'))
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await rm(home, { recursive: true, force: true })
})

/** Runs a line in bash as a newcomer does: in an empty folder, with `nano-sync` on the path. */
function shell(line: string, env: Record<string, string> = {}): Promise<Ended> {
  const path = [join(home, 'bin'), process.env['PATH']].join(delimiter)
  const own = { PATH: path, HOME: home, TZ: 'UTC', NO_COLOR: '1' }
  return runInShell(line, { cwd: join(home, 'empty'), env: { ...own, ...env } })
}

/** Runs a command of the newcomer in this process. */
function run(line: string, env: Record<string, string> = {}, input = ''): Promise<Ended> {
  return runCommand(line, { env: { XDG_CONFIG_HOME: join(home, '.config'), ...env }, input })
}

const tokens = new Map<TokenScope, string>()

/** An API token of the member with this scope. */
async function tokenFor(scope: TokenScope): Promise<string> {
  const known = tokens.get(scope)
  if (known !== undefined) return known
  const { token } = await app.member.call(api.apiTokens.create, { body: { name: scope, scope } })
  tokens.set(scope, token)
  return token
}

async function environment(scope: TokenScope) {
  return { NANO_SYNC_URL: app.url, NANO_SYNC_TOKEN: await tokenFor(scope) }
}

async function newType(name: string): Promise<number> {
  return (await app.member.call(api.taskTypes.create, { body: { name, max_retries: 0 } })).id
}

const newSheet = (title: string, values: Cell[][]) => createSpreadsheet(app.sheets, { title, tabs: ['Data'], values })

const ROWS = [
  ['Code', 'Amount'],
  ['a', 1],
  ['b', 2],
]

async function newTask(name: string, sync_task_type_id: number) {
  const source_ss_id = await newSheet(`${name} of the shop`, ROWS)
  const target_ss_id = await newSheet(`${name} for accounting`, [])
  const ends = { source_ss_id, target_ss_id, source_sheet_name: 'Data', target_sheet_name: 'Data' }
  return app.member.call(api.tasks.create, { body: { name, sync_task_type_id, ...ends } })
}

/** The commands a newcomer types, in order. */
const steps = [
  'nano-sync tasks',
  'nano-sync login "$ADDRESS" < token',
  'nano-sync doctor',
  'nano-sync tasks --type Nightly',
  'nano-sync run orders --preview',
  'nano-sync run orders --wait',
  'nano-sync run nobody',
  'nano-sync run "Nightly" --wait',
  'nano-sync logs Orders -n 2',
  'nano-sync runs Orders',
  'nano-sync undo Orders',
  'nano-sync undo Orders --yes --wait',
  'nano-sync export tasks.csv && cut -d, -f 1-4 tasks.csv | head -n 1',
  'sed -i s/Orders/Invoices/ tasks.csv && nano-sync import tasks.csv --dry-run',
  'nano-sync apply tasks.csv',
  'nano-sync apply tasks.csv --yes',
  'nano-sync stop all',
  'nano-sync status',
]

test('a newcomer goes from an empty folder to a run', async () => {
  const type = await newType('Nightly')
  await newTask('Orders', type)
  await newTask('Customers', type)
  await writeFile(join(home, 'empty', 'token'), await tokenFor('manage'))
  let transcript = ''
  for (const step of steps) {
    const isForShell = /[<|&]|tasks\.csv/.test(step)
    const { code, stdout, stderr } = await (isForShell ? shell : run)(step, { ADDRESS: app.url })
    transcript += `$ ${step}\n${stdout}${stderr}${code === 0 ? '' : `(exit code ${code})\n`}\n`
  }
  await expect(timeless(transcript)).toMatchFileSnapshot('../../docs/developers/command-line-transcript.txt')
})

/** Removes parts that differ between runs. */
function timeless(transcript: string): string {
  return transcript
    .replaceAll(app.url, 'http://127.0.0.1:3000')
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?/g, '2026-11-22 04:00')
    .replaceAll(/(2026-11-22 04:00 +)\d+ /g, '$10 ')
    .replaceAll(
      /\)\. (Cells that were written were verified|Verified) .*? E[DS]T(, all others .*? E[DS]T)?\./g,
      '). Verified at 04:00:00 EST.',
    )
    .replaceAll(/\d+ reads?, \d+ writes?, [\d,]+ bytes/g, '2 reads, 1 write, 600 bytes')
}

test('everything is paused and resumed, and so is the schedule of a task', async () => {
  const { id } = await newTask('Halted', await newType('Halting'))
  const env = await environment('manage')
  const paused = await run('nano-sync pause --until 12h', env)
  expect(paused).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Paused until .* by ada@example\.com\./) })
  expect((await run('nano-sync status', env)).stdout).toMatch(/^Paused until \d{4}-.* by ada@example\.com\.$/m)
  expect(await run(`nano-sync run ${id}`, env)).toMatchObject({ code: 0 })
  expect((await run('nano-sync status', env)).stdout).toContain('Halted: Queued, Paused until')
  expect(await run('nano-sync resume', env)).toMatchObject({
    code: 0,
    stdout: 'The pause has ended. Waiting runs start.\n',
  })
  expect(await run('nano-sync resume', env)).toMatchObject({ code: 1, stdout: 'Nothing is paused.\n' })

  expect(await run('nano-sync pause halted --until 2099-12-07', env)).toMatchObject({ code: 0 })
  expect(await app.member.call(api.tasks.get, { params: { id } })).toMatchObject({ paused_until: '2099-12-07' })
  expect(await run('nano-sync resume halted', env)).toMatchObject({ code: 0 })
  expect(await app.member.call(api.tasks.get, { params: { id } })).toMatchObject({ paused_until: null })
  expect(await run('nano-sync pause halted --until 12h', env)).toMatchObject({ code: 2 })
  expect(await run('nano-sync pause --until Monday', env)).toMatchObject({ code: 2 })
})

describe('the exit code', () => {
  test('is 1 for a run that failed, with the reason', async () => {
    const type = await newType('Broken')
    const { id } = await newTask('Gone', type)
    const params = { id }
    await app.member.call(api.tasks.update, { params, body: { source_sheet_name: 'Nowhere' } })
    const { code, stdout } = await run(`nano-sync run ${id} --wait`, await environment('run'))
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringMatching(/Gone +Error +.*'Nowhere'/) })
  })

  test('is 1 for a task that stops others; status and doctor say so, and one command runs them all again', async () => {
    const masters = await newType('Masters')
    const { id } = await newTask('Ledger 1', masters)
    await app.member.call(api.tasks.update, { params: { id }, body: { source_sheet_name: 'Nowhere' } })
    const dependent = { name: 'Dependents', max_retries: 0, depends_on_id: masters }
    const daily = await app.member.call(api.taskTypes.create, { body: dependent })
    for (const name of ['North', 'South']) await newTask(name, daily.id)
    const env = await environment('run')
    expect(await run('nano-sync run all --wait', env)).toMatchObject({ code: 1 })
    const summary = 'Ledger 1 (Masters) failed; 2 tasks did not run because of it. There is no tab'
    const again = `nano-sync run ${id} --affected`
    const { stdout } = await run('nano-sync status', env)
    expect(stdout).toContain(summary)
    expect(stdout).toContain(again)
    expect((await run('nano-sync doctor', env)).stdout).toContain(summary)
    const params = { id }
    await app.member.call(api.tasks.update, { params, body: { source_sheet_name: 'Data' } })
    const repaired = await run(`${again} --wait`, env)
    expect(repaired.stdout).toMatch(/Ledger 1 +Success[\s\S]*North +Success[\s\S]*South +Success/)
  })

  test('is 3 for a run that a guard held, and 0 once it copies anyway', async () => {
    const { id, source_ss_id } = await newTask('Emptied', await newType('Guarded'))
    const env = await environment('run')
    expect(await run(`nano-sync run ${id} --wait`, env)).toMatchObject({ code: 0 })
    await app.sheets.spreadsheets.values.clear({ spreadsheetId: source_ss_id, range: 'Data' })
    const held = await run(`nano-sync run ${id} --wait`, env)
    expect(held).toMatchObject({ code: 3, stdout: expect.stringContaining('Warning (held)') })
    const anyway = `nano-sync run ${id} --wait --copy-anyway`
    expect(await run(anyway, env)).toMatchObject({ code: 1, stderr: expect.stringContaining('scope manage') })
    expect(await run(anyway, await environment('manage'))).toMatchObject({ code: 0 })
  })

  test('is 0 for a hold that is accepted by its ID, 3 if the run finds more, and 2 if nobody can be asked', async () => {
    const { id, source_ss_id } = await newTask('Shrunk', await newType('Decided'))
    const write = async (count: number) => {
      await app.sheets.spreadsheets.values.clear({ spreadsheetId: source_ss_id, range: 'Data' })
      const values = [['Code', 'Amount'], ...Array.from({ length: count }, (_, row) => [`code ${row}`, row])]
      await writeValues(app.sheets, { spreadsheetId: source_ss_id, range: 'Data!A1', values })
    }
    const runTask = async (options = '') => run(`nano-sync run ${id} --wait ${options}`, await environment('manage'))
    await write(40)
    expect(await runTask()).toMatchObject({ code: 0 })
    await write(20)
    const held = await runTask()
    expect(held).toMatchObject({ code: 3, stdout: expect.stringContaining(`nano-sync run ${id} --accept`) })

    const asked = await runTask('--accept')
    const [, hold] =
      /Hold (\d+) of 'Shrunk', since .*:\n {2}The source shrank from 40 rows to 20/.exec(asked.stdout) ?? []
    expect(asked).toMatchObject({
      code: 2,
      stderr: `Give the ID of the hold where nobody can be asked: --accept ${hold}.\n`,
    })
    await write(10)
    const more = await runTask(`--accept ${hold}`)
    expect(more).toMatchObject({ code: 3, stdout: expect.stringContaining('from 40 rows to 10') })
    const stale = await runTask(`--accept ${hold}`)
    const now = /is held by (\d+) now/.exec(stale.stderr)?.[1]
    expect(stale.code).toBe(2)
    expect(await runTask(`--accept ${now}`)).toMatchObject({ code: 0 })
    expect(await runTask(`--accept ${now}`)).toMatchObject({ code: 2, stderr: "'Shrunk' is not held.\n" })
    expect(await runTask('--accept --preview')).toMatchObject({ code: 2 })
  })

  test('is 0 for a preview that creates tabs for targets, and 1 if one of them would fail', async () => {
    const { id, target_ss_id } = await newTask('Handed out', await newType('Handing out'))
    const update = (file: string) => {
      const targets = ['a', 'b'].map((value) => ({ value, target_ss_id: file, target_sheet_name: value }))
      return app.member.call(api.tasks.update, { params: { id }, body: { start_row: 1, split_by: 'Code', targets } })
    }
    const preview = async () => run(`nano-sync run ${id} --preview`, await environment('run'))
    await update(target_ss_id)
    expect(await preview()).toMatchObject({ code: 0, stdout: expect.stringContaining('creates missing tabs') })
    await update('missing'.repeat(6))
    expect(await preview()).toMatchObject({ code: 1, stdout: expect.stringContaining('"a": ') })
  })

  test('is 0 for a task that hands rows out, which is shown with its targets and what arrived there', async () => {
    const { id, target_ss_id } = await newTask('Handed out', await newType('Handed out'))
    const env = await environment('run')
    const show = () => run(`nano-sync show ${id}`, env)
    const own = { start_row: 1, split_by: 'Code', unmatched: 'report' } as const
    const update = (body: object) => app.member.call(api.tasks.update, { params: { id }, body: { ...own, ...body } })
    await update({})
    expect((await show()).stdout).toMatch(/^To: +a tab for each value, by Code$/m)
    const targets = ['a', 'b'].map((value) => ({ value, target_ss_id, target_sheet_name: `Of ${value}` }))
    await update({ targets })
    const before = await show()
    expect(before.stdout).toMatch(/^To: +2 sheets, by Code\nTarget: +"a" .+ › Of a\nTarget: +"b" .+ › Of b$/m)
    await run(`nano-sync run ${id} --wait`, env)
    const after = await show()
    expect(after).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Target: +"a" .+ › Of a: \d+ rows?, /m) })
    expect(after.stdout).toMatch(/^Delivery: +\d+ rows?: /m)
  })

  test('is 2 for a name that a task and a type share, and the prefix decides', async () => {
    const { id } = await newTask('Twins', await newType('Twins'))
    const env = await environment('run')
    const both = await run('nano-sync run twins', env)
    expect(both.code).toBe(2)
    expect(both.stderr).toContain(`Give the ID of a task: ${id} (Twins), or type:Twins.`)
    expect(await run('nano-sync run type:twins --wait', env)).toMatchObject({ code: 0 })
  })

  test.each([
    ['an unknown command', 'nano-sync fly', 2],
    ['a missing argument', 'nano-sync run', 2],
    ['a file that does not exist', 'nano-sync import nowhere.csv', 2],
    ['a status that does not exist', 'nano-sync tasks --status lost', 2],
    ['help', 'nano-sync --help', 0],
    ['a task that does not exist', 'nano-sync logs 999999', 1],
    ['an entry of the trash with a long ID that does not exist', 'nano-sync restore 123456789', 1],
  ])('of %s', async (_what, line, code) => {
    expect(await run(line, await environment('manage'))).toMatchObject({ code })
  })
})

test('a file whose rows would all be skipped fails, whether or not it would have been imported', async () => {
  const env = await environment('manage')
  const file = join(home, 'no-such-type.csv')
  await writeFile(file, 'task_type,source_ss_id,target_ss_id\nNowhere,some-source-id,some-target-id\n')
  const skipped = '! row 2: There is no task type "Nowhere"\n'
  const dryRun = await run(`nano-sync import ${file} --dry-run`, env)
  expect(dryRun).toMatchObject({ code: 1, stdout: expect.stringContaining(skipped) })
  const asked = await run(`nano-sync apply ${file}`, env)
  expect(asked).toMatchObject({ code: 1, stdout: expect.stringContaining('There is nothing to apply.') })
  const applied = await run(`nano-sync apply ${file} --yes`, env)
  expect(applied).toMatchObject({ code: 2, stderr: 'Nothing was applied, because rows would be skipped.\n' })
})

test('a refusal about one field is said once', async () => {
  const { stdout, stderr, code } = await run('nano-sync logs 0', await environment('read'))
  expect({ stdout, code }).toEqual({ stdout: '', code: 1 })
  expect(stderr.trim().split('\n')).toHaveLength(1)
})

test('a token that may only read runs nothing', async () => {
  const { id } = await newTask('Untouched', await newType('Quiet'))
  const { code, stderr } = await run(`nano-sync run ${id}`, await environment('read'))
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/scope/) })
  expect(await app.member.call(api.tasks.get, { params: { id } })).toMatchObject({ task_status: 'Pending' })
})

test('with --json, standard output is nothing but JSON', async () => {
  const { id, name } = await newTask('Machine', await newType('Programs'))
  const env = await environment('run')
  const { stdout } = await run(`nano-sync run ${id} --wait --json`, env)
  expect(JSON.parse(stdout)).toMatchObject([{ id, name, task_status: 'Success' }])
  const listed = await run('nano-sync tasks --type Programs --json', env)
  expect(JSON.parse(listed.stdout)).toMatchObject([{ id, name }])
  const lines = (await run(`nano-sync logs ${id} --json`, env)).stdout.trim().split('\n')
  expect(lines.map((line) => JSON.parse(line).level)).toContain('SUCCESS')
})

test('what was deleted is listed and restored', async () => {
  const type = await newType('Thrown away')
  const { id } = await newTask('Mistake', type)
  const manage = await environment('manage')
  const trash = async (): Promise<{ id: number; names: string[] }[]> =>
    JSON.parse((await run('nano-sync trash --json', manage)).stdout)
  await app.member.send(api.tasks.remove, { params: { id } })
  const [entry] = await trash()
  expect(entry).toMatchObject({ names: ['Mistake'] })
  expect((await run('nano-sync trash', manage)).stdout).toMatch(/^ID +What +Names .*\n *\d+ +task +Mistake /)
  const restored = await run(`nano-sync restore ${entry?.id}`, manage)
  expect(restored).toEqual({ code: 0, stdout: 'Restored 1 task.\n', stderr: '' })
  expect(await trash()).not.toContainEqual(entry)
  expect(await run(`nano-sync restore ${entry?.id}`, manage)).toEqual({
    code: 1,
    stdout: '',
    stderr: 'This is no longer in the trash.\n',
  })
})

test('logs -f shows lines as they are written, and ends when asked to', async () => {
  const { id } = await newTask('Followed', await newType('Watched'))
  const untilRun = [
    `${LAUNCHER} logs ${id} -f > followed & follower=$!`,
    "until grep -q 'up to date' followed; do sleep 0.1; done",
    'kill $follower; wait $follower',
  ]
  const followed = shell(untilRun.join('\n'), await environment('run'))
  expect(await run(`nano-sync run ${id}`, await environment('run'))).toMatchObject({ code: 0, stderr: '' })
  expect(await followed).toEqual({ code: 130, stdout: '', stderr: '' })
})

test('login refuses what is no token, and saves one for its user only', async () => {
  const refused = await run(`nano-sync login ${app.url}`, {}, 'nonsense\n')
  expect(refused).toMatchObject({ code: 2, stderr: 'An API token begins with nsync_.\n' })
  const invalid = await run(`nano-sync login ${app.url}`, {}, `nsync_${'0'.repeat(40)}\n`)
  expect(invalid.code).not.toBe(0)
  const token = await tokenFor('read')
  const { code, stdout, stderr } = await run(`nano-sync login ${app.url}`, {}, `${token}\n`)
  expect(code).toBe(0)
  expect(stdout + stderr).not.toContain(token)
  const file = join(home, '.config', 'nano-sync', 'login.json')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ url: app.url, token })
  const elsewhere = await run('nano-sync tasks', { NANO_SYNC_URL: 'http://127.0.0.1:1' })
  expect(elsewhere.stderr).toMatch(/^Sign in with/)
})

test('login replaces a file that others could read', async () => {
  const file = join(home, '.config', 'nano-sync', 'login.json')
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, '{}')
  await chmod(file, 0o644)
  expect((await shell(`echo ${await tokenFor('read')} | nano-sync login ${app.url}`)).code).toBe(0)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

test('no token is sent over http to another machine, unless somebody insists', async () => {
  const elsewhere = { NANO_SYNC_URL: 'http://sync.example', NANO_SYNC_TOKEN: 'nsync_none' }
  const refused = { code: 2, stderr: expect.stringMatching(/^http:\/\/sync\.example is not encrypted/) }
  expect(await run('nano-sync tasks', elsewhere)).toMatchObject(refused)
  expect(await run('nano-sync doctor', elsewhere)).toMatchObject(refused)
  expect(await run('nano-sync login http://sync.example', {}, 'nsync_none\n')).toMatchObject(refused)
  expect(await run('nano-sync tasks --insecure', elsewhere)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^No answer from http:\/\/sync\.example/),
  })
})

test('an address may omit the scheme and contain invisible characters', async () => {
  const { host } = new URL(app.url)
  const token = await tokenFor('manage')
  const env = { NANO_SYNC_URL: `\u200b${host}/`, NANO_SYNC_TOKEN: `${token}\ufeff` }
  expect(await run('nano-sync tasks', env)).toMatchObject({ code: 0 })
  expect(await run(`nano-sync login ${host}`, {}, `${token}\n`)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`Signed in to ${app.url}`),
  })
  const elsewhere = await run('nano-sync tasks', { ...env, NANO_SYNC_URL: 'sync.invalid:8443' })
  expect(elsewhere.stderr).toMatch(/^No answer from https:\/\/sync\.invalid:8443/)
  for (const address of ['ftp://sync.example', 'not an address', ''])
    expect(await run('nano-sync tasks', { ...env, NANO_SYNC_URL: address })).toMatchObject({
      code: 2,
      stderr: 'NANO_SYNC_URL must be the address of Nano Sync, such as https://sync.example.com.\n',
    })
})

test('a file is imported from standard input', async () => {
  const manage = await environment('manage')
  await newType('From input')
  const file = 'name;task_type;source_ss_id;target_ss_id\nPiped;From input;piped-source;piped-target\n'
  const planned = await shell(`printf '${file}' | nano-sync import - --dry-run`, manage)
  expect(planned.stdout).toContain('1 task to create')
  const unanswered = await run('nano-sync apply -', manage, file)
  expect(unanswered).toMatchObject({ code: 2, stderr: expect.stringContaining('use --yes') })
  expect((await run('nano-sync apply - --yes', manage, file)).stdout).toContain('1 task created')
  expect((await run('nano-sync import - --json', manage, file)).code).toBe(1)
  expect(await run('nano-sync import ./-', manage)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Could not read ./-'),
  })
})

test('a spreadsheet cannot control the terminal through its titles and names', async () => {
  const manage = await environment('manage')
  const typeId = await newType('Hostile')
  const hostile = 'owned \u001b]0;title\u0007\u009b31m\u202egpj.exe'
  const ends = { source_ss_id: await newSheet(hostile, ROWS), target_ss_id: await newSheet(hostile, []) }
  const tabs = { source_sheet_name: 'Data', target_sheet_name: 'Data' }
  const body = { name: 'owned \u202egpj.exe', sync_task_type_id: typeId, ...ends, ...tabs }
  const { id } = await app.member.call(api.tasks.create, { body })
  const lines = [`nano-sync tasks --type Hostile`, `nano-sync tasks --type Hostile --json`]
  lines.push(`nano-sync run ${id} --wait`, `nano-sync logs ${id}`, `nano-sync logs ${id} --json`)
  lines.push(`nano-sync undo ${id} --yes`, `nano-sync run "Prices \u001b[31m"`)
  const printed = { stdout: '', stderr: '' }
  for (const line of lines) {
    const { stdout, stderr } = await run(line, manage)
    printed.stdout += stdout
    printed.stderr += stderr
  }
  expect(printed.stdout).toContain('owned')
  expect(printed.stdout + printed.stderr).not.toMatch(/[^\P{C}\n]/u)
})

test('no shell of Windows sees what a command is given', async () => {
  const asWindows = 'data:text/javascript,Object.defineProperty(process,"platform",{value:"win32"})'
  const line = `"$NODE" --import '${asWindows}' ${LAUNCHER} run "Sales & calc"`
  const ended = await shell(line, { NODE: process.execPath, ...(await environment('run')) })
  expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining('Sales & calc') })
})

test('a server that cannot be reached is named', async () => {
  const { token } = { token: 'nsync_none' }
  const { code, stderr } = await run('nano-sync tasks', {
    NANO_SYNC_URL: 'http://127.0.0.1:1',
    NANO_SYNC_TOKEN: token,
  })
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(/^No answer from http:\/\/127\.0\.0\.1:1\./),
  })
})

describe('lists and single tasks', () => {
  test('a task can be shown, deactivated, activated, and found by its URL', async () => {
    const { id } = await newTask('Shown', await newType('Single'))
    const env = await environment('manage')
    const shown = await run('nano-sync show shown', env)
    expect(shown.stdout).toMatch(/Name: +Shown\n/)
    expect(shown.stdout).toMatch(/From: +Shown of the shop › Data\n/)
    expect(shown.stdout).not.toContain('Remarks')
    await app.member.call(api.tasks.update, { params: { id }, body: { beside: 'carry' } })
    expect((await run('nano-sync show shown', env)).stdout).toMatch(/Remarks: +move along with their rows\n/)
    expect(await run('nano-sync deactivate shown', env)).toMatchObject({ code: 0 })
    expect(await run('nano-sync tasks --type Single', env)).toMatchObject({
      stdout: expect.stringMatching(/Pending +no/),
    })
    expect(await run('nano-sync activate type:Single', env)).toMatchObject({ code: 0 })
    const { stdout } = await run(`nano-sync show ${id} --json`, env)
    expect(JSON.parse(stdout)).toMatchObject({ id, is_active: true })
    expect(await run('nano-sync open shown', env)).toMatchObject({ stdout: `${app.url}/sync_tasks/${id}\n` })
    expect(await run('nano-sync open', env)).toMatchObject({ stdout: `${app.url}\n` })
    expect(await run('nano-sync deactivate shown', await environment('run'))).toMatchObject({ code: 1 })
  })

  test('--quiet prints only IDs, and lists accept an age, a status and a limit', async () => {
    const type = await newType('Listed')
    const one = await newTask('Listed 1', type)
    const two = await newTask('Listed 2', type)
    const env = await environment('manage')
    expect(await run('nano-sync tasks --type Listed --quiet', env)).toMatchObject({
      stdout: `${one.id}\n${two.id}\n`,
    })
    expect(await run('nano-sync tasks --type Listed --quiet -n 1', env)).toMatchObject({ stdout: `${one.id}\n` })
    expect(await run('nano-sync run "Listed 1" --wait', env)).toMatchObject({ code: 0 })
    const runs = (options: string) => run(`nano-sync runs "Listed 1" --quiet ${options}`, env)
    expect((await runs('--since 1h --status success')).stdout).toMatch(/^\d+\n$/)
    expect(await runs('--status error')).toMatchObject({ code: 0, stdout: '' })
    expect(await runs('--since 2999-01-01')).toMatchObject({ code: 0, stdout: '' })
    expect(await runs('--since soon')).toMatchObject({ code: 2, stderr: expect.stringContaining('30m, 12h or 7d') })
    const activity = await run('nano-sync activity --since 1h -n 1', env)
    expect(activity.stdout).toMatch(/ada@example.com \(token manage\) +Run requested +Listed 1/)
    expect((await run('nano-sync activity --quiet -n 3', env)).stdout).toMatch(/^(\d+\n){3}$/)
  })

  test('holds are listed, shown, and then accepted by ID', async () => {
    const { id, source_ss_id } = await newTask('Waiting', await newType('Held'))
    const env = await environment('manage')
    expect(await run(`nano-sync run ${id} --wait`, env)).toMatchObject({ code: 0 })
    await app.sheets.spreadsheets.values.clear({ spreadsheetId: source_ss_id, range: 'Data' })
    expect(await run(`nano-sync run ${id} --wait`, env)).toMatchObject({ code: 3 })
    const { stdout } = await run('nano-sync holds', env)
    const [, hold] = new RegExp(`^(\\d+) +${id} Waiting +Held `, 'm').exec(stdout) ?? []
    expect(hold).toBeDefined()
    const asked = await run(`nano-sync accept ${hold}`, env)
    expect(asked).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') })
    expect(asked.stdout).toContain(`Hold ${hold} of 'Waiting'`)
    expect(await run('nano-sync accept 999999 --yes', env)).toMatchObject({ code: 2 })
    expect(await run(`nano-sync accept ${hold} --yes`, env)).toMatchObject({ code: 0 })
  })

  test('whoami prints the person and the server, and logout deletes both', async () => {
    const env = { XDG_CONFIG_HOME: join(home, 'config') }
    expect(await run(`nano-sync login ${app.url}`, env, await tokenFor('read'))).toMatchObject({ code: 0 })
    expect(await run('nano-sync whoami', env)).toMatchObject({ stdout: `ada@example.com at ${app.url}\n` })
    const loggedOut = await run('nano-sync logout', env)
    expect(loggedOut).toMatchObject({ stdout: expect.stringContaining(`Signed out of ${app.url}.`) })
    expect(await run('nano-sync whoami', env)).toMatchObject({ code: 2 })
    expect(await run('nano-sync logout', env)).toMatchObject({ stdout: 'No login was saved.\n' })
  })
})
