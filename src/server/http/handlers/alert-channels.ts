import { randomUUID } from 'node:crypto'
import { type AlertChannel, type AlertDelivery, alertChannels as routes } from '#contract/alert-channel.ts'
import type { Route } from '#contract/route.ts'
import type { Alert } from '#domain/alerts/alert.ts'
import {
  createChannel,
  type ListedChannel,
  listChannels,
  removeChannel,
  replaceSigningSecret,
  requireChannel,
  updateChannel,
} from '#server/alerts/channels.ts'
import { listDeliveries, resendDelivery } from '#server/alerts/deliveries.ts'
import { sendAlert } from '#server/alerts/send-alert.ts'
import { type Caller, requireOwner } from '#server/http/caller.ts'
import type { Context } from '#server/http/context.ts'
import { type Handler, handler } from '#server/http/handler.ts'
import type { PublicOrigins } from '#server/http/public-origins.ts'

type Options = Pick<Context, 'alertChannels' | 'config' | 'database' | 'now'> & { origins: () => PublicOrigins }

/**
 * Handlers for alert channels. No reply contains an address with a secret. Only the reply that creates a signing secret
 * contains it.
 */
export function alertChannelHandlers({ alertChannels, config, database, origins, now }: Options): Handler[] {
  const { orm } = database
  const sender = {
    settings: config.alerts,
    secrets: alertChannels.secrets,
    publicUrl: () => origins().main,
    now,
  }
  return [
    handler(routes.list, async () => ({
      channels: (await listChannels(alertChannels)).map(presentChannel),
      email_from: config.alerts.smtp?.from ?? null,
      timezone: config.schedule.timezone,
    })),
    handler(routes.create, async ({ body, caller }) => {
      const created = await createChannel(alertChannels, { channel: body, createdBy: caller.email })
      return { ...presentChannel(created.channel), signing_secret: created.signingSecret }
    }),
    handler(routes.update, async ({ params, body, caller }) => {
      const request = {
        ...buildRequest(routes.update, { id: params.id, caller }),
        change: body,
        changedBy: caller.email,
      }
      return presentChannel(await updateChannel(alertChannels, request))
    }),
    handler(routes.remove, ({ params, caller }) =>
      removeChannel(alertChannels, buildRequest(routes.remove, { id: params.id, caller })),
    ),
    handler(routes.replaceSecret, async ({ params, caller }) => ({
      signing_secret: await replaceSigningSecret(
        alertChannels,
        buildRequest(routes.replaceSecret, { id: params.id, caller }),
      ),
    })),
    handler(routes.test, async ({ params, caller, signal }) => {
      const channel = await requireChannel(orm, params.id)
      const alert = testAlert({ channelName: channel.name, who: caller.email, now: now() })
      const { outcome, answer, problem } = await sendAlert(sender, { channel, alert, isTest: true, signal })
      return { is_delivered: outcome === 'delivered', answer: problem ? `${answer}. ${problem}` : answer }
    }),
    handler(routes.deliveries, async ({ params }) => (await listDeliveries(orm, params.id)).map(presentDelivery)),
    handler(routes.resend, ({ params }) =>
      resendDelivery(orm, { channelId: params.id, deliveryId: params.delivery, now: now() }),
    ),
  ]
}

/** Builds a request to change a channel, with a check of the caller's rights for the route. */
function buildRequest(route: Route, { id, caller }: { id: number; caller: Caller }) {
  return { id, requireOwner: (owner: string) => requireOwner(route, { caller, owner }) }
}

/** Builds a test alert. It says that nothing is wrong. */
function testAlert({ channelName, who, now }: { channelName: string; who: string; now: Date }): Alert {
  return {
    id: randomUUID(),
    kind: 'recovered',
    kinds: ['recovered'],
    at: now.toISOString(),
    title: `Test of the channel ${channelName}`,
    reason: `${who} sent this test. Alerts will look like this, and nothing is wrong.`,
    fix: null,
    tasks: [],
    taskCount: 0,
    typeIds: [],
    wave: null,
    openPath: '/settings/alert-channels',
    snoozePath: null,
  }
}

function presentChannel(channel: ListedChannel): AlertChannel {
  const { id, kind, name, kinds, digest, recipients, urlHint, problem, waitingCount } = channel
  return {
    id,
    kind,
    name,
    is_on: channel.isOn,
    kinds,
    type_ids: channel.typeIds,
    digest,
    quiet_hours: channel.quietHours,
    recipients,
    url_hint: urlHint,
    problem,
    waiting_count: waitingCount,
    created_by: channel.createdBy,
    created_at: channel.createdAt.toISOString(),
  }
}

function presentDelivery({ delivery, alert }: Awaited<ReturnType<typeof listDeliveries>>[number]): AlertDelivery {
  const { id, state, tries, answer, createdAt, triedAt, dueAt } = delivery
  return {
    id,
    kind: alert.kind,
    title: alert.title,
    state,
    tries,
    answer,
    created_at: createdAt.toISOString(),
    tried_at: triedAt?.toISOString() ?? null,
    due_at: state === 'waiting' ? dueAt.toISOString() : null,
  }
}
