import type { AlertLog, DeliveryChange } from '../alert-log.ts'
import { type Check, CLOCK_ERROR_MS, formatTime, type Records } from '../records.ts'

/**
 * Each lasting incident is one alert, each alert arrives, and it arrives again only if its receiver may not have
 * answered. Counts repeated alerts: only they show that another node continues the work of a killed node.
 */
export function checkAlerts({ world, alerts }: Records): Check {
  const { receipts } = alerts
  const byAlert = Map.groupBy(receipts, ({ alertId }) => alertId)
  return {
    promise: 'Each incident is one alert, which arrives, and again only if no answer came; recovered follows failed',
    seen: [...byAlert.values()].filter((all) => all.length > 1).length,
    problems: [
      ...problemsOfIncidents(alerts),
      ...problemsOfDeliveries(alerts),
      ...problemsOfOrder(alerts, world.alarm.id),
    ],
  }
}

function problemsOfIncidents({ incidents }: AlertLog): string[] {
  return [...Map.groupBy(incidents, ({ incidentId }) => incidentId)].flatMap(([id, changes]) => {
    const reports = changes.filter(({ event }) => event === 'reported')
    const isOver = changes.some(({ event }) => event === 'forgotten')
    return [
      ...(reports.length > 1 ? [`Incident ${id} was reported ${reports.length} times`] : []),
      ...(isOver ? [] : [`Incident ${id} is not over`]),
    ]
  })
}

function problemsOfDeliveries({ deliveries, receipts }: AlertLog): string[] {
  return [...Map.groupBy(deliveries, ({ alertId }) => alertId)].flatMap(([id, changes]) => {
    const tries = Math.max(...changes.map((change) => change.tries))
    const arrivals = receipts.filter(({ alertId }) => alertId === id).length
    return [
      ...(arrivals === 0 ? [`Alert ${id} never arrived`] : []),
      ...(arrivals > tries ? [`Alert ${id} arrived ${arrivals} times in ${tries} tries`] : []),
      ...changes.flatMap((change, index) => problemOfTry(change, changes[index - 1]) ?? []),
    ]
  })
}

/** A try follows another only after the first has failed, or once its node cannot be trying any more. */
function problemOfTry(change: DeliveryChange, before: DeliveryChange | undefined): string | undefined {
  const { at, alertId, tries } = change
  if (!before || tries === before.tries) return undefined
  if (before.state !== 'waiting') return `${formatTime(at)} alert ${alertId} was tried after it was ${before.state}`
  if (before.leaseUntil === undefined || before.leaseUntil <= at + CLOCK_ERROR_MS) return undefined
  return `${formatTime(at)} alert ${alertId} was tried by two nodes at once`
}

/** The alerts about a task take turns, and the last alert reports that it works. */
function problemsOfOrder({ receipts }: AlertLog, taskId: number): string[] {
  if (receipts.some(({ isComplete }) => !isComplete)) return []
  const firsts = receipts.filter(
    ({ alertId }, index) => receipts.findIndex((other) => other.alertId === alertId) === index,
  )
  const ofTask = firsts.filter(({ taskIds }) => taskIds.includes(taskId))
  const isWrong = ofTask.some(({ isRecovery }, index) => isRecovery !== (index % 2 === 1)) || ofTask.length % 2 === 1
  if (!isWrong) return []
  const order = ofTask.map(({ at, isRecovery }) => `${formatTime(at)} ${isRecovery ? 'recovered' : 'failed'}`)
  return [`Task ${taskId} was reported in the wrong order: ${order.join(', ')}`]
}
