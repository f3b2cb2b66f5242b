import { writeFile } from 'node:fs/promises'
import { Command } from 'commander'
import type { Client } from '#client/client.ts'
import { api } from '#contract/api.ts'
import type { TaskImport } from '#contract/task-import.ts'
import { MAX_TASK_LOG_LINES } from '#contract/task-log.ts'
import type { TaskStatus } from '#contract/task-progress.ts'
import { addActivity } from './activity-command.ts'
import { readClock } from './clock.ts'
import { agrees, type CommandParts, type Context, TASK, TASK_OR_TYPE, wholeNumber } from './command-parts.ts'
import { connect, findLogin } from './connect.ts'
import { resultColumns, runColumns } from './describe.ts'
import { diagnose } from './diagnose.ts'
import { exitCodes, UsageError } from './exit-codes.ts'
import { findSelection, findTask } from './find-tasks.ts'
import { readLog } from './follow-log.ts'
import { addAccept, addHolds } from './hold-commands.ts'
import { importFile, previewImport, readCsvFile, showPreview } from './import-tasks.ts'
import { addListOptions, type ListOptions } from './lists.ts'
import { logIn, logOut, showLogin } from './log-in.ts'
import { addPause, addResume } from './pause-commands.ts'
import { addRun } from './run-command.ts'
import { listRuns, requestStop } from './run-tasks.ts'
import { addMcp } from './serve-mcp.ts'
import { showStatus } from './show-status.ts'
import { addActivate, addDeactivate, addOpen, addShow, addTasks, parseStatus } from './task-commands.ts'
import { addRestore, addTrash } from './trash-commands.ts'
import { lastChangingRun, previewUndo, requestUndo, showUndo } from './undo-run.ts'
import { readVersion } from './version.ts'
import { findExitCode, waitForRuns } from './wait-for-runs.ts'

const DEFAULT_LINES = 50
const DEFAULT_RUNS = 20

const EXIT_CODES = `
Exit codes:
  ${exitCodes.success}  done; with --wait, every run succeeded; with --preview, none would be held
  ${exitCodes.failed}  a run failed, was stopped or ended with a warning, rows of a file were or would be skipped, or Nano Sync refused or did not answer
  ${exitCodes.usage}  the command was not given what it needs
  ${exitCodes.held}  a guard held a run, or would hold it, and no other failed

Environment:
  NANO_SYNC_URL, NANO_SYNC_TOKEN  used instead of what 'login' saved
`

/** Builds the command line with all commands. Their actions set the exit code, or throw. */
export function createProgram(context: Context): Command {
  const { output, env, signal } = context
  const version = readVersion()
  const program = new Command('nano-sync')
    .description('Runs and watches the sync tasks of a Nano Sync server.')
    .version(version)
    .option('--json', "print the server's answer as JSON")
    .option('--quiet', 'with a list, print only IDs')
    .option('--insecure', 'send the API token over http to another machine, where anyone on the way can read it')
    .addHelpText('after', EXIT_CODES)
    .exitOverride()
  const isJson = () => program.opts<{ json?: true }>().json === true
  const isInsecure = () => program.opts<{ insecure?: true }>().insecure === true
  const show = (result: unknown, inWords: () => void) => (isJson() ? output.json(result) : inWords())
  const showList: CommandParts['showList'] = (rows, columns) => {
    if (program.opts<{ quiet?: true }>().quiet) for (const { id } of rows) output.line(String(id))
    else show(rows, () => output.table(rows, columns))
  }
  const client = (): Promise<Client> => connect(env, { signal, isInsecure: isInsecure() })

  const parts: CommandParts = { ...context, version, isJson, isInsecure, show, showList, client }
  const commands = [
    addLogin,
    addLogout,
    addWhoami,
    addTasks,
    addShow,
    addActivate,
    addDeactivate,
    addRun,
    addStop,
    addPause,
    addResume,
    addStatus,
    addLogs,
    addRuns,
    addHolds,
    addAccept,
    addActivity,
    addUndo,
    addTrash,
    addRestore,
    addExport,
    addImport,
    addApply,
    addOpen,
    addDoctor,
    addMcp,
  ]
  for (const addCommand of commands) addCommand(program, parts)
  return program
}

function addLogin(program: Command, { output, env, openInput, isInsecure }: CommandParts): void {
  program
    .command('login')
    .argument('[address]', 'where Nano Sync runs, such as https://sync.example.com')
    .description('check an API token, asked for or read from standard input, and keep it')
    .action((url?: string) => logIn({ url, env, output, input: openInput(), isInsecure: isInsecure() }))
}

function addLogout(program: Command, { env, output }: CommandParts): void {
  program
    .command('logout')
    .description("forget the address and the token that 'login' saved")
    .action(() => logOut({ env, output }))
}

function addWhoami(program: Command, { env, output, show, isInsecure, client }: CommandParts): void {
  program
    .command('whoami')
    .description('show whose token is used, and where')
    .action(async () => {
      const { url } = await findLogin(env, { isInsecure: isInsecure() })
      const state = await (await client()).call(api.auth.check)
      show({ url, user: state.user }, () => showLogin({ url, state, output }))
    })
}

function addStop(program: Command, { output, show, setExitCode, client }: CommandParts): void {
  program
    .command('stop')
    .argument('<what>', TASK_OR_TYPE)
    .description('stop runs')
    .action(async (what: string) => {
      const nanoSync = await client()
      const outcome = await requestStop(nanoSync, await findSelection(nanoSync, what))
      if (outcome.status === 'error') setExitCode(exitCodes.failed)
      show(outcome, () => output.line(outcome.message))
    })
}

function addStatus(program: Command, { output, show, client }: CommandParts): void {
  program
    .command('status')
    .description('show what runs, what needs a person, and what comes next')
    .action(async () => {
      const nanoSync = await client()
      const overview = await nanoSync.call(api.overview.get)
      const { pause = null } = await nanoSync.call(api.pauses.get)
      const clock = await readClock(nanoSync)
      show(overview, () => showStatus(overview, { pause, output, clock }))
    })
}

function addLogs(program: Command, { output, signal, isJson, client }: CommandParts): void {
  program
    .command('logs')
    .argument('<task>', TASK)
    .description("show the end of a task's log")
    .option('-f, --follow', 'follow the log until Ctrl+C')
    .option('-n, --lines <count>', `how many lines, at most ${MAX_TASK_LOG_LINES}`, wholeNumber, DEFAULT_LINES)
    .action(async (name: string, { follow = false, lines }: { follow?: boolean; lines: number }) => {
      const nanoSync = await client()
      const { id } = await findTask(nanoSync, name)
      for await (const line of readLog(nanoSync, { id, lines, isFollowed: follow, signal })) {
        // Write JSON lines, so a program can follow the log.
        if (isJson()) output.jsonLine(line)
        else output.line(`${line.formatted_timestamp} ${line.level.padEnd(7)} ${line.message}`)
      }
    })
}

interface RunsOptions extends ListOptions {
  status?: TaskStatus
}

function addRuns(program: Command, { showList, client }: CommandParts): void {
  const command = program
    .command('runs')
    .argument('[task]', TASK)
    .description('list the last runs, of a task or of all')
    .option('--status <status>', 'only runs with this status, such as error', parseStatus)
  addListOptions(command, { limit: DEFAULT_RUNS }).action(async (task: string | undefined, options: RunsOptions) => {
    const nanoSync = await client()
    const runs = await listRuns(nanoSync, { task, ...options })
    showList(runs, runColumns(await readClock(nanoSync)))
  })
}

interface UndoOptions {
  run?: number
  target?: string
  overwriteEdited?: boolean
  yes?: boolean
  wait?: boolean
}

function addUndo(program: Command, parts: CommandParts): void {
  const { output, signal, show, isJson, setExitCode, client } = parts
  program
    .command('undo')
    .argument('<task>', TASK)
    .description("undo a task's last run (asks first)")
    .option('--run <id>', 'undo this run and all later runs', wholeNumber)
    .option('--target <value>', 'undo only the target of this value, of a task that hands rows out')
    .option('--overwrite-edited', 'overwrite cells that someone edited since, too')
    .option('-y, --yes', 'do not ask')
    .option('--wait', 'wait for the run to end, and end with its result')
    .action(async (name: string, { run, target: value, yes = false, wait = false, ...options }: UndoOptions) => {
      const nanoSync = await client()
      const { id } = await findTask(nanoSync, name)
      const params = run === undefined ? await lastChangingRun(nanoSync, id) : { id, run }
      const preview = await previewUndo(nanoSync, { params, value })
      if (!isJson()) showUndo(preview, output)
      if (!yes && !(await agrees(parts.openInput(), 'Undo?'))) throw new UsageError('Nothing was undone.')
      const overwritesEdited = options.overwriteEdited ?? false
      const outcome = await requestUndo(nanoSync, { params, value, preview, overwritesEdited })
      if (outcome.status !== 'success') setExitCode(exitCodes.failed)
      if (!wait || outcome.status !== 'success') return show(outcome, () => output.line(outcome.message))
      const tasks = await waitForRuns(nanoSync, { taskIds: [id], signal, onProgress() {} })
      setExitCode(findExitCode(tasks))
      show(tasks, () => output.table(tasks, resultColumns))
    })
}

function addExport(program: Command, { output, client }: CommandParts): void {
  program
    .command('export')
    .argument('[file]', 'where to write; standard output by default')
    .description('export all tasks as CSV')
    .action(async (file?: string) => {
      const response = await (await client()).open(api.tasks.exportCsv)
      if (file !== undefined) await writeFile(file, await response.bytes())
      else output.file(await response.text())
    })
}

function addImport(program: Command, { output, show, openInput, setExitCode, client }: CommandParts): void {
  program
    .command('import')
    .argument('<file>', 'a CSV file, or - for standard input')
    .description('create and update tasks from a CSV file')
    .option('--dry-run', 'only list what would be created, changed and skipped')
    .action(async (path: string, { dryRun = false }: { dryRun?: boolean }) => {
      const [nanoSync, file] = [await client(), await readCsvFile(path, openInput)]
      if (dryRun) {
        const preview = await previewImport(nanoSync, file)
        if (preview.failed > 0) setExitCode(exitCodes.failed)
        return show(preview, () => showPreview(preview, output))
      }
      showImport(await importFile(nanoSync, file), { output, show, setExitCode })
    })
}

function addApply(program: Command, parts: CommandParts): void {
  const { output, isJson, show, openInput, setExitCode, client } = parts
  program
    .command('apply')
    .argument('<file>', 'a CSV file, or - for standard input')
    .description('list what importing a CSV file would do, and import it once you agree')
    .option('-y, --yes', 'do not ask, but import only if no row would be skipped')
    .action(async (path: string, { yes = false }: { yes?: boolean }) => {
      const [nanoSync, file] = [await client(), await readCsvFile(path, openInput)]
      const preview = await previewImport(nanoSync, file)
      if (!isJson()) showPreview(preview, output)
      if (yes && preview.failed > 0) throw new UsageError('Nothing was applied, because rows would be skipped.')
      if (preview.created + preview.updated === 0) {
        if (preview.failed > 0) setExitCode(exitCodes.failed)
        return show(preview, () => output.line('There is nothing to apply.'))
      }
      if (!yes && !(await agrees(openInput(), 'Apply?'))) throw new UsageError('Nothing was applied.')
      showImport(await importFile(nanoSync, file), { output, show, setExitCode })
    })
}

function addDoctor(program: Command, { output, env, version, isInsecure, show, setExitCode }: CommandParts): void {
  program
    .command('doctor')
    .description('check the address, the server, the token and the access of the tasks')
    .action(async () => {
      const checks = await diagnose(await findLogin(env, { isInsecure: isInsecure() }), version)
      if (checks.some(({ isOk }) => !isOk)) setExitCode(exitCodes.failed)
      show(checks, () => checks.forEach(({ isOk, text }) => void output.line(`${isOk ? '✓' : '✗'} ${text}`)))
    })
}

/** Shows the results of an import. Skipped rows count as a failure. */
function showImport(
  result: TaskImport,
  { output, show, setExitCode }: Pick<CommandParts, 'output' | 'show' | 'setExitCode'>,
): void {
  if (result.failed > 0) setExitCode(exitCodes.failed)
  show(result, () => output.line(result.message))
}
