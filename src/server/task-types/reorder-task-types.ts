import { eq, sql } from 'drizzle-orm'
import { Refusal } from '#contract/errors.ts'
import type { Orm } from '#server/storage/database.ts'
import { taskTypes } from '#server/storage/schema.ts'
import { lockTaskTypes } from './read-task-types.ts'

/**
 * Puts the task types in the order of the ids.
 *
 * @throws Refusal 'invalid' when the order does not list each task type once
 */
export async function reorderTaskTypes(orm: Orm, order: readonly number[]): Promise<void> {
  await orm.transaction(async (tx) => {
    const types = await lockTaskTypes(tx)
    const wanted = new Set(order)
    if (order.length !== types.length || !types.every(({ id }) => wanted.has(id))) {
      throw new Refusal('invalid', 'The order must list each task type once.')
    }
    const places = tx
      .select({ id: sql<number>`place.id::integer`.as('place_id'), place: sql<number>`place.place`.as('place') })
      .from(sql`jsonb_array_elements_text(${JSON.stringify(order)}::jsonb) with ordinality as place(id, place)`)
      .as('places')
    await tx
      .update(taskTypes)
      .set({ position: sql`${places.place}` })
      .from(places)
      .where(eq(taskTypes.id, places.id))
  })
}
