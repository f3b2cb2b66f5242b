import { Readable } from 'node:stream'
import { desc } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ActivityKind } from '#contract/activity-kind.ts'
import { RepositionAction } from '#contract/task-routes.ts'
import { actAs } from '#server/activity/acting.ts'
import { noLenders } from '#server/auth/lenders.ts'
import { importTasks } from '#server/csv/import-tasks.ts'
import { undoImport } from '#server/csv/undo-import.ts'
import type { Orm } from '#server/storage/database.ts'
import { activity } from '#server/storage/schema.ts'
import { createTaskType } from '#server/task-types/edit-task-type.ts'
import { createTask, updateTask } from '#server/tasks/edit-task.ts'
import { removeAllTasks, removeTask } from '#server/tasks/remove-tasks.ts'
import { repositionTask } from '#server/tasks/task-positions.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { openFreshDatabase } from '#tests/support/fresh-database.ts'
import { listTasks } from '#tests/support/list-tasks.ts'
import { propertyRuns } from '#tests/support/property-runs.ts'
import { listTrash } from './list-trash.ts'
import { purgeDeletion } from './purge-trash.ts'
import { restoreDeletion } from './restore-trash.ts'

const TYPE_NAMES = ['One', 'Other'] as const
type TypeName = (typeof TYPE_NAMES)[number]

interface ModelTask {
  id: number
  type: TypeName
  notes: string
  isLive: boolean
}

interface ModelImport {
  activityId: number
  created: ModelTask[]
  changed: { task: ModelTask; before: Edit; after: Edit; position: number }[]
}
type Edit = Pick<ModelTask, 'notes' | 'type'>

/** Expected state: all tasks in a single order, with deleted tasks at their places. */
class Model {
  tasks: ModelTask[] = []
  deletions = new Map<number, ModelTask[]>()
  imports: ModelImport[] = []

  live(type?: TypeName): ModelTask[] {
    return this.tasks.filter((task) => task.isLive && (type === undefined || task.type === type))
  }

  /** Moves a task to a position among the live tasks of its type. */
  place(task: ModelTask, position: number): void {
    this.tasks = this.tasks.filter((each) => each !== task)
    const next = this.live(task.type)[position - 1]
    this.tasks.splice(next ? this.tasks.indexOf(next) : this.tasks.length, 0, task)
  }

  findPosition(task: ModelTask): number {
    return this.live(task.type).indexOf(task) + 1
  }
}

interface World {
  orm: Orm
  model: Model
  typeIds: Record<TypeName, number>
  reached: Set<string>
}

const as = <T>(kind: ActivityKind, work: () => Promise<T>): Promise<T> =>
  actAs({ kind, who: 'ada@example.com', origin: 'browser', at: new Date() }, work)
const pick = <T>(items: readonly T[], index: number): T | undefined => items[index % Math.max(items.length, 1)]
const newestDeletion = async (orm: Orm) => (await listTrash(orm, { limit: 1 }))[0]?.id ?? 0
let made = 0

async function addTask({ orm, model, typeIds }: World, type: TypeName): Promise<void> {
  const fields = buildTaskFields({ sync_task_type_id: typeIds[type], name: `added ${++made}`, notes: 'new' })
  const id = await as('task_created', () => createTask(orm, { fields, createdBy: 'ada', lenders: noLenders }))
  model.tasks.push({ id, type, notes: 'new', isLive: true })
}

type Step = (world: World) => Promise<void>
const index = fc.nat(20)

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom(...TYPE_NAMES).map(
    (type): Step =>
      (world) =>
        addTask(world, type),
  ),
  index.map(
    (at): Step =>
      async ({ orm, model }) => {
        const task = pick(model.live(), at)
        if (!task) return
        await removeTask(orm, task.id)
        task.isLive = false
        model.deletions.set(await newestDeletion(orm), [task])
      },
  ),
  fc.constant<Step>(async ({ orm, model }) => {
    const all = model.live()
    if (all.length === 0) return
    await removeAllTasks(orm)
    for (const task of all) task.isLive = false
    model.deletions.set(await newestDeletion(orm), all)
  }),
  index.map(
    (at): Step =>
      async ({ orm, model, reached }) => {
        const entry = pick([...model.deletions], at)
        if (!entry) return
        const [id, deleted] = entry
        await restoreDeletion(orm, id)
        for (const task of deleted) task.isLive = true
        model.deletions.delete(id)
        reached.add('restored')
      },
  ),
  fc.tuple(index, fc.constantFrom(...RepositionAction.options)).map(
    ([at, action]): Step =>
      async ({ orm, model }) => {
        const task = pick(model.live(), at)
        if (!task) return
        const [from, count] = [model.findPosition(task), model.live(task.type).length]
        const to = { front: 1, back: count, up: Math.max(from - 1, 1), down: Math.min(from + 1, count) }[action]
        await repositionTask(orm, { taskId: task.id, action })
        if (to !== from) moveLikeTheServer(model, { task, from, to })
      },
  ),
  fc.tuple(index, fc.nat(3)).map(
    ([at, notes]): Step =>
      async ({ orm, model }) => {
        const task = pick(model.live(), at)
        if (!task) return
        task.notes = `edited ${notes}`
        const update = { taskId: task.id, change: { notes: task.notes }, changedBy: 'ada', lenders: noLenders }
        await as('task_changed', () => updateTask(orm, update))
      },
  ),
  fc.tuple(index, fc.nat(3), fc.boolean()).map(([at, notes, moves]): Step => importStep({ at, notes, moves })),
  index.map((at): Step => undoStep(at)),
)

/** Moves a task like the server. Only live tasks shift: a deleted task stays after the same number of live tasks. */
function moveLikeTheServer(model: Model, { task, from, to }: { task: ModelTask; from: number; to: number }): void {
  const slots = model.tasks.flatMap((each, slot) => (each.isLive && each.type === task.type ? [slot] : []))
  const order = model.live(task.type)
  order.splice(to - 1, 0, ...order.splice(from - 1, 1))
  slots.forEach((slot, place) => {
    const moved = order[place]
    if (moved) model.tasks[slot] = moved
  })
}

/** Changes two tasks, perhaps including their type, and creates a task. */
function importStep({ at, notes, moves }: { at: number; notes: number; moves: boolean }): Step {
  return async ({ orm, model, reached }) => {
    const chosen = [...new Set([pick(model.live(), at), pick(model.live(), at + 1)])].filter(
      (task) => task !== undefined,
    )
    const name = `imported ${++made}`
    const rows = chosen.map((task) => {
      const type = moves ? otherType(task.type) : task.type
      return { task, before: { notes: task.notes, type: task.type }, after: { notes: `imported ${notes}`, type } }
    })
    const sources = await readSources(orm)
    const lines = rows.map(
      ({ task, after }) => `${task.id},${sources.get(task.id)?.replace('TYPE', after.type)},${after.notes}`,
    )
    const header = 'id,name,task_type,source_ss_id,target_ss_id,notes'
    const content = [header, ...lines, `,${name},One,source-${made},target-${made},from file`].join('\n')
    await as('tasks_imported', () =>
      importTasks(orm, { file: Readable.from([Buffer.from(content)]), importedBy: 'ada', lenders: noLenders }),
    )
    const changed = rows
      .filter(({ before, after }) => before.notes !== after.notes || before.type !== after.type)
      .map((row) => ({ ...row, position: model.findPosition(row.task) }))
    for (const { task, before, after } of changed) {
      Object.assign(task, after)
      if (before.type !== after.type) model.place(task, Number.POSITIVE_INFINITY)
    }
    const id = (await listTasks(orm, { page: 1, limit: 1000 })).rows.find(({ task }) => task.name === name)?.task.id
    const task: ModelTask = { id: id ?? 0, type: 'One', notes: 'from file', isLive: true }
    model.tasks.push(task)
    const [entry] = await orm.select({ id: activity.id }).from(activity).orderBy(desc(activity.id)).limit(1)
    model.imports.push({ activityId: entry?.id ?? 0, created: [task], changed })
    reached.add(moves && changed.length > 0 ? 'moved by an import' : 'imported')
  }
}

/** Reads the columns of each task's row in a file, with TYPE for its type. */
async function readSources(orm: Orm): Promise<Map<number, string>> {
  const { rows } = await listTasks(orm, { page: 1, limit: 1000 })
  return new Map(rows.map(({ task }) => [task.id, `${task.name},TYPE,${task.sourceSsId},${task.targetSsId}`]))
}

const otherType = (type: TypeName): TypeName => (type === 'One' ? 'Other' : 'One')

/** Undoes an import: deletes created tasks, and reverts changed tasks unless they were edited since. */
function undoStep(at: number): Step {
  return async ({ orm, model, reached }) => {
    const done = pick(model.imports, at)
    if (!done) return
    const isUndone = await as('import_undone', () =>
      undoImport(orm, { activityId: done.activityId, undoneBy: 'ada', lenders: noLenders }),
    ).then(
      () => true,
      () => false,
    )
    const deleted = done.created.filter(({ isLive }) => isLive)
    for (const task of deleted) task.isLive = false
    if (deleted.length > 0) model.deletions.set(await newestDeletion(orm), deleted)
    const returned: { task: ModelTask; position: number }[] = []
    for (const { task, before, after, position } of done.changed) {
      if (!task.isLive) continue
      if (task.notes === after.notes) task.notes = before.notes
      if (before.type === after.type || task.type !== after.type) continue
      task.type = before.type
      model.place(task, Number.POSITIVE_INFINITY)
      returned.push({ task, position })
    }
    for (const { task } of returned) model.tasks.splice(model.tasks.indexOf(task), 1)
    for (const { task, position } of returned.toSorted((one, other) => one.position - other.position)) {
      model.place(task, position)
    }
    reached.add(isUndone ? 'undone' : 'nothing to undo')
  }
}

async function expectSame({ orm, model, typeIds }: World): Promise<void> {
  const { rows } = await listTasks(orm, { page: 1, limit: 1000 })
  for (const type of TYPE_NAMES) {
    const found = rows.filter(({ task }) => task.taskTypeId === typeIds[type]).map(({ task }) => task)
    const expected = model.live(type)
    expect(found.map(({ id, notes, position }) => [id, notes, position])).toEqual(
      expected.map(({ id, notes }, place) => [id, notes, place + 1]),
    )
  }
  const entries = await listTrash(orm, { limit: 500 })
  expect(new Map(entries.map(({ id, count }) => [id, count]))).toEqual(
    new Map([...model.deletions].map(([id, deleted]) => [id, deleted.length])),
  )
}

test('any sequence of changes, deletions, restores, imports and undos leaves the tasks, fields and order it should', {
  tags: ['long'],
}, async () => {
  const reached = new Set<string>()
  await using database = await openFreshDatabase()
  const { orm } = database
  const typeIds = {
    One: await createTaskType(orm, buildTaskTypeFields({ name: 'One' })),
    Other: await createTaskType(orm, buildTaskTypeFields({ name: 'Other' })),
  }
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 8, maxLength: 25 }), async (sequence) => {
      await removeAllTasks(orm)
      for (const { id } of await listTrash(orm, { limit: 500 })) await purgeDeletion(orm, id)
      const world: World = { orm, model: new Model(), typeIds, reached }
      for (const type of [...TYPE_NAMES, ...TYPE_NAMES]) await addTask(world, type)
      for (const step of sequence) {
        await step(world)
        await expectSame(world)
      }
    }),
    propertyRuns({ few: 6, fewSeed: 1, all: 20 }),
  )
  expect([...reached].sort()).toEqual(['imported', 'moved by an import', 'nothing to undo', 'restored', 'undone'])
})
