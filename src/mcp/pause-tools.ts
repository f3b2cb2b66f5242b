import { DateTime } from 'luxon'
import { z } from 'zod'
import type { Client } from '#client/client.ts'
import { api } from '#contract/api.ts'
import { cleanText } from '#contract/field.ts'
import { WEEKDAYS } from '#contract/schedule-days.ts'
import { defineTool, type Tool } from './tool.ts'
import { actOnceConfirmed, confirmation, previewSays, type ToolParts } from './tool-parts.ts'

/** Tools that keep everything from running for a time. They need an API token with the scope `run`. */
export function createPauseTools(parts: ToolParts): Tool[] {
  const { client } = parts
  return [
    defineTool({
      name: 'pause_everything',
      description:
        'Stops everything until a time, in two calls: schedules skip their times, and requested runs wait. With stop_running, it also stops the runs in progress. The first call only shows that. Show it to the person, and call again with the same values and the confirmation once they agree.',
      scope: 'run',
      input: {
        until: z.string().describe('a day of the week, tomorrow, a date, or a time with its zone'),
        stop_running: z.boolean().optional(),
        confirmation,
      },
      says: previewSays,
      data: { would_pause: z.looseObject({}), pause: z.looseObject({}), message: z.string() },
      changes: 'replaces',
      async run({ until, stop_running = false, confirmation: given }) {
        const end = await parseEnd(client, until)
        const { in_progress } = await client.call(api.overview.get)
        return await actOnceConfirmed(parts, {
          content: { tool: 'pause_everything', end, stop_running },
          confirmation: given,
          preview: { data: { would_pause: { until: end, stop_running, runs_in_progress: in_progress.count } } },
          async act() {
            const { pause, message } = await client.call(api.pauses.set, { body: { until: end } })
            if (!stop_running) return { data: { pause, message } }
            const stopped = await client.call(api.tasks.stopAll)
            return { data: { pause, message, stopped: stopped.message } }
          },
        })
      },
    }),
    defineTool({
      name: 'resume_everything',
      description:
        'Ends the pause of everything, in two calls: waiting runs start. The first call shows the pause; call again with its confirmation once the person agrees.',
      scope: 'run',
      input: { confirmation },
      says: previewSays,
      data: { would_end: z.looseObject({}), message: z.string() },
      changes: 'replaces',
      async run({ confirmation: given }) {
        const { pause } = await client.call(api.pauses.get)
        if (!pause) return { says: { problem: 'Nothing is paused.' } }
        return await actOnceConfirmed(parts, {
          content: { tool: 'resume_everything', until: pause.until },
          confirmation: given,
          preview: { data: { would_end: pause } },
          act: async () => ({ data: { message: (await client.call(api.pauses.end)).message } }),
        })
      },
    }),
  ]
}

/** A day of the week is the next one, in the time zone of the schedules. Other texts are as the API takes them. */
async function parseEnd(client: Client, until: string): Promise<string> {
  const text = cleanText(until)
  const weekday = WEEKDAYS.findIndex((day) => text.toLowerCase().startsWith(day.toLowerCase())) + 1
  const isTomorrow = text.toLowerCase() === 'tomorrow'
  if (weekday === 0 && !isTomorrow) return text
  const { timezone } = await client.call(api.operations.info)
  const today = DateTime.now().setZone(timezone)
  const days = isTomorrow ? 1 : ((weekday - today.weekday + WEEKDAYS.length - 1) % WEEKDAYS.length) + 1
  return today.plus({ days }).toISODate() ?? text
}
