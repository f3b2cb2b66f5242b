import { DateTime } from 'luxon'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import { cleanText } from '#contract/field.ts'
import { WEEKDAYS } from '#contract/schedule-days.ts'
import { findPauseEndProblem, parsePauseEnd } from '#domain/schedule/pause.ts'
import { findBodyProblem } from './find-body-problem.ts'
import { defineTool, type Tool } from './tool.ts'
import { actOnceConfirmed, confirmation, previewSays, type ToolParts } from './tool-parts.ts'

/** Creates the tools that pause everything for a time. They need an API token with the scope `run`. */
export function createPauseTools(parts: ToolParts): Tool[] {
  const { client } = parts
  return [
    defineTool({
      name: 'pause_everything',
      summary: '[pauses all tasks](../operate/runbook.md#pause-everything) until a time',
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
        const { timezone } = await client.call(api.operations.info)
        const end = parseEnd(until, timezone)
        const problem = findEndProblem(end, timezone)
        if (problem !== undefined) return { says: { problem } }
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
      summary: 'ends the pause',
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

/** Matches a day of the week by its name or a common abbreviation, like `Tues`, `Weds` or `Thur.` */
const WEEKDAY =
  /^(?:(?:until|till|next|on) )*(?<day>mon|tue|wed|thu|fri|sat|sun)(?:day|s|sday|nesday|r|rs|rsday|urday)?\.?$/i
const TOMORROW = /^(?:until )?tomorrow$/i

/** Converts a day of the week to its next date in the time zone of the schedules. Other texts go to the API unchanged. */
function parseEnd(until: string, timezone: string): string {
  const text = cleanText(until)
  const { day = '' } = WEEKDAY.exec(text)?.groups ?? {}
  const weekday = WEEKDAYS.findIndex((name) => name.toLowerCase() === day.toLowerCase()) + 1
  if (weekday === 0 && !TOMORROW.test(text)) return text
  const today = DateTime.now().setZone(timezone)
  const days = weekday === 0 ? 1 : ((weekday - today.weekday + WEEKDAYS.length - 1) % WEEKDAYS.length) + 1
  return today.plus({ days }).toISODate() ?? text
}

function findEndProblem(end: string, timezone: string): string | undefined {
  const unreadable = findBodyProblem(api.pauses.set, { until: end })
  return unreadable ?? findPauseEndProblem(parsePauseEnd(end, timezone), new Date())
}
