import { api } from '#contract/api.ts'
import type { CallInput } from '#contract/route.ts'
import type { Cell } from '#domain/copy/cell.ts'
import type { ApiClient } from '#tests/support/api-client.ts'
import type { Random } from './random.ts'
import type { Spreadsheets } from './spreadsheets.ts'

export interface ChaosType {
  readonly id: number
  readonly name: string
  readonly limit: number
  /** The ids of all types it depends on, directly or not. */
  readonly prerequisiteIds: readonly number[]
}

export interface ChaosTask {
  readonly id: number
  /** Also the title of its source tab and of its target tab, so a request for either tells which task sent it. */
  readonly name: string
  readonly typeId: number
  readonly sourceId: string
  readonly targetId: string
}

/** The source's rows from a time on. */
export interface SourceVersion {
  readonly taskId: number
  readonly at: number
  readonly rows: Cell[][]
}

export interface World {
  readonly types: readonly ChaosType[]
  readonly tasks: readonly ChaosTask[]
  /** Task whose source tab users misname and correct again. */
  readonly alarm: ChaosTask
  readonly sourceVersions: readonly SourceVersion[]
  /** Changes some cells of a task's source, and how many rows it has. */
  changeSource(task: ChaosTask): Promise<void>
}

/** A chain of three types, and an independent type. */
const TYPES = [
  { name: 'Masters', limit: 2, dependsOn: undefined, tasks: 5 },
  { name: 'Ledgers', limit: 1, dependsOn: 'Masters', tasks: 4 },
  { name: 'Reports', limit: 3, dependsOn: 'Ledgers', tasks: 5 },
  { name: 'Extras', limit: 2, dependsOn: undefined, tasks: 6 },
] as const
/** Every third task shares the target spreadsheet of the task before it. */
const TASKS_PER_SHARED_TARGET = 3
const MIN_ROWS = 30
const MAX_ROWS = 50

/** Creates types, tasks and spreadsheets through the API. */
export async function createWorld(options: { client: ApiClient; sheets: Spreadsheets; random: Random }) {
  const { client, sheets, random } = options
  const types: ChaosType[] = []
  const tasks: ChaosTask[] = []
  const sourceVersions: SourceVersion[] = []
  const world: World = {
    types,
    tasks,
    get alarm() {
      const last = tasks.at(-1)
      if (!last) throw new Error('There is no task')
      return last
    },
    sourceVersions,
    async changeSource(task) {
      const rows = randomRows(random)
      const at = Date.now()
      await sheets.writeTab({ spreadsheetId: task.sourceId, tab: task.name, rows, clearTo: MAX_ROWS })
      // Between the two, a copy may have read either.
      sourceVersions.push({ taskId: task.id, at, rows }, { taskId: task.id, at: Date.now(), rows })
    },
  }
  for (const plan of TYPES) types.push(await createType(client, { plan, types }))
  let sharedTarget: string | undefined
  for (const [index, plan] of TYPES.entries()) {
    const type = types[index]
    for (let number = 1; type && number <= plan.tasks; number += 1) {
      const name = `${plan.name} ${number}`
      const sourceId = await sheets.create(`${name} source`, name)
      const isShared = tasks.length % TASKS_PER_SHARED_TARGET === 2 && sharedTarget !== undefined
      const targetId = isShared && sharedTarget ? sharedTarget : await sheets.create(`${name} target`, name)
      if (isShared) await sheets.addTab(targetId, name)
      sharedTarget = targetId
      const fields = { name, source_sheet_name: name, target_sheet_name: name, start_row: 2 }
      const task = await client.call(api.tasks.create, {
        body: { ...fields, sync_task_type_id: type.id, source_ss_id: sourceId, target_ss_id: targetId },
      })
      tasks.push({ id: task.id, name, typeId: type.id, sourceId, targetId })
    }
  }
  for (const task of tasks) await world.changeSource(task)
  return world
}

interface TypePlan {
  plan: (typeof TYPES)[number]
  types: readonly ChaosType[]
}

async function createType(client: ApiClient, { plan, types }: TypePlan): Promise<ChaosType> {
  const { name, limit } = plan
  const prerequisite = types.find((type) => type.name === plan.dependsOn)
  const body: CallInput<typeof api.taskTypes.create>['body'] = {
    name,
    allowed_concurrent_tasks: limit,
    depends_on_id: prerequisite?.id ?? null,
    max_retries: 5,
    retry_delay_seconds: 1,
    // Users change how many rows a source has by more than people do.
    hold_loss_percent: 100,
  }
  const { id } = await client.call(api.taskTypes.create, { body })
  return { id, name, limit, prerequisiteIds: prerequisite ? [prerequisite.id, ...prerequisite.prerequisiteIds] : [] }
}

function randomRows(random: Random): Cell[][] {
  const count = random.between(MIN_ROWS, MAX_ROWS)
  const stamp = random.between(1, 1_000_000)
  return Array.from({ length: count }, (_, row) => [`0${row}`, row * stamp, random.chance(0.5), `v${stamp} "${row}"`])
}
