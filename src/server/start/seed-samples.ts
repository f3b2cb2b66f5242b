import { eq } from 'drizzle-orm'
import { TaskFields } from '#contract/task-fields.ts'
import { TaskTypeFields } from '#contract/task-type.ts'
import { noLenders } from '#server/auth/lenders.ts'
import { createSampleSpreadsheets } from '#server/samples/create-sample-spreadsheets.ts'
import type { SampleSet } from '#server/samples/sample-set.ts'
import type { Orm } from '#server/storage/database.ts'
import { milestones } from '#server/storage/schema.ts'
import { createTaskType } from '#server/task-types/edit-task-type.ts'
import { createTask } from '#server/tasks/edit-task.ts'
import { SAMPLES_CREATOR } from '#server/tasks/sample-tasks.ts'

const MILESTONE = 'samples'

/**
 * Creates the sample spreadsheets, types and tasks once per installation, so deleted samples do not return. After an
 * interrupted start, the next start creates them from the beginning.
 */
export async function seedSamples({
  orm,
  sheetsUrl,
  onProgress,
  now,
}: {
  orm: Orm
  sheetsUrl: string
  onProgress: (step: string) => void
  now: () => Date
}): Promise<void> {
  const [reached] = await orm.select().from(milestones).where(eq(milestones.name, MILESTONE))
  if (reached) return
  onProgress('Creating the sample spreadsheets and tasks …')
  const samples = await createSampleSpreadsheets({ sheetsUrl })
  await orm.transaction(async (tx) => {
    await storeSamples(tx, samples)
    await tx.insert(milestones).values({ name: MILESTONE, reachedAt: now() })
  })
}

async function storeSamples(tx: Orm, { taskTypes, tasks }: SampleSet): Promise<void> {
  const typeIds = new Map<string, number>()
  for (const { depends_on, ...type } of taskTypes) {
    const fields = { ...type, depends_on_id: depends_on === undefined ? null : typeIds.get(depends_on) }
    typeIds.set(type.name, await createTaskType(tx, TaskTypeFields.parse(fields)))
  }
  for (const { type, ...task } of tasks) {
    const fields = TaskFields.parse({ ...task, sync_task_type_id: typeIds.get(type) })
    await createTask(tx, { fields, createdBy: SAMPLES_CREATOR, lenders: noLenders })
  }
}
