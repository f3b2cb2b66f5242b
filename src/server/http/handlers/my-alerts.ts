import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { FilteredKind } from '#contract/alert-channel.ts'
import { Refusal } from '#contract/errors.ts'
import { type MyAlerts, myAlerts as routes } from '#contract/my-alerts.ts'
import type { Alert } from '#domain/alerts/alert.ts'
import { isMailAllowed } from '#domain/alerts/mail-domains.ts'
import {
  findPersonalChannel,
  readChoices,
  savePersonalChannel,
  trialChannel,
} from '#server/alerts/personal/personal-channel.ts'
import { sendAlert } from '#server/alerts/send-alert.ts'
import type { SignedInUser } from '#server/auth/users.ts'
import type { Context } from '#server/http/context.ts'
import { type Handler, handler } from '#server/http/handler.ts'
import type { PublicOrigins } from '#server/http/public-origins.ts'
import { tasks } from '#server/storage/live-tables.ts'

type Options = Pick<Context, 'alertChannels' | 'config' | 'database' | 'now'> & { origins: () => PublicOrigins }

/** Handlers for the signed-in person's alerts about their own tasks. */
export function myAlertHandlers({ alertChannels, config, database, origins, now }: Options): Handler[] {
  const { orm } = database
  const { hasEmail, mailDomains, secrets } = alertChannels
  const sender = { settings: config.alerts, secrets, publicUrl: () => origins().main, now }

  function obstacleFor(address: string): string | null {
    if (!hasEmail) return 'To send email, set SMTP_URL and SMTP_FROM, and restart.'
    if (isMailAllowed(address, mailDomains)) return null
    return `Email may go to ${mailDomains.join(', ')} only, which ${address} is not (ALERT_DOMAINS).`
  }

  async function present(caller: SignedInUser): Promise<MyAlerts> {
    const channel = await findPersonalChannel(orm, caller)
    const isOwner = eq(sql`lower(coalesce(${tasks.owner}, ${tasks.createdBy}))`, caller.email)
    return {
      ...(channel ? readChoices(channel) : { tasks: [], kinds: [...FilteredKind.options], quiet_hours: null }),
      address: caller.email,
      obstacle: obstacleFor(caller.email),
      problem: channel?.problem ?? null,
      owned_count: await orm.$count(tasks, isOwner),
      timezone: config.schedule.timezone,
    }
  }

  return [
    handler(routes.get, ({ caller }) => present(caller)),
    handler(routes.update, async ({ body: choices, caller }) => {
      const obstacle = choices.tasks.length > 0 ? obstacleFor(caller.email) : null
      if (obstacle !== null) throw new Refusal('invalid', obstacle, { tasks: obstacle })
      await savePersonalChannel(orm, { person: caller, choices, now: now() })
      return await present(caller)
    }),
    handler(routes.test, async ({ caller, signal }) => {
      const channel = (await findPersonalChannel(orm, caller)) ?? trialChannel(caller, now())
      const alert = testAlert(caller.email, now())
      const { outcome, answer, problem } = await sendAlert(sender, { channel, alert, isTest: true, signal })
      return { is_delivered: outcome === 'delivered', answer: problem ? `${answer}. ${problem}` : answer }
    }),
  ]
}

function testAlert(person: string, at: Date): Alert {
  const part = {
    kind: 'recovered' as const,
    kinds: ['recovered' as const],
    title: 'Test of your alerts',
    reason: 'You sent this test. Alerts about your tasks will look like this, and nothing is wrong.',
    fix: null,
    tasks: [],
    taskCount: 0,
    typeIds: [],
    openPath: '/settings/my-alerts',
  }
  const id = randomUUID()
  return { ...part, id, at: at.toISOString(), wave: null, person, parts: [part], snoozePath: null }
}
